"""`blind`: a view in the form of a state, with nothing where secrets would be.

For players who reckon from what they know and imagine nothing: other hands are empty, other tickets lie in the pile.
"""

from kolej.engine.core.claims import reopen
from kolej.engine.core.state import IN_PILE, NONE, OFFERED, State
from kolej.engine.knowledge.determinize.possible_states import fill_status, public_vectors
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import Tables


def blind(t: Tables, view: View) -> State:
    """The state as this viewer knows it."""
    s = State()
    fill_status(view, s)
    nothing = [0] * t.kinds
    offer = [NONE] * (t.seats * t.most_offer)
    place = [IN_PILE] * t.tickets
    if view.viewer is not None:
        start = view.viewer * t.most_offer
        offer[start : start + len(view.offer)] = view.offer
        for ticket in view.offer:
            place[ticket] = OFFERED
        for ticket in view.tickets[view.viewer] or ():
            place[ticket] = view.viewer
    s.fill(public_vectors(t, view))
    s.fill_secrets(
        {
            "hands": [count for hand in view.hands for count in (nothing if hand is None else hand)],
            "deck": list(view.unseen),
            "offer": offer,
            "place": place,
            "tail": [NONE] * view.status.tail_left,
            "answer": [0 if chosen else NONE for chosen in view.chosen],
            "card_log": [],
            "ticket_log": [],
        }
    )
    reopen(t, s)
    return s
