"""Stations: which ones a seat may build with which cards, and building them."""

from kolej.engine.core.card_draws import pay
from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import check_end_trigger
from kolej.engine.core.state import NONE, State
from kolej.engine.core.step_facts import BUILT, emit
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import RuleTables


def builds(t: RuleTables, s: State, seat: i64, out: Ints, count: i64) -> i64:
    """List every payment for the seat's next station in every city that has none."""
    first = first_payment(t, s, seat)
    if first == NONE:
        return count
    building = s.building
    cities = t.cities
    base = t.build + first * cities
    start = count
    for city in range(cities):
        if building[city] == NONE:
            out[count] = base + city
            count += 1
    stop = count
    for payment in range(first + 1, t.price_from[next_price(t, stations_left(t, s, seat)) + 1]):
        if can_pay(t, s, seat, payment):
            # The same cities again, with another payment.
            shift = (payment - first) * cities
            ahead = count - start
            for i in range(start, stop):
                out[i + ahead] = out[i] + shift
            count += stop - start
    return count


def first_payment(t: RuleTables, s: State, seat: i64) -> i64:
    """The first payment that the hand has for the seat's next station; `NONE` if it can't build one."""
    price = next_price(t, stations_left(t, s, seat))
    if price == NONE:
        return NONE
    for payment in range(t.price_from[price], t.price_from[price + 1]):
        if can_pay(t, s, seat, payment):
            return payment
    return NONE


def stations_left(t: RuleTables, s: State, seat: i64) -> i64:
    """How many stations the seat has not built yet; 0 where the edition has none."""
    if t.builder < 0:
        return 0
    return s.supply[seat * t.piece_kinds + t.builder]


def next_price(t: RuleTables, left: i64) -> i64:
    """Which of the prices is due for the next of `left` stations; `NONE` if none is left.

    Prices rise with every station built. `price_from` says which payments a price has.
    """
    if left == 0:
        return NONE
    return t.supply[t.builder] - left


def price_cards(t: RuleTables, price: i64) -> i64:
    """How many cards a price amounts to."""
    first = t.price_from[price]
    return t.build_cards[first] + t.build_wilds[first]


def can_pay(t: RuleTables, s: State, seat: i64, payment: i64) -> bool:
    """Whether the hand has the cards of this payment."""
    hand = seat * t.kinds
    return t.build_wilds[payment] <= s.hands[hand] and t.build_cards[payment] <= s.hands[hand + t.build_color[payment]]


def build(t: RuleTables, s: State, seat: i64, payment: i64, city: i64) -> None:
    """Pay for a station and place it."""
    color = t.build_color[payment]
    cards = t.build_cards[payment]
    wilds = t.build_wilds[payment]
    pay(t, s, seat, color, cards, wilds)
    s.building[city] = seat
    s.supply[seat * t.piece_kinds + t.builder] -= 1
    check_end_trigger(t, s)
    emit(s, BUILT, seat, city, cards * t.unit[color] + wilds * t.unit[WILD])
