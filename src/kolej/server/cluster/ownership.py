"""Ownership: which process does the background work of a table, decided alike by all without asking each other.

Rendezvous hashing: every process has a score for every table, and the highest one owns it. When a process comes or
goes, only its own tables change hands.
"""

from collections.abc import Iterable

MASK = 2**64 - 1
MAINTENANCE = 0
"""The number that stands for the maintenance of the whole server: no table has it."""


def score(node: int, table: int) -> int:
    """The score of a process for a table. It must be the same in every version: else a table might have no owner."""
    # The finalizer of SplitMix64, over the two numbers one after the other.
    value = node
    for each in (table, 0):
        value = (value + each + 0x9E3779B97F4A7C15) & MASK
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
        value ^= value >> 31
    return value


def owner(nodes: Iterable[int], table: int) -> int:
    """The process that owns a table."""
    return max(nodes, key=lambda node: (score(node, table), node))
