"""Recorded games: every step is recorded in notation, and nothing else."""

from itertools import islice

import pytest
from hypothesis import given, settings

from kolej import editions
from kolej.engine.chance.dealer import ScriptedDealer
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core import cards as counts
from kolej.engine.core.state import State
from kolej.engine.errors import IllegalMove, ImpossibleOutcome, KolejError, RulesError, UnknownName
from kolej.engine.game import Game
from kolej.engine.knowledge.events import PileReached
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, DrawBlind, PayCard
from kolej.engine.record.game_file import GameFileError
from kolej.engine.record.recorded_game import RecordedGame, Undone
from kolej.engine.record.replay import read
from kolej.engine.ruleset.tables import RuleTables
from tests.record.records import NAMES, begun, go_on, played
from tests.support.random_games import TABLES
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=1)
def test_every_moment_can_be_gone_back_to(name: str, seats: int, seed: int) -> None:
    recorded = played(name, seats, seed, moves=12)
    walking = recorded.at(0)
    assert walking.fingerprint() == Game.start(recorded.edition, seats).fingerprint()
    for number, step in enumerate(recorded.steps):
        if step.seat is None:
            assert isinstance(step.move, int)
            events = walking.resolve(step.move)
        else:
            assert not isinstance(step.move, Undone)
            events = walking.apply(step.seat, step.move)
        assert recorded.events_of(number) == events
        assert walking.fingerprint() == step.hash == recorded.at(number + 1).fingerprint()
    assert walking.fingerprint() == recorded.game.fingerprint()


def test_it_plays_what_the_game_alone_would_play() -> None:
    recorded, game = begun("europe", 3, 5), Game.start(editions.load("europe"), 3, SeededDealer(5))
    assert recorded.game.opening_events == game.opening_events
    while not game.over:
        seat = game.to_act()[-1]
        number = game.legal(seat)[len(recorded.steps) % len(game.legal(seat))]
        assert recorded.apply(seat, number) == game.apply(seat, number)
        assert recorded.game.fingerprint() == game.fingerprint()
    assert recorded.game.standings().totals == game.standings().totals


def test_numbers_are_recorded_in_words() -> None:
    recorded = begun("nordic", 2, 3, first=1)
    for seat in (1, 0):
        recorded.apply(seat, recorded.game.legal(seat)[-1])
    recorded.apply(1, 0)
    words = [(step.seat, step.text.split()[0]) for step in recorded.steps if step.seat is not None]
    assert words == [(1, "keep"), (0, "keep"), (1, "draw")]


def rich(seats: int = 2) -> RecordedGame:
    """A game in which a payment with stand-ins is possible."""
    for seed in range(100):
        recorded = begun("nordic", seats, seed, first=0)
        while not recorded.game.over:
            seat = recorded.game.to_act()[0]
            moves = recorded.game.decision(seat).moves.values()
            if any(isinstance(move, BeginStandIns) for move in moves):
                return recorded
            recorded.apply(seat, DrawBlind() if DrawBlind() in moves else recorded.game.legal(seat)[-1])
    raise AssertionError("no payment with bundles was ever possible")


def test_a_payment_with_bundles_is_one_step_or_several() -> None:
    by_card = rich()
    seat = by_card.game.to_act()[0]
    before = len(by_card.steps)
    begin = next(move for move in by_card.game.decision(seat).moves.values() if isinstance(move, BeginStandIns))
    whole = read(by_card.text(), "the same", editions.load)
    by_card.dealer = None
    by_card.apply(seat, begin)
    cards = counts.none(len(by_card.notation.kinds))
    while by_card.game.to_act() == [seat] and isinstance(
        pick := by_card.game.move(seat, by_card.game.legal(seat)[0]), PayCard
    ):
        by_card.apply(seat, by_card.game.legal(seat)[0])
        cards = counts.add(cards, counts.of(len(cards), pick.card))
    whole.apply(seat, ClaimRoute(begin.route, cards))
    words = [step.text.split()[0] for step in by_card.steps[before:]]
    assert words == ["bundles", *["pick"] * sum(cards)]
    assert [step.text for step in whole.steps[before:]] == [whole.notation.move(ClaimRoute(begin.route, cards))]
    assert whole.game.fingerprint() == by_card.game.fingerprint()
    for recorded in (whole, by_card):
        assert read(recorded.text(), "again", editions.load).text() == recorded.text()


def test_a_refusal_leaves_no_trace() -> None:
    recorded = played("europe", 2, 1, moves=10)
    before = recorded.text()
    for seat in (0, 1, 2):
        for move in (-1, 10**9, True, PayCard(0), ClaimRoute(0, ()), "pick red"):
            with pytest.raises(IllegalMove):
                recorded.apply(seat, move)
    assert recorded.text() == before


class Failing:
    """A dealer that raises an unexpected exception after some outcomes."""

    def __init__(self, good: int, error: type[BaseException]) -> None:
        self.left = good
        self.error = error

    def outcome(self, t: RuleTables, s: State) -> int:
        self.left -= 1
        if self.left < 0:
            raise self.error
        return SeededDealer(1).outcome(t, s)


