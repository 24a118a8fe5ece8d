"""Game state: one position of one game, as integers and vectors of integers.

A state holds no randomness. A deck is a multiset: which card comes next is an outcome that the caller supplies. The
past is kept only where players can still reason from it, in `card_log` and `ticket_log`; `knowledge/determinize` reads
these logs.
"""

from typing import Final

from kolej.engine.core.make_vectors import ints, zeros
from kolej.engine.core.vectors import Ints, i64

# Phases: what the game waits for.
SETUP: Final = 0
OPENING: Final = 1
TURN: Final = 2
SECOND: Final = 3
KEEPING: Final = 4
TUNNEL: Final = 5
PAYING: Final = 6
OVER: Final = 7

# What chance still owes.
NOTHING: Final = 0
FIRST_SEAT: Final = 1
HAND_CARD: Final = 2
DISPLAY_CARD: Final = 3
BLIND_CARD: Final = 4
TUNNEL_CARD: Final = 5
OPENING_TICKET: Final = 6
TICKET: Final = 7

# What follows once the display has been filled.
THEN_TICKETS: Final = 0
THEN_SECOND: Final = 1
THEN_END: Final = 2

# Where a ticket is, unless a seat holds it.
IN_PILE: Final = -1
IN_GROUP: Final = -2
IN_TAIL: Final = -3
IN_BOX: Final = -4
OFFERED: Final = -5

NONE: Final = -1
"""No card in this slot, no owner of this route, no building in this city."""

# Entries of the card log: a code, a seat, a kind of card and a count in one integer.
LOG_DREW: Final = 0
LOG_SHOWED: Final = 1
LOG_RESHUFFLED: Final = 2
LOG_AT_LEAST: Final = 3
LOG_AT_MOST: Final = 4
"""A bound on the coloured cards drawn blind from the present deck: what a display reveals, flushed or not."""
LOG_CODE: Final = 4096
LOG_SEAT: Final = 256
LOG_KIND: Final = 16

# Entries of the ticket log: a code, a seat and a ticket (offered) or the set of kept places (kept).
LOG_OFFERED: Final = 0
LOG_KEPT: Final = 1
TICKETS_CODE: Final = 1048576
TICKETS_SEAT: Final = 65536

MOST_FACTS: Final = 96

SECRETS: Final = ("hands", "deck", "place", "tail", "offer", "answer", "card_log", "ticket_log")
"""The vectors of a state that no viewer knows in full."""


