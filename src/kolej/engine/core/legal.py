"""Legal moves: every move that a seat may make, by number, in ascending order.

What is legal is decided in the module of each mechanism; here it is put together by phase.
"""

import threading
from typing import Final

from kolej.engine.core.card_draws import cards_left, display_open, lowest_second_kind, takes
from kolej.engine.core.claims import claims
from kolej.engine.core.make_vectors import unbounded, zeros
from kolej.engine.core.stand_ins import next_cards, stand_in_claims
from kolej.engine.core.state import KEEPING, NONE, OPENING, PAYING, SECOND, TUNNEL, TURN, State, is_due
from kolej.engine.core.stations import builds
from kolej.engine.core.ticket_offers import keeps, tickets_left
from kolej.engine.core.tunnels import top_ups
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BLIND, PASS, TICKETS, RuleTables

SCRATCH_IS_SAFE: Final = not unbounded()
"""Compiled code is never interrupted between filling the scratch vector and reading it; interpreted threads are."""
OF_THREAD: Final = threading.local()
"""The scratch vector of each interpreted thread."""


def room(t: RuleTables) -> Ints:
    """A vector for a list of legal moves that is read at once and not kept."""
    if SCRATCH_IS_SAFE:
        return t.scratch
    own: Ints | None = getattr(OF_THREAD, "room", None)
    if own is None or len(own) < t.moves:
        own = OF_THREAD.room = zeros(t.moves)
    return own


def legal(t: RuleTables, s: State, seat: i64, out: Ints) -> i64:
    """Write the seat's legal moves into `out` and return how many there are."""
    phase = s.phase
    if phase == TURN:
        return first_moves(t, s, seat, out)
    if phase == SECOND:
        return second_cards(t, s, out)
    if phase == KEEPING:
        return keeps(t, s, seat, t.play_keep, out)
    if phase == OPENING:
        return keeps(t, s, seat, t.opening_keep, out)
    if phase == TUNNEL:
        return top_ups(t, s, seat, out)
    if phase == PAYING:
        return next_cards(t, s, seat, out)
    return 0


def legal_moves(t: RuleTables, s: State, seat: i64) -> list[int]:
    """The seat's legal moves as a plain list."""
    out = room(t)
    count = legal(t, s, seat, out)
    return [out[i] for i in range(count)]


def is_legal(t: RuleTables, s: State, seat: i64, move: i64) -> bool:
    """Whether the seat's decision is due and this move is one of its legal ones."""
    if seat < 0 or seat >= t.seats or not is_due(s.phase, s.owes, s.seat, seat, s.answer[seat] != NONE):
        return False
    out = room(t)
    count = legal(t, s, seat, out)
    for i in range(count):
        if out[i] == move:
            return True
    return False


def first_moves(t: RuleTables, s: State, seat: i64, out: Ints) -> i64:
    """List the moves at the beginning of a turn: draw (pass if nothing can be drawn), claim, build."""
    count: i64 = 0
    if cards_left(s):
        out[0] = BLIND
        count = 1
    if tickets_left(s):
        out[count] = TICKETS
        count += 1
    if s.gaps < t.display_size and display_open(t, s):
        count = takes(t, s, 0, out, count)
    elif count == 0:
        out[0] = PASS
        count = 1
    count = all_claims(t, s, seat, out, count)
    if t.builder >= 0:
        count = builds(t, s, seat, out, count)
    return count


def all_claims(t: RuleTables, s: State, seat: i64, out: Ints, count: i64) -> i64:
    """List every claim, with stand-ins or without."""
    count = claims(t, s, seat, out, count)
    if t.stand_in_most > 0:
        count = stand_in_claims(t, s, seat, out, count)
    return count


def second_cards(t: RuleTables, s: State, out: Ints) -> i64:
    """List the second cards of a draw."""
    count: i64 = 0
    if cards_left(s):
        out[0] = BLIND
        count = 1
    return takes(t, s, lowest_second_kind(t), out, count)
