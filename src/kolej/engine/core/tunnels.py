"""Tunnels: lay the payment down, reveal cards, then pay what they add or take the payment back."""

from kolej.engine.core.card_draws import card_ready, discard_all, pay, put_down, renew_deck
from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import claim
from kolej.engine.core.state import NOTHING, TUNNEL, TUNNEL_CARD, State
from kolej.engine.core.step_facts import DUE, LAID, REFUSED, REVEALED, emit
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import REFUSE, RuleTables


def counts_in_tunnel(color: i64, kind: i64) -> bool:
    """Whether a revealed card of this kind adds to the price of a payment of this colour."""
    return kind in (WILD, color)


def top_ups(t: RuleTables, s: State, seat: i64, out: Ints) -> i64:
    """List refusing the tunnel and every payment of the cards due, by number of wilds."""
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
        if not t.option_wild[s.option]:
            most = 0
    for wilds in range(fewest, most + 1):
        out[count] = t.top_up + wilds
        count += 1
    return count


def lay_down(t: RuleTables, s: State, seat: i64, option: i64, color: i64, wilds: i64) -> bool:
    """Lay a payment down and reveal the first card; True if no card can be revealed and the route is claimed."""
    cards = t.option_cards[option] - wilds
    if cards > 0:
        put_down(t, s, seat, color, cards, s.laid)
    if wilds > 0:
        put_down(t, s, seat, WILD, wilds, s.laid)
    s.option = option
    s.color = color
    s.wanted = t.option_reveals[option]
    emit(s, LAID, seat, option, cards * t.unit[color] + wilds * t.unit[WILD])
    return reveal_next(t, s, seat)


def reveal(t: RuleTables, s: State, seat: i64, kind: i64) -> bool:
    """Reveal a card of this kind from the deck; True if it was the last and the route is claimed."""
    s.deck[kind] -= 1
    s.deck_left -= 1
    s.unseen[kind] -= 1
    s.turned[kind] += 1
    s.wanted -= 1
    emit(s, REVEALED, seat, kind, 0)
    renew_deck(t, s)
    return reveal_next(t, s, seat)


def reveal_next(t: RuleTables, s: State, seat: i64) -> bool:
    """Ask chance for the next card; after the last, compute what is due. True if nothing is: the route is claimed."""
    if s.wanted > 0 and card_ready(t, s):
        s.owes = TUNNEL_CARD
        return False
    s.wanted = 0
    s.owes = NOTHING
    s.due = 0
    for kind in range(t.kinds):
        if counts_in_tunnel(s.color, kind):
            s.due += s.turned[kind]
    if s.due == 0:
        pay_top_up(t, s, seat, 0)
        return True
    s.phase = TUNNEL
    emit(s, DUE, seat, s.due, 0)
    return False


def pay_top_up(t: RuleTables, s: State, seat: i64, wilds: i64) -> None:
    """Pay the cards due, this many of them in wilds, and claim the route."""
    paid: i64 = 0
    for kind in range(t.kinds):
        paid += s.laid[kind] * t.unit[kind]
    pay(t, s, seat, s.color, s.due - wilds, wilds)
    paid += (s.due - wilds) * t.unit[s.color] + wilds * t.unit[WILD]
    option = s.option
    clear_tunnel(t, s)
    claim(t, s, seat, option, paid)


def refuse(t: RuleTables, s: State, seat: i64) -> None:
    """Take the laid-down cards back, now known to everyone."""
    laid = s.laid
    start = seat * t.kinds
    for kind in range(t.kinds):
        count = laid[kind]
        s.hands[start + kind] += count
        s.known[start + kind] += count
        s.hand_size[seat] += count
        laid[kind] = 0
    option = s.option
    clear_tunnel(t, s)
    emit(s, REFUSED, seat, option, 0)


def clear_tunnel(t: RuleTables, s: State) -> None:
    """Discard the cards laid down and revealed."""
    discard_all(t, s, s.laid)
    discard_all(t, s, s.turned)
    s.due = 0
    s.option = 0
    s.color = 0
