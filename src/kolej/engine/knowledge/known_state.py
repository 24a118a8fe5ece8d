"""Known states: a `State` filled from a view, with every secret left out.

For bots and questions that compute with what a seat knows and do not sample the rest: other hands are empty, and
tickets of others are in the pile.
"""

from dataclasses import replace

from kolej.engine.core.claims import open_options
from kolej.engine.core.state import IN_PILE, NONE, OFFERED, State
from kolej.engine.knowledge.determinize.possible_states import fill_status, public_vectors
from kolej.engine.knowledge.view import Owed, Phase, View
from kolej.engine.ruleset.tables import RuleTables


def known_state(t: RuleTables, view: View) -> State:
    """The state as the viewer knows it."""
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
    open_options(t, s)
    return s


def own_turn_state(t: RuleTables, view: View, seat: int) -> State:
    """The state as a seat knows it, as if it were the seat's turn to choose an action.

    For questions such as "why can't I take this?": an answer that is computed from it reveals no secrets.
    """
    nothing_begun = {"then": 0, "wanted": 0, "option": 0, "color": 0, "due": 0, "stand_ins": 0}
    status = replace(view.status, phase=Phase.TURN, seat=seat, owes=Owed.NOTHING, **nothing_begun)
    return known_state(t, replace(view, status=status))
