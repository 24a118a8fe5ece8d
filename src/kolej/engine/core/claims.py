"""Claiming routes: which payments are legal, and what a claim changes.

Claims of tunnels go on in `tunnels.py`, payments with stand-ins in `stand_ins.py`; both end in `claim` here.
"""

from kolej.engine.core.card_draws import pay
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import NONE, State
from kolej.engine.core.step_facts import CLAIMED, emit
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, PLACE_KEYS, PLACES, RuleTables


def claims(t: RuleTables, s: State, seat: i64, out: Ints, count: i64) -> i64:
    """List every payment without stand-ins for every route that the seat may claim and can pay for."""
    words = t.words
    kinds = t.kinds
    hands = s.hands
    hand = seat * kinds
    longest = t.longest
    span = longest + 1
    payable = t.payable
    payment_at = t.payment_at
    opened = s.open
    mine = seat * words
    most = hands[hand]
    if most > longest:
        most = longest
    for wilds in range(most + 1):
        for color in range(kinds):
            cards = hands[hand + color]
            if not cards:
                continue
            if cards > longest:
                cards = longest
            form = wilds * kinds + color
            pays = (form * span + cards) * words
            rows = form * words * t.word
            word: i64 = 0
            while word < words:
                mask = opened[mine + word] & payable[pays + word]
                while mask:
                    low = mask & -mask
                    mask ^= low
                    out[count] = payment_at[rows + PLACES[low % PLACE_KEYS]]
                    count += 1
                rows += t.word
                word += 1
    return count


def pay_and_claim(t: RuleTables, s: State, seat: i64, option: i64, color: i64, wilds: i64) -> None:
    """Claim a route with cards of one colour and wilds."""
    cards = t.option_cards[option] - wilds
    pay(t, s, seat, color, cards, wilds)
    claim(t, s, seat, option, cards * t.unit[color] + wilds * t.unit[WILD])


def claim(t: RuleTables, s: State, seat: i64, option: i64, paid: i64) -> None:
    """Place the pieces, score the route, close the options it rules out. `paid` is the whole payment, packed."""
    route = t.option_route[option]
    s.owner[route] = seat
    s.taken[route] = option
    s.supply[seat * t.piece_kinds + t.option_piece[option]] -= t.option_pieces[option]
    s.points[seat] += t.option_points[option]
    s.track[seat] += t.option_steps[option]
    close(t, s, seat, route)
    if t.option_takes[option]:
        s.pool -= 1
        if s.pool == 0:
            open_options(t, s)
    if t.option_pieces[option] > 0:
        drop_unfillable(t, s, seat)
    check_end_trigger(t, s)
    emit(s, CLAIMED, seat, option, paid)


def close(t: RuleTables, s: State, seat: i64, route: i64) -> None:
    """Close the options of a route that a seat has claimed, and those of its twin that the rules rule out."""
    words = t.words
    masks = s.open
    closes = t.closes
    twin = t.twin[route]
    for each in range(t.seats):
        with_twin = twin != NONE and closed_by_twin(t, each, seat)
        for word in range(words):
            shut = closes[route * words + word]
            if with_twin:
                shut |= closes[twin * words + word]
            if shut:
                masks[each * words + word] &= ~shut


def closed_by_twin(t: RuleTables, seat: i64, owner: i64) -> bool:
    """Whether a route is closed to a seat because its twin, the other half of a double, belongs to `owner`."""
    return owner != NONE and (owner == seat or t.both_open == 0)


def drop_unfillable(t: RuleTables, s: State, seat: i64) -> None:
    """Close the options for which the seat has too few pieces left; pieces never come back."""
    words = t.words
    for i in range(len(t.placing)):
        left = s.supply[seat * t.piece_kinds + t.placing[i]]
        for word in range(words):
            s.open[seat * words + word] &= t.fits[(i * (t.most_pieces + 1) + left) * words + word]


def open_options(t: RuleTables, s: State) -> None:
    """Compute from scratch which claim options are open to each seat."""
    words = t.words
    there = pool_masks(t, s.pool)
    for seat in range(t.seats):
        for word in range(words):
            s.open[seat * words + word] = t.by_pool[there + word]
        drop_unfillable(t, s, seat)
    for route in range(t.routes):
        if s.owner[route] != NONE:
            close(t, s, s.owner[route], route)


def pool_masks(t: RuleTables, pool: i64) -> i64:
    """Where `by_pool` holds the options that exist while the shared pool has this many pieces."""
    if pool == 0:
        return 0
    return t.words


def pool_allows(t: RuleTables, option: i64, pool: i64) -> bool:
    """Whether a claim option exists while the shared pool has this many pieces."""
    return t.by_pool[pool_masks(t, pool) + option // t.word] & BITS[option % t.word] != 0


def check_end_trigger(t: RuleTables, s: State) -> None:
    """Set `ending` if the last round begins at the end of this turn."""
    if s.pool > t.end_pool:
        return
    for seat in range(t.seats):
        left: i64 = 0
        for i in range(len(t.end_pieces)):
            left += s.supply[seat * t.piece_kinds + t.end_pieces[i]]
        if left <= t.end_at_most:
            s.ending = 1
