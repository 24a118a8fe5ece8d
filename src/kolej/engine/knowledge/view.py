"""Views: what one seat, or a spectator, may know. `build_view.py` builds them, field by field."""

from enum import IntEnum
from typing import Final, NamedTuple

from kolej.engine.core.state import (
    LOG_AT_LEAST,
    LOG_AT_MOST,
    LOG_CODE,
    LOG_DREW,
    LOG_KIND,
    LOG_OFFERED,
    LOG_RESHUFFLED,
    LOG_SEAT,
    LOG_SHOWED,
    TICKETS_CODE,
    TICKETS_SEAT,
    is_due,
)
from kolej.engine.knowledge.frozen_record import frozen_record

Numbers = tuple[int, ...]


class Phase(IntEnum):
    """What the game waits for."""

    SETUP = 0
    """Cards and tickets are being dealt."""
    OPENING = 1
    """Every seat chooses which of its first tickets to keep."""
    TURN = 2
    """A seat chooses an action."""
    SECOND = 3
    """A seat draws its second card."""
    KEEPING = 4
    """A seat chooses which of the tickets it drew to keep."""
    TUNNEL = 5
    """A seat pays the extra cards of a tunnel, or refuses."""
    PAYING = 6
    """A seat composes a payment with stand-ins, card by card."""
    OVER = 7
    """The game has ended."""


class Owed(IntEnum):
    """The outcome of chance that is due before anyone can decide."""

    NOTHING = 0
    FIRST_SEAT = 1
    """Which seat begins."""
    HAND_CARD = 2
    """A card of an opening hand."""
    DISPLAY_CARD = 3
    """A card for the display."""
    BLIND_CARD = 4
    """A card drawn from the deck."""
    TUNNEL_CARD = 5
    """A card turned up for a tunnel."""
    OPENING_TICKET = 6
    """A ticket to choose from at the opening."""
    TICKET = 7
    """A ticket to choose from during the game."""


HIDDEN_KIND: Final = 15
"""The card in an entry of the card log that the viewer did not see."""
HIDDEN_TICKET: Final = TICKETS_SEAT - 1
"""The ticket in an entry of the ticket log that the viewer did not see."""


@frozen_record
class Status:
    """The status of a game: the public numbers that are not lists."""

    phase: Phase
    """What the game waits for."""
    seat: int
    """The seat on turn, or the one being dealt to."""
    first: int
    """The seat that began; -1 before it is drawn."""
    owes: Owed
    """The outcome of chance that is due; `Owed.NOTHING` while a seat decides."""
    then: int
    """What follows once the display is full: 0 the opening tickets, 1 the second card, 2 the end of the turn."""
    turns_left: int
    """Turns left in the last round; 0 before it."""
    ending: int
    """1 once the last round has been triggered."""
    passes: int
    """How many seats have passed in a row."""
    decks: int
    """How many times the discards have become a new deck."""
    deck_left: int
    """Cards left in the deck."""
    pool: int
    """Pieces left in the shared pool."""
    pile_left: int
    """Tickets left in the shuffled pile."""
    group_left: int
    """Tickets returned at the opening and shuffled under the pile, where an edition does so."""
    tail_left: int
    """Tickets returned under the pile, in the order in which they are drawn again."""
    wanted: int
    """Cards or tickets still to come: revealed for a tunnel, drawn for an offer, or paid."""
    option: int
    """The claim option of the tunnel or of the payment that is under way."""
    color: int
    """The kind of card that the tunnel or the payment under way is paid with."""
    due: int
    """The cards that a tunnel costs in addition."""
    stand_ins: int
    """The stand-ins of the payment that is under way."""


class CardLogEntry(NamedTuple):
    """One entry of `View.card_history`: how cards came from the deck into hands."""

    what: str
    """`drew` a card, dealt or blind; `showed` cards that were in a hand; `reshuffled`: the discards became the deck;
    `at least` and `at most`: a bound on the coloured cards drawn blind from this deck, which the display reveals."""
    seat: int | None
    """The seat; None for entries that are about the deck."""
    card: int | None
    """The kind of card; None if the viewer did not see it, or if the entry is not about one kind."""
    cards: int
    """How many cards."""
    hidden: Numbers = ()
    """Of `reshuffled`: the cards that the old deck gave to hands face down, by kind."""


class TicketLogEntry(NamedTuple):
    """One entry of `View.ticket_history`: a ticket was offered to a seat, or a seat kept some of an offer."""

    what: str
    """`offered` or `kept`."""
    seat: int
    ticket: int | None
    """Of `offered`: the ticket; None if the viewer did not see it."""
    places: Numbers | None
    """Of `kept`: the places of the offer that were kept; None if the viewer did not see them."""
    tickets: int
    """How many tickets."""


