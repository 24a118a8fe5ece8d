"""What happened, one class for each kind of thing. Every field is public or secret; there is no default.

An event carries every number it changed, so that folding (`fold.py`) assigns and never reckons.
"""

from dataclasses import Field, field, fields
from typing import Any

from kolej.engine.core import step_facts as facts
from kolej.engine.core.state import NONE, State
from kolej.engine.knowledge.frozen_record import record
from kolej.engine.knowledge.view import Numbers, Status, offer_of, row, status_of, tickets_of
from kolej.engine.ruleset.tables import BITS, Tables

PUBLIC = "public"
SECRET = "secret"


def public() -> Any:
    """A field that everyone may see."""
    return field(metadata={"audience": PUBLIC})


def secret() -> Any:
    """A field that only the event's own seat may see; None for everyone else."""
    return field(metadata={"audience": SECRET})


@record
class Event:
    """Something that happened, and where the game stands after the step it belongs to."""

    status: Status = public()


@record
class FirstSeatDrawn(Event):
    """It is known who begins."""

    seat: int = public()


@record
class PileReached(Event):
    """A seat reached for the deck, or for the tickets; what comes is up to chance."""

    seat: int = public()
    tickets: bool = public()


@record
class CardDrawn(Event):
    """A seat got a card from the deck, dealt or drawn blind."""

    seat: int = public()
    dealt: bool = public()
    hand_size: int = public()
    card: int | None = secret()
    hand: Numbers | None = secret()


@record
class CardTaken(Event):
    """A seat took a card from the display."""

    seat: int = public()
    slot: int = public()
    card: int = public()
    hand_size: int = public()
    known: Numbers = public()
    hand: Numbers | None = secret()


@record
class CardTurnedUp(Event):
    """A card came from the deck into the display."""

    slot: int = public()
    card: int = public()
    unseen: Numbers = public()


@record
class DisplayFlushed(Event):
    """Too many wilds: the whole display was discarded. `at_most` so many cards drawn blind were coloured, if told."""

    display: Numbers = public()
    discard: Numbers = public()
    at_most: int | None = public()


@record
class DisplayStood(Event):
    """Too many wilds, but too few other cards to replace them. `at_least` so many drawn blind were coloured."""

    at_least: int | None = public()


@record
class DeckReshuffled(Event):
    """The discards became the new deck; `hidden` is what the old deck gave to hands unseen."""

    deck: Numbers = public()
    hidden: Numbers = public()
    discard: Numbers = public()


@record
class TicketOffered(Event):
    """A seat drew a ticket to choose from."""

    seat: int = public()
    offered: int = public()
    ticket: int | None = secret()
    offer: Numbers | None = secret()


@record
class TicketsChosen(Event):
    """A seat has made its opening choice, which stays its own until all have."""

    seat: int = public()
    places: int | None = secret()


@record
class TicketsKept(Event):
    """A seat kept some of the tickets offered."""

    seat: int = public()
    count: int = public()
    returned: int = public()
    held: int = public()
    places: int | None = secret()
    tickets: Numbers | None = secret()


@record
class RouteClaimed(Event):
    """A seat took a route."""

    seat: int = public()
    route: int = public()
    way: int = public()
    cards: int = public()
    points: int = public()
    track: int = public()
    supply: Numbers = public()
    hand_size: int = public()
    known: Numbers = public()
    discard: Numbers = public()
    shown: Numbers = public()
    laid: Numbers = public()
    turned: Numbers = public()
    hand: Numbers | None = secret()


@record
class StationBuilt(Event):
    """A seat built in a city."""

    seat: int = public()
    city: int = public()
    cards: int = public()
    supply: Numbers = public()
    hand_size: int = public()
    known: Numbers = public()
    discard: Numbers = public()
    shown: Numbers = public()
    hand: Numbers | None = secret()


@record
class TunnelBegun(Event):
    """A seat laid a payment down before the tunnel's cards are turned up."""

    seat: int = public()
    route: int = public()
    cards: int = public()
    hand_size: int = public()
    known: Numbers = public()
    laid: Numbers = public()
    shown: Numbers = public()
    hand: Numbers | None = secret()


@record
class TunnelCardTurned(Event):
    """A card was turned up for a tunnel."""

    seat: int = public()
    card: int = public()
    turned: Numbers = public()
    unseen: Numbers = public()


@record
class TopUpDue(Event):
    """The tunnel costs more."""

    seat: int = public()
    count: int = public()


@record
class TunnelRefused(Event):
    """A seat took its cards back; everyone has seen them."""

    seat: int = public()
    route: int = public()
    hand_size: int = public()
    known: Numbers = public()
    discard: Numbers = public()
    laid: Numbers = public()
    turned: Numbers = public()
    hand: Numbers | None = secret()


@record
class CardsPicked(Event):
    """A seat is composing a payment: nobody else learns of it until it is made."""

    status: Status = secret()
    seat: int = secret()
    laid: Numbers = secret()


@record
class Passed(Event):
    """A seat passed."""

    seat: int = public()


@record
class TurnBegan(Event):
    """It is a seat's turn."""

    seat: int = public()


@record
class LastRoundBegan(Event):
    """This seat's turn set off the last round."""

    seat: int = public()


@record
class GameEnded(Event):
    """The game is over and nothing is secret any more."""

    hands: tuple[Numbers, ...] = public()
    tickets: tuple[Numbers, ...] = public()


