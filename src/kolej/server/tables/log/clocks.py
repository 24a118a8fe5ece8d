"""Reckoning of time to think: a bank for the whole game and more for every move. What time it is, others say.

left = fresh(clock, seats)
left = after(clock, left, seat, spent)      the seat has moved, `spent` seconds after its choice became due
remaining(left, seat, spent)                while it still thinks
"""

from collections.abc import Iterable, Sequence

from kolej.server.wire import Clock

Times = tuple[float, ...]
"""Seconds left, in seat order."""


def fresh(clock: Clock, seats: int) -> Times:
    """What every seat begins with."""
    return (float(clock.bank),) * seats


def after(clock: Clock, left: Sequence[float], seat: int, spent: float) -> Times:
    """What is left after a move: what was spent goes, then the increment comes. A seat that ran out gets it too."""
    return tuple(
        remaining(left, each, spent) + clock.more if each == seat else seconds for each, seconds in enumerate(left)
    )


def remaining(left: Sequence[float], seat: int, spent: float) -> float:
    """What a seat has while it thinks; never less than nothing, and a clock that is set back gives nothing."""
    return max(0.0, left[seat] - max(0.0, spent))


def ran_out(left: Sequence[float], seat: int, spent: float) -> bool:
    """Whether the seat's time is up."""
    return remaining(left, seat, spent) == 0.0


def reckoned(clock: Clock, seats: int, moves: Iterable[tuple[int, float]]) -> Times:
    """What is left after these moves, each a seat and the seconds it spent."""
    left = fresh(clock, seats)
    for seat, spent in moves:
        left = after(clock, left, seat, spent)
    return left
