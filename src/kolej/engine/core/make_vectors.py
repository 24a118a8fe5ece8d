"""Making vectors from plain Python values: the one door through which lists enter the compiled core."""

from collections.abc import Iterable

from kolej.engine.core.vectors import Ints, append, i64, vec


def ints(values: Iterable[int]) -> Ints:
    """A vector with these values."""
    out = vec[i64]()
    for value in values:
        out = append(out, value)
    return out


def zeros(count: i64) -> Ints:
    """A vector of that many zeros."""
    return vec[i64]([0] * count)


def filled(count: i64, value: i64) -> Ints:
    """A vector that holds one value that many times."""
    return vec[i64]([value] * count)


def unbounded() -> bool:
    """Whether vectors hold integers of any size: interpreted they do, for they are lists."""
    empty: object = zeros(0)
    return isinstance(empty, list)
