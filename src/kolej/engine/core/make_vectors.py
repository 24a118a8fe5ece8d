"""Constructors of vectors from plain Python values.

Plain Python must pass lists into the core, never vectors (librt 0.16 would not free them); the core makes vectors of
them here.
"""

from collections.abc import Iterable

from kolej.engine.core.vectors import Ints, append, i64, vec


def ints(values: Iterable[int]) -> Ints:
    """A vector of these values."""
    out = vec[i64]()
    for value in values:
        out = append(out, value)
    return out


def zeros(count: i64) -> Ints:
    """A vector of `count` zeros."""
    return vec[i64]([0] * count)


def filled(count: i64, value: i64) -> Ints:
    """A vector that holds `value` `count` times."""
    return vec[i64]([value] * count)


def unbounded() -> bool:
    """Whether vectors hold integers of any size: true when interpreted, because they are lists then."""
    empty: object = zeros(0)
    return isinstance(empty, list)
