"""Tickets in motion: from the pile to an offer, from an offer to a seat, the pile's end or the box.

The pile is, from the top: a shuffled part; where opening returns are shuffled, a second shuffled part made of them;
and a tail in the order in which tickets came back. Chance is asked only for the shuffled parts.
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
from kolej.engine.core.step_facts import KEPT, OFFERED_TICKET, tell
from kolej.engine.core.vectors import append, i64
from kolej.engine.ruleset.rows import BOTTOM, SHUFFLED
from kolej.engine.ruleset.tables import BITS, Tables


def offer(t: Tables, s: State, seat: i64, ticket: i64) -> None:
    """Add a ticket to a seat's offer, from wherever in the pile it lies."""
    if s.place[ticket] == IN_GROUP:
        s.group_left -= 1
    elif s.place[ticket] == IN_PILE and t.ticket_deck[ticket] == t.play_deck:
        s.pile_left -= 1
    s.place[ticket] = OFFERED
    s.offer[seat * t.most_offer + s.offered[seat]] = ticket
    s.offered[seat] += 1
    s.ticket_log = append(s.ticket_log, seat * TICKETS_SEAT + ticket)
    tell(s, OFFERED_TICKET, seat, ticket, 0)


def offer_owes(t: Tables, s: State) -> bool:
    """Go on with an offer; True while chance must say which ticket comes."""
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


def keep(t: Tables, s: State, seat: i64, places: i64, returns: i64) -> None:
    """Keep the tickets at these places of the offer; the rest go where this game sends them."""
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
    tell(s, KEPT, seat, places, count)
