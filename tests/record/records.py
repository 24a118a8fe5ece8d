"""Recorded games for tests, and ways to spoil their files."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from kolej import editions
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.record.game_file import sealed
from kolej.engine.record.replay import Recorded
from kolej.engine.ruleset.rules import Edition
from tests.support.random_games import MOST_STEPS, TASTES, choose

NAMES = ["Ada", "Bó Đặng", "bot:greedy", "一郎", "E. T."]


def begun(name: str | Edition, seats: int, seed: int, first: int | None = None) -> Recorded:
    """A game that waits for its opening choices."""
    edition = editions.load(name) if isinstance(name, str) else name
    return Recorded.start(edition, seats, NAMES[:seats], SeededDealer(seed), first)


def played(name: str | Edition, seats: int, seed: int, moves: int = MOST_STEPS, first: int | None = None) -> Recorded:
    """A game after so many moves, made by number, by a taste that follows from the seed."""
    recorded = begun(name, seats, seed, first)
    go_on(recorded, seed, moves)
    return recorded


def go_on(recorded: Recorded, seed: int, moves: int = MOST_STEPS) -> None:
    """Play on at random."""
    luck, taste, game = Random(seed), list(TASTES)[seed % len(TASTES)], recorded.game
    for _ in range(moves):
        if game.over:
            return
        seat = luck.choice(game.to_act())
        recorded.apply(seat, choose(game, game.legal(seat), luck, taste))


def example() -> Recorded:
    """The game that `docs/game-file.md` shows."""
    recorded = Recorded.start(editions.load("new_york"), 2, ["Ada", "bot:greedy"], SeededDealer(3))
    for seat in (1, 0):
        recorded.apply(seat, recorded.game.legal(seat)[-1])
    for move in ("claim empire_state_building-gramercy_park 1 blue", "tickets"):
        recorded.apply(recorded.game.to_act()[0], recorded.notation.read_move(move))
    recorded.apply(0, recorded.game.legal(0)[0])
    return recorded


def lines_of(recorded: Recorded) -> list[str]:
    """The lines of the file without their seals."""
    return [line[:-10] for line in recorded.text().splitlines()]


def with_line(recorded: Recorded, number: int, line: str | None) -> str:
    """The file with another line there, or none, and seals that fit: what only another program could have written."""
    lines = lines_of(recorded)
    lines[number - 1 : number] = [] if line is None else [line]
    return sealed(lines)


def number_of(recorded: Recorded, start: str) -> int:
    """The number of the first line that begins so."""
    return next(number for number, line in enumerate(lines_of(recorded), start=1) if line.startswith(start))


def everything_in(folder: Path) -> Iterator[tuple[str, bytes, int]]:
    """Every file in a folder, with what is in it and when it was last written."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path), path.read_bytes(), path.stat().st_mtime_ns
