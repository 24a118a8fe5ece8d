"""Stand-ins: several cards of any kind paid in place of one.

Far too many payments exist to list them. A seat says how many stand-ins a payment has and then pays its cards one by
one, in ascending order of kinds; a card may be paid if some legal payment begins like that.
"""

from kolej.engine.core.card_draws import put_down
from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import claim
from kolej.engine.core.make_vectors import ints
from kolej.engine.core.state import PAYING, TURN, State
from kolej.engine.core.step_facts import PAYMENT_CHANGED, emit
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import PLACE_KEYS, PLACES, RuleTables


def stand_in_claims(t: RuleTables, s: State, seat: i64, out: Ints, count: i64) -> i64:
    """List the claims that begin a payment with stand-ins, by claim option and number of stand-ins."""
    words = t.words
    size = s.hand_size[seat]
    some = size if size < t.stand_in_most else t.stand_in_most
    for word in range(words):
        mask = t.stand_in_payable[some * words + word]
        if mask:
            mask &= s.open[seat * words + word]
        while mask:
            low = mask & -mask
            mask ^= low
            option = word * t.word + PLACES[low % PLACE_KEYS]
            base = t.option_stand_in_base[option]
            for n in range(fewest_stand_ins(t, s, seat, option), most_stand_ins(t, s, seat, option) + 1):
                out[count] = base + n
                count += 1
    return count


def fewest_stand_ins(t: RuleTables, s: State, seat: i64, option: i64) -> i64:
    """The fewest stand-ins with which the hand can pay: what its single cards leave unpaid, at least one."""
    singles = best_color(t, s, seat, option)
    if t.option_wilds_single[option]:
        singles += s.hands[seat * t.kinds]
    fewest = t.option_cards[option] - singles
    if fewest < 1:
        return 1
    return fewest


def most_stand_ins(t: RuleTables, s: State, seat: i64, option: i64) -> i64:
    """The most stand-ins that the hand has cards for. It can't pay at all if this is below the fewest."""
    cards = t.option_cards[option]
    most = (s.hand_size[seat] - cards) // (t.option_stand_in[option] - 1)
    if most > cards:
        return cards
    return most


def best_color(t: RuleTables, s: State, seat: i64, option: i64) -> i64:
    """The most single cards of one colour that the hand can pay with."""
    kinds = t.kinds
    best: i64 = 0
    for color in range(1, kinds):
        cards = s.hands[seat * kinds + color]
        if cards > best and t.option_color[option * kinds + color]:
            best = cards
    return best if best < t.option_single[option] else t.option_single[option]


def next_cards(t: RuleTables, s: State, seat: i64, out: Ints) -> i64:
    """List the kinds of the next card: those with which some legal payment goes on."""
    count: i64 = 0
    for kind in range(s.color, t.kinds):
        if s.laid[kind] < s.hands[seat * t.kinds + kind]:
            s.laid[kind] += 1
            if can_finish(t, s, seat, kind, s.wanted - 1):
                out[count] = t.pay_card + kind
                count += 1
            s.laid[kind] -= 1
    return count


def can_finish(t: RuleTables, s: State, seat: i64, kind: i64, wanted: i64) -> bool:
    """Whether `wanted` more cards, of this kind or later ones, can complete a legal payment."""
    kinds = t.kinds
    hand = seat * kinds
    option = s.option
    there: i64 = 0
    for later in range(kind, kinds):
        there += s.hands[hand + later] - s.laid[later]
    if there < wanted:
        return False
    singles = most_singles(t, option, s.laid, s.hands, hand, kind, wanted)
    return singles >= t.option_cards[option] - s.stand_ins


def most_singles(t: RuleTables, option: i64, laid: Ints, hands: Ints, hand: i64, kind: i64, more: i64) -> i64:
    """The most single cards that a payment can have once `more` cards of this kind or later ones have been added.

    A payment is legal if its single cards and its stand-ins together make up the cards of the option. `hand` is where
    the payer's cards begin in `hands`; the cards in `laid` are still among them.
    """
    single = t.option_single[option]
    wilds: i64 = 0
    more_wilds: i64 = 0
    if t.option_wilds_single[option]:
        wilds = laid[WILD]
        if kind == WILD:
            more_wilds = hands[hand] - wilds
    best: i64 = 0
    for color in range(1, t.kinds):
        if not t.option_color[option * t.kinds + color]:
            continue
        now = laid[color]
        if now > single:
            now = single
        later: i64 = 0
        if color >= kind:
            later = hands[hand + color]
            if later > single:
                later = single
            later -= now
        later += more_wilds
        if later > more:
            later = more
        if wilds + now + later > best:
            best = wilds + now + later
    return best


def most_singles_of(t: RuleTables, option: i64, laid: list[int], hand: list[int], more: i64) -> i64:
    """`most_singles` for plain lists of cards by kind, where cards of any kind may still be added."""
    return most_singles(t, option, ints(laid), ints(hand), 0, WILD, more)


def begin_stand_ins(t: RuleTables, s: State, seat: i64, option: i64, stand_ins: i64) -> None:
    """Begin a payment with this many stand-ins."""
    s.option = option
    s.stand_ins = stand_ins
    s.wanted = t.option_cards[option] + (t.option_stand_in[option] - 1) * stand_ins
    s.color = 0
    s.phase = PAYING
    emit(s, PAYMENT_CHANGED, seat, 0, 0)


def pay_card(t: RuleTables, s: State, seat: i64, kind: i64) -> bool:
    """Add one card to the payment; True if it was the last: all are discarded and the route is claimed."""
    s.laid[kind] += 1
    s.color = kind
    s.wanted -= 1
    if s.wanted > 0:
        emit(s, PAYMENT_CHANGED, seat, 0, 0)
        return False
    paid: i64 = 0
    for each in range(t.kinds):
        count = s.laid[each]
        if count > 0:
            s.laid[each] = 0
            put_down(t, s, seat, each, count, s.discard)
            s.discard_left += count
            paid += count * t.unit[each]
    # Reset before the claim: the display may have to be filled next, when no payment is under way.
    s.phase = TURN
    option = s.option
    s.option = 0
    s.color = 0
    s.stand_ins = 0
    claim(t, s, seat, option, paid)
    return True
