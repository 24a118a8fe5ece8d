"""Time to think at a table, and what happens when it is up.

A person's seat begins with a bank of seconds. Time runs while the seat's choice is due, at the opening for several at
once, and whether or not the person is connected; a server that is down takes nobody's time. After each own move the
seat gets `more` seconds.

When a seat's time is up, a bot makes this move, and the seat is away by the clock. Its clock is then set to `more`,
which is what it has for every later move: whoever moves within it is back, else a bot makes that move too. A move that
a bot makes adds nothing beyond that, so that nobody gains time by being played for. An undo gives no time back.
"""

from kolej.server.tables.log.clocks import Times, after
from kolej.server.tables.log.entries import PERSON, Moved
from kolej.server.wire import Clock


def after_move(clock: Clock, left: Times, moved: Moved) -> Times:
    """What every seat has left after a move."""
    seat = moved.seat
    times = after(clock, left, seat, moved.spent / 1000)
    if moved.by == PERSON:
        return times
    return (*times[:seat], min(times[seat], max(left[seat], clock.more)), *times[seat + 1 :])
