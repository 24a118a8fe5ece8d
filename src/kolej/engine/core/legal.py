"""What a seat may do: every legal move, by number, in ascending order."""

from kolej.engine.core.cards import WILD
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import KEEPING, NONE, OPENING, PICKING, SECOND, TUNNEL, TURN, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, BLIND, PASS, PLACE_KEYS, PLACES, REFUSE, SIZES, TAKE, TICKETS, Tables


def legal(t: Tables, s: State, seat: i64, out: Ints) -> i64:
    """Write the seat's legal moves into `out` and say how many there are."""
    phase = s.phase
    if phase == TURN:
        count = draws(t, s, out)
        count = claims(t, s, seat, out, count)
        if t.builder >= 0:
            count = builds(t, s, seat, out, count)
        return count
    if phase == SECOND:
        return second_cards(t, s, out)
    if phase == KEEPING:
        return keeps(t, s, seat, t.play_keep, out)
    if phase == OPENING:
        return keeps(t, s, seat, t.opening_keep, out)
    if phase == TUNNEL:
        return top_ups(t, s, seat, out)
    if phase == PICKING:
        return picks(t, s, seat, out)
    return 0


def legal_moves(t: Tables, s: State, seat: i64) -> list[int]:
    """The seat's legal moves as a plain list."""
    out = zeros(t.moves)
    count = legal(t, s, seat, out)
    return [out[i] for i in range(count)]


def draws(t: Tables, s: State, out: Ints) -> i64:
    """Cards and tickets to draw; with neither, passing."""
    count: i64 = 0
    if s.deck_left > 0 or s.discard_left > 0:
        out[0] = BLIND
        count = 1
    if s.pile_left > 0 or s.group_left > 0 or len(s.tail) > 0:
        out[count] = TICKETS
        count += 1
    face = s.face
    if count == 0 and s.gaps == t.face_up:
        out[0] = PASS
        return 1
    for kind in range(t.kinds):
        if face[kind]:
            out[count] = TAKE + kind
            count += 1
    return count


def second_cards(t: Tables, s: State, out: Ints) -> i64:
    """The second card of a draw."""
    count: i64 = 0
    if s.deck_left > 0 or s.discard_left > 0:
        out[0] = BLIND
        count = 1
    face = s.face
    for kind in range(t.kinds):
        if face[kind] and (kind != WILD or not t.wild_alone):
            out[count] = TAKE + kind
            count += 1
    return count


def claims(t: Tables, s: State, seat: i64, out: Ints, count: i64) -> i64:
    """Every payment for every route that is open to the seat and can be paid."""
    words = t.words
    kinds = t.kinds
    hands = s.hands
    hand = seat * kinds
    longest = t.longest
    span = longest + 1
    payable = t.payable
    row_at = t.row_at
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
                    out[count] = row_at[rows + PLACES[low % PLACE_KEYS]]
                    count += 1
                rows += t.word
                word += 1
    if t.swap_most > 0:
        count = swaps(t, s, seat, out, count)
    return count


def swaps(t: Tables, s: State, seat: i64, out: Ints, count: i64) -> i64:
    """Routes to claim with bundles, by number of bundles; the cards are picked afterwards."""
    words = t.words
    size = s.hand_size[seat]
    some = size if size < t.swap_most else t.swap_most
    for word in range(words):
        mask = t.swappable[some * words + word]
        if mask:
            mask &= s.open[seat * words + word]
        while mask:
            low = mask & -mask
            mask ^= low
            way = word * t.word + PLACES[low % PLACE_KEYS]
            base = t.way_swap_base[way]
            for n in range(fewest_bundles(t, s, seat, way), most_bundles(t, s, seat, way) + 1):
                out[count] = base + n
                count += 1
    return count


def fewest_bundles(t: Tables, s: State, seat: i64, way: i64) -> i64:
    """How many bundles it takes at least, because single cards of the hand don't suffice."""
    singles = best_color(t, s, seat, way)
    if t.way_wilds_single[way]:
        singles += s.hands[seat * t.kinds]
    fewest = t.way_cards[way] - singles
    if fewest < 1:
        return 1
    return fewest


def most_bundles(t: Tables, s: State, seat: i64, way: i64) -> i64:
    """How many bundles the hand has cards for; none where that is below the fewest."""
    cards = t.way_cards[way]
    most = (s.hand_size[seat] - cards) // (t.way_swap[way] - 1)
    if most > cards:
        return cards
    return most


