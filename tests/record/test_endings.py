"""What follows the last step of a record: resignations, an early end, choices of stations."""

import pytest

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import IllegalMove
from kolej.engine.knowledge.events import GameEnded
from kolej.engine.record.endings import AGREEMENT, RESIGNATION, Resigned
from kolej.engine.record.game_file import GameFileError, sealed, unsealed
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import read


def midway(moves: int = 30, name: str = "europe", seats: int = 3, seed: int = 1) -> RecordedGame:
    """A game after some random moves, with house rules."""
    edition = editions.load(name, house=("both-doubles",))
    recorded = RecordedGame.start(edition, seats, [f"P{n}" for n in range(seats)], SeededDealer(seed))
    rng = Rng(seed)
    while moves and not recorded.game.over:
        seat = recorded.game.to_act()[0]
        legal = recorded.game.legal(seat)
        recorded.apply(seat, legal[rng.below(len(legal))])
        moves -= 1
    return recorded


def again(recorded: RecordedGame) -> RecordedGame:
    """The game read from its file, which must be written the same."""
    back = read(recorded.text(), "again", editions.load)
    assert back.text() == recorded.text() and back.ending == recorded.ending
    assert back.standings().ranks == recorded.standings().ranks
    return back


def with_stations() -> RecordedGame:
    """A finished game in which some seat has a station that may borrow several routes."""
    for seed in range(60):
        recorded = midway(10_000, seed=seed)
        if any(len(use.routes) > 1 for seat in range(3) for use in recorded.game.stations(seat)):
            return recorded
    raise AssertionError("no game has such a station")


def test_an_end_by_agreement_is_scored_as_it_stands() -> None:
    recorded = midway()
    steps, totals = len(recorded.steps), recorded.game.standings().totals
    events = recorded.end_early(AGREEMENT)
    assert [type(event) for event in events] == [GameEnded]
    assert recorded.game.over and recorded.game.to_act() == [] and len(recorded.steps) == steps
    assert recorded.standings().totals == totals
    assert "\nended by agreement #" in recorded.text() and recorded.text().startswith("kolej game 2 #")
    back = again(recorded)
    assert back.game.over and None not in back.game.view().hands
    for change in (lambda: recorded.end_early(AGREEMENT), lambda: recorded.resign(0), lambda: recorded.undo(0)):
        with pytest.raises((IllegalMove, GameFileError), match="over"):
            change()


def test_a_seat_resigns_and_a_bot_plays_on() -> None:
    recorded = midway()
    recorded.resign(1)
    assert recorded.ending.resigned == (Resigned(1, len(recorded.steps)),)
    assert recorded.text().endswith(recorded.text().splitlines()[-1] + "\n") and not again(recorded).game.over
    seat = recorded.game.to_act()[0]
    recorded.apply(seat, recorded.game.legal(seat)[0])
    assert again(recorded).ending.resigned[0].after < len(recorded.steps)
    assert (
        recorded.standings().ranks == recorded.game.standings(behind=[1]).ranks and recorded.standings().ranks[1] == 3
    )
    with pytest.raises(GameFileError, match="seat 1 has resigned already"):
        recorded.resign(1)
    with pytest.raises(GameFileError, match="there is no seat 3 to resign; seats are 0 to 2"):
        recorded.resign(3)


def test_who_resigns_ranks_behind_if_nobody_plays_on() -> None:
    recorded = midway()
    winner = recorded.game.standings().winners[0]
    with pytest.raises(GameFileError, match="nobody has resigned"):
        recorded.end_early(RESIGNATION)
    recorded.resign(winner)
    recorded.end_early(RESIGNATION)
    standings = recorded.standings()
    assert standings.ranks[winner] == 3 and sorted(standings.ranks)[0] == 1
    assert standings.totals == recorded.game.standings().totals
    again(recorded)


