"""Events: what happened in a game, one class per kind. Every field is marked public or secret; there is no default.

An event carries every number that it changed, so that a client folds it into a view by assignment, without computing.
`redact` hides the secret fields from everyone but the event's own seat.
"""

from dataclasses import Field, field, fields
from typing import Any

from kolej.engine.core import step_facts
from kolej.engine.core.cards import unpack
from kolej.engine.core.state import NONE, State
from kolej.engine.knowledge.build_view import hand_of, known_hand_of, offer_of, status_of, supply_of, tickets_of
from kolej.engine.knowledge.frozen_record import frozen_record
from kolej.engine.knowledge.view import Numbers, Status
from kolej.engine.ruleset.tables import BITS, RuleTables

PUBLIC = "public"
SECRET = "secret"


def public() -> Any:
    """A field that every viewer may see."""
    return field(metadata={"audience": PUBLIC})


def secret() -> Any:
    """A field that only the event's own seat may see; None for everyone else."""
    return field(metadata={"audience": SECRET})


@frozen_record
class Event:
    """Something that happened, and the status of the game after the step it belongs to."""

    status: Status = public()


@frozen_record
class FirstSeatDrawn(Event):
    """The first seat was drawn."""

    seat: int = public()


@frozen_record
class PileReached(Event):
    """A seat is about to draw from the deck, or tickets; the outcome follows."""

    seat: int = public()
    tickets: bool = public()


@frozen_record
class CardDrawn(Event):
    """A seat got a card from the deck, dealt or drawn blind."""

    seat: int = public()
    dealt: bool = public()
    hand_size: int = public()
    card: int | None = secret()
    hand: Numbers | None = secret()


@frozen_record
class CardTaken(Event):
    """A seat took a card from the display."""

    seat: int = public()
    slot: int = public()
    card: int = public()
    hand_size: int = public()
    known: Numbers = public()
    hand: Numbers | None = secret()


@frozen_record
class CardTurnedUp(Event):
    """A card came from the deck into the display."""

    slot: int = public()
    card: int = public()
    unseen: Numbers = public()


@frozen_record
class DisplayFlushed(Event):
    """Too many wilds: the whole display was discarded. At most `at_most` cards drawn blind were coloured, if known."""

    display: Numbers = public()
    discard: Numbers = public()
    at_most: int | None = public()


@frozen_record
class DisplayStood(Event):
    """Too many wilds, but too few other cards to replace them. At least `at_least` cards drawn blind were coloured."""

    at_least: int | None = public()


@frozen_record
class DeckReshuffled(Event):
    """The discards became the new deck; `hidden` are the cards that the old deck gave to hands face down."""

    deck: Numbers = public()
    hidden: Numbers = public()
    discard: Numbers = public()


@frozen_record
class TicketOffered(Event):
    """A seat drew a ticket to choose from."""

    seat: int = public()
    offered: int = public()
    ticket: int | None = secret()
    offer: Numbers | None = secret()


@frozen_record
class TicketsChosen(Event):
    """A seat has made its opening choice, which stays secret until all have."""

    seat: int = public()
    places: int | None = secret()


@frozen_record
class TicketsKept(Event):
    """A seat kept some of the tickets offered."""

    seat: int = public()
    count: int = public()
    returned: int = public()
    held: int = public()
    places: int | None = secret()
    tickets: Numbers | None = secret()


@frozen_record
class RouteClaimed(Event):
    """A seat claimed a route."""

    seat: int = public()
    route: int = public()
    option: int = public()
    cards: Numbers = public()
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


@frozen_record
class StationBuilt(Event):
    """A seat built a station in a city."""

    seat: int = public()
    city: int = public()
    cards: Numbers = public()
    supply: Numbers = public()
    hand_size: int = public()
    known: Numbers = public()
    discard: Numbers = public()
    shown: Numbers = public()
    hand: Numbers | None = secret()


@frozen_record
class TunnelBegun(Event):
    """A seat laid down its payment, before the cards of the tunnel are turned up."""

    seat: int = public()
    route: int = public()
    cards: Numbers = public()
    hand_size: int = public()
    known: Numbers = public()
    laid: Numbers = public()
    shown: Numbers = public()
    hand: Numbers | None = secret()


