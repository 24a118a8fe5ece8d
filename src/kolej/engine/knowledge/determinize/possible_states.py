"""Possible states: complete states that a viewer cannot distinguish from the true one.

They are made from a view and never from the true state, so no secret can leak into them. Each of them could have been
reached by the same public moves: hidden cards and tickets are dealt again along the logs of the view (`cards.py`,
`tickets.py`), reshuffles included.
"""

from kolej.engine.chance.rng import Rng
from kolej.engine.core.claims import open_options
from kolej.engine.core.state import IN_BOX, IN_GROUP, IN_PILE, IN_TAIL, NONE, OFFERED, OVER, SECRETS, SETUP, State
from kolej.engine.errors import KolejError
from kolej.engine.knowledge.determinize.card_origins import Origins
from kolej.engine.knowledge.determinize.cards import deal_cards, read_card_history
from kolej.engine.knowledge.determinize.tickets import TicketWeights, deal_tickets, read_ticket_history
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import RuleTables


class PossibleStates:
    """The possible states of one view. What all of them have in common is computed once."""

    def __init__(self, t: RuleTables, view: View) -> None:
        if view.status.phase == OVER:
            raise KolejError("the game is over: everything is known, and there is nothing to determinize")
        self._tables = t
        self._view = view
        self._card_history = read_card_history(view)
        self._origins = Origins(self._card_history.hidden, self._card_history.shown, self._card_history.capacity())
        self._ticket_history = read_ticket_history(t, view)
        self._public = State()
        fill_status(view, self._public)
        # The core makes its own vectors from lists: librt 0.16 never frees a vector that is handed over from outside.
        self._public.fill(public_vectors(t, view))
        self._public.fill_secrets({name: [] for name in SECRETS})
        open_options(t, self._public)

    def sample(self, rng: Rng, weights: TicketWeights | None = None) -> State:
        """One possible state, at random. Hidden tickets are dealt uniformly, or by weights."""
        s = self._public.copy()
        s.fill_secrets({**self._cards(rng), **self._tickets(rng, weights)})
        return s

    def _cards(self, rng: Rng) -> dict[str, list[int]]:
        view = self._view
        dealt = deal_cards(view, self._card_history, self._origins, rng)
        hands: list[int] = []
        for seat, hand in enumerate(view.hands):
            guessed = [a + b for a, b in zip(view.known[seat], dealt.hidden[seat], strict=True)]
            hands += guessed if hand is None else hand
        return {"hands": hands, "deck": dealt.deck, "card_log": dealt.log}

    def _tickets(self, rng: Rng, weights: TicketWeights | None) -> dict[str, list[int]]:
        t, view = self._tables, self._view
        dealt = deal_tickets(t, view, self._ticket_history, rng, weights)
        offer = [NONE] * (t.seats * t.most_offer)
        # Ticket decks that are used for the opening only leave the game once they have been dealt.
        place = [
            IN_PILE if view.status.phase == SETUP or t.ticket_deck[ticket] == t.play_deck else IN_BOX
            for ticket in range(t.tickets)
        ]
        for seat in range(t.seats):
            for i, ticket in enumerate(dealt.offers[seat]):
                offer[seat * t.most_offer + i] = ticket
                place[ticket] = OFFERED
            for ticket in dealt.held[seat]:
                place[ticket] = seat
        for pile, tickets in ((IN_GROUP, dealt.group), (IN_TAIL, dealt.tail), (IN_BOX, dealt.box)):
            for ticket in tickets:
                place[ticket] = pile
        answers = [_answer(t, view, seat, rng) for seat in range(t.seats)]
        return {"ticket_log": dealt.log, "tail": dealt.tail, "offer": offer, "place": place, "answer": answers}


def determinize(t: RuleTables, view: View, rng: Rng) -> State:
    """One state that this viewer cannot distinguish from the true one."""
    return PossibleStates(t, view).sample(rng)


def fill_status(view: View, s: State) -> None:
    """Set the public numbers of a state (those that are not vectors)."""
    status = view.status
    s.phase, s.seat, s.first = status.phase, status.seat, status.first
    s.owes, s.then, s.turns_left = status.owes, status.then, status.turns_left
    s.ending, s.passes, s.decks = status.ending, status.passes, status.decks
    s.deck_left, s.discard_left = status.deck_left, sum(view.discard)
    s.pool, s.pile_left, s.group_left = status.pool, status.pile_left, status.group_left
    s.wanted, s.option, s.color = status.wanted, status.option, status.color
    s.due, s.stand_ins = status.due, status.stand_ins
    s.gaps = view.display.count(NONE)
    s.facts_end = 0


def public_vectors(t: RuleTables, view: View) -> dict[str, list[int]]:
    """The public vectors of a state, as lists by name."""
    return {
        "display": list(view.display),
        "display_counts": [view.display.count(kind) for kind in range(t.kinds)],
        "discard": list(view.discard),
        "unseen": list(view.unseen),
        "laid": list(view.laid),
        "turned": list(view.turned),
        "known": [count for known in view.known for count in known],
        "hand_size": list(view.hand_sizes),
        "supply": [count for supply in view.supply for count in supply],
        "points": list(view.points),
        "track": list(view.track),
        "owner": list(view.owner),
        "taken": list(view.taken),
        "building": list(view.building),
        "open": [0] * (t.seats * t.words),
        "held": list(view.held),
        "offered": list(view.offered),
    }


def _answer(t: RuleTables, view: View, seat: int, rng: Rng) -> int:
    """The opening choice of a seat: the viewer's own, or a random one."""
    if not view.chosen[seat]:
        return NONE
    if seat == view.viewer:
        return view.answer
    size = len(t.opening_deck)
    choices = [places for places in range(1, 2**size) if places.bit_count() >= t.opening_keep]
    return choices[rng.below(len(choices))]
