"""What a curious viewer tries: questions, moves that are not its to make, other seats, nonsense. None has an effect."""

from random import Random
from typing import Literal

from kolej.engine.game import Game
from kolej.server import wire

Probe = wire.Command | Literal["history", "file", "info"]


def probes_of(game: Game, seat: int | None, version: int, luck: Random, name: str) -> list[Probe]:
    """A handful, the same in every world that looks the same from this seat."""
    return [_probe(game, seat, version, luck, f"{name}-{n}") for n in range(luck.randint(1, 5))]


def _probe(game: Game, seat: int | None, version: int, luck: Random, name: str) -> Probe:
    board = game.edition.board
    whose = luck.randrange(game.seats) if seat is None or luck.random() < 0.4 else seat
    route, city = luck.randrange(len(board.routes) + 1), luck.randrange(len(board.cities) + 1)
    kinds = 1 + len(board.colors)
    cards = [luck.choice([0, 0, 0, 0, 1, 2, 3]) for _ in range(kinds)]
    match luck.randrange(12):
        case 0:
            return wire.Why(name, whose, route=route)
        case 1:
            return wire.Why(name, whose, city=city)
        case 2:
            return wire.Picks(
                name, whose, min(route, len(board.routes) - 1), cards if luck.random() < 0.3 else [0] * kinds
            )
        case 3:
            return wire.Reach(name, whose)
        case 4:
            return wire.Odds(name, whose, route, [0] * kinds if luck.random() < 0.5 else cards)
        case 5:
            return "history"
        case 6:
            return luck.choice(["file", "info"])
        case 7:
            others = [other for other in range(game.seats + 1) if other != seat]
            return wire.Look(name, luck.choice(others))
        case 8:
            return luck.choice([wire.Agree(name, whose, True), wire.Commit(name, whose, "0" * 64), wire.Ping(name)])
        case _:
            return _act(game, seat, whose, version, luck, name, cards)


def _act(
    game: Game, seat: int | None, whose: int, version: int, luck: Random, name: str, cards: list[int]
) -> wire.Command:
    """A move that can't be made: not now, not by this seat, or not with these cards."""
    board = game.edition.board
    due = whose == seat and whose in game.to_act()
    if due:
        unlisted = sorted(set(range(game.moves + 2)) - set(game.legal(whose)))
        return wire.Act(name, whose, version, luck.choice(unlisted))
    ticket = luck.choice(board.tickets).id
    said: list[int | str | wire.Payment] = [
        luck.randrange(game.moves),
        wire.Payment((luck.randrange(len(board.routes)), cards)),
        "draw",
        f"keep {ticket}",
        "claim nowhere 3 red",
    ]
    return wire.Act(name, whose, luck.choice([version, max(0, version - 3)]), luck.choice(said))
