"""Bots against each other, every pair on every edition: what is to be played, and the playing of it.

Deals are numbered from 0. Every match plays deal 0, then every match deal 1, and so on, so that a run which is stopped
has been fair to all, and what has been played is always the beginning of what a longer run would play.
"""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import combinations
from pathlib import Path

from kolej import bots, editions
from kolej.engine.silent_game import tables_of
from kolej.sim.arena.intervals import is_decided
from kolej.sim.arena.matches import Deal, Match, orders, play_deal
from kolej.sim.names import short_names
from kolej.sim.plan import PlanError, edition_of
from kolej.sim.pool import in_order

ALL = "all"
FIRST_LOOK = 10
"""Deals before the first look at whether the answer is clear, and the least number between two looks."""
LABEL = 12

Unit = tuple[int, int]
"""What is played at a time: the number of a match, and of a deal."""


@dataclass(frozen=True)
class Arena:
    """Matches between bots. Made by `contested`, which checks it."""

    editions: tuple[str, ...]
    seats: int
    bots: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]
    """Who meets whom, by number."""
    deals: int
    """For each match; fewer where the answer is clear before and that is all that is wanted."""
    seed: int
    until_clear: bool = False

    @property
    def orders(self) -> int:
        """How many games make a deal."""
        return len(orders(self.seats))

    @cached_property
    def labels(self) -> list[str]:
        """What the bots are called where there is little room."""
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

    def looks(self) -> Iterator[range]:
        """The deals in rounds; after each it is looked at whether answers are clear, if that is wanted."""
        start = 0
        while start < self.deals:
            end = min(self.deals, start + max(FIRST_LOOK, start // 4)) if self.until_clear else self.deals
            yield range(start, end)
            start = end


def contested(
    places: Sequence[str],
    seats: int,
    names: Sequence[str],
    games: int,
    seed: int,
    until_clear: bool = False,
    pairs: Sequence[tuple[int, int]] | None = None,
) -> Arena:
    """An arena that can be played; refuses what can't be. All pairs meet unless said; games are for each match."""
    if len(names) < 2:
        raise PlanError("an arena needs two bots at least; name them with a comma between")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise PlanError(f"{twice[0]} is named twice; every bot meets every other once")
    for name in names:
        bots.find(name)
    found = _found(places, seats)
    ids = [edition_of(name).id for name in found]
    again = sorted({id for id in ids if ids.count(id) > 1})
    if again:
        raise PlanError(f'the edition "{again[0]}" is named twice')
    everyone = tuple(combinations(range(len(names)), 2))
    deals = -(-games // len(orders(seats)))
    return Arena(found, seats, tuple(names), everyone if pairs is None else tuple(pairs), deals, seed, until_clear)


def _found(places: Sequence[str], seats: int) -> tuple[str, ...]:
    """The editions that were asked for; `all` are those that can be played on so many seats."""
    if ALL in places:
        found = tuple(name for name in editions.names() if seats in edition_of(name).rules.seats)
        if not found:
            raise PlanError(f"no edition is for {seats} seats")
        return found
    for place in places:
        tables_of(edition_of(place), seats)
    return tuple(places)


class Contest:
    """An arena being played."""

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self.played: list[dict[int, Deal]] = [{} for _ in arena.matches]
        """For every match, what came of its deals."""
        self.open = list(range(len(arena.matches)))
        """The matches that go on."""
        self.complete = False

    @property
    def games(self) -> int:
        """How many have been played."""
        return sum(map(len, self.played)) * self.arena.orders

    @property
    def games_at_most(self) -> int:
        """How many there will be if no more answers become clear."""
        deals = [self.arena.deals if n in self.open else len(done) for n, done in enumerate(self.played)]
        return sum(deals) * self.arena.orders

    def run(
        self,
        jobs: int,
        known: Mapping[Unit, Deal],
        records: Path | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> Generator[tuple[Unit, Deal], None, None]:
        """Play what is not known yet. Yields what was played, in the same order for any number of jobs."""
        for deals in self.arena.looks():
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


def _play(arena: Arena, units: list[Unit], records: Path | None, number: int) -> Deal:
    match, deal = units[number]
    return play_deal(arena.matches[match], deal, records)
