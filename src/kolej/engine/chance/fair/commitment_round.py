"""Before a fair deal, as the server goes through it: promises first, then seeds, then the dealer.

    table = FairTable(terms)              # publish table.server
    table.commit(0, hash_from_a_person)   # seat_commitment(table.server, 0, seed), reckoned by the person's own program
    table.contribute(1)                   # a bot
    commitments = table.fix()             # publish: everyone looks whether their own is there, and notes the whole
    table.open(0, seed_from_a_person)
    recorded = Recorded.start(edition, 2, players, table.dealer())

Whatever comes out of order is refused and changes nothing. While a seat has not opened what it promised there is no
dealer: the table begins anew, or those present agree to `stand_in`.
"""

import re
from dataclasses import replace

from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import (
    HEX,
    OWN,
    SERVER,
    UNFIT,
    UNOPENED,
    Commitments,
    FairError,
    SeatCommitment,
    Seed,
    Seeds,
    Terms,
    seat_commitment,
    server_commitment,
    server_made,
)


class FairTable:
    """Promises and seeds of one deal, gathered by the server."""

    def __init__(self, terms: Terms, seed: Seed | None = None) -> None:
        self.terms = terms
        self._seed = seed or Seed.fresh()
        self.server = server_commitment(terms, self._seed)
        """The server's promise, which seats must know before they make theirs."""
        self._promised: dict[int, SeatCommitment] = {}
        self._fixed: Commitments | None = None
        self._opened: dict[int, Seed] = {}
        self._unfit: set[int] = set()

    def __repr__(self) -> str:
        return f"FairTable(table={self.terms.table!r}, server={self.server!r})"

    def commit(self, seat: int, hash: str) -> None:
        """Take a seat's promise."""
        if re.fullmatch(HEX, hash) is None:
            raise FairError(f"seat {seat}: a commitment is 64 lower-case hexadecimal digits")
        self._promise(seat, SeatCommitment(OWN, hash))

    def contribute(self, seat: int) -> None:
        """Promise a seed of the server for a seat that has none: a bot, or a person who shares the server's screen."""
        made = server_made(self.server, seat, self._seed)
        self._promise(seat, SeatCommitment(SERVER, seat_commitment(self.server, seat, made)))
        self._opened[seat] = made

    def _promise(self, seat: int, promise: SeatCommitment) -> None:
        self._there(seat)
        if self._fixed is not None:
            raise FairError(f"seat {seat} commits too late: the commitments are fixed")
        if seat in self._promised:
            raise FairError(f"seat {seat} has committed already; a commitment can't be changed")
        self._promised[seat] = promise

    def fix(self) -> Commitments:
        """All promises, which nobody can change from now on."""
        if self._fixed is None:
            missing = [seat for seat in range(self.terms.seats) if seat not in self._promised]
            if missing:
                raise FairError(f"{_named(missing)} not committed yet; let them, or let the server contribute")
            promises = tuple(self._promised[seat] for seat in range(self.terms.seats))
            self._fixed = Commitments(self.terms.table, self.server, promises)
        return self._fixed

    def open(self, seat: int, seed: Seed) -> None:
        """Take the seed that a seat promised. Another one is refused, and the seat named."""
        self._awaited(seat)
        if seat_commitment(self.server, seat, seed) != self._promised[seat].hash:
            self._unfit.add(seat)
            raise FairError(f"seat {seat} opened a seed that does not fit its commitment")
        self._opened[seat] = seed

    def stand_in(self, seat: int) -> None:
        """Take the server's seed for a seat that broke its promise; the file will say so."""
        self._awaited(seat)
        assert self._fixed is not None
        noted = (*self._fixed.stand_ins, (seat, UNFIT if seat in self._unfit else UNOPENED))
        self._fixed = replace(self._fixed, stand_ins=tuple(sorted(noted)))
        self._opened[seat] = server_made(self.server, seat, self._seed)

    def unopened(self) -> list[int]:
        """The seats that the deal waits for."""
        return [seat for seat in range(self.terms.seats) if seat not in self._opened]

    def dealer(self) -> FairDealer:
        """The dealer, once everything is opened."""
        fixed, missing = self.fix(), self.unopened()
        if missing:
            raise FairError(f"{_named(missing)} not opened a seed that fits; begin anew, or let the server stand in")
        seats = tuple(self._opened[seat] for seat in range(self.terms.seats))
        return FairDealer(self.terms, fixed, Seeds(self._seed, seats))

    def _awaited(self, seat: int) -> None:
        self._there(seat)
        if self._fixed is None:
            raise FairError(f"seat {seat} opens too early: the commitments are not fixed yet")
        if seat in self._opened:
            raise FairError(f"the seed of seat {seat} is known already")

    def _there(self, seat: int) -> None:
        if seat not in range(self.terms.seats):
            raise FairError(f"there is no seat {seat}; seats are 0 to {self.terms.seats - 1}")


def _named(seats: list[int]) -> str:
    return f"seat {seats[0]} has" if len(seats) == 1 else f"seats {', '.join(map(str, seats))} have"
