"""From what a viewer knows, whole states that may be the true one.

They are made from a view and no state, so there is no cheating. Every one of them could have come about by the same
public moves: hidden cards and tickets are dealt anew along the logs (`imagine_cards.py`, `imagine_tickets.py`),
reshuffles included.
"""

from kolej.engine.chance.rng import Luck
from kolej.engine.core.claims import reopen
from kolej.engine.core.state import (
    IN_BOX,
    IN_GROUP,
    IN_PILE,
    IN_TAIL,
    NONE,
    OFFERED,
    OVER,
    SECRETS,
    SETUP,
    State,
)
from kolej.engine.errors import KolejError
from kolej.engine.knowledge.determinize.card_origins import Origins
from kolej.engine.knowledge.determinize.cards import deal_cards, read_story
from kolej.engine.knowledge.determinize.tickets import Likely, deal_tickets, read_course
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import Tables


class Imagination:
    """All that one viewer may imagine at one moment: what every world has in common is made once."""

    def __init__(self, t: Tables, view: View) -> None:
        if view.status.phase == OVER:
            raise KolejError("the game is over: everything is known, and there is nothing to imagine")
        self._tables = t
        self._view = view
        self._story = read_story(view)
        self._origins = Origins(self._story.hidden, self._story.shown, self._story.room())
        self._course = read_course(t, view)
        self._public = State()
        fill_status(view, self._public)
        # Vectors are made inside the core: one that is handed over from outside is never freed (librt 0.16).
        self._public.fill(public_vectors(t, view))
        self._public.fill_secrets({name: [] for name in SECRETS})
        reopen(t, self._public)

    def world(self, luck: Luck, likely: Likely | None = None) -> State:
        """A state that this viewer cannot tell from the true one; tickets are dealt evenly unless told otherwise."""
        s = self._public.copy()
        s.fill_secrets({**self._cards(luck), **self._tickets(luck, likely)})
        return s

    def _cards(self, luck: Luck) -> dict[str, list[int]]:
        view = self._view
        dealt = deal_cards(view, self._story, self._origins, luck)
        hands: list[int] = []
        for seat, hand in enumerate(view.hands):
            guessed = [a + b for a, b in zip(view.known[seat], dealt.hidden[seat], strict=True)]
            hands += guessed if hand is None else hand
        return {"hands": hands, "deck": dealt.deck, "card_log": dealt.log}

    def _tickets(self, luck: Luck, likely: Likely | None) -> dict[str, list[int]]:
        t, view = self._tables, self._view
        dealt = deal_tickets(t, view, self._course, luck, likely)
        offer = [NONE] * (t.seats * t.most_offer)
        # Decks that serve the opening only leave the game once it has been dealt.
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
        for lies, tickets in ((IN_GROUP, dealt.group), (IN_TAIL, dealt.tail), (IN_BOX, dealt.box)):
            for ticket in tickets:
                place[ticket] = lies
        answers = [_answer(t, view, seat, luck) for seat in range(t.seats)]
        return {"ticket_log": dealt.log, "tail": dealt.tail, "offer": offer, "place": place, "answer": answers}


def determinize(t: Tables, view: View, luck: Luck) -> State:
    """A state that this viewer cannot tell from the true one."""
    return Imagination(t, view).world(luck)


def fill_status(view: View, s: State) -> None:
    """Set every single number of a state that everyone may know."""
    status = view.status
    s.phase, s.seat, s.first = status.phase, status.seat, status.first
    s.owes, s.then, s.turns_left = status.owes, status.then, status.turns_left
    s.ending, s.passes, s.decks = status.ending, status.passes, status.decks
    s.deck_left, s.discard_left = status.deck_left, sum(view.discard)
    s.pool, s.pile_left, s.group_left = status.pool, status.pile_left, status.group_left
    s.wanted, s.way, s.color, s.due, s.swaps = status.wanted, status.way, status.color, status.due, status.swaps
    s.gaps = view.display.count(NONE)
    s.told = 0


def public_vectors(t: Tables, view: View) -> dict[str, list[int]]:
    """The vectors of a state that everyone may know."""
    return {
        "display": list(view.display),
        "face": [view.display.count(kind) for kind in range(t.kinds)],
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


def _answer(t: Tables, view: View, seat: int, luck: Luck) -> int:
    """The opening choice of a seat, which others can only guess."""
    if not view.chosen[seat]:
        return NONE
    if seat == view.viewer:
        return view.answer
    size = len(t.opening_deck)
    choices = [places for places in range(1, 2**size) if places.bit_count() >= t.opening_keep]
    return choices[luck.below(len(choices))]