class State:
    """One game at one moment. Vectors with a value per seat and kind are flat: the index is `seat * kinds + kind`."""

    # Without slots, reading one of more than thirty attributes is slow when interpreted.
    __slots__ = """
        hands known hand_size display display_counts deck discard unseen laid turned supply points track owner taken
        building open place tail offer offered answer held card_log ticket_log facts phase seat first owes then
        turns_left ending passes decks deck_left discard_left gaps pool pile_left group_left wanted option color due
        stand_ins facts_end
    """.split()  # noqa: SIM905

    hands: Ints
    known: Ints
    """The part of each hand that everyone has seen and that has not been played."""
    hand_size: Ints
    display: Ints
    """The kind of the card in each slot; `NONE` in a gap."""
    display_counts: Ints
    """The display again, counted by kind."""
    deck: Ints
    discard: Ints
    unseen: Ints
    """The present deck as it was made, less the cards that have been turned up from it."""
    laid: Ints
    """Cards laid down for a tunnel, or paid so far in a payment with stand-ins."""
    turned: Ints
    """Cards revealed for a tunnel."""
    supply: Ints
    """Per seat and kind of piece, the pieces not placed yet."""
    points: Ints
    """Points for routes."""
    track: Ints
    """How far the marker of each seat has moved."""
    owner: Ints
    taken: Ints
    """The option with which each route was claimed."""
    building: Ints
    """The seat whose station stands in each city."""
    open: Ints
    """Per seat, a bit for each claim option that is still open to it and for which it has enough pieces."""
    place: Ints
    """Where each ticket is: the seat that holds it, or `IN_PILE` and so on."""
    tail: Ints
    """Tickets returned under the pile, in the order in which they are drawn again."""
    offer: Ints
    offered: Ints
    answer: Ints
    """What each seat keeps at the opening, held back until the last seat has answered."""
    held: Ints
    card_log: Ints
    ticket_log: Ints
    facts: Ints

    phase: i64
    seat: i64
    """The seat on turn, or the one being dealt to."""
    first: i64
    owes: i64
    then: i64
    turns_left: i64
    """Turns left in the last round; 0 before it."""
    ending: i64
    passes: i64
    decks: i64
    """How many times the discards have become a new deck."""
    deck_left: i64
    discard_left: i64
    gaps: i64
    pool: i64
    pile_left: i64
    group_left: i64
    """Tickets in the second shuffled part of the pile: those returned at the opening."""
    wanted: i64
    """Cards or tickets still to come: revealed for a tunnel, drawn for an offer, or paid."""
    option: i64
    color: i64
    due: i64
    """Cards that a tunnel costs in addition."""
    stand_ins: i64
    facts_end: i64
    """How much of `facts` the last step has written."""

    def __init__(self) -> None:
        # Empty on purpose: a compiled class runs this for copies too, and `start` and `copy` set every attribute.
        pass

    def copy(self) -> "State":
        """An equal, independent state."""
        other = State()
        other.hands = self.hands[:]
        other.known = self.known[:]
        other.hand_size = self.hand_size[:]
        other.display = self.display[:]
        other.display_counts = self.display_counts[:]
        other.deck = self.deck[:]
        other.discard = self.discard[:]
        other.unseen = self.unseen[:]
        other.laid = self.laid[:]
        other.turned = self.turned[:]
        other.supply = self.supply[:]
        other.points = self.points[:]
        other.track = self.track[:]
        other.owner = self.owner[:]
        other.taken = self.taken[:]
        other.building = self.building[:]
        other.open = self.open[:]
        other.place = self.place[:]
        other.tail = self.tail[:]
        other.offer = self.offer[:]
        other.offered = self.offered[:]
        other.answer = self.answer[:]
        other.held = self.held[:]
        other.card_log = self.card_log[:]
        other.ticket_log = self.ticket_log[:]
        other.facts = zeros(MOST_FACTS)
        other.phase = self.phase
        other.seat = self.seat
        other.first = self.first
        other.owes = self.owes
        other.then = self.then
        other.turns_left = self.turns_left
        other.ending = self.ending
        other.passes = self.passes
        other.decks = self.decks
        other.deck_left = self.deck_left
        other.discard_left = self.discard_left
        other.gaps = self.gaps
        other.pool = self.pool
        other.pile_left = self.pile_left
        other.group_left = self.group_left
        other.wanted = self.wanted
        other.option = self.option
        other.color = self.color
        other.due = self.due
        other.stand_ins = self.stand_ins
        other.facts_end = 0
        return other

    def fill(self, vectors: dict[str, list[int]]) -> None:
        """Set the public vectors from plain lists, by name."""
        self.known = ints(vectors["known"])
        self.hand_size = ints(vectors["hand_size"])
        self.display = ints(vectors["display"])
        self.display_counts = ints(vectors["display_counts"])
        self.discard = ints(vectors["discard"])
        self.unseen = ints(vectors["unseen"])
        self.laid = ints(vectors["laid"])
        self.turned = ints(vectors["turned"])
        self.supply = ints(vectors["supply"])
        self.points = ints(vectors["points"])
        self.track = ints(vectors["track"])
        self.owner = ints(vectors["owner"])
        self.taken = ints(vectors["taken"])
        self.building = ints(vectors["building"])
        self.open = ints(vectors["open"])
        self.offered = ints(vectors["offered"])
        self.held = ints(vectors["held"])
        self.facts = zeros(MOST_FACTS)

    def fill_secrets(self, vectors: dict[str, list[int]]) -> None:
        """Set the vectors named in `SECRETS` from plain lists, by name."""
        self.hands = ints(vectors["hands"])
        self.deck = ints(vectors["deck"])
        self.place = ints(vectors["place"])
        self.tail = ints(vectors["tail"])
        self.offer = ints(vectors["offer"])
        self.answer = ints(vectors["answer"])
        self.card_log = ints(vectors["card_log"])
        self.ticket_log = ints(vectors["ticket_log"])

    def numbers(self) -> list[list[int]]:
        """Everything that is not derived from something else, as plain lists: for comparisons and fingerprints."""
        return [
            list(self.hands),
            list(self.known),
            list(self.hand_size),
            list(self.display),
            list(self.display_counts),
            list(self.deck),
            list(self.discard),
            list(self.unseen),
            list(self.laid),
            list(self.turned),
            list(self.supply),
            list(self.points),
            list(self.track),
            list(self.owner),
            list(self.taken),
            list(self.building),
            list(self.place),
            list(self.tail),
            list(self.offer),
            list(self.offered),
            list(self.answer),
            list(self.held),
            list(self.card_log),
            list(self.ticket_log),
            *self.single_numbers(),
        ]

    def load(self, numbers: list[list[int]]) -> None:
        """Set everything from what `numbers` returned, except what is derived from it (`start.restore` does that)."""
        self.hands = ints(numbers[0])
        self.known = ints(numbers[1])
        self.hand_size = ints(numbers[2])
        self.display = ints(numbers[3])
        self.display_counts = ints(numbers[4])
        self.deck = ints(numbers[5])
        self.discard = ints(numbers[6])
        self.unseen = ints(numbers[7])
        self.laid = ints(numbers[8])
        self.turned = ints(numbers[9])
        self.supply = ints(numbers[10])
        self.points = ints(numbers[11])
        self.track = ints(numbers[12])
        self.owner = ints(numbers[13])
        self.taken = ints(numbers[14])
        self.building = ints(numbers[15])
        self.place = ints(numbers[16])
        self.tail = ints(numbers[17])
        self.offer = ints(numbers[18])
        self.offered = ints(numbers[19])
        self.answer = ints(numbers[20])
        self.held = ints(numbers[21])
        self.card_log = ints(numbers[22])
        self.ticket_log = ints(numbers[23])
        self.phase, self.seat, self.first, self.owes, self.then, self.turns_left, self.ending = numbers[24]
        single = numbers[25]
        self.passes, self.decks, self.deck_left, self.discard_left, self.gaps, self.pool, self.pile_left = single
        self.group_left, self.wanted, self.option, self.color, self.due, self.stand_ins = numbers[26]
        self.facts = zeros(MOST_FACTS)
        self.facts_end = 0

    def single_numbers(self) -> list[list[int]]:
        """The part of `numbers` that is not in vectors."""
        return [
            [self.phase, self.seat, self.first, self.owes, self.then, self.turns_left, self.ending],
            [
                self.passes,
                self.decks,
                self.deck_left,
                self.discard_left,
                self.gaps,
                self.pool,
                self.pile_left,
            ],
            [self.group_left, self.wanted, self.option, self.color, self.due, self.stand_ins],
        ]


def is_due(phase: i64, owes: i64, on_turn: i64, seat: i64, answered: bool) -> bool:
    """Whether a seat has to decide now: in the opening every seat that has not answered, later the seat on turn."""
    if owes != NOTHING or phase == OVER:
        return False
    if phase == OPENING:
        return not answered
    return seat == on_turn
