"""Buildings in cities."""

from collections.abc import Iterator
from dataclasses import dataclass

from kolej.engine.ruleset.rows import Build


@dataclass(frozen=True)
class Stations:
    """One a turn, in a city that has none; each costs more than the one before (`station.build`)."""

    costs: tuple[int, ...]
    piece: str = "station"

    def builds(self) -> Iterator[Build]:
        """A price for each."""
        for cards in self.costs:
            yield Build(cards)
