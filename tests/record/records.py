"""Recorded games for tests, and ways to corrupt their files."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from kolej import editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.record.game_file import sealed
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.ruleset.rules import Edition
from tests.support.random_games import MOST_STEPS, TASTES, choose

NAMES = ["Ada", "Bó Đặng", "bot:greedy", "一郎", "E. T."]


def begun(name: str | Edition, seats: int, seed: int, first: int | None = None) -> RecordedGame:
    """A game before its opening choices."""
    edition = editions.load(name) if isinstance(name, str) else name
    return RecordedGame.start(edition, seats, NAMES[:seats], SeededDealer(seed), first)


def played(
    name: str | Edition, seats: int, seed: int, moves: int = MOST_STEPS, first: int | None = None
) -> RecordedGame:
    """A game after `moves` moves, with a player style that depends on the seed."""
    recorded = begun(name, seats, seed, first)
    go_on(recorded, seed, moves)
    return recorded


def go_on(recorded: RecordedGame, seed: int, moves: int = MOST_STEPS) -> None:
    """Play on at random."""
    rng, taste, game = Random(seed), list(TASTES)[seed % len(TASTES)], recorded.game
    for _ in range(moves):
        if game.over:
            return
        seat = rng.choice(game.to_act())
        recorded.apply(seat, choose(game, game.legal(seat), rng, taste))


def example() -> RecordedGame:
    """The game that `docs/game-file.md` shows."""
    recorded = RecordedGame.start(editions.load("new_york"), 2, ["Ada", "bot:greedy"], SeededDealer(3))
    for seat in (1, 0):
        recorded.apply(seat, recorded.game.legal(seat)[-1])
    for move in ("claim empire_state_building-gramercy_park 1 blue", "tickets"):
        recorded.apply(recorded.game.to_act()[0], recorded.notation.read_move(move))
    recorded.apply(0, recorded.game.legal(0)[0])
    return recorded


def lines_of(recorded: RecordedGame) -> list[str]:
    """The lines of the file without their seals."""
    return [line[:-10] for line in recorded.text().splitlines()]


def with_line(recorded: RecordedGame, number: int, line: str | None) -> str:
    """The file with one line replaced or removed, and valid seals: as another program might have written it."""
    lines = lines_of(recorded)
    lines[number - 1 : number] = [] if line is None else [line]
    return sealed(lines)


def number_of(recorded: RecordedGame, start: str) -> int:
    """The number of the first line that begins like this."""
    return next(number for number, line in enumerate(lines_of(recorded), start=1) if line.startswith(start))


def everything_in(folder: Path) -> Iterator[tuple[str, bytes, int]]:
    """Every file in a folder, with its content and modification time."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path), path.read_bytes(), path.stat().st_mtime_ns