# By name, because a slotted dataclass is made twice and its first form lingers among the subclasses.
EVENTS: tuple[type[Event], ...] = tuple({event.__name__: event for event in Event.__subclasses__()}.values())


def audience(of: Field[Any]) -> str:
    """Who may see a field."""
    return str(of.metadata["audience"])


_LAYOUTS = {kind: [(each.name, audience(each) == SECRET) for each in fields(kind)] for kind in EVENTS}
"""The fields of each kind of event in their order, and whether each is secret."""


def redact(event: Event, viewer: int | None) -> Event | None:
    """The event as a viewer may see it; None if it is none of the viewer's business."""
    owner = getattr(event, "seat", None)
    if owner is not None and owner == viewer:
        return event
    kind: Any = type(event)
    layout = _LAYOUTS[kind]
    hidden = [secret for _, secret in layout]
    if all(hidden):
        return None
    if not any(hidden):
        return event
    # Several times for every move at a table: `dataclasses.replace` takes five times as long.
    redacted: Event = kind(*[None if secret else getattr(event, name) for name, secret in layout])
    return redacted


def events_of(t: Tables, s: State) -> list[Event]:
    """The events of the step that has just been made, with nothing hidden."""
    out: list[Event] = []
    shown: list[int] = []
    public_status = status_of(s, None)
    told = list(s.facts[: s.told])
    for at in range(0, len(told), 4):
        code, a, b, c = told[at : at + 4]
        if code == facts.SHOWED:
            shown += [b, c]
        else:
            out.append(_event(t, s, public_status, code, a, b, c, tuple(shown)))
            shown = []
    return out


def _event(t: Tables, s: State, now: Status, code: int, a: int, b: int, c: int, shown: Numbers) -> Event:
    match code:
        case facts.FIRST:
            return FirstSeatDrawn(now, a)
        case facts.DEALT | facts.DREW:
            return CardDrawn(now, a, code == facts.DEALT, card=b, **_hand(t, s, a))
        case facts.TURNED_UP:
            return CardTurnedUp(now, a, b, tuple(s.unseen))
        case facts.FLUSHED:
            return DisplayFlushed(now, tuple(s.display), tuple(s.discard), None if a == NONE else a)
        case facts.STOOD:
            return DisplayStood(now, a + 1 if a >= 0 else None)
        case facts.RESHUFFLED:
            hidden = tuple(s.card_log[a : a + t.kinds])
            return DeckReshuffled(now, deck=tuple(s.unseen), hidden=hidden, discard=tuple(s.discard))
        case facts.TOOK:
            return CardTaken(now, a, b, c, **_known_hand(t, s, a))
        case facts.OFFERED_TICKET:
            return TicketOffered(now, a, s.offered[a], b, offer_of(t, s, a))
        case facts.CHOSE:
            return TicketsChosen(now, a, b)
        case facts.KEPT:
            count = sum(1 for i in range(c) if b & BITS[i])
            return TicketsKept(now, a, count, c - count, s.held[a], b, tickets_of(s, a))
        case facts.CLAIMED:
            return RouteClaimed(
                now,
                a,
                route=t.way_route[b],
                way=b,
                cards=c,
                points=s.points[a],
                track=s.track[a],
                supply=_supply(t, s, a),
                discard=tuple(s.discard),
                shown=shown,
                laid=tuple(s.laid),
                turned=tuple(s.turned),
                **_known_hand(t, s, a),
            )
        case facts.BUILT:
            return StationBuilt(
                now, a, b, c, _supply(t, s, a), discard=tuple(s.discard), shown=shown, **_known_hand(t, s, a)
            )
        case facts.LAID:
            return TunnelBegun(now, a, t.way_route[b], c, laid=tuple(s.laid), shown=shown, **_known_hand(t, s, a))
        case facts.REVEALED:
            return TunnelCardTurned(now, a, b, tuple(s.turned), tuple(s.unseen))
        case facts.DUE:
            return TopUpDue(now, a, b)
        case facts.REFUSED:
            return TunnelRefused(
                now,
                a,
                t.way_route[b],
                discard=tuple(s.discard),
                laid=tuple(s.laid),
                turned=tuple(s.turned),
                **_known_hand(t, s, a),
            )
        case facts.PICKED:
            return CardsPicked(status_of(s, a), a, tuple(s.laid))
        case facts.REACHED:
            return PileReached(now, a, b == 1)
        case facts.PASSED:
            return Passed(now, a)
        case facts.TURN_BEGAN:
            return TurnBegan(now, a)
        case facts.LAST_ROUND:
            return LastRoundBegan(now, a)
        case _:
            return GameEnded(
                now,
                tuple(row(s.hands, seat, t.kinds) for seat in range(t.seats)),
                tuple(tickets_of(s, seat) for seat in range(t.seats)),
            )


def _hand(t: Tables, s: State, seat: int) -> dict[str, Any]:
    return {"hand_size": s.hand_size[seat], "hand": row(s.hands, seat, t.kinds)}


def _known_hand(t: Tables, s: State, seat: int) -> dict[str, Any]:
    return {
        "hand_size": s.hand_size[seat],
        "hand": row(s.hands, seat, t.kinds),
        "known": row(s.known, seat, t.kinds),
    }


def _supply(t: Tables, s: State, seat: int) -> Numbers:
    return row(s.supply, seat, t.piece_kinds)