@frozen_record
class TunnelCardTurned(Event):
    """A card was turned up for a tunnel."""

    seat: int = public()
    card: int = public()
    turned: Numbers = public()
    unseen: Numbers = public()


@frozen_record
class TopUpDue(Event):
    """The tunnel costs extra cards."""

    seat: int = public()
    count: int = public()


@frozen_record
class TunnelRefused(Event):
    """A seat gave up a tunnel and took its cards back; everyone has seen them."""

    seat: int = public()
    route: int = public()
    hand_size: int = public()
    known: Numbers = public()
    discard: Numbers = public()
    laid: Numbers = public()
    turned: Numbers = public()
    hand: Numbers | None = secret()


@frozen_record
class CardsPicked(Event):
    """A seat is composing a payment, which is secret until it is complete."""

    status: Status = secret()
    seat: int = secret()
    laid: Numbers = secret()


@frozen_record
class Passed(Event):
    """A seat passed."""

    seat: int = public()


@frozen_record
class TurnBegan(Event):
    """The turn of a seat began."""

    seat: int = public()


@frozen_record
class LastRoundBegan(Event):
    """The turn of this seat triggered the last round."""

    seat: int = public()


@frozen_record
class GameEnded(Event):
    """The game is over, and all hands and tickets are revealed."""

    hands: tuple[Numbers, ...] = public()
    tickets: tuple[Numbers, ...] = public()


BY_TAG: dict[str, type[Event]] = {
    "FirstSeatDrawn": FirstSeatDrawn,
    "PileReached": PileReached,
    "CardDrawn": CardDrawn,
    "CardTaken": CardTaken,
    "CardTurnedUp": CardTurnedUp,
    "DisplayFlushed": DisplayFlushed,
    "DisplayStood": DisplayStood,
    "DeckReshuffled": DeckReshuffled,
    "TicketOffered": TicketOffered,
    "TicketsChosen": TicketsChosen,
    "TicketsKept": TicketsKept,
    "RouteClaimed": RouteClaimed,
    "StationBuilt": StationBuilt,
    "TunnelBegun": TunnelBegun,
    "TunnelCardTurned": TunnelCardTurned,
    "TopUpDue": TopUpDue,
    "TunnelRefused": TunnelRefused,
    "CardsPicked": CardsPicked,
    "Passed": Passed,
    "TurnBegan": TurnBegan,
    "LastRoundBegan": LastRoundBegan,
    "GameEnded": GameEnded,
}
"""Every event by its tag. Tags and field names are stored in the logs of tables and sent to clients: a tag never
changes, even if the class is renamed."""
EVENTS: tuple[type[Event], ...] = tuple(BY_TAG.values())
TAGS: dict[type[Event], str] = {event: tag for tag, event in BY_TAG.items()}


def audience(of: Field[Any]) -> str:
    """The audience of a field: `PUBLIC` or `SECRET`."""
    return str(of.metadata["audience"])


_LAYOUTS = {kind: [(each.name, audience(each) == SECRET) for each in fields(kind)] for kind in EVENTS}
"""The fields of each kind of event in order, and whether each is secret."""


def redact(event: Event, viewer: int | None) -> Event | None:
    """The event as a viewer may see it; None if the viewer may not see it at all."""
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
    # Called several times per move at every table: `dataclasses.replace` takes five times as long.
    redacted: Event = kind(*[None if secret else getattr(event, name) for name, secret in layout])
    return redacted


def events_of(t: RuleTables, s: State) -> list[Event]:
    """The events of the last step, unredacted."""
    out: list[Event] = []
    shown: list[int] = []
    public_status = status_of(s, None)
    facts = list(s.facts[: s.facts_end])
    for at in range(0, len(facts), 4):
        code, a, b, c = facts[at : at + 4]
        if code == step_facts.SHOWED:
            shown += [b, c]
        else:
            out.append(_event(t, s, public_status, code, a, b, c, tuple(shown)))
            shown = []
    return out


