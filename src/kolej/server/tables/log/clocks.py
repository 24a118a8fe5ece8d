"""Clocks: how much time each seat has left to think, and how a move changes it.

A person's seat starts with a bank of seconds. Its clock runs while a decision of the seat is due (during the opening:
for several seats at once), whether or not the person is connected. After each move of its own the seat gets `more`
seconds. A clock goes on where another process takes over the table; after a restart of the only server it has what it
had at the last move.

When a seat's time is up, a substitute bot makes the move and the seat is away by the clock. Its clock is then set to
`more`, which is also what it has for each later move: a person who moves within that time is back, otherwise the bot
makes that move too. A bot's move adds nothing beyond that, so nobody gains time by being substituted. An undo gives no
time back.
"""

from collections.abc import Sequence

from kolej.server.tables.log.entries import PERSON
from kolej.server.wire.tables import Clock

Times = tuple[float, ...]
"""Seconds left, by seat."""


def full_clocks(clock: Clock, seats: int) -> Times:
    """The time of each seat at the start."""
    return (float(clock.bank),) * seats


def remaining(left: Sequence[float], seat: int, spent: float) -> float:
    """The time a seat has left while it thinks. Never negative; a negative `spent` counts as nothing."""
    return max(0.0, left[seat] - max(0.0, spent))


def after_move(clock: Clock, left: Times, seat: int, spent: float, by: str) -> Times:
    """The time of each seat after a move: what was spent is subtracted, then the increment is added."""
    mine = remaining(left, seat, spent) + clock.more
    if by != PERSON:
        mine = min(mine, max(left[seat], clock.more))
    return (*left[:seat], mine, *left[seat + 1 :])