def best_color(t: Tables, s: State, seat: i64, way: i64) -> i64:
    """The most single cards that one colour of the hand can give to this way."""
    kinds = t.kinds
    best: i64 = 0
    for color in range(1, kinds):
        cards = s.hands[seat * kinds + color]
        if cards > best and t.way_color[way * kinds + color]:
            best = cards
    return best if best < t.way_single[way] else t.way_single[way]


def picks(t: Tables, s: State, seat: i64, out: Ints) -> i64:
    """The next card of a payment with bundles: offered if some legal payment begins so."""
    count: i64 = 0
    for kind in range(s.color, t.kinds):
        if s.laid[kind] < s.hands[seat * t.kinds + kind]:
            s.laid[kind] += 1
            if can_finish(t, s, seat, kind, s.wanted - 1):
                out[count] = t.pick + kind
                count += 1
            s.laid[kind] -= 1
    return count


def can_finish(t: Tables, s: State, seat: i64, kind: i64, wanted: i64) -> bool:
    """Whether `wanted` more cards of this kind or later ones can complete a legal payment."""
    kinds = t.kinds
    hand = seat * kinds
    way = s.way
    there: i64 = 0
    for later in range(kind, kinds):
        there += s.hands[hand + later] - s.laid[later]
    if there < wanted:
        return False
    single = t.way_single[way]
    settled: i64 = 0
    more_wilds: i64 = 0
    if t.way_wilds_single[way]:
        settled = s.laid[WILD]
        if kind == WILD:
            more_wilds = s.hands[hand] - settled
    needed = t.way_cards[way] - s.swaps - settled
    for color in range(1, kinds):
        if not t.way_color[way * kinds + color]:
            continue
        now = s.laid[color]
        if now > single:
            now = single
        more: i64 = 0
        if color >= kind:
            more = s.hands[hand + color]
            if more > single:
                more = single
            more -= now
        more += more_wilds
        if more > wanted:
            more = wanted
        if now + more >= needed:
            return True
    return False


def builds(t: Tables, s: State, seat: i64, out: Ints, count: i64) -> i64:
    """Every payment for the seat's next building in every city that has none."""
    first = first_option(t, s, seat)
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
    for option in range(first + 1, t.price_from[price_of_next(t, s, seat) + 1]):
        if can_pay(t, s, seat, option):
            # The same cities once more, with another payment.
            shift = (option - first) * cities
            ahead = count - start
            for i in range(start, stop):
                out[i + ahead] = out[i] + shift
            count += stop - start
    return count


def first_option(t: Tables, s: State, seat: i64) -> i64:
    """The first payment that the hand has for the seat's next building; -1 if there is none."""
    if s.supply[seat * t.piece_kinds + t.builder] == 0:
        return NONE
    price = price_of_next(t, s, seat)
    for option in range(t.price_from[price], t.price_from[price + 1]):
        if can_pay(t, s, seat, option):
            return option
    return NONE


def price_of_next(t: Tables, s: State, seat: i64) -> i64:
    """Which price the seat's next building has: they rise with every one that stands."""
    return t.supply[t.builder] - s.supply[seat * t.piece_kinds + t.builder]


def can_pay(t: Tables, s: State, seat: i64, option: i64) -> bool:
    """Whether the hand has this payment for a building."""
    hand = seat * t.kinds
    return t.option_wilds[option] <= s.hands[hand] and t.option_cards[option] <= s.hands[hand + t.option_color[option]]


def top_ups(t: Tables, s: State, seat: i64, out: Ints) -> i64:
    """Refuse the tunnel, or pay what is due, some of it in wilds."""
    out[0] = REFUSE
    count: i64 = 1
    due = s.due
    hand = seat * t.kinds
    most = s.hands[hand]
    if most > due:
        most = due
    fewest = due
    if s.color != WILD:
        fewest = due - s.hands[hand + s.color]
        if fewest < 0:
            fewest = 0
        if not t.way_wild[s.way]:
            most = 0
    for wilds in range(fewest, most + 1):
        out[count] = t.top_up + wilds
        count += 1
    return count


def keeps(t: Tables, s: State, seat: i64, least: i64, out: Ints) -> i64:
    """Every set of offered tickets that is large enough to keep."""
    count: i64 = 0
    offered = s.offered[seat]
    if least > offered:
        least = offered
    for places in range(1, BITS[offered]):
        if SIZES[places] >= least:
            out[count] = t.keep + places
            count += 1
    return count
