"""Names of bots at a table: each bot has one of its level's, and no two at a table have the same.

A name is stored with the seat, so that a table keeps its names when the lists change.
"""

from collections.abc import Iterable, Mapping
from zlib import crc32

from kolej.bots.levels import LEVELS
from kolej.store.names import skeleton

_NAMES = {level.name: level.names for level in LEVELS}


def names_of_bots(levels: Mapping[int, str], others: Iterable[str], table: str) -> dict[int, str]:
    """A name for each bot, by seat. Nobody else at the table has it, or one that looks like it.

    `table` is any text that belongs to the table: other tables begin elsewhere in the lists. Bots that are no level,
    and bots that find every name taken, get none.
    """
    taken = {skeleton(name) for name in others}
    start = crc32(table.encode())
    found: dict[int, str] = {}
    for seat, level in sorted(levels.items()):
        names = _NAMES.get(level, ())
        for n in range(len(names)):
            name = names[(start + n) % len(names)]
            if skeleton(name) not in taken:
                taken.add(skeleton(name))
                found[seat] = name
                break
    return found
