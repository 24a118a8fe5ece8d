"""Vectors of machine integers, as one name for two worlds.

Compiled modules never run this file's `vec`: the compiler reads `ints.pyi` and emits `librt.vecs.vec`, a flat
array. Interpreted, a plain list is the quicker vector (a `vec` costs twice as much there), so a list it is.
"""

from typing import Any

from mypy_extensions import i64

vec = list
Ints = list[Any]


def append(items: list[Any], item: Any) -> list[Any]:
    """Add an item and hand the vector back; compiled vectors may have moved, so callers keep the result."""
    items.append(item)
    return items


__all__ = ["Ints", "append", "i64", "vec"]
