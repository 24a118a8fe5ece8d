"""Ticket offers: drawing tickets from the pile, keeping some, returning the rest.

The pile has three parts, from the top: a shuffled part; a second shuffled part, if the edition shuffles the tickets
returned at the opening; and a tail in the order in which tickets were returned. Only the shuffled parts need chance.
"""

from kolej.engine.core.state import (
    IN_BOX,
    IN_GROUP,
    IN_PILE,
    IN_TAIL,
    LOG_KEPT,
    NONE,
    NOTHING,
    OFFERED,
    TICKET,
    TICKETS_CODE,
    TICKETS_SEAT,
    State,
)
from kolej.engine.core.step_facts import CHOSE, KEPT, OFFERED_TICKET, emit
from kolej.engine.core.vectors import Ints, append, i64
from kolej.engine.ruleset.rows import BOTTOM, SHUFFLED
from kolej.engine.ruleset.tables import BITS, SIZES, RuleTables


def tickets_left(s: State) -> bool:
    """Whether any ticket can be drawn."""
    return s.pile_left > 0 or s.group_left > 0 or len(s.tail) > 0


def keeps(t: RuleTables, s: State, seat: i64, least: i64, out: Ints) -> i64:
    """List every set of at least `least` offered tickets, or of all where fewer are offered."""
    count: i64 = 0
    offered = s.offered[seat]
    if least > offered:
        least = offered
    for places in range(1, BITS[offered]):
        if SIZES[places] >= least:
            out[count] = t.keep + places
            count += 1
    return count


def offer(t: RuleTables, s: State, seat: i64, ticket: i64) -> None:
    """Move a ticket from its part of the pile to a seat's offer."""
    if s.place[ticket] == IN_GROUP:
        s.group_left -= 1
    elif s.place[ticket] == IN_PILE and t.ticket_deck[ticket] == t.play_deck:
        s.pile_left -= 1
    s.place[ticket] = OFFERED
    s.offer[seat * t.most_offer + s.offered[seat]] = ticket
    s.offered[seat] += 1
    s.ticket_log = append(s.ticket_log, seat * TICKETS_SEAT + ticket)
    emit(s, OFFERED_TICKET, seat, ticket, 0)


def next_ticket(t: RuleTables, s: State) -> bool:
    """Go on with an offer: ask chance for a ticket (then True), or offer from the tail until it is complete."""
    while s.wanted > 0:
        if s.pile_left + s.group_left > 0:
            s.owes = TICKET
            return True
        if len(s.tail) == 0:
            break
        ticket = s.tail[0]
        s.tail = s.tail[1:]
        offer(t, s, s.seat, ticket)
        s.wanted -= 1
    s.wanted = 0
    s.owes = NOTHING
    return False


def keep(t: RuleTables, s: State, seat: i64, places: i64, returns: i64) -> None:
    """Keep the tickets at these places of the offer; the others go where `returns` says."""
    start = seat * t.most_offer
    count = s.offered[seat]
    for i in range(count):
        ticket = s.offer[start + i]
        s.offer[start + i] = NONE
        if places & BITS[i]:
            s.place[ticket] = seat
            s.held[seat] += 1
        elif returns == BOTTOM:
            s.place[ticket] = IN_TAIL
            s.tail = append(s.tail, ticket)
        elif returns == SHUFFLED:
            s.place[ticket] = IN_GROUP
            s.group_left += 1
        else:
            s.place[ticket] = IN_BOX
    s.offered[seat] = 0
    s.ticket_log = append(s.ticket_log, LOG_KEPT * TICKETS_CODE + seat * TICKETS_SEAT + places)
    emit(s, KEPT, seat, places, count)


def keep_at_opening(t: RuleTables, s: State, seat: i64, places: i64) -> bool:
    """Note what a seat keeps; True if it was the last seat: then all keep at once.

    Held back so that nobody learns anything from the order in which seats answer.
    """
    s.answer[seat] = places
    emit(s, CHOSE, seat, places, 0)
    for each in range(t.seats):
        if s.answer[each] == NONE:
            return False
    for each in range(t.seats):
        keep(t, s, each, s.answer[each], t.opening_returns)
    return True
