"""The lines that a fair deal adds to a game file: commitments before the first step, seeds after the last.

Seeds are only ever appended: up to its closing line, the file of a running game is a prefix of that of the finished
one.
"""

from collections.abc import Sequence
from typing import Protocol

from kolej.engine.chance.fair.protocol import (
    HEX,
    METHODS,
    OWN,
    SERVER,
    TABLE,
    UNFIT,
    UNOPENED,
    Commitments,
    SeatCommitment,
    Seed,
    Seeds,
)


class LineReader(Protocol):
    """Reads lines in their required order; `record/game_file.py` implements it."""

    @property
    def next(self) -> str:
        """The next line."""
        ...

    def take(self, word: str, form: str) -> str:
        """The value in the next line, which must begin with this word; `form` is a pattern for the value."""
        ...


def commitment_lines(commitments: Commitments) -> list[str]:
    """The commitments as lines."""
    return [
        f"fair {commitments.method} {commitments.table}",
        f"commitment server {commitments.server}",
        *(f"commitment {seat} {each.who} {each.hash}" for seat, each in enumerate(commitments.seats)),
        *(f"stand-in {seat} {why}" for seat, why in commitments.fallbacks),
    ]


def read_commitments(lines: LineReader, seats: int, methods: Sequence[int] = METHODS) -> Commitments | None:
    """Read the commitments, by one of these methods; None in the file of a game without a fair deal."""
    if not lines.next.startswith("fair "):
        return None
    method, _, table = lines.take("fair", f"(?:{'|'.join(map(str, methods))}) {TABLE}").partition(" ")
    server = lines.take("commitment server", HEX)
    committed: list[SeatCommitment] = []
    while len(committed) < seats:
        who, _, hash = lines.take(f"commitment {len(committed)}", f"(?:{OWN}|{SERVER}) {HEX}").partition(" ")
        committed.append(SeatCommitment(who, hash))
    fallbacks: list[tuple[int, str]] = []
    waiting = [str(seat) for seat, each in enumerate(committed) if each.who == OWN]
    while lines.next.startswith("stand-in "):
        seat, _, why = lines.take("stand-in", f"(?:{'|'.join(waiting)}) (?:{UNFIT}|{UNOPENED})").partition(" ")
        # Each seat at most once, in order: there is only one way to write it.
        waiting = waiting[waiting.index(seat) + 1 :]
        fallbacks.append((int(seat), why))
    return Commitments(table, server, tuple(committed), tuple(fallbacks), int(method))


def seed_lines(seeds: Seeds) -> list[str]:
    """All seeds as lines. Only for the file of a game that is over."""
    return [f"seed server {seeds.server.hex()}", *(f"seed {n} {seed.hex()}" for n, seed in enumerate(seeds.seats))]


def read_seeds(lines: LineReader, seats: int) -> Seeds | None:
    """Read the seeds; None if they have not been opened."""
    if not lines.next.startswith("seed "):
        return None
    server = Seed.read(lines.take("seed server", HEX))
    return Seeds(server, tuple(Seed.read(lines.take(f"seed {seat}", HEX)) for seat in range(seats)))
