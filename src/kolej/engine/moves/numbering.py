"""Move numbers: from a number to the move it stands for, and back.

Numbers are for lists of legal moves and for bots; `RuleTables` holds where the range of each kind of move begins. A
number means the same move only within one edition, seat count and version of Kolej: files and messages hold notation.
"""

from kolej.engine.core import cards as counts
from kolej.engine.core.cards import WILD, Cards
from kolej.engine.core.claims import pool_allows
from kolej.engine.core.state import NONE, TUNNEL, State
from kolej.engine.core.stations import next_price, stations_left
from kolej.engine.knowledge.view import Numbers
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.ruleset.tables import BITS, BLIND, PASS, REFUSE, TAKE, TICKETS, RuleTables, payment_place

_SIMPLE: dict[int, Move] = {BLIND: DrawBlind(), TICKETS: DrawTickets(), PASS: Pass(), REFUSE: RefuseTunnel()}


def move_of(t: RuleTables, offer: Numbers, color: int, due: int, number: int) -> Move:
    """The move with this number.

    Numbers of `KeepTickets` and `TopUp` mean something only together with the seat's offer of tickets, or with the
    colour and the count of cards due for a tunnel.
    """
    if number >= t.build:
        payment, city = divmod(number - t.build, int(t.cities))
        return BuildStation(city, _build_cards(t, payment))
    if number >= t.stand_in:
        at = number - t.stand_in
        return BeginStandIns(t.option_route[t.stand_in_option[at]], t.stand_in_count[at])
    if number >= t.claim:
        at = number - t.claim
        option, wilds = t.payment_option[at], t.payment_wilds[at]
        cards = counts.of(t.kinds, t.payment_color[at], t.option_cards[option] - wilds, wilds)
        return ClaimRoute(t.option_route[option], cards)
    if number >= t.keep:
        places = number - t.keep
        return KeepTickets(tuple(ticket for i, ticket in enumerate(offer) if places & BITS[i]))
    if number >= t.pay_card:
        return PayCard(number - t.pay_card)
    if number >= t.top_up:
        wilds = number - t.top_up
        return TopUp(counts.of(t.kinds, color, max(due - wilds, 0), wilds))
    if number >= TAKE:
        return TakeCard(number - TAKE)
    return _SIMPLE[number]


def numbers_of(t: RuleTables, s: State, seat: int, move: Move) -> list[int]:
    """The numbers that make up a move: several for a payment with stand-ins, none if there is no such move."""
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
        case PayCard(card):
            return [t.pay_card + card] if 0 <= card < t.kinds else []
        case TopUp(cards):
            wilds = cards[WILD] if cards else 0
            if s.phase != TUNNEL or not 0 <= wilds <= s.due:
                return []
            return [t.top_up + wilds] if _equal(cards, counts.of(t.kinds, s.color, s.due - wilds, wilds)) else []
        case KeepTickets(tickets):
            return _keep_number(t, s, seat, tickets)
        case BuildStation(city, cards):
            return _build_number(t, s, seat, city, cards)
        case BeginStandIns(route, stand_ins):
            options = [
                option
                for option in options_of(t, s, route)
                if t.option_stand_in[option] and 1 <= stand_ins <= t.option_cards[option]
            ]
            return [t.option_stand_in_base[option] + stand_ins for option in options]
        case ClaimRoute(route, cards):
            return _claim_numbers(t, s, route, cards)


def options_of(t: RuleTables, s: State, route: int) -> list[int]:
    """The claim options of a route that the shared pool leaves open now."""
    options = range(t.options)
    return [option for option in options if t.option_route[option] == route and pool_allows(t, option, s.pool)]


def _keep_number(t: RuleTables, s: State, seat: int, tickets: Numbers) -> list[int]:
    start = seat * t.most_offer
    offered = [s.offer[start + i] for i in range(s.offered[seat])]
    if len(set(tickets)) < len(tickets) or not set(tickets) <= set(offered):
        return []
    return [t.keep + sum(BITS[i] for i, ticket in enumerate(offered) if ticket in tickets)]


def _build_number(t: RuleTables, s: State, seat: int, city: int, cards: Cards) -> list[int]:
    price = next_price(t, stations_left(t, s, seat))
    if price == NONE or not 0 <= city < t.cities:
        return []
    return [
        t.build + payment * t.cities + city
        for payment in range(t.price_from[price], t.price_from[price + 1])
        if _equal(cards, _build_cards(t, payment))
    ]


def _build_cards(t: RuleTables, payment: int) -> Cards:
    return counts.of(t.kinds, t.build_color[payment], t.build_cards[payment], t.build_wilds[payment])


def _equal(cards: Cards, payment: Cards) -> bool:
    """Whether cards are this payment; kinds at the end may have been left out."""
    kinds = len(payment)
    return counts.valid(cards, kinds) and (*cards, *(0 for _ in payment))[:kinds] == payment


def _claim_numbers(t: RuleTables, s: State, route: int, cards: Cards) -> list[int]:
    if not 0 <= route < t.routes or not counts.valid(cards, t.kinds):
        return []
    total = sum(cards)
    wilds = cards[WILD] if cards else 0
    colors = [kind for kind, _ in counts.each(cards) if kind != WILD]
    for option in options_of(t, s, route):
        extra = total - t.option_cards[option]
        if extra == 0 and len(colors) <= 1:
            color = colors[0] if colors else WILD
            number = (
                t.payment_at[payment_place(t, option, color, wilds)] if wilds <= t.longest and color < t.kinds else NONE
            )
            if number != NONE:
                return [number]
        elif t.option_stand_in[option] and extra > 0 and extra % (t.option_stand_in[option] - 1) == 0:
            stand_ins = extra // (t.option_stand_in[option] - 1)
            if stand_ins <= t.option_cards[option]:
                cards_paid = [t.pay_card + kind for kind, n in counts.each(cards) for _ in range(n)]
                return [t.option_stand_in_base[option] + stand_ins, *cards_paid]
    return []
