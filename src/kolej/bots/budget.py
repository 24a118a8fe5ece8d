"""How long a search may think: so many seconds, or so many playouts where the same seed must give the same choice."""

import re
from dataclasses import dataclass

from kolej.engine.errors import UnknownName

FOREVER = 1e9


@dataclass(frozen=True, slots=True)
class Budget:
    """A bound on one decision. Whichever is used up first ends the thinking."""

    seconds: float = FOREVER
    playouts: int = 10**9


def read_budget(text: str) -> Budget:
    """A budget as people write it: `100ms`, `2s`, or `500` playouts."""
    said = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)(ms|s|)", text)
    if said is None or float(said[1]) <= 0 or (not said[2] and "." in said[1]):
        raise UnknownName(f'"{text}" is no budget; write a time like 100ms or 2s, or a number of playouts like 500')
    if not said[2]:
        return Budget(playouts=int(said[1]))
    return Budget(seconds=float(said[1]) * (0.001 if said[2] == "ms" else 1))
