"""The initial state, with nothing dealt yet; and a state restored from plain numbers."""

from kolej.engine.core.claims import open_options
from kolej.engine.core.make_vectors import filled, zeros
from kolej.engine.core.state import FIRST_SEAT, HAND_CARD, IN_PILE, MOST_FACTS, NONE, SETUP, State
from kolej.engine.core.step_facts import FIRST, emit
from kolej.engine.core.vectors import i64, vec
from kolej.engine.ruleset.tables import RuleTables


def start(t: RuleTables, first: i64) -> State:
    """The state of a new game; `first` is the seat that begins, or `NONE` to leave that to chance."""
    s = State()
    s.hands = zeros(t.seats * t.kinds)
    s.known = zeros(t.seats * t.kinds)
    s.hand_size = zeros(t.seats)
    s.display = filled(t.display_size, NONE)
    s.display_counts = zeros(t.kinds)
    s.deck = t.full[:]
    s.discard = zeros(t.kinds)
    s.unseen = t.full[:]
    s.laid = zeros(t.kinds)
    s.turned = zeros(t.kinds)
    s.supply = zeros(t.seats * t.piece_kinds)
    for seat in range(t.seats):
        for piece in range(t.piece_kinds):
            s.supply[seat * t.piece_kinds + piece] = t.supply[piece]
    s.points = zeros(t.seats)
    s.track = zeros(t.seats)
    s.owner = filled(t.routes, NONE)
    s.taken = filled(t.routes, NONE)
    s.building = filled(t.cities, NONE)
    s.open = zeros(t.seats * t.words)
    s.place = filled(t.tickets, IN_PILE)
    s.tail = vec[i64]()
    s.offer = filled(t.seats * t.most_offer, NONE)
    s.offered = zeros(t.seats)
    s.answer = filled(t.seats, NONE)
    s.held = zeros(t.seats)
    s.card_log = vec[i64]()
    s.ticket_log = vec[i64]()
    s.facts = zeros(MOST_FACTS)
    s.phase = SETUP
    s.seat = 0
    s.first = first
    s.owes = HAND_CARD
    s.then = 0
    s.turns_left = 0
    s.ending = 0
    s.passes = 0
    s.decks = 0
    s.deck_left = 0
    for kind in range(t.kinds):
        s.deck_left += t.full[kind]
    s.discard_left = 0
    s.gaps = t.display_size
    s.pool = t.pool
    s.pile_left = 0
    for ticket in range(t.tickets):
        if t.ticket_deck[ticket] == t.play_deck:
            s.pile_left += 1
    s.group_left = 0
    s.wanted = 0
    s.option = 0
    s.color = 0
    s.due = 0
    s.stand_ins = 0
    s.facts_end = 0
    open_options(t, s)
    if first == NONE:
        s.owes = FIRST_SEAT
    else:
        emit(s, FIRST, first, 0, 0)
    return s


def restore(t: RuleTables, numbers: list[list[int]]) -> State:
    """The state that `State.numbers` was called on."""
    s = State()
    s.load(numbers)
    s.open = zeros(t.seats * t.words)
    open_options(t, s)
    return s
