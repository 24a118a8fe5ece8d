"""Stations, which seats build in cities."""

from collections.abc import Iterator
from dataclasses import dataclass

from kolej.engine.ruleset.rows import Build


@dataclass(frozen=True)
class Stations:
    """One station a turn, in a city that has none, at rising costs (`station.build`)."""

    costs: tuple[int, ...]
    piece: str = "station"

    def builds(self) -> Iterator[Build]:
        """The price of each station."""
        for cards in self.costs:
            yield Build(cards)
