"""Path cache: cheapest paths found before, for plans of several sets of tickets that begin with the same tickets."""

from typing import Final

from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.vectors import Ints, i64

START: Final = 0
"""The stage at which nothing has been planned yet."""
NONE: Final = -1
CAPACITY: Final = 32
"""How many stages are cached; beyond them paths are computed again."""


class PathCache:
    """A tree of stages. A stage stands for the route costs after the paths of some tickets have been planned."""

    path_capacity: i64
    """How many routes a path can have."""
    count: i64
    ticket: Ints
    """The ticket whose path leads to each stage from its parent."""
    last_child: Ints
    """The newest child of each stage, and its next older sibling; -1 where there is none."""
    older_sibling: Ints
    length: Ints
    """How many routes of each path must be paid for; -1 where there is no path."""
    routes: Ints

    def __init__(self, path_capacity: i64) -> None:
        self.path_capacity = path_capacity
        self.count = 1
        self.ticket = zeros(CAPACITY)
        self.last_child = zeros(CAPACITY)
        self.older_sibling = zeros(CAPACITY)
        self.length = zeros(CAPACITY)
        self.routes = zeros(CAPACITY * path_capacity)
        self.clear()

    def clear(self) -> None:
        """Drop everything: the route costs have changed."""
        self.count = 1
        self.last_child[START] = NONE

    def find(self, stage: i64, ticket: i64) -> i64:
        """The stage after this one and a ticket's path; -1 if it is not cached."""
        after = self.last_child[stage]
        while after != NONE and self.ticket[after] != ticket:
            after = self.older_sibling[after]
        return after

    def add(self, stage: i64, ticket: i64) -> i64:
        """A new stage. In a full cache it is the last one, which is never found again and is overwritten each time."""
        after = self.count
        if after < CAPACITY - 1:
            self.count += 1
            self.ticket[after] = ticket
            self.older_sibling[after] = self.last_child[stage]
            self.last_child[stage] = after
        self.last_child[after] = NONE
        return after
