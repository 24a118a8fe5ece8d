"""Seats of a table: who sits there, who decides for them, and the shapes of their pieces."""

from collections.abc import Sequence
from dataclasses import dataclass

from kolej.shapes import Shape, assigned_shapes

SUBSTITUTE = "medium"
"""The level of the bot that plays for people who are away."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: free, or taken by a person or by a bot. Lists store its fields under these names."""

    name: str = ""
    person: int | None = None
    level: str | None = None
    """The level of the bot that the host put here."""
    away: str | None = None
    """Why a substitute plays for the person."""
    shape: Shape | None = None
    """The shape that was chosen; None where one is assigned."""

    @property
    def bot(self) -> str | None:
        """The level of the bot that decides for this seat, if one does."""
        return self.level or (SUBSTITUTE if self.away else None)

    @property
    def free(self) -> bool:
        """Whether a person may take it. After the start this is only so where somebody has left."""
        return self.person is None and self.level is None


def level_name(level: str, seat: int) -> str:
    """The name of a bot that has none of its own: its level, and the number of its seat."""
    return f"{level[:1].upper()}{level[1:]} {seat + 1}"


def shapes_of(seats: Sequence[Seat]) -> list[Shape]:
    """The shape of each seat."""
    return assigned_shapes([seat.shape for seat in seats])
