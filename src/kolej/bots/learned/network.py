"""Network: a small neural network that rates a move by its features."""

from kolej.bots.learned.features import FEATURES


class Network:
    """One hidden layer of rectified linear units, and a direct linear term beside it (a skip connection)."""

    def __init__(
        self, hidden: dict[str, list[float]], direct: dict[str, float], bias: list[float], output: list[float]
    ) -> None:
        self.hidden = [hidden[name] for name in FEATURES]
        """For each feature, its weight in each unit."""
        self.direct = [direct[name] for name in FEATURES]
        """For each feature, its weight in the rating."""
        self.bias = bias
        self.output = output
        """For each unit, its weight in the rating."""

    def rate(self, features: list[float]) -> float:
        """The rating of a move, in wins; only differences between moves mean anything."""
        sums = list(self.bias)
        out = 0.0
        for place, feature in enumerate(features):
            if feature:
                out += feature * self.direct[place]
                for unit, weight in enumerate(self.hidden[place]):
                    sums[unit] += feature * weight
        for unit, total in enumerate(sums):
            if total > 0:
                out += total * self.output[unit]
        return out
