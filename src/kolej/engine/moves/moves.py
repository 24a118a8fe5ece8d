"""Moves as people say them, and their numbers. A card is named by its kind, several cards are packed (`cards.py`)."""

from dataclasses import fields

from kolej.engine.core import cards as packed
from kolej.engine.core.cards import WILD, Cards
from kolej.engine.core.state import NONE, TUNNEL, State
from kolej.engine.knowledge.frozen_record import record
from kolej.engine.knowledge.view import Numbers
from kolej.engine.ruleset.tables import BITS, BLIND, PASS, REFUSE, TAKE, TICKETS, Tables, row_place


@record
class DrawBlind:
    """Draw the top card of the deck."""


@record
class TakeCard:
    """Take a card of that kind from the display."""

    card: int


@record
class DrawTickets:
    """Draw tickets to choose from."""


@record
class KeepTickets:
    """Keep these of the tickets offered."""

    tickets: Numbers


@record
class ClaimRoute:
    """Take a route with these cards, bundles included."""

    route: int
    cards: Cards


@record
class BeginBundles:
    """Begin to pay for a route with so many bundles; the cards follow one by one."""

    route: int
    bundles: int


@record
class PickCard:
    """The next card of a payment with bundles."""

    card: int


@record
class BuildStation:
    """Build in a city with these cards."""

    city: int
    cards: Cards


@record
class TopUp:
    """Pay what a tunnel costs more."""

    cards: Cards


@record
class RefuseTunnel:
    """Take the cards laid down for a tunnel back."""


@record
class Pass:
    """Do nothing, because nothing can be drawn."""


Move = (
    DrawBlind
    | TakeCard
    | DrawTickets
    | KeepTickets
    | ClaimRoute
    | BeginBundles
    | PickCard
    | BuildStation
    | TopUp
    | RefuseTunnel
    | Pass
)


def is_move(thing: object) -> bool:
    """Whether this is a move with numbers where numbers belong; it may still be illegal."""
    if not isinstance(thing, Move):
        return False
    for each in fields(thing):
        value = getattr(thing, each.name)
        numbers = value if each.name == "tickets" and isinstance(value, tuple) else (value,)
        if not all(isinstance(number, int) and not isinstance(number, bool) for number in numbers):
            return False
    return True


_SIMPLE: dict[int, Move] = {BLIND: DrawBlind(), TICKETS: DrawTickets(), PASS: Pass(), REFUSE: RefuseTunnel()}


def move_of(t: Tables, offer: Numbers, color: int, due: int, number: int) -> Move:
    """The move with that number, for a seat with this offer of tickets, or owing a tunnel so many of a colour."""
    if number >= t.build:
        option, city = divmod(number - t.build, int(t.cities))
        return BuildStation(city, packed.of(t.option_color[option], t.option_cards[option], t.option_wilds[option]))
    if number >= t.swap:
        at = number - t.swap
        return BeginBundles(t.way_route[t.swap_way[at]], t.swap_count[at])
    if number >= t.claim:
        at = number - t.claim
        way, wilds = t.row_way[at], t.row_wilds[at]
        return ClaimRoute(t.way_route[way], packed.of(t.row_color[at], t.way_cards[way] - wilds, wilds))
    if number >= t.keep:
        places = number - t.keep
        return KeepTickets(tuple(ticket for i, ticket in enumerate(offer) if places & BITS[i]))
    if number >= t.pick:
        return PickCard(number - t.pick)
    if number >= t.top_up:
        wilds = number - t.top_up
        return TopUp(packed.of(color, max(due - wilds, 0), wilds))
    if number >= TAKE:
        return TakeCard(number - TAKE)
    return _SIMPLE[number]


def numbers_of(t: Tables, s: State, seat: int, move: Move) -> list[int]:
    """The numbers that make up a move: one, several for a payment with bundles, none if there is no such move."""
    match move:
        case DrawBlind():
            return [BLIND]
        case DrawTickets():
            return [TICKETS]
        case Pass():
            return [PASS]
        case RefuseTunnel():
            return [REFUSE]
        case TakeCard(card):
            return [TAKE + card] if 0 <= card < t.kinds else []
        case PickCard(card):
            return [t.pick + card] if 0 <= card < t.kinds else []
        case TopUp(cards):
            wilds = packed.count(cards, WILD)
            due = s.phase == TUNNEL and wilds <= s.due and cards == packed.of(s.color, s.due - wilds, wilds)
            return [t.top_up + wilds] if due else []
        case KeepTickets(tickets):
            return _keep_number(t, s, seat, tickets)
        case BuildStation(city, cards):
            return _build_number(t, s, seat, city, cards)
        case BeginBundles(route, bundles):
            ways = [way for way in ways_of(t, s, route) if t.way_swap[way] and 1 <= bundles <= t.way_cards[way]]
            return [t.way_swap_base[way] + bundles for way in ways]
        case ClaimRoute(route, cards):
            return _claim_numbers(t, s, route, cards)


def ways_of(t: Tables, s: State, route: int) -> list[int]:
    """The way to take a route that the pool allows now."""
    there = t.by_pool[: t.words] if s.pool == 0 else t.by_pool[t.words :]
    return [way for way in range(t.ways) if t.way_route[way] == route and there[way // t.word] & BITS[way % t.word]]


def _keep_number(t: Tables, s: State, seat: int, tickets: Numbers) -> list[int]:
    start = seat * t.most_offer
    offered = [s.offer[start + i] for i in range(s.offered[seat])]
    if len(set(tickets)) < len(tickets) or not set(tickets) <= set(offered):
        return []
    return [t.keep + sum(BITS[i] for i, ticket in enumerate(offered) if ticket in tickets)]


def _build_number(t: Tables, s: State, seat: int, city: int, cards: Cards) -> list[int]:
    if t.builder < 0 or not 0 <= city < t.cities:
        return []
    price = t.supply[t.builder] - s.supply[seat * t.piece_kinds + t.builder]
    if price >= t.prices:
        return []
    return [
        t.build + option * t.cities + city
        for option in range(t.price_from[price], t.price_from[price + 1])
        if cards == packed.of(t.option_color[option], t.option_cards[option], t.option_wilds[option])
    ]


def _claim_numbers(t: Tables, s: State, route: int, cards: Cards) -> list[int]:
    if not 0 <= route < t.routes or not packed.real(cards, t.kinds):
        return []
    total = packed.size(cards)
    wilds = packed.count(cards, WILD)
    colors = [kind for kind, _ in packed.each(cards) if kind != WILD]
    for way in ways_of(t, s, route):
        extra = total - t.way_cards[way]
        if extra == 0 and len(colors) <= 1:
            color = colors[0] if colors else WILD
            number = t.row_at[row_place(t, way, color, wilds)] if wilds <= t.longest and color < t.kinds else NONE
            if number != NONE:
                return [number]
        elif t.way_swap[way] and extra > 0 and extra % (t.way_swap[way] - 1) == 0:
            bundles = extra // (t.way_swap[way] - 1)
            if bundles <= t.way_cards[way]:
                picks = [t.pick + kind for kind, n in packed.each(cards) for _ in range(n)]
                return [t.way_swap_base[way] + bundles, *picks]
    return []
