"""`determinize`: from what a viewer knows, a whole state that may be the true one.

It takes a view and no state, so it cannot cheat. Every state it makes could have come about by the same public moves:
hidden cards and tickets are dealt anew along the logs (`imagine_cards.py`, `imagine_tickets.py`), reshuffles included.
"""

from kolej.engine.claiming import reopen
from kolej.engine.errors import KolejError
from kolej.engine.flat import filled, ints, zeros
from kolej.engine.imagine_cards import deal_cards
from kolej.engine.imagine_tickets import deal_tickets
from kolej.engine.luck import Luck
from kolej.engine.state import (
    IN_BOX,
    IN_GROUP,
    IN_PILE,
    IN_TAIL,
    MOST_FACTS,
    NONE,
    OFFERED,
    OVER,
    SETUP,
    State,
)
from kolej.engine.tables import Tables
from kolej.engine.view import View


def determinize(t: Tables, view: View, luck: Luck) -> State:
    """A state that this viewer cannot tell from the true one."""
    if view.status.phase == OVER:
        raise KolejError("the game is over: everything is known, and there is nothing to imagine")
    s = State()
    _public(t, view, s)
    _cards(t, view, s, luck)
    _tickets(t, view, s, luck)
    return s


def _public(t: Tables, view: View, s: State) -> None:
    status = view.status
    s.phase, s.seat, s.first = status.phase, status.seat, status.first
    s.owes, s.then, s.turns_left = status.owes, status.then, status.turns_left
    s.ending, s.passes, s.decks = status.ending, status.passes, status.decks
    s.deck_left, s.discard_left = status.deck_left, sum(view.discard)
    s.pool, s.pile_left, s.group_left = status.pool, status.pile_left, status.group_left
    s.wanted, s.way, s.color, s.due, s.swaps = (
        status.wanted,
        status.way,
        status.color,
        status.due,
        status.swaps,
    )
    s.told = 0
    s.facts = zeros(MOST_FACTS)
    s.display = ints(view.display)
    s.gaps = view.display.count(NONE)
    s.face = ints(view.display.count(kind) for kind in range(t.kinds))
    s.discard = ints(view.discard)
    s.unseen = ints(view.unseen)
    s.laid = ints(view.laid)
    s.turned = ints(view.turned)
    s.known = ints(count for known in view.known for count in known)
    s.hand_size = ints(view.hand_sizes)
    s.supply = ints(count for supply in view.supply for count in supply)
    s.points = ints(view.points)
    s.track = ints(view.track)
    s.owner = ints(view.owner)
    s.taken = ints(view.taken)
    s.building = ints(view.building)
    s.open = zeros(t.seats * t.words)
    reopen(t, s)


def _cards(t: Tables, view: View, s: State, luck: Luck) -> None:
    dealt = deal_cards(view, luck)
    hands: list[int] = []
    for seat, hand in enumerate(view.hands):
        guessed = [a + b for a, b in zip(view.known[seat], dealt.hidden[seat], strict=True)]
        hands += guessed if hand is None else hand
    s.hands = ints(hands)
    s.deck = ints(dealt.deck)
    s.card_log = ints(dealt.log)


def _tickets(t: Tables, view: View, s: State, luck: Luck) -> None:
    dealt = deal_tickets(t, view, luck)
    s.ticket_log = ints(dealt.log)
    s.tail = ints(dealt.tail)
    s.held = ints(view.held)
    s.offered = ints(view.offered)
    s.offer = filled(t.seats * t.most_offer, NONE)
    # Decks that serve the opening only leave the game once it has been dealt.
    s.place = ints(
        IN_PILE if view.status.phase == SETUP or t.ticket_deck[ticket] == t.play_deck else IN_BOX
        for ticket in range(t.tickets)
    )
    for seat in range(t.seats):
        for i, ticket in enumerate(dealt.offers[seat]):
            s.offer[seat * t.most_offer + i] = ticket
            s.place[ticket] = OFFERED
        for ticket in dealt.held[seat]:
            s.place[ticket] = seat
    for lies, tickets in ((IN_GROUP, dealt.group), (IN_TAIL, dealt.tail), (IN_BOX, dealt.box)):
        for ticket in tickets:
            s.place[ticket] = lies
    s.answer = ints(_answer(t, view, seat, luck) for seat in range(t.seats))


def _answer(t: Tables, view: View, seat: int, luck: Luck) -> int:
    """The opening choice of a seat, which others can only guess."""
    if not view.chosen[seat]:
        return NONE
    if seat == view.viewer:
        return view.answer
    size = len(t.opening_deck)
    choices = [places for places in range(1, 2**size) if places.bit_count() >= t.opening_keep]
    return choices[luck.below(len(choices))]
