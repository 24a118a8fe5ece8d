"""Taking routes and building in cities, once the move is known to be legal."""

from kolej.engine.core.card_draws import card_ready, discard_all, pay, put_down
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import NONE, NOTHING, PICKING, TUNNEL, TUNNEL_CARD, TURN, State
from kolej.engine.core.step_facts import BUILT, CLAIMED, DUE, LAID, PICKED, REFUSED, tell
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import Tables


def claim(t: Tables, s: State, seat: i64, way: i64, paid: i64) -> None:
    """Place the pieces, count the points, close what this closes. `paid` is the whole payment, packed."""
    route = t.way_route[way]
    s.owner[route] = seat
    s.taken[route] = way
    s.supply[seat * t.piece_kinds + t.way_piece[way]] -= t.way_pieces[way]
    s.points[seat] += t.way_points[way]
    s.track[seat] += t.way_steps[way]
    close(t, s, seat, route)
    if t.way_takes[way]:
        s.pool -= 1
        if s.pool == 0:
            reopen(t, s)
    if t.way_pieces[way] > 0:
        fit(t, s, seat)
    look_for_end(t, s)
    tell(s, CLAIMED, seat, way, paid)


def fit(t: Tables, s: State, seat: i64) -> None:
    """Strike what the seat's pieces can't fill any more: they never come back."""
    words = t.words
    for i in range(len(t.placing)):
        left = s.supply[seat * t.piece_kinds + t.placing[i]]
        for word in range(words):
            s.open[seat * words + word] &= t.fits[(i * (t.most_pieces + 1) + left) * words + word]


def reopen(t: Tables, s: State) -> None:
    """Reckon from nothing which ways are open to which seat."""
    words = t.words
    there = 0 if s.pool == 0 else words
    for seat in range(t.seats):
        for word in range(words):
            s.open[seat * words + word] = t.by_pool[there + word]
        fit(t, s, seat)
    for route in range(t.routes):
        if s.owner[route] != NONE:
            close(t, s, s.owner[route], route)


def close(t: Tables, s: State, seat: i64, route: i64) -> None:
    """Close a route that a seat has taken, and what may not be taken beside it."""
    words = t.words
    masks = s.open
    closes = t.closes
    twin = t.twin[route]
    for word in range(words):
        shut = closes[route * words + word]
        if twin >= 0:
            other = closes[twin * words + word]
            if t.both_open:
                masks[seat * words + word] &= ~other
            else:
                shut |= other
        if shut:
            for each in range(t.seats):
                masks[each * words + word] &= ~shut


def look_for_end(t: Tables, s: State) -> None:
    """Note whether the last round must begin at the end of this turn."""
    if s.pool > t.end_pool:
        return
    for seat in range(t.seats):
        left: i64 = 0
        for i in range(len(t.end_pieces)):
            left += s.supply[seat * t.piece_kinds + t.end_pieces[i]]
        if left <= t.end_at_most:
            s.ending = 1


def build(t: Tables, s: State, seat: i64, option: i64, city: i64) -> None:
    """Pay for a building and set it down."""
    color = t.option_color[option]
    cards = t.option_cards[option]
    wilds = t.option_wilds[option]
    pay(t, s, seat, color, cards, wilds)
    s.building[city] = seat
    s.supply[seat * t.piece_kinds + t.builder] -= 1
    look_for_end(t, s)
    tell(s, BUILT, seat, city, cards * t.unit[color] + wilds * t.unit[WILD])


def lay_down(t: Tables, s: State, seat: i64, way: i64, color: i64, wilds: i64) -> bool:
    """Lay a payment down before cards are turned up; True if the claim is settled at once."""
    cards = t.way_cards[way] - wilds
    if cards > 0:
        put_down(t, s, seat, color, cards, s.laid)
    if wilds > 0:
        put_down(t, s, seat, WILD, wilds, s.laid)
    s.way = way
    s.color = color
    s.wanted = t.way_reveals[way]
    tell(s, LAID, seat, way, cards * t.unit[color] + wilds * t.unit[WILD])
    return reveal_next(t, s, seat)


def reveal_next(t: Tables, s: State, seat: i64) -> bool:
    """Ask for the next card, or reckon what is due; True if nothing is and the route is taken."""
    if s.wanted > 0 and card_ready(t, s):
        s.owes = TUNNEL_CARD
        return False
    s.wanted = 0
    s.owes = NOTHING
    s.due = s.turned[WILD]
    if s.color != WILD:
        s.due += s.turned[s.color]
    if s.due == 0:
        settle(t, s, seat, 0)
        return True
    s.phase = TUNNEL
    tell(s, DUE, seat, s.due, 0)
    return False


def settle(t: Tables, s: State, seat: i64, wilds: i64) -> None:
    """Pay what is due, some of it in wilds, and take the route."""
    paid: i64 = 0
    for kind in range(t.kinds):
        paid += s.laid[kind] * t.unit[kind]
    pay(t, s, seat, s.color, s.due - wilds, wilds)
    paid += (s.due - wilds) * t.unit[s.color] + wilds * t.unit[WILD]
    way = s.way
    clear_tunnel(t, s)
    claim(t, s, seat, way, paid)


def refuse(t: Tables, s: State, seat: i64) -> None:
    """Take the laid-down cards back; everyone has seen them."""
    laid = s.laid
    start = seat * t.kinds
    for kind in range(t.kinds):
        count = laid[kind]
        s.hands[start + kind] += count
        s.known[start + kind] += count
        s.hand_size[seat] += count
        laid[kind] = 0
    way = s.way
    clear_tunnel(t, s)
    tell(s, REFUSED, seat, way, 0)


def clear_tunnel(t: Tables, s: State) -> None:
    """Discard what lies on the table."""
    discard_all(t, s, s.laid)
    discard_all(t, s, s.turned)
    s.due = 0
    s.way = 0
    s.color = 0


def begin_picks(t: Tables, s: State, seat: i64, way: i64, swaps: i64) -> None:
    """Begin a payment with bundles: its cards are picked one by one, in order of kinds."""
    s.way = way
    s.swaps = swaps
    s.wanted = t.way_cards[way] + (t.way_swap[way] - 1) * swaps
    s.color = 0
    s.phase = PICKING
    tell(s, PICKED, seat, 0, 0)


def pick(t: Tables, s: State, seat: i64, kind: i64) -> bool:
    """Pick one card; with the last the whole payment is made and the route taken: then True."""
    s.laid[kind] += 1
    s.color = kind
    s.wanted -= 1
    if s.wanted > 0:
        tell(s, PICKED, seat, 0, 0)
        return False
    paid: i64 = 0
    for each in range(t.kinds):
        count = s.laid[each]
        if count > 0:
            s.laid[each] = 0
            put_down(t, s, seat, each, count, s.discard)
            s.discard_left += count
            paid += count * t.unit[each]
    # The payment is made: while the display may still be filled, nothing is left of the picking.
    s.phase = TURN
    way = s.way
    s.way = 0
    s.color = 0
    s.swaps = 0
    claim(t, s, seat, way, paid)
    return True
