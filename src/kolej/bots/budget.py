"""Budget of a search: a time limit, or a number of playouts where the same seed must give the same move."""

import re
from dataclasses import dataclass

from kolej.engine.errors import UnknownName

NO_LIMIT = 1e9


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit for one decision. The search ends when either part is used up."""

    seconds: float = NO_LIMIT
    playouts: int = 10**9


def read_budget(text: str) -> Budget:
    """A budget as people write it: `100ms`, `2s`, or `500` playouts."""
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|)", text)
    if match is None or float(match[1]) <= 0 or (not match[2] and "." in match[1]):
        raise UnknownName(f'"{text}" is not a budget; write a time like 100ms or 2s, or a number of playouts like 500')
    if not match[2]:
        return Budget(playouts=int(match[1]))
    return Budget(seconds=float(match[1]) * (0.001 if match[2] == "ms" else 1))
