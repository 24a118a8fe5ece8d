"""Leak tests: what a viewer may not know changes no byte of what it is sent; and the oracle detects planted leaks."""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from kolej import editions
from kolej.engine.game import Game
from kolej.server.errors import Refusal
from kolej.server.tables.actions import questions
from kolej.server.tables.broadcast import frames
from tests.proofs.server.leaks import Leak, compare, search, spellings, watch
from tests.support.random_games import TABLES
from tests.support.scripted_games import cut, random_script
from tests.support.scripted_table import STRANGER, PlayedScript

GAMES = 20
MOST = 36


@pytest.mark.parametrize("edition", editions.names())
def test_no_byte_depends_on_what_a_viewer_may_not_know(edition: str) -> None:
    counts: Counter[str] = Counter()
    tables = [seats for name, seats in TABLES if name == edition]
    for game in range(GAMES // len(editions.names())):
        counts += watch(edition, tables[game % len(tables)], seed=game, most=MOST)
    # Games that do not differ would prove nothing.
    assert counts["twins"] > 0.8 * counts["viewers"]
    assert counts["cards"] > counts["twins"] and counts["tickets"] > counts["twins"] and counts["choices"]


def _more(frame: Callable[..., bytes], secret: Callable[[Any], bytes]) -> Callable[..., bytes]:
    def leaking(*args: Any, **named: Any) -> bytes:
        game = next((each for each in args if isinstance(each, Game)), None)
        return frame(*args, **named) if game is None else frame(*args, **named) + secret(game)

    return leaking


PLANTED = {
    "how many wild cards are left": lambda game: b" " * int(game._state.deck[0]),
    "a ticket that another seat holds": lambda game: (
        b'"%d"' % max((ticket for ticket, place in enumerate(game._state.place) if place >= 1), default=0)
    ),
    "the sum of all hands": lambda game: b"%d" % sum(n * n for n in game._state.hands),
}


@pytest.mark.parametrize("secret", PLANTED)
def test_a_view_that_gives_something_away_is_found(secret: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "view", _more(frames.view, PLANTED[secret]))
    with pytest.raises(Leak, match="differs"):
        for seed in range(6):
            watch("europe", 3, seed, most=30)


def test_legal_moves_that_are_another_seats_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = frames.legal
    monkeypatch.setattr(frames, "legal", lambda game, seat: right(game, (game.to_act() or [seat])[0]))
    with pytest.raises(Leak, match="differs"):
        for seed in range(6):
            watch("europe", 3, seed, most=30)


def test_a_refusal_that_gives_something_away_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaking(game: Game, seat: int, *_: Any) -> Any:
        raise Refusal("pool", "no" + "!" * int(sum(game._state.deck[1:4])))

    monkeypatch.setattr(questions, "why", leaking)
    rng = Random(3)
    script = cut(random_script("europe", 3, rng), 60)
    with pytest.raises(Leak, match="differs"):
        for seed in range(6):
            compare(script, 0, rng, seed)


def test_a_secret_is_found_however_it_is_written() -> None:
    secret = bytes(range(3, 35))
    found = PlayedScript(secrets={"the seed": secret})
    search(found)
    for spelling in spellings(secret):
        for carrier in (found.received, found.logged):
            said: Any = b'{"x":"' + spelling + b'"}'
            carrier.append(
                said if carrier is found.received else said.decode("latin-1").encode("latin-1").decode("latin-1")
            )
            if spelling != secret or carrier is found.received:
                with pytest.raises(Leak, match="the seed is in"):
                    search(found)
            carrier.clear()


def test_the_hash_of_a_state_is_found() -> None:
    found = PlayedScript([b'{"hash":"0123456789abcdef"}'], hashes={7: "0123456789abcdef"})
    with pytest.raises(Leak, match="after entry 7"):
        search(found)


def test_strangers_are_watched_too() -> None:
    rng = Random(1)
    counts = compare(cut(random_script("new_york", 2, rng), 20), STRANGER, rng, 1)
    assert counts["twins"] == 1 and counts["frames"] > 20


def test_what_everybody_has_seen_stays_known_after_an_undo_to_the_opening() -> None:
    # In this game all have chosen their tickets, and then one of them takes it back: how many each kept is known.
    assert watch("europe", 2, seed=1283, most=Random(1283).randint(4, 30))["choices"]
