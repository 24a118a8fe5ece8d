"""The public API: names, ways to give a move, copies and pickles, and the same games by every way of stepping."""

import copy
import inspect
import os
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import kolej
from kolej import _pure, editions
from kolej.engine.chance.dealer import ScriptedDealer, outcomes
from kolej.engine.core.state import FIRST_SEAT, OPENING_TICKET, TICKET, State
from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.game import Game as EngineGame
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.silent_game import SilentGame

TABLES = [(name, seats) for name in editions.names() for seats in editions.load(name).rules.seats]
EXAMPLE_BOARD = Path(__file__).parents[2] / "src/kolej/cli/template"


class OldSeededDealer:
    """Seeded deals as they were first written: over the list of weighted outcomes. Seeds must never deal otherwise."""

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)

    def outcome(self, t: RuleTables, s: State) -> int:
        choices = outcomes(t, s)
        left = sum(weight for _, weight in choices)
        digest = sha256(f"kolej/{self.seed}/{self._deck(t, s)}/{left}".encode()).digest()
        at = int.from_bytes(digest) % left
        for outcome, weight in choices:
            at -= weight
            if at < 0:
                return outcome
        raise AssertionError("nothing is left to come")

    def _deck(self, t: RuleTables, s: State) -> str:
        if s.owes == FIRST_SEAT:
            return "first"
        if s.owes == OPENING_TICKET:
            return f"tickets/{t.opening_deck[s.offered[s.seat]]}"
        if s.owes == TICKET:
            return f"tickets/{t.play_deck}" if s.pile_left else "tickets/returned"
        return f"cards/{s.decks}"


def moves_of(seed: int) -> Random:
    return Random(f"moves/{seed}")


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_way_of_stepping_plays_the_same_game(name: str, seats: int) -> None:
    edition = editions.load(name)
    played = kolej.Game.start(name, seats, seed=seats)
    applied = kolej.Game.start(edition, seats, seed=seats, events=True)
    written = kolej.Game.start(name, seats, seed=str(seats))
    silent = SilentGame(edition, seats, kolej.SeededDealer(seats))
    dealt = EngineGame.start(edition, seats, OldSeededDealer(seats))
    by_hand = kolej.Game.start(name, seats, deal=False)
    dealer = OldSeededDealer(seats)
    random = moves_of(seats)
    while not played.over:
        while by_hand.outcomes():
            by_hand.resolve(dealer.outcome(by_hand._tables, by_hand._state))
        seat = played.to_act()[0]
        legal = played.legal_moves
        assert legal == played.legal(seat) == applied.legal(seat) == list(silent.decision.legal)
        number = random.choice(legal)
        # Payments with stand-ins have several numbers, but one line of notation, which begins with the route.
        written.play(seat, written.notation(seat)[number])
        applied.apply(seat, applied.move(seat, number))
        dealt.apply(seat, number)
        by_hand.play(seat, number)
        silent.apply(number)
        played.play(seat, number)
        assert played.checksum() == applied.checksum() == dealt.checksum() == written.checksum()
    while by_hand.outcomes():
        by_hand.resolve(dealer.outcome(by_hand._tables, by_hand._state))
    totals = played.standings().totals
    assert totals == applied.standings().totals == silent.standings().totals == by_hand.standings().totals
    assert played.fingerprint() == dealt.fingerprint() == by_hand.fingerprint()


def midgame(seed: int = 3) -> kolej.Game:
    game = kolej.Game.start("europe", 3, seed=seed)
    random = moves_of(seed)
    for _ in range(40):
        game.play(game.to_act()[0], random.choice(game.legal_moves))
    return game


def test_a_move_can_be_given_in_any_form() -> None:
    number = midgame().legal_moves[0]
    seat = midgame().to_act()[0]
    forms: list[Any] = [
        number,
        np.int64(number),
        np.uint16(number),
        midgame().move(seat, number),
        midgame().notation()[number],
    ]
    after = []
    for form in forms:
        game = midgame()
        game.play(seat, form)
        after.append((game.fingerprint(), [type(each) for row in game._state.numbers() for each in row]))
    # Types too: a numpy integer in the state would change what is written into files.
    assert all(each == after[0] for each in after)
    game = midgame()
    game.play(np.int64(seat), number)
    assert game.fingerprint() == after[0][0]


@pytest.mark.parametrize("nonsense", [None, 1.5, True, -1, 10**6, 10**30, (), object(), np.float64(1)])
def test_what_is_not_a_move_is_refused_and_changes_nothing(nonsense: object) -> None:
    game = midgame()
    before = game.fingerprint()
    for change in (game.play, game.apply):
        with pytest.raises(kolej.IllegalMove) as refused:
            change(game.to_act()[0], nonsense)  # type: ignore[arg-type]
        assert refused.value.code == "unknown-move"
    with pytest.raises(kolej.KolejError, match="there is no move"):
        game.play(game.to_act()[0], "fly to the moon")
    assert game.fingerprint() == before


