"""The vector type of the core: a flat array of machine integers when compiled, a list when interpreted.

The type checker and the compiler read `vectors.pyi`, where `vec` is `librt.vecs.vec`. This file is what the
interpreter runs: there a list is twice as fast as a `vec`. It must therefore never be compiled itself.
"""

from typing import Any

from mypy_extensions import i64

vec = list
Ints = list[Any]


def append(items: list[Any], item: Any) -> list[Any]:
    """Append an item and return the vector. Callers must use the result: a compiled vector may have been moved."""
    items.append(item)
    return items


__all__ = ["Ints", "append", "i64", "vec"]
