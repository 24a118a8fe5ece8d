"""The commitment round before a fair deal: the server collects commitments, then seeds, then makes the dealer.

    round = CommitmentRound(terms)         # publish round.server
    round.commit(0, hash_from_a_person)    # seat_commitment(round.server, 0, seed), computed by the person's program
    round.contribute(1)                    # a bot
    commitments = round.fix()              # publish: everyone checks their own, and notes the hash of all
    round.open(0, seed_from_a_person)
    recorded = RecordedGame.start(edition, 2, players, round.dealer())

A step out of order is refused and changes nothing. There is no dealer until every seat has opened its seed: the players
start over, or agree that a seat gets the fallback seed (`use_fallback`).
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
    fallback_seed,
    seat_commitment,
    server_commitment,
)


class CommitmentRound:
    """The commitments and seeds of one deal, as the server collects them."""

    def __init__(self, terms: Terms, seed: Seed | None = None) -> None:
        self.terms = terms
        self._seed = seed or Seed.fresh()
        self.server = server_commitment(terms, self._seed)
        """The commitment of the server, which seats need for theirs."""
        self._committed: dict[int, SeatCommitment] = {}
        self._fixed: Commitments | None = None
        self._opened: dict[int, Seed] = {}
        self._unfit: set[int] = set()

    def __repr__(self) -> str:
        return f"CommitmentRound(table={self.terms.table!r}, server={self.server!r})"

    def commit(self, seat: int, hash: str) -> None:
        """Add the commitment of a seat."""
        if re.fullmatch(HEX, hash) is None:
            raise FairError(f"seat {seat}: a commitment is 64 lower-case hexadecimal digits")
        self._add(seat, SeatCommitment(OWN, hash))

    def contribute(self, seat: int) -> None:
        """Commit to the fallback seed for a seat that gives none: a bot, or a person who shares the server's screen."""
        made = fallback_seed(self.server, seat, self._seed)
        self._add(seat, SeatCommitment(SERVER, seat_commitment(self.server, seat, made)))
        self._opened[seat] = made

    def _add(self, seat: int, commitment: SeatCommitment) -> None:
        self._check_seat(seat)
        if self._fixed is not None:
            raise FairError(f"seat {seat} commits too late: the commitments are fixed")
        if seat in self._committed:
            raise FairError(f"seat {seat} has committed already; a commitment can't be changed")
        self._committed[seat] = commitment

    def fix(self) -> Commitments:
        """Fix all commitments; from now on none can be changed."""
        if self._fixed is None:
            missing = [seat for seat in range(self.terms.seats) if seat not in self._committed]
            if missing:
                raise FairError(f"{_named(missing)} not committed yet; let them, or let the server contribute")
            commitments = tuple(self._committed[seat] for seat in range(self.terms.seats))
            self._fixed = Commitments(self.terms.table, self.server, commitments, method=self.terms.method)
        return self._fixed

    def open(self, seat: int, seed: Seed) -> None:
        """Open the seed of a seat. One that does not fit its commitment is refused, with the seat in the message."""
        self._check_unopened(seat)
        if seat_commitment(self.server, seat, seed) != self._committed[seat].hash:
            self._unfit.add(seat)
            raise FairError(f"seat {seat} opened a seed that does not fit its commitment")
        self._opened[seat] = seed

    def use_fallback(self, seat: int) -> None:
        """Use the fallback seed for a seat that did not open the seed it committed to; the file records that."""
        self._check_unopened(seat)
        assert self._fixed is not None
        noted = (*self._fixed.fallbacks, (seat, UNFIT if seat in self._unfit else UNOPENED))
        self._fixed = replace(self._fixed, fallbacks=tuple(sorted(noted)))
        self._opened[seat] = fallback_seed(self.server, seat, self._seed)

    def unopened(self) -> list[int]:
        """The seats that have not opened their seed."""
        return [seat for seat in range(self.terms.seats) if seat not in self._opened]

    def dealer(self) -> FairDealer:
        """The dealer, once every seed is opened."""
        fixed, missing = self.fix(), self.unopened()
        if missing:
            raise FairError(f"{_named(missing)} not opened a seed that fits; start over, or use the fallback seed")
        seats = tuple(self._opened[seat] for seat in range(self.terms.seats))
        return FairDealer(self.terms, fixed, Seeds(self._seed, seats))

    def _check_unopened(self, seat: int) -> None:
        self._check_seat(seat)
        if self._fixed is None:
            raise FairError(f"seat {seat} opens too early: the commitments are not fixed yet")
        if seat in self._opened:
            raise FairError(f"the seed of seat {seat} is known already")

    def _check_seat(self, seat: int) -> None:
        if seat not in range(self.terms.seats):
            raise FairError(f"there is no seat {seat}; seats are 0 to {self.terms.seats - 1}")


def _named(seats: list[int]) -> str:
    return f"seat {seats[0]} has" if len(seats) == 1 else f"seats {', '.join(map(str, seats))} have"