def test_a_seat_that_is_not_due_is_refused() -> None:
    game = midgame()
    other = (game.to_act()[0] + 1) % 3
    for seat in (other, 3, -1):
        with pytest.raises(kolej.IllegalMove):
            game.play(seat, game.legal_moves[0])
    assert game.legal(other) == []


def test_a_dealer_that_cannot_go_on_leaves_the_game_as_it_was() -> None:
    for step in ("play", "apply"):
        game = kolej.Game.start("europe", 2, seed=5)
        for seat in game.to_act():
            game.play(seat, game.legal(seat)[0])
        game.dealer = ScriptedDealer([])
        before = game.fingerprint()
        with pytest.raises(ImpossibleOutcome):
            getattr(game, step)(game.to_act()[0], "draw")
        assert game.fingerprint() == before


def test_copies_and_pickles_are_equal_and_independent() -> None:
    game = midgame()
    others = [copy.copy(game), copy.deepcopy(game), game.copy(), pickle.loads(pickle.dumps(game))]
    before = game.fingerprint()
    for other in others:
        assert type(other) is kolej.Game and other.edition is game.edition
        assert other.fingerprint() == before and other.legal_moves == game.legal_moves
    game.play(game.to_act()[0], game.legal_moves[0])
    after = game.fingerprint()
    for other in others:
        assert other.fingerprint() == before
        other.play(other.to_act()[0], other.legal_moves[0])
        assert other.fingerprint() == after


def test_everything_public_can_be_pickled() -> None:
    game = midgame()
    seat = game.to_act()[0]
    view, decision = game.view(seat), game.decision(seat)
    assert pickle.loads(pickle.dumps(view)) == view == copy.deepcopy(view)
    again = pickle.loads(pickle.dumps(decision))
    assert (again.seat, again.legal, again.view, again.moves) == (seat, decision.legal, view, decision.moves)
    rng = kolej.Rng(7)
    rng.below(10)
    copies = [pickle.loads(pickle.dumps(rng)), copy.copy(rng), copy.deepcopy(rng)]
    numbers = [rng.below(10**6) for _ in range(5)]
    assert all([each.below(10**6) for _ in range(5)] == numbers for each in copies)
    assert pickle.loads(pickle.dumps(kolej.SeededDealer("x"))).seed == "x"
    assert pickle.loads(pickle.dumps(game.edition)) is game.edition
    events = game.apply(seat, game.legal_moves[0])
    assert pickle.loads(pickle.dumps(events)) == events
    result = kolej.play_game("new_york", ["random", "random"])
    assert pickle.loads(pickle.dumps(result)) == result


def test_a_pickle_refers_to_a_custom_edition_by_its_folder() -> None:
    edition = kolej.load_edition(str(EXAMPLE_BOARD))
    game = kolej.Game.start(edition, 2, seed=1)
    again = pickle.loads(pickle.dumps(game))
    assert again.edition.source == str(EXAMPLE_BOARD) and again.fingerprint() == game.fingerprint()
    assert pickle.loads(pickle.dumps(game)).edition is again.edition
    made = Edition("made", edition.board, edition.rules)
    with pytest.raises(kolej.KolejError, match="was made in code"):
        pickle.dumps(kolej.Game.start(made, 2, seed=1))


@pytest.mark.skipif(_pure.mode() == "interpreted", reason="there is nothing to compare with")
def test_a_pickle_of_a_compiled_game_is_read_by_an_interpreted_one() -> None:
    game = midgame()
    script = (
        "import pickle, sys; from kolej import _pure; game = pickle.load(sys.stdin.buffer); "
        "print(_pure.mode(), game.fingerprint(), game.legal_moves)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        input=pickle.dumps(game),
        env=os.environ | {"KOLEJ_PURE": "1"},
        capture_output=True,
        check=True,
    )
    assert done.stdout.decode().strip() == f"interpreted {game.fingerprint()} {game.legal_moves}"


def test_public_names_are_sorted_importable_and_documented() -> None:
    assert kolej.__all__ == sorted(kolej.__all__)
    assert set(kolej.__all__) <= set(dir(kolej))
    for name in kolej.__all__:
        assert getattr(kolej, name) is not None
    # NewTypes have no docstring of their own.
    for name in set(kolej.__all__) - {"CityId", "RouteId", "Seat", "TicketId"}:
        assert inspect.getdoc(getattr(kolej, name)), name
    assert "A number from 0 to" in (inspect.getdoc(kolej.Rng.below) or inspect.getdoc(kolej.Rng) or "")
    for name, member in inspect.getmembers(kolej.Game):
        if not name.startswith("_"):
            assert inspect.getdoc(member), name
    with pytest.raises(AttributeError, match="public names"):
        kolej.nothing  # noqa: B018


