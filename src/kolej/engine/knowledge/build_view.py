"""Building views: a view is built from the state field by field, never by removing secrets. Compiled."""

from typing import Final

from kolej.engine.core.state import (
    DISPLAY_CARD,
    LOG_CODE,
    LOG_DREW,
    LOG_KIND,
    LOG_OFFERED,
    LOG_RESHUFFLED,
    LOG_SEAT,
    NONE,
    OVER,
    PAYING,
    TICKETS_CODE,
    TICKETS_SEAT,
    TURN,
    State,
)
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.knowledge.view import HIDDEN_KIND, HIDDEN_TICKET, Numbers, Owed, Phase, Status, View
from kolej.engine.ruleset.tables import RuleTables

# Looking a member up by its value takes longer than everything else that makes a status.
PHASES: Final[list[Phase]] = list(Phase)
OWED: Final[list[Owed]] = list(Owed)


def view_of(t: RuleTables, s: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    seat: i64 = NONE if viewer is None else viewer
    over = s.phase == OVER
    composing = s.phase == PAYING and s.seat != seat
    seats = t.seats
    kinds = t.kinds
    hands: list[Numbers | None] = []
    tickets: list[Numbers | None] = []
    for other in range(seats):
        seen = over or other == seat
        hands.append(row(s.hands, other, kinds) if seen else None)
        tickets.append(tickets_of(s, other) if seen else None)
    # By position: a call by keyword takes twice as long.
    return View(
        viewer,
        seats,
        status_of(s, viewer),
        numbers(s.display),
        numbers(s.discard),
        numbers(s.unseen),
        numbers(s.hand_size),
        rows(s.known, kinds),
        rows(s.supply, t.piece_kinds),
        numbers(s.points),
        numbers(s.track),
        numbers(s.owner),
        numbers(s.taken),
        numbers(s.building),
        (0,) * kinds if composing else numbers(s.laid),
        numbers(s.turned),
        numbers(s.offered),
        tuple([s.answer[other] != NONE for other in range(seats)]),
        numbers(s.held),
        seen_cards(s.card_log, kinds, seat),
        seen_tickets(s.ticket_log, seat),
        tuple(hands),
        tuple(tickets),
        () if seat == NONE else offer_of(t, s, seat),
        NONE if seat == NONE else s.answer[seat],
    )


def status_of(s: State, viewer: int | None) -> Status:
    """The status as a viewer may see it: a payment that another seat is composing is hidden."""
    seat: i64 = NONE if viewer is None else viewer
    hidden = s.phase == PAYING and s.seat != seat
    return Status(
        PHASES[TURN if hidden else s.phase],
        s.seat,
        s.first,
        OWED[s.owes],
        s.then if s.owes == DISPLAY_CARD else 0,
        s.turns_left,
        s.ending,
        s.passes,
        s.decks,
        s.deck_left,
        s.pool,
        s.pile_left,
        s.group_left,
        len(s.tail),
        0 if hidden else s.wanted,
        0 if hidden else s.option,
        0 if hidden else s.color,
        s.due,
        0 if hidden else s.stand_ins,
    )


def numbers(flat: Ints) -> Numbers:
    """A vector as a tuple."""
    out: list[int] = [number for number in flat]
    return tuple(out)


def row(flat: Ints, seat: i64, width: i64) -> Numbers:
    """The part of a flat vector that belongs to one seat."""
    out: list[int] = [flat[i] for i in range(seat * width, (seat + 1) * width)]
    return tuple(out)


def rows(flat: Ints, width: i64) -> tuple[Numbers, ...]:
    """A flat vector as one tuple per seat."""
    out: list[Numbers] = [row(flat, seat, width) for seat in range(i64(len(flat)) // width if width else 0)]
    return tuple(out)


# Interpreted code calls these with a state: a vector that it passes to a compiled function is never freed.
def hand_of(t: RuleTables, s: State, seat: i64) -> Numbers:
    """The cards in a seat's hand, by kind."""
    return row(s.hands, seat, t.kinds)


def known_hand_of(t: RuleTables, s: State, seat: i64) -> Numbers:
    """The cards in a seat's hand that everyone knows, by kind."""
    return row(s.known, seat, t.kinds)


def supply_of(t: RuleTables, s: State, seat: i64) -> Numbers:
    """The pieces that a seat has left, by kind."""
    return row(s.supply, seat, t.piece_kinds)


def tickets_of(s: State, seat: i64) -> Numbers:
    """The tickets a seat holds."""
    place = s.place
    out: list[int] = [ticket for ticket in range(len(place)) if place[ticket] == seat]
    return tuple(out)


def offer_of(t: RuleTables, s: State, seat: i64) -> Numbers:
    """The tickets a seat has been offered, in the order drawn."""
    start = seat * t.most_offer
    out: list[int] = [s.offer[i] for i in range(start, start + s.offered[seat])]
    return tuple(out)


def seen_card(entry: i64, viewer: i64) -> i64:
    """An entry of the card log as a viewer may see it."""
    if entry // LOG_CODE == LOG_DREW and entry // LOG_SEAT != viewer:
        return entry - entry % LOG_SEAT + HIDDEN_KIND * LOG_KIND + 1
    return entry


def seen_cards(log: Ints, kinds: i64, viewer: i64) -> Numbers:
    """The card log as a viewer may see it: blind draws of others are hidden."""
    out: list[int] = []
    raw: i64 = 0
    for entry in log:
        if raw > 0:
            raw -= 1
            out.append(entry)
        else:
            out.append(seen_card(entry, viewer))
            if entry // LOG_CODE == LOG_RESHUFFLED:
                raw = kinds
    return tuple(out)


def seen_ticket(entry: i64, viewer: i64) -> i64:
    """An entry of the ticket log as a viewer may see it: of others' choices only how many tickets were kept."""
    code, seat = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16
    if seat == viewer:
        return entry
    start = entry - entry % TICKETS_SEAT
    if code == LOG_OFFERED:
        return start + HIDDEN_TICKET
    return start + int(entry % TICKETS_SEAT).bit_count()


def seen_tickets(log: Ints, viewer: i64) -> Numbers:
    """The ticket log as a viewer may see it."""
    out: list[int] = [seen_ticket(entry, viewer) for entry in log]
    return tuple(out)
