"""Views: what one seat, or a spectator, may know. A view is built field by field, never by removing secrets."""

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
    is_due,
)
from kolej.engine.core.vectors import Ints
from kolej.engine.knowledge.frozen_record import frozen_record
from kolej.engine.ruleset.tables import RuleTables

Numbers = tuple[int, ...]

PHASE_NAMES = ("setup", "opening", "turn", "second", "keeping", "tunnel", "paying", "over")
"""The names of `Status.phase`, in the order of its numbers."""
OWES_NAMES = (
    "nothing",
    "first_seat",
    "hand_card",
    "display_card",
    "blind_card",
    "tunnel_card",
    "opening_ticket",
    "ticket",
)
"""The names of `Status.owes`, in the order of its numbers."""

HIDDEN_KIND = 15
"""The card in an entry of the card log that the viewer did not see."""
HIDDEN_TICKET = TICKETS_SEAT - 1
"""The ticket in an entry of the ticket log that the viewer did not see."""


@frozen_record
class Status:
    """The status of a game: the public numbers that are not lists. `phase` and `owes` as in `core/state.py`."""

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
    option: int
    color: int
    due: int
    stand_ins: int


@frozen_record
class View:
    """All that a viewer may know. Lists per seat are in seat order; lists per kind of card begin with the wild."""

    viewer: int | None
    """The seat that views the game, or None for a spectator."""
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
    """The viewer's own hand; everyone's once the game is over."""
    tickets: tuple[Numbers | None, ...]
    offer: Numbers
    answer: int
    """The viewer's own opening choice while others are still choosing."""

    @property
    def due(self) -> Numbers:
        """The seats whose decision is due."""
        now = self.status
        seats = range(self.seats)
        return tuple(seat for seat in seats if is_due(now.phase, now.owes, now.seat, seat, self.chosen[seat]))


def status_of(s: State, viewer: int | None) -> Status:
    """The status as a viewer may see it: a payment that another seat is composing is hidden."""
    if s.phase == PAYING and s.seat != viewer:
        phase, wanted, option, color, stand_ins = TURN, 0, 0, 0, 0
    else:
        phase, wanted, option, color, stand_ins = s.phase, s.wanted, s.option, s.color, s.stand_ins
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
        option=option,
        color=color,
        due=s.due,
        stand_ins=stand_ins,
    )


def view_of(t: RuleTables, s: State, viewer: int | None) -> View:
    """The view of a seat, or of a spectator (None)."""
    over = s.phase == OVER
    picking = s.phase == PAYING and s.seat != viewer
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
    """The part of a flat vector that belongs to one seat."""
    return tuple(flat[seat * width : (seat + 1) * width])


def rows(flat: Ints, width: int) -> tuple[Numbers, ...]:
    """A flat vector as one tuple per seat."""
    numbers = tuple(flat)
    return tuple(numbers[start : start + width] for start in range(0, len(numbers), width))


def tickets_of(s: State, seat: int) -> Numbers:
    """The tickets a seat holds."""
    return tuple(ticket for ticket, place in enumerate(s.place) if place == seat)


def offer_of(t: RuleTables, s: State, seat: int) -> Numbers:
    """The tickets a seat has been offered, in the order drawn."""
    start = seat * t.most_offer
    return tuple(s.offer[start : start + s.offered[seat]])


def seen_card(entry: int, viewer: int | None) -> int:
    """An entry of the card log as a viewer may see it."""
    if entry // LOG_CODE == LOG_DREW and entry // LOG_SEAT != viewer:
        return entry - entry % LOG_SEAT + HIDDEN_KIND * LOG_KIND + 1
    return entry


def seen_cards(log: Ints, kinds: int, viewer: int | None) -> Numbers:
    """The card log as a viewer may see it: blind draws of others are hidden."""
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
    """An entry of the ticket log as a viewer may see it: of others' choices only how many tickets were kept."""
    code, seat = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16
    if seat == viewer:
        return entry
    start = entry - entry % TICKETS_SEAT
    if code == LOG_OFFERED:
        return start + HIDDEN_TICKET
    return start + (entry % TICKETS_SEAT).bit_count()


def seen_tickets(log: Ints, viewer: int | None) -> Numbers:
    """The ticket log as a viewer may see it."""
    return tuple(seen_ticket(entry, viewer) for entry in log)
