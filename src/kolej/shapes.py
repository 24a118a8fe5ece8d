"""Shapes: the mark on a seat's pieces, which stands for their colour too. Page, server and terminal have the same."""

from collections.abc import Sequence
from typing import Literal, get_args

Shape = Literal["circle", "triangle", "square", "diamond", "star"]
"""Stored in the logs of tables: one may be added, none renamed."""
SHAPES: tuple[Shape, ...] = get_args(Shape)


def assigned_shapes(chosen: Sequence[Shape | None]) -> list[Shape]:
    """The shape of each seat: the chosen one, else the one of the seat's number, else the first that is left.

    No two seats have the same, unless there are more seats than shapes.
    """
    shapes = list(chosen)
    for number, shape in enumerate(shapes):
        if shape is None and number < len(SHAPES) and SHAPES[number] not in shapes:
            shapes[number] = SHAPES[number]
    for number, shape in enumerate(shapes):
        if shape is None:
            shapes[number] = next((each for each in SHAPES if each not in shapes), SHAPES[number % len(SHAPES)])
    return [shape for shape in shapes if shape is not None]
