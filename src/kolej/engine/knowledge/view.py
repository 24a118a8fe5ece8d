"""What one seat, or a spectator, may know: built from the state field by field, never by taking secrets out of it."""

from kolej.engine.core.state import (
    DISPLAY_CARD,
    LOG_CODE,
    LOG_DREW,
    LOG_KIND,
    LOG_OFFERED,
    LOG_RESHUFFLED,
    LOG_SEAT,
    NONE,
    OPENING,
    OVER,
    PICKING,
    TICKETS_CODE,
    TICKETS_SEAT,
    TURN,
    State,
)
from kolej.engine.core.vectors import Ints
from kolej.engine.knowledge.frozen_record import record
from kolej.engine.ruleset.tables import Tables

Numbers = tuple[int, ...]

HIDDEN_KIND = 15
"""Stands in the card log for a card that the viewer did not see."""
HIDDEN_TICKET = TICKETS_SEAT - 1
"""Stands in the ticket log for a ticket that the viewer did not see."""


@record
class Status:
    """Where the game stands: single numbers that everyone may know. `phase` and `owes` as in `state.py`."""

    phase: int
    seat: int
    first: int
    owes: int
    then: int
    turns_left: int
    ending: int
    passes: int
    decks: int
    deck_left: int
    pool: int
    pile_left: int
    group_left: int
    tail_left: int
    wanted: int
    way: int
    color: int
    due: int
    swaps: int


@record
class View:
    """All that a viewer may know. Numbers per seat are in seat order, numbers per kind of card begin with the wild."""

    viewer: int | None
    """The seat, or None for a spectator."""
    seats: int
    status: Status
    display: Numbers
    discard: Numbers
    unseen: Numbers
    hand_sizes: Numbers
    known: tuple[Numbers, ...]
    supply: tuple[Numbers, ...]
    points: Numbers
    track: Numbers
    owner: Numbers
    taken: Numbers
    building: Numbers
    laid: Numbers
    turned: Numbers
    offered: Numbers
    chosen: tuple[bool, ...]
    held: Numbers
    card_log: Numbers
    ticket_log: Numbers
    hands: tuple[Numbers | None, ...]
    """One's own; everyone's once the game is over."""
    tickets: tuple[Numbers | None, ...]
    offer: Numbers
    answer: int
    """One's own opening choice while others still choose."""

    @property
    def due(self) -> Numbers:
        """The seats whose choice is awaited."""
        if self.status.owes or self.status.phase == OVER:
            return ()
        if self.status.phase == OPENING:
            return tuple(seat for seat in range(self.seats) if not self.chosen[seat])
        return (self.status.seat,)


def status_of(s: State, viewer: int | None) -> Status:
    """Where the game stands for a viewer. A payment that is still being picked is nobody else's business."""
    if s.phase == PICKING and s.seat != viewer:
        phase, wanted, way, color, swaps = TURN, 0, 0, 0, 0
    else:
        phase, wanted, way, color, swaps = s.phase, s.wanted, s.way, s.color, s.swaps
    return Status(
        phase=phase,
        seat=s.seat,
        first=s.first,
        owes=s.owes,
        then=s.then if s.owes == DISPLAY_CARD else 0,
        turns_left=s.turns_left,
        ending=s.ending,
        passes=s.passes,
        decks=s.decks,
        deck_left=s.deck_left,
        pool=s.pool,
        pile_left=s.pile_left,
        group_left=s.group_left,
        tail_left=len(s.tail),
        wanted=wanted,
        way=way,
        color=color,
        due=s.due,
        swaps=swaps,
    )


def view_of(t: Tables, s: State, viewer: int | None) -> View:
    """What a seat may know, or a spectator (None)."""
    over = s.phase == OVER
    picking = s.phase == PICKING and s.seat != viewer
    return View(
        viewer=viewer,
        seats=t.seats,
        status=status_of(s, viewer),
        display=tuple(s.display),
        discard=tuple(s.discard),
        unseen=tuple(s.unseen),
        hand_sizes=tuple(s.hand_size),
        known=rows(s.known, t.kinds),
        supply=rows(s.supply, t.piece_kinds),
        points=tuple(s.points),
        track=tuple(s.track),
        owner=tuple(s.owner),
        taken=tuple(s.taken),
        building=tuple(s.building),
        laid=(0,) * t.kinds if picking else tuple(s.laid),
        turned=tuple(s.turned),
        offered=tuple(s.offered),
        chosen=tuple(answer != NONE for answer in s.answer),
        held=tuple(s.held),
        card_log=seen_cards(s.card_log, t.kinds, viewer),
        ticket_log=seen_tickets(s.ticket_log, viewer),
        hands=tuple(row(s.hands, seat, t.kinds) if over or seat == viewer else None for seat in range(t.seats)),
        tickets=tuple(tickets_of(s, seat) if over or seat == viewer else None for seat in range(t.seats)),
        offer=() if viewer is None else offer_of(t, s, viewer),
        answer=NONE if viewer is None else s.answer[viewer],
    )


def row(flat: Ints, seat: int, width: int) -> Numbers:
    """One seat's numbers out of a flat vector."""
    return tuple(flat[seat * width : (seat + 1) * width])


def rows(flat: Ints, width: int) -> tuple[Numbers, ...]:
    """Every seat's numbers out of a flat vector."""
    numbers = tuple(flat)
    return tuple(numbers[start : start + width] for start in range(0, len(numbers), width))


def tickets_of(s: State, seat: int) -> Numbers:
    """The tickets a seat holds."""
    return tuple(ticket for ticket, place in enumerate(s.place) if place == seat)


def offer_of(t: Tables, s: State, seat: int) -> Numbers:
    """The tickets a seat has been offered, in the order drawn."""
    start = seat * t.most_offer
    return tuple(s.offer[start : start + s.offered[seat]])


def seen_card(entry: int, viewer: int | None) -> int:
    """An entry of the card log as a viewer may read it."""
    if entry // LOG_CODE == LOG_DREW and entry // LOG_SEAT != viewer:
        return entry - entry % LOG_SEAT + HIDDEN_KIND * LOG_KIND + 1
    return entry


def seen_cards(log: Ints, kinds: int, viewer: int | None) -> Numbers:
    """The card log as a viewer may read it: blind draws of others without the card."""
    out: list[int] = []
    raw = 0
    for entry in log:
        if raw:
            raw -= 1
            out.append(entry)
        else:
            out.append(seen_card(entry, viewer))
            if entry // LOG_CODE == LOG_RESHUFFLED:
                raw = kinds
    return tuple(out)


def seen_ticket(entry: int, viewer: int | None) -> int:
    """An entry of the ticket log as a viewer may read it: of others' choices only how many were kept."""
    code, seat = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16
    if seat == viewer:
        return entry
    start = entry - entry % TICKETS_SEAT
    if code == LOG_OFFERED:
        return start + HIDDEN_TICKET
    return start + (entry % TICKETS_SEAT).bit_count()


def seen_tickets(log: Ints, viewer: int | None) -> Numbers:
    """The ticket log as a viewer may read it."""
    return tuple(seen_ticket(entry, viewer) for entry in log)