def test_starting_wrongly_says_what_to_write() -> None:
    with pytest.raises(kolej.KolejError, match="there is no edition"):
        kolej.Game.start("europa")
    with pytest.raises(kolej.KolejError, match="2 to 5 seats, not 9"):
        kolej.Game.start("europe", 9)
    with pytest.raises(kolej.KolejError, match='give a name such as "europe"'):
        kolej.Game.start(7)  # type: ignore[arg-type]
    with pytest.raises(kolej.KolejError, match="one of seed, dealer and deal"):
        kolej.Game.start("europe", seed=1, dealer=kolej.SeededDealer(1))


def test_games_without_a_seed_differ() -> None:
    assert len({kolej.Game.start("europe").fingerprint() for _ in range(5)}) == 5


class First:
    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, decision: kolej.Decision) -> object:
        return decision.moves[decision.legal[0]]


def last(decision: kolej.Decision) -> object:
    return np.int64(decision.legal[-1])


def spelled(decision: kolej.Decision) -> object:
    return decision.notation[decision.legal[0]]


def test_bots_can_be_classes_and_functions() -> None:
    bots: list[Any] = [First, last, spelled]
    one, many = (kolej.simulate("new_york", bots, games=6, jobs=jobs) for jobs in (1, 2))
    assert [bot.bot for bot in one.figures.bots] == ["First", "last", "spelled"]
    assert one.games == many.games
    assert str(one).startswith("New York, 3 seats")
    assert kolej.play_game("new_york", [First, "greedy"]).bots == ("First", "greedy")
    twins = kolej.simulate(
        "new_york", [lambda decision: decision.legal[0], lambda decision: decision.legal[-1]], games=1
    )
    assert len(set(twins.plan.bots)) == 2


def test_what_is_no_bot_is_refused_with_what_to_give() -> None:
    with pytest.raises(kolej.KolejError, match="must be a list"):
        kolej.simulate("new_york", "greedy")
    with pytest.raises(kolej.KolejError, match="is no bot; give a name"):
        kolej.simulate("new_york", [7])  # type: ignore[list-item]
    with pytest.raises(kolej.KolejError, match="has no method `choose"):
        kolej.simulate("new_york", [object])
    with pytest.raises(kolej.KolejError, match=r"one of the numbers in `decision\.legal`"):
        kolej.play_game("new_york", [lambda decision: None, "random"])
    with pytest.raises(kolej.KolejError, match="at least 1"):
        kolej.simulate("new_york", ["random"], games=0)


def test_histories_say_what_the_logs_encode() -> None:
    game = midgame()
    view = game.view(0)
    drawn = [entry for entry in view.card_history if entry.what == "drew"]
    assert all((entry.card is None) == (entry.seat != 0) for entry in drawn)
    mine = [0] * len(view.hand)
    for entry in drawn:
        if entry.card is not None:
            mine[entry.card] += entry.cards
    # Everything that seat 0 holds it drew blind, or took face up, which everyone knows.
    assert all(mine[kind] + view.known[0][kind] >= count for kind, count in enumerate(view.hand))
    offered = [entry for entry in view.ticket_history if entry.what == "offered"]
    kept = [entry for entry in view.ticket_history if entry.what == "kept"]
    assert {entry.ticket for entry in offered if entry.seat == 0} >= set(view.own_tickets)
    assert all(entry.ticket is None for entry in offered if entry.seat != 0)
    for seat in range(3):
        assert sum(entry.tickets for entry in kept if entry.seat == seat) == view.held[seat]


def test_a_decision_takes_moves_as_a_game_does() -> None:
    game = kolej.Game.start("europe", 2, seed=4)
    offer = game.view(0).offer
    decision = game.decision(0)
    whole = decision.legal[-1]
    assert decision.number(kolej.moves.KeepTickets(tuple(reversed(offer)))) == whole
    assert decision.number(decision.notation[whole]) == decision.number(np.int32(whole)) == whole
    for wrong in (kolej.moves.DrawBlind(), "draw", None, True, 0.5):
        with pytest.raises(kolej.KolejError):
            decision.number(wrong)
    playing = midgame()
    while not any(isinstance(move, kolej.moves.ClaimRoute) for move in playing.moves().values()):
        playing.play(playing.to_act()[0], playing.legal_moves[0])
    decision = playing.decision(playing.to_act()[0])
    for number, move in decision.moves.items():
        if isinstance(move, kolej.moves.ClaimRoute):
            last_kind = max(kind for kind, count in enumerate(move.cards) if count)
            assert decision.number(kolej.moves.ClaimRoute(move.route, move.cards[: last_kind + 1])) == number


def test_games_in_threads_do_not_disturb_each_other() -> None:
    def fingerprints(seed: int) -> list[str]:
        game, random = kolej.Game.start("europe", 2, seed=seed), moves_of(seed)
        out: list[str] = []
        while not game.over and len(out) < 150:
            game.play(game.to_act()[0], random.choice(game.legal_moves))
            out.append(game.checksum())
        return out

    expected = [fingerprints(seed) for seed in range(4)]
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            assert list(threads.map(fingerprints, range(4))) == expected
    finally:
        sys.setswitchinterval(before)