@frozen_record
class View:
    """All that a viewer may know.

    Lists per seat are in seat order. Lists per kind of card are counts: of the wild first, then of each colour in the
    order of `Board.colors`. A single card is the index in such a list.
    """

    viewer: int | None
    """The seat that views the game, or None for a spectator."""
    seats: int
    """The number of seats."""
    status: Status
    """Phase, seat on turn, counts of decks and piles."""
    display: Numbers
    """The kind of the card in each slot of the display; -1 in an empty slot."""
    discard: Numbers
    """The discarded cards, by kind."""
    unseen: Numbers
    """The present deck as it was made, by kind, less the cards that were turned up from it."""
    hand_sizes: Numbers
    """Per seat, the number of cards in its hand."""
    known: tuple[Numbers, ...]
    """Per seat, the part of its hand that everyone has seen, by kind."""
    supply: tuple[Numbers, ...]
    """Per seat, the pieces it has not placed, in the order of the edition's `pieces`."""
    points: Numbers
    """Per seat, the points for routes so far."""
    track: Numbers
    """Per seat, how far its marker has moved."""
    owner: Numbers
    """Per route, the seat that owns it; -1 if nobody does."""
    taken: Numbers
    """Per route, the claim option with which it was taken."""
    building: Numbers
    """Per city, the seat whose station stands there; -1 if there is none."""
    laid: Numbers
    """The cards laid down for a tunnel, or paid so far in a payment with stand-ins, by kind."""
    turned: Numbers
    """The cards turned up for a tunnel, by kind."""
    offered: Numbers
    """Per seat, the number of tickets it is choosing from."""
    chosen: tuple[bool, ...]
    """Per seat, whether it has made its opening choice."""
    held: Numbers
    """Per seat, the number of tickets it holds."""
    card_log: Numbers
    """How cards came into hands, encoded for `determinize`; `card_history` has the same entries in a readable form."""
    ticket_log: Numbers
    """How tickets were offered and kept, encoded for `determinize`; `ticket_history` is the readable form."""
    hands: tuple[Numbers | None, ...]
    """Per seat, its hand by kind: the viewer's own, None for others; everyone's once the game is over."""
    tickets: tuple[Numbers | None, ...]
    """Per seat, the tickets it holds: the viewer's own, None for others; everyone's once the game is over."""
    offer: Numbers
    """The tickets that the viewer is choosing from."""
    answer: int
    """The viewer's own opening choice while others are still choosing, a bit for each place of the offer; -1 before."""

    @property
    def phase(self) -> Phase:
        """What the game waits for."""
        return self.status.phase

    @property
    def hand(self) -> Numbers:
        """The viewer's own hand, by kind; empty for a spectator."""
        return () if self.viewer is None else self.hands[self.viewer] or ()

    @property
    def own_tickets(self) -> Numbers:
        """The tickets that the viewer holds; empty for a spectator."""
        return () if self.viewer is None else self.tickets[self.viewer] or ()

    @property
    def due(self) -> Numbers:
        """The seats whose decision is due."""
        now = self.status
        seats = range(self.seats)
        return tuple(seat for seat in seats if is_due(now.phase, now.owes, now.seat, seat, self.chosen[seat]))

    @property
    def card_history(self) -> tuple[CardLogEntry, ...]:
        """How cards came from the deck into hands since the game began, oldest first."""
        kinds = len(self.discard)
        entries: list[CardLogEntry] = []
        log = iter(self.card_log)
        for number in log:
            code = number // LOG_CODE
            seat, kind, count = number // LOG_SEAT % 16, number // LOG_KIND % 16, number % LOG_KIND
            if code == LOG_RESHUFFLED:
                entries.append(CardLogEntry("reshuffled", None, None, 0, tuple(next(log) for _ in range(kinds))))
            elif code in (LOG_AT_LEAST, LOG_AT_MOST):
                name = "at least" if code == LOG_AT_LEAST else "at most"
                entries.append(CardLogEntry(name, None, None, number % LOG_CODE))
            else:
                name = {LOG_DREW: "drew", LOG_SHOWED: "showed"}[code]
                entries.append(CardLogEntry(name, seat, None if kind == HIDDEN_KIND else kind, count))
        return tuple(entries)

    @property
    def ticket_history(self) -> tuple[TicketLogEntry, ...]:
        """Which tickets were offered and kept since the game began, oldest first, as far as the viewer saw it."""
        entries: list[TicketLogEntry] = []
        for number in self.ticket_log:
            code, seat, value = number // TICKETS_CODE, number // TICKETS_SEAT % 16, number % TICKETS_SEAT
            if code == LOG_OFFERED:
                ticket = None if value == HIDDEN_TICKET else value
                entries.append(TicketLogEntry("offered", seat, ticket, None, 1))
            elif seat == self.viewer:
                places = tuple(place for place in range(value.bit_length()) if value >> place & 1)
                entries.append(TicketLogEntry("kept", seat, None, places, len(places)))
            else:
                entries.append(TicketLogEntry("kept", seat, None, None, value))
        return tuple(entries)
