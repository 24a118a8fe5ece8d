"""Probes of a curious viewer: questions, moves it may not make, other seats, nonsense. None has an effect."""

from random import Random
from typing import Literal

from kolej.engine.game import Game
from kolej.server.wire.commands import Act, Agree, Command, Commit, Look, Odds, Payment, Ping, Reach, StandIns, Why

Probe = Command | Literal["history", "file", "info"]


def probes_of(game: Game, seat: int | None, version: int, rng: Random, name: str) -> list[Probe]:
    """A few probes, the same in every game that looks the same from this seat."""
    return [_probe(game, seat, version, rng, f"{name}-{n}") for n in range(rng.randint(1, 5))]


def _probe(game: Game, seat: int | None, version: int, rng: Random, name: str) -> Probe:
    board = game.edition.board
    whose = rng.randrange(game.seats) if seat is None or rng.random() < 0.4 else seat
    route, city = rng.randrange(len(board.routes) + 1), rng.randrange(len(board.cities) + 1)
    kinds = 1 + len(board.colors)
    cards = [rng.choice([0, 0, 0, 0, 1, 2, 3]) for _ in range(kinds)]
    match rng.randrange(12):
        case 0:
            return Why(name, whose, route=route)
        case 1:
            return Why(name, whose, city=city)
        case 2:
            paid = cards if rng.random() < 0.3 else [0] * kinds
            return StandIns(name, whose, min(route, len(board.routes) - 1), paid)
        case 3:
            return Reach(name, whose)
        case 4:
            return Odds(name, whose, route, [0] * kinds if rng.random() < 0.5 else cards)
        case 5:
            return "history"
        case 6:
            return rng.choice(["file", "info"])
        case 7:
            others = [other for other in range(game.seats + 1) if other != seat]
            return Look(name, rng.choice(others))
        case 8:
            return rng.choice([Agree(name, whose, True), Commit(name, whose, "0" * 64), Ping(name)])
        case _:
            return _act(game, seat, whose, version, rng, name, cards)


def _act(game: Game, seat: int | None, whose: int, version: int, rng: Random, name: str, cards: list[int]) -> Command:
    """A move that can't be made: not now, not by this seat, or not with these cards."""
    board = game.edition.board
    due = whose == seat and whose in game.to_act()
    if due:
        unlisted = sorted(set(range(game.move_count + 2)) - set(game.legal(whose)))
        return Act(name, whose, version, rng.choice(unlisted))
    ticket = rng.choice(board.tickets).id
    said: list[int | str | Payment] = [
        rng.randrange(game.move_count),
        Payment((rng.randrange(len(board.routes)), cards)),
        "draw",
        f"keep {ticket}",
        "claim nowhere 3 red",
    ]
    return Act(name, whose, rng.choice([version, max(0, version - 3)]), rng.choice(said))