def _event(t: RuleTables, s: State, now: Status, code: int, a: int, b: int, c: int, shown: Numbers) -> Event:
    match code:
        case step_facts.FIRST:
            return FirstSeatDrawn(now, a)
        case step_facts.DEALT | step_facts.DREW:
            return CardDrawn(now, a, code == step_facts.DEALT, card=b, **_hand(t, s, a))
        case step_facts.TURNED_UP:
            return CardTurnedUp(now, a, b, tuple(s.unseen))
        case step_facts.FLUSHED:
            return DisplayFlushed(now, tuple(s.display), tuple(s.discard), None if a == NONE else a)
        case step_facts.STOOD:
            return DisplayStood(now, a + 1 if a >= 0 else None)
        case step_facts.RESHUFFLED:
            hidden = tuple(s.card_log[a : a + t.kinds])
            return DeckReshuffled(now, deck=tuple(s.unseen), hidden=hidden, discard=tuple(s.discard))
        case step_facts.TOOK:
            return CardTaken(now, a, b, c, **_known_hand(t, s, a))
        case step_facts.OFFERED_TICKET:
            return TicketOffered(now, a, s.offered[a], b, offer_of(t, s, a))
        case step_facts.CHOSE:
            return TicketsChosen(now, a, b)
        case step_facts.KEPT:
            count = sum(1 for i in range(c) if b & BITS[i])
            return TicketsKept(now, a, count, c - count, s.held[a], b, tickets_of(s, a))
        case step_facts.CLAIMED:
            return RouteClaimed(
                now,
                a,
                route=t.option_route[b],
                option=b,
                cards=unpack(c, t.kinds),
                points=s.points[a],
                track=s.track[a],
                supply=_supply(t, s, a),
                discard=tuple(s.discard),
                shown=shown,
                laid=tuple(s.laid),
                turned=tuple(s.turned),
                **_known_hand(t, s, a),
            )
        case step_facts.BUILT:
            cards = unpack(c, t.kinds)
            return StationBuilt(
                now, a, b, cards, _supply(t, s, a), discard=tuple(s.discard), shown=shown, **_known_hand(t, s, a)
            )
        case step_facts.LAID:
            cards = unpack(c, t.kinds)
            return TunnelBegun(
                now, a, t.option_route[b], cards, laid=tuple(s.laid), shown=shown, **_known_hand(t, s, a)
            )
        case step_facts.REVEALED:
            return TunnelCardTurned(now, a, b, tuple(s.turned), tuple(s.unseen))
        case step_facts.DUE:
            return TopUpDue(now, a, b)
        case step_facts.REFUSED:
            return TunnelRefused(
                now,
                a,
                t.option_route[b],
                discard=tuple(s.discard),
                laid=tuple(s.laid),
                turned=tuple(s.turned),
                **_known_hand(t, s, a),
            )
        case step_facts.PAYMENT_CHANGED:
            return CardsPicked(status_of(s, a), a, tuple(s.laid))
        case step_facts.REACHED:
            return PileReached(now, a, b == 1)
        case step_facts.PASSED:
            return Passed(now, a)
        case step_facts.TURN_BEGAN:
            return TurnBegan(now, a)
        case step_facts.LAST_ROUND:
            return LastRoundBegan(now, a)
        case step_facts.ENDED:
            return GameEnded(
                now,
                tuple(hand_of(t, s, seat) for seat in range(t.seats)),
                tuple(tickets_of(s, seat) for seat in range(t.seats)),
            )
        case _:
            raise ValueError(f"no event is made of step fact {code}")


def _hand(t: RuleTables, s: State, seat: int) -> dict[str, Any]:
    return {"hand_size": s.hand_size[seat], "hand": hand_of(t, s, seat)}


def _known_hand(t: RuleTables, s: State, seat: int) -> dict[str, Any]:
    return {
        "hand_size": s.hand_size[seat],
        "hand": hand_of(t, s, seat),
        "known": known_hand_of(t, s, seat),
    }


def _supply(t: RuleTables, s: State, seat: int) -> Numbers:
    return supply_of(t, s, seat)
