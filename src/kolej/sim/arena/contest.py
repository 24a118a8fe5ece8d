"""The arena: every pair of bots on every edition. Which matches are played, and the playing of them.

Deals are numbered from 0. Every match plays deal 0, then every match plays deal 1, and so on: an interrupted run has
treated all bots alike, and what it played is the beginning of what a longer run would play.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path

from kolej import bots, editions
from kolej.engine.ruleset.compile import tables_of
from kolej.sim.arena.intervals import is_decided
from kolej.sim.arena.matches import DealResult, Match, orders, play_deal
from kolej.sim.names import short_names
from kolej.sim.plan import PlanError, edition_of
from kolej.sim.pool import in_order

ALL = "all"
FIRST_CHECK = 10
"""Deals before the first check whether the answer is clear, and the least number between two checks."""
LABEL = 12

Unit = tuple[int, int]
"""The unit of work: the number of a match, and of a deal."""


@dataclass(frozen=True)
class Arena:
    """Matches between bots. Use `make_arena`, which checks the values."""

    editions: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    """Which bots meet, by number."""
    deals: int
    """How many for each match; with `until_clear` fewer where the answer is clear before."""
    seed: int
    until_clear: bool = False

    @property
    def orders(self) -> int:
        """How many games a deal has."""
        return len(orders(self.seats))

    @cached_property
    def labels(self) -> list[str]:
        """Short names of the bots."""
        return short_names(self.bots, LABEL)

    @cached_property
    def matches(self) -> tuple[Match, ...]:
        """Every pair on every edition."""
        return tuple(
            Match(edition, self.seats, (self.bots[a], self.bots[b]), (self.labels[a], self.labels[b]), seed=self.seed)
            for edition in self.editions
            for a, b in self.pairs
        )

    def pair_of(self, match: int) -> tuple[int, int]:
        """The numbers of the two bots of a match."""
        return self.pairs[match % len(self.pairs)]

    def rounds(self) -> Iterator[range]:
        """The deals in rounds; with `until_clear`, matches are checked after each round."""
        start = 0
        while start < self.deals:
            end = min(self.deals, start + max(FIRST_CHECK, start // 4)) if self.until_clear else self.deals
            yield range(start, end)
            start = end


def make_arena(
    places: Sequence[str],
    seats: int,
    names: Sequence[str],
    games: int,
    seed: int,
    until_clear: bool = False,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> Arena:
    """A checked arena; raises `PlanError` if it can't be played. `games` is per match; by default all pairs meet."""
    if len(names) < 2:
        raise PlanError("an arena needs at least two bots; separate their names by commas")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise PlanError(f"{twice[0]} is named twice; every bot meets every other once")
    for name in names:
        bots.find(name)
    found = _find_editions(places, seats)
    ids = [edition_of(name).id for name in found]
    again = sorted({id for id in ids if ids.count(id) > 1})
    if again:
        raise PlanError(f'the edition "{again[0]}" is named twice')
    everyone = tuple(combinations(range(len(names)), 2))
    deals = -(-games // len(orders(seats)))
    return Arena(found, seats, tuple(names), everyone if pairs is None else tuple(pairs), deals, seed, until_clear)


def _find_editions(places: Sequence[str], seats: int) -> tuple[str, ...]:
    """The editions by name or folder; `all` stands for every edition that can be played with that many seats."""
    if ALL in places:
        found = tuple(name for name in editions.names() if seats in edition_of(name).rules.seats)
        if not found:
            raise PlanError(f"no edition is for {seats} seats")
        return found
    for place in places:
        tables_of(edition_of(place), seats)
    return tuple(places)


class Contest:
    """The progress of an arena: which deals were played, and which matches go on."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.played: list[dict[int, DealResult]] = [{} for _ in arena.matches]
        """For every match, the results of its deals."""
        self.open = list(range(len(arena.matches)))
        """The matches that go on."""
        self.complete = False

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(map(len, self.played)) * self.arena.orders

    @property
    def games_at_most(self) -> int:
        """How many games there will be if no more answers become clear."""
        deals = [self.arena.deals if n in self.open else len(done) for n, done in enumerate(self.played)]
        return sum(deals) * self.arena.orders

    def run(
        self,
        jobs: int,
        known: Mapping[Unit, DealResult],
        records: Path | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Generator[tuple[Unit, DealResult], None, None]:
        """Play all deals but those `known`. Yields results in the same order for any number of jobs."""
        for deals in self.arena.rounds():
            units = [(match, deal) for deal in deals for match in self.open]
            for match, deal in units:
                if (match, deal) in known:
                    self.played[match][deal] = known[match, deal]
            units = [unit for unit in units if unit not in known]
            work = partial(_play, self.arena, units, records)
            with closing(in_order(work, range(len(units)), jobs, stop)) as results:
                for (match, deal), result in zip(units, results, strict=False):
                    self.played[match][deal] = result
                    yield (match, deal), result
            if any(deal not in self.played[match] for match, deal in units):
                return
            self.open = [match for match in self.open if not self._is_clear(match)]
        self.complete = True

    def _is_clear(self, match: int) -> bool:
        return self.arena.until_clear and is_decided(deal.score for deal in self.played[match].values())


def _play(arena: Arena, units: list[Unit], records: Path | None, number: int) -> DealResult:
    match, deal = units[number]
    return play_deal(arena.matches[match], deal, records)
