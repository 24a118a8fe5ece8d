"""The shapes that were chosen on the command line: `star,circle`, by seat."""

from kolej.cli.terminal.input.name_lookup import UnclearInput, match_prefix
from kolej.cli.wording import counted
from kolej.shapes import SHAPES, Shape, assigned_shapes


def read_shapes(text: str, seats: int) -> list[Shape]:
    """The shape of every seat, or none if nothing was chosen.

    Seats without a choice, as the first in `,star`, get one that is left.
    """
    if not text.strip():
        return []
    words = [word.strip().casefold() for word in text.split(",")]
    if len(words) > seats:
        raise UnclearInput(f"{counted(len(words), 'shape')} for {counted(seats, 'seat')}; leave some out of --shapes")
    chosen = [_shape(word) if word else None for word in words]
    for seat, shape in enumerate(chosen):
        if shape is not None and shape in chosen[:seat]:
            raise UnclearInput(
                f"seats {chosen.index(shape)} and {seat} have the same shape, {shape}; give each seat another one"
            )
    return assigned_shapes([*chosen, *[None] * (seats - len(chosen))])


def _shape(word: str) -> Shape:
    try:
        found = match_prefix("shape", word, SHAPES)
    except UnclearInput as error:
        raise UnclearInput(f"{error}; the shapes are {', '.join(SHAPES)}") from None
    return next(shape for shape in SHAPES if shape == found)