@pytest.mark.parametrize("error", [ImpossibleOutcome, KeyboardInterrupt, ZeroDivisionError])
@pytest.mark.parametrize("good", [0, 1, 2])
def test_a_dealer_that_fails_leaves_no_move_half_made(good: int, error: type[BaseException]) -> None:
    recorded = begun("europe", 2, 1, first=0)
    for seat in (0, 1):
        recorded.apply(seat, recorded.game.legal(seat)[-1])
    game, before = recorded.game, recorded.text()
    recorded.dealer = Failing(good, error)
    with pytest.raises(error):
        recorded.apply(0, 1)
    assert recorded.game is game and recorded.text() == before
    recorded.dealer = SeededDealer(1)
    assert len([event for event in recorded.apply(0, 1) if type(event).__name__ == "TicketOffered"]) == 3


def test_chance_can_be_left_to_the_caller() -> None:
    recorded = RecordedGame.start(editions.load("europe"), 2, NAMES[:2])
    assert recorded.steps == [] and recorded.game.to_act() == []
    assert recorded.resolve(1) == recorded.events_of(0)
    assert recorded.steps[0].text == "seat 1"
    with pytest.raises(ImpossibleOutcome):
        recorded.resolve(99)
    with pytest.raises(ImpossibleOutcome):
        recorded.apply(0, 0)
    assert len(recorded.steps) == 1
    # Loaded without a dealer, the game waits for an outcome; with a dealer it does not.
    assert read(recorded.text(), "waiting", editions.load).text() == recorded.text()
    dealt = read(recorded.text(), "dealt", editions.load, SeededDealer(3))
    assert dealt.game.to_act() == [0, 1] and dealt.steps[0] == recorded.steps[0]


def test_a_script_deals_what_a_file_says() -> None:
    recorded = played("berlin", 2, 8)
    script = ScriptedDealer(step.move for step in recorded.steps if isinstance(step.move, int))
    again = RecordedGame.start(recorded.edition, 2, recorded.header.players, script)
    for step in recorded.steps:
        if step.seat is not None and not isinstance(step.move, Undone):
            again.apply(step.seat, step.move)
    assert again.text() == recorded.text()


def test_the_table_may_say_who_begins() -> None:
    recorded = begun("europe", 3, 1, first=2)
    assert recorded.header.first == 2 and "\nfirst 2 #" in recorded.text()
    assert not any(step.text.startswith("seat") for step in recorded.steps)
    assert "\nfirst " not in begun("europe", 3, 1).text()
    with pytest.raises(IllegalMove, match="seat 3 can't begin"):
        begun("europe", 3, 1, first=3)
    with pytest.raises(RulesError):
        begun("nordic", 4, 1)


def test_a_game_that_was_played_past_its_record_is_refused() -> None:
    for recorded in (begun("europe", 2, 1), RecordedGame.start(editions.load("europe"), 2, NAMES[:2])):
        game = recorded.game
        if game.to_act():
            game.apply(0, game.legal(0)[0])
        else:
            game.resolve(0)
        for record in (recorded.text, lambda it=recorded: it.apply(1, 0), lambda it=recorded: it.resolve(0)):
            with pytest.raises(GameFileError, match="the game was changed without its record"):
                record()


def test_moments_and_steps_that_are_not_there() -> None:
    recorded = begun("new_york", 2, 1)
    count = len(recorded.steps)
    for moment in (-1, count + 1):
        with pytest.raises(UnknownName, match=f"no moment {moment}; the game has 0 to {count} steps"):
            recorded.at(moment)
    for number in (-1, count):
        with pytest.raises(UnknownName, match=f"no step {number}"):
            recorded.events_of(number)


@pytest.mark.parametrize(
    ("players", "said"),
    [
        (["Ada"], "1 players are named for 2 seats"),
        (["Ada", ""], "the name '' is empty or has spaces around it"),
        (["Ada", " Bo"], "spaces around it"),
        (["Ada", "B\no"], r"the name 'B\\no' has the control character U\+000A; leave it out"),
        (["Ada", "B\x1b[31mo"], r"control character U\+001B"),
        (["Ada", "B\u202eo"], r"control character U\+202E"),
        (["Ada", "B\ud800o"], r"control character U\+D800"),
        (["Ada", "x" * 41], "has 41 characters; give it at most 40"),
    ],
)
def test_names_that_cannot_stand_in_a_file(players: list[str], said: str) -> None:
    with pytest.raises(KolejError, match=said):
        RecordedGame.start(editions.load("europe"), 2, players, SeededDealer(1))


def test_events_are_those_of_the_step_alone() -> None:
    recorded = played("europe", 2, 1, moves=30)
    draws = [number for number, step in enumerate(recorded.steps) if step.text == "draw"]
    assert draws
    for number in islice(draws, 3):
        assert [type(event) for event in recorded.events_of(number)] == [PileReached]
        assert recorded.steps[number + 1].seat is None
    go_on(recorded, 3)
    assert recorded.game.over