def test_a_choice_of_stations_is_scored_and_kept() -> None:
    recorded = with_stations()
    before = recorded.text()
    seat, use = next((seat, use) for seat in range(3) for use in recorded.game.stations(seat) if len(use.routes) > 1)
    for route in (*use.routes, None):
        recorded.choose_stations(seat, {use.city: route})
        totals = recorded.standings().totals
        assert totals[seat] <= recorded.game.standings().totals[seat]
        at = [
            int(city)
            for city in range(len(recorded.edition.board.cities))
            if recorded.game.view().building[city] == seat
        ].index(use.city)
        assert recorded.standings().sheet.borrowed[seat][at] == (-1 if route is None else route)
        again(recorded)
    recorded.choose_stations(seat, {use.city: use.best})
    assert recorded.standings().totals == recorded.game.standings().totals
    assert recorded.steps == read(before, "before", editions.load).steps
    kept = recorded.ending
    own = next(n for n, of in enumerate(recorded.game.view().owner) if of == seat)
    with pytest.raises(IllegalMove) as error:
        recorded.choose_stations(seat, {use.city: own})
    assert error.value.rule == "station.use" and recorded.ending == kept


def test_stations_are_chosen_at_the_end_only() -> None:
    recorded = midway()
    with pytest.raises(IllegalMove, match="when the game is over"):
        recorded.choose_stations(0, {0: None})


FORGED = {
    "resigned twice": (["resigned 1 after 5", "resigned 1 after 6"], "has resigned already"),
    "later first": (["resigned 1 after 6", "resigned 0 after 5"], "can't have resigned after 5"),
    "after the end": (["resigned 1 after 9999"], "can't have resigned after 9999"),
    "no seat": (["resigned 7 after 5"], "there is no seat 7"),
    "by chance": (["ended by chance"], "says nothing that can follow the last step"),
    "by nobody": (["ended by resignation"], "nobody has resigned"),
    "too early": (["station 0 paris nothing"], "when the game is over"),
    "no such city": (["ended by agreement", "station 0 atlantis nothing"], 'has no city "atlantis"'),
    "no station": (["ended by agreement", "station 0 paris nothing"], "you have no station in Paris"),
    "twice ended": (["ended by agreement", "ended by agreement"], "the game is over"),
}


@pytest.mark.parametrize("fault", FORGED)
def test_what_can_not_follow_the_last_step(fault: str) -> None:
    added, said = FORGED[fault]
    recorded = midway(6)
    *lines, closing = unsealed(recorded.text(), "game.kolej")
    with pytest.raises(GameFileError, match=said) as error:
        read(sealed([*lines, *added, closing]), "game.kolej", editions.load)
    assert error.value.line == len(lines) + len(added)


def test_format_1_has_none_of_it() -> None:
    edition = editions.load("europe", rules=1)
    recorded = RecordedGame.start(edition, 2, ["A", "B"], SeededDealer(1))
    *lines, closing = unsealed(recorded.text(), "game.kolej")
    assert lines[2] == "rules 1"
    old_lines = ["kolej game 1", *lines[1:]]
    for changed in ([*old_lines, "resigned 0 after 3"], [*old_lines[:3], "house no-flush", *old_lines[3:]]):
        with pytest.raises(GameFileError):
            read(sealed([*changed, closing]), "game.kolej", editions.load)
    old = read(sealed(["kolej game 1", *lines[1:], closing]), "game.kolej", editions.load)
    assert old.text().startswith("kolej game 1 #")
    old.resign(0)
    assert old.text().startswith("kolej game 2 #") and read(old.text(), "new", editions.load).ending == old.ending


def test_house_rules_are_in_the_header_and_the_fingerprint() -> None:
    recorded = midway(0)
    lines = unsealed(recorded.text(), "game.kolej")
    assert lines[2:5] == ["rules 2", "house both-doubles", f"board {recorded.edition.fingerprint}"]
    for instead in ("house no-flush", "house nothing-such", "house no-flush both-doubles"):
        with pytest.raises(GameFileError):
            read(sealed([*lines[:3], instead, *lines[4:]]), "game.kolej", editions.load)
    with pytest.raises(GameFileError, match="fingerprint"):
        read(sealed([*lines[:3], *lines[4:]]), "game.kolej", editions.load)
