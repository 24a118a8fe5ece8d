"""The lines of a game file that a fair deal adds: promises before the first step, seeds after the last.

The file of a game that goes on is the same up to its last line when the game is over: seeds are only ever added.
"""

from typing import Protocol

from kolej.engine.chance.fair.protocol import (
    HEX,
    METHOD,
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


class Lines(Protocol):
    """Lines taken in the order in which they must come."""

    @property
    def next(self) -> str:
        """The line to be taken next."""
        ...

    def take(self, word: str, form: str) -> str:
        """What the next line says of this word, which must have this form."""
        ...


def commitment_lines(commitments: Commitments) -> list[str]:
    """What was promised, and by whom."""
    return [
        f"fair {METHOD} {commitments.table}",
        f"commitment server {commitments.server}",
        *(f"commitment {seat} {each.who} {each.hash}" for seat, each in enumerate(commitments.seats)),
        *(f"stand-in {seat} {why}" for seat, why in commitments.stand_ins),
    ]


def read_commitments(lines: Lines, seats: int) -> Commitments | None:
    """What was promised; None in the file of a game that was dealt otherwise."""
    if not lines.next.startswith("fair "):
        return None
    table = lines.take(f"fair {METHOD}", TABLE)
    server = lines.take("commitment server", HEX)
    promised: list[SeatCommitment] = []
    while len(promised) < seats:
        who, _, hash = lines.take(f"commitment {len(promised)}", f"(?:{OWN}|{SERVER}) {HEX}").partition(" ")
        promised.append(SeatCommitment(who, hash))
    stand_ins: list[tuple[int, str]] = []
    waiting = [str(seat) for seat, each in enumerate(promised) if each.who == OWN]
    while lines.next.startswith("stand-in "):
        seat, _, why = lines.take("stand-in", f"(?:{'|'.join(waiting)}) (?:{UNFIT}|{UNOPENED})").partition(" ")
        # Each seat once, in order: there is one way to write it.
        waiting = waiting[waiting.index(seat) + 1 :]
        stand_ins.append((int(seat), why))
    return Commitments(table, server, tuple(promised), tuple(stand_ins))


def seed_lines(seeds: Seeds) -> list[str]:
    """Every seed, opened. Only for the file of a game that is over."""
    return [f"seed server {seeds.server.hex()}", *(f"seed {n} {seed.hex()}" for n, seed in enumerate(seeds.seats))]


def read_seeds(lines: Lines, seats: int) -> Seeds | None:
    """The seeds; None where they have not been opened."""
    if not lines.next.startswith("seed "):
        return None
    server = Seed.read(lines.take("seed server", HEX))
    return Seeds(server, tuple(Seed.read(lines.take(f"seed {seat}", HEX)) for seat in range(seats)))
