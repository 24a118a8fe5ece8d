"""Folding events into a view, as a client does: every number is assigned from an event, none is computed.

For tests, and for clients in Python. The page has the same function in TypeScript, and both are tested with the same
golden files.
"""

from dataclasses import replace
from typing import Any, TypeVar

from kolej.engine.core.state import (
    LOG_AT_LEAST,
    LOG_AT_MOST,
    LOG_CODE,
    LOG_KEPT,
    LOG_KIND,
    LOG_RESHUFFLED,
    LOG_SEAT,
    LOG_SHOWED,
    NONE,
    TICKETS_CODE,
    TICKETS_SEAT,
)
from kolej.engine.knowledge.events import (
    CardDrawn,
    CardsPicked,
    CardTaken,
    CardTurnedUp,
    DeckReshuffled,
    DisplayFlushed,
    DisplayStood,
    Event,
    GameEnded,
    RouteClaimed,
    StationBuilt,
    TicketOffered,
    TicketsChosen,
    TicketsKept,
    TunnelBegun,
    TunnelCardTurned,
    TunnelRefused,
)
from kolej.engine.knowledge.view import HIDDEN_KIND, HIDDEN_TICKET, Numbers, View

T = TypeVar("T")


def fold(view: View, event: Event) -> View:
    """The view after an event, which must have been redacted for this viewer."""
    return replace(view, status=event.status, **_changes(view, event))


def put(numbers: tuple[T, ...], at: int, value: T) -> tuple[T, ...]:
    """A copy of a tuple with one item replaced."""
    return (*numbers[:at], value, *numbers[at + 1 :])


def _changes(view: View, event: Event) -> dict[str, Any]:
    match event:
        case CardDrawn():
            card = HIDDEN_KIND if event.card is None else event.card
            entry = event.seat * LOG_SEAT + card * LOG_KIND + 1
            return _hand(view, event) | {"card_log": (*view.card_log, entry)}
        case CardTaken():
            return _known_hand(view, event) | {"display": put(view.display, event.slot, NONE)}
        case CardTurnedUp():
            return {"display": put(view.display, event.slot, event.card), "unseen": event.unseen}
        case DisplayFlushed():
            log = view.card_log if event.at_most is None else (*view.card_log, LOG_AT_MOST * LOG_CODE + event.at_most)
            return {"display": event.display, "discard": event.discard, "card_log": log}
        case DisplayStood(at_least=bound) if bound is not None:
            return {"card_log": (*view.card_log, LOG_AT_LEAST * LOG_CODE + bound)}
        case DeckReshuffled():
            log = (*view.card_log, LOG_RESHUFFLED * LOG_CODE, *event.hidden)
            return {"unseen": event.deck, "discard": event.discard, "card_log": log}
        case TicketOffered():
            ticket = HIDDEN_TICKET if event.ticket is None else event.ticket
            log = (*view.ticket_log, event.seat * TICKETS_SEAT + ticket)
            changes = {"offered": put(view.offered, event.seat, event.offered), "ticket_log": log}
            return changes if event.offer is None else changes | {"offer": event.offer}
        case TicketsChosen():
            changes = {"chosen": put(view.chosen, event.seat, True)}
            return changes if event.places is None else changes | {"answer": event.places}
        case TicketsKept():
            return _kept(view, event)
        case RouteClaimed():
            return _shown(view, event) | {
                "owner": put(view.owner, event.route, event.seat),
                "taken": put(view.taken, event.route, event.option),
                "points": put(view.points, event.seat, event.points),
                "track": put(view.track, event.seat, event.track),
                "supply": put(view.supply, event.seat, event.supply),
                "discard": event.discard,
                "laid": event.laid,
                "turned": event.turned,
            }
        case StationBuilt():
            return _shown(view, event) | {
                "building": put(view.building, event.city, event.seat),
                "supply": put(view.supply, event.seat, event.supply),
                "discard": event.discard,
            }
        case TunnelBegun():
            return _shown(view, event) | {"laid": event.laid}
        case TunnelCardTurned():
            return {"turned": event.turned, "unseen": event.unseen}
        case TunnelRefused():
            changes = {"discard": event.discard, "laid": event.laid, "turned": event.turned}
            return _known_hand(view, event) | changes
        case CardsPicked():
            return {"laid": event.laid}
        case GameEnded():
            return {"hands": event.hands, "tickets": event.tickets}
        case _:
            return {}


def _hand(view: View, event: Any) -> dict[str, Any]:
    changes: dict[str, Any] = {"hand_sizes": put(view.hand_sizes, event.seat, event.hand_size)}
    if event.hand is not None:
        changes["hands"] = put(view.hands, event.seat, event.hand)
    return changes


def _known_hand(view: View, event: Any) -> dict[str, Any]:
    return _hand(view, event) | {"known": put(view.known, event.seat, event.known)}


def _shown(view: View, event: Any) -> dict[str, Any]:
    shown: Numbers = event.shown
    entries = [
        LOG_SHOWED * LOG_CODE + event.seat * LOG_SEAT + kind * LOG_KIND + count
        for kind, count in zip(shown[::2], shown[1::2], strict=True)
    ]
    return _known_hand(view, event) | {"card_log": (*view.card_log, *entries)}


def _kept(view: View, event: TicketsKept) -> dict[str, Any]:
    what = event.count if event.places is None else event.places
    entry = LOG_KEPT * TICKETS_CODE + event.seat * TICKETS_SEAT + what
    changes: dict[str, Any] = {
        "held": put(view.held, event.seat, event.held),
        "offered": put(view.offered, event.seat, 0),
        "ticket_log": (*view.ticket_log, entry),
    }
    if event.tickets is not None:
        changes |= {"tickets": put(view.tickets, event.seat, event.tickets), "offer": ()}
    return changes
