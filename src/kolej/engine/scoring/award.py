"""Awards and tie-breaks as rule parts: small objects that read the `ScoreSheet` and return a number for each seat."""

from typing import ClassVar

from mypy_extensions import mypyc_attr

from kolej.engine.scoring.score_sheet import ScoreSheet


class AwardFacts:
    """What an award counted for one seat, for a recount. What does not apply is empty or None."""

    def __init__(
        self,
        count: int | None = None,
        routes: list[int] | None = None,
        cities: list[int] | None = None,
        rank: int | None = None,
        of: str = "",
    ) -> None:
        self.count = count
        """What was counted: pieces left, tickets completed, the length of a path, steps of a marker."""
        self.routes: list[int] = routes or []
        """The routes that count, in order where they are a path."""
        self.cities: list[int] = cities or []
        """The cities that count."""
        self.rank = rank
        """The position among all seats, from 1; None where nothing is ranked, or the seat is not."""
        self.of = of
        """What `count` is the number of: `ticket` or `city` where each gives points of its own, `pieces`, `tickets`,
        `path` for spaces, `track` for steps; empty for anything else."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Award:
    """Points at the end of a game. Subclasses override `points`."""

    id: ClassVar[str] = ""

    def points(self, sheet: ScoreSheet) -> list[int]:
        """The points of each seat."""
        raise TypeError(f"award {type(self).__name__} does not say its points")

    def facts(self, sheet: ScoreSheet, seat: int) -> AwardFacts:
        """What was counted for a seat."""
        return AwardFacts()

    def key(self) -> str:
        """The key of its name in the message catalogue, after `end.award.`."""
        return self.id

    def label(self) -> str:
        """Its English name where the catalogue has none, as for a custom award."""
        return self.key().replace("-", " ").capitalize()


@mypyc_attr(allow_interpreted_subclasses=True)
class Tie:
    """A tie-break between seats with equal points: the higher key wins. Subclasses override `keys`."""

    id: ClassVar[str] = ""

    def keys(self, sheet: ScoreSheet) -> list[int]:
        """The key of each seat; higher is better."""
        raise TypeError(f"tie-break {type(self).__name__} does not say its keys")

    def counts(self, sheet: ScoreSheet) -> list[int]:
        """What was counted for each seat, as players count it."""
        return self.keys(sheet)

    def key(self) -> str:
        """The key of its name in the message catalogue, after `end.tie.`."""
        return self.id.replace(" ", "-")

    def label(self) -> str:
        """Its English name where the catalogue has none, as for a custom tie-break."""
        return self.key().replace("-", " ").capitalize()
