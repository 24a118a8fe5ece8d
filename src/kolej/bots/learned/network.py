"""Lessons: a small network that tells how much a move is worth by its traits."""

from kolej.bots.learned.features import TRAITS


class Lessons:
    """Weights from traits to a few units, from these to the worth; and straight from traits to the worth."""

    def __init__(
        self, traits: dict[str, list[float]], straight: dict[str, float], bias: list[float], units: list[float]
    ) -> None:
        self.traits = [traits[name] for name in TRAITS]
        self.straight = [straight[name] for name in TRAITS]
        self.bias = bias
        self.units = units

    def worth(self, row: list[float]) -> float:
        """What a move with these traits is worth, in victories; only differences mean anything."""
        sums = list(self.bias)
        out = 0.0
        for place, trait in enumerate(row):
            if trait:
                out += trait * self.straight[place]
                for unit, weight in enumerate(self.traits[place]):
                    sums[unit] += trait * weight
        for unit, total in enumerate(sums):
            if total > 0:
                out += total * self.units[unit]
        return out
