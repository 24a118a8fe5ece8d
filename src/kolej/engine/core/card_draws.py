"""Drawing cards: from the deck and the display to hands, from hands to the discards, and the reshuffle.

Cards come from the deck by chance: `owes` in the state says for what, and the turn machine applies the outcome.
"""

from kolej.engine.core.cards import WILD
from kolej.engine.core.state import (
    LOG_AT_LEAST,
    LOG_AT_MOST,
    LOG_CODE,
    LOG_KIND,
    LOG_RESHUFFLED,
    LOG_SEAT,
    LOG_SHOWED,
    NONE,
    State,
)
from kolej.engine.core.step_facts import FLUSHED, RESHUFFLED, SHOWED, STOOD, TOOK, TURNED_UP, emit
from kolej.engine.core.vectors import Ints, append, i64
from kolej.engine.ruleset.tables import TAKE, RuleTables


def cards_left(s: State) -> bool:
    """Whether a card can be drawn blind: from the deck, or from the discards once they are reshuffled."""
    return s.deck_left > 0 or s.discard_left > 0


def display_open(t: RuleTables, s: State) -> bool:
    """Whether cards may be taken from the display: in some editions not while deck and discards are empty."""
    return t.closes_display == 0 or cards_left(s)


def takes(t: RuleTables, s: State, first: i64, out: Ints, count: i64) -> i64:
    """List taking a card from the display, by kind; kinds below `first` are left out."""
    if not display_open(t, s):
        return count
    display_counts = s.display_counts
    for kind in range(first, t.kinds):
        if display_counts[kind]:
            out[count] = TAKE + kind
            count += 1
    return count


def lowest_second_kind(t: RuleTables) -> i64:
    """The lowest kind that may be taken as a second card: a colour where a wild is a whole draw."""
    if t.wild_alone:
        return WILD + 1
    return WILD


def second_card_left(t: RuleTables, s: State) -> bool:
    """Whether there is any second card to draw."""
    if cards_left(s):
        return True
    if t.closes_display:
        return False
    shown = t.display_size - s.gaps
    if t.wild_alone:
        shown -= s.display_counts[WILD]
    return shown > 0


def card_ready(t: RuleTables, s: State) -> bool:
    """Whether the deck has a card now; if the deck is empty, the discards are reshuffled into a new one."""
    if s.deck_left > 0:
        return True
    if s.discard_left == 0:
        return False
    reshuffle(t, s)
    return True


def renew_deck(t: RuleTables, s: State) -> None:
    """Make the discards the new deck if it is empty, in editions where that happens at once.

    Called after each card that leaves the deck, and at the end of an action that may have discarded cards. What is laid
    down, revealed or about to be flushed is not among the discards yet, and stays out.
    """
    if s.deck_left == 0 and t.renews_at_once and s.discard_left > 0:
        reshuffle(t, s)


def reshuffle(t: RuleTables, s: State) -> None:
    """Make the discards the new deck. The log notes what the old deck dealt unseen: players can reason from it."""
    deck = s.deck
    discard = s.discard
    unseen = s.unseen
    mark: i64 = len(s.card_log)
    log = append(s.card_log, LOG_RESHUFFLED * LOG_CODE)
    for kind in range(t.kinds):
        log = append(log, unseen[kind])
        deck[kind] = discard[kind]
        unseen[kind] = discard[kind]
        discard[kind] = 0
    s.card_log = log
    s.decks += 1
    s.deck_left = s.discard_left
    s.discard_left = 0
    emit(s, RESHUFFLED, mark + 1, 0, 0)


def turn_up(t: RuleTables, s: State, kind: i64) -> None:
    """Put a card from the deck into the first gap of the display."""
    s.deck[kind] -= 1
    s.deck_left -= 1
    s.unseen[kind] -= 1
    display = s.display
    slot: i64 = 0
    while display[slot] != NONE:
        slot += 1
    display[slot] = kind
    s.display_counts[kind] += 1
    s.gaps -= 1
    emit(s, TURNED_UP, slot, kind, 0)
    renew_deck(t, s)


def flush(t: RuleTables, s: State) -> bool:
    """Discard a display with too many wilds, unless it could never show fewer.

    Either way everyone learns something about the deck, and so about the cards drawn blind from it; the log notes it.
    """
    display_counts = s.display_counts
    fewest = t.display_size - t.flush_at + 1
    others = (
        s.deck_left + s.discard_left + t.display_size - s.gaps - s.deck[WILD] - s.discard[WILD] - display_counts[WILD]
    )
    coloured: i64 = 0
    drawn = -s.deck_left
    for kind in range(t.kinds):
        drawn += s.unseen[kind]
        if kind != WILD:
            coloured += s.unseen[kind] + s.discard[kind] + display_counts[kind]
    bound = coloured - fewest
    if others < fewest:
        if bound >= 0:
            s.card_log = append(s.card_log, LOG_AT_LEAST * LOG_CODE + bound + 1)
        emit(s, STOOD, bound, 0, 0)
        return False
    if drawn == 0 and takes_turns(t, s):
        emit(s, STOOD, NONE, 0, 0)
        return False
    if bound < drawn:
        s.card_log = append(s.card_log, LOG_AT_MOST * LOG_CODE + bound)
    else:
        bound = NONE
    discard = s.discard
    for kind in range(t.kinds):
        discard[kind] += display_counts[kind]
        display_counts[kind] = 0
    s.discard_left += t.display_size - s.gaps
    for slot in range(t.display_size):
        s.display[slot] = NONE
    s.gaps = t.display_size
    emit(s, FLUSHED, bound, 0, 0)
    return True


def takes_turns(t: RuleTables, s: State) -> bool:
    """Whether a deck that everyone knows and a display with too many wilds would replace each other without end.

    They would where the discards become the deck at once: the last card of the deck completes the display, and the
    display that was flushed before is the whole new deck.
    """
    if t.renews_at_once == 0 or s.discard_left > 0 or s.deck_left != t.display_size:
        return False
    return s.deck[WILD] >= t.flush_at


def take(t: RuleTables, s: State, seat: i64, kind: i64) -> None:
    """Take a card of this kind from the display, from the first slot that has one."""
    display = s.display
    slot: i64 = 0
    while display[slot] != kind:
        slot += 1
    display[slot] = NONE
    s.display_counts[kind] -= 1
    s.gaps += 1
    place = seat * t.kinds + kind
    s.hands[place] += 1
    s.known[place] += 1
    s.hand_size[seat] += 1
    emit(s, TOOK, seat, slot, kind)


def draw(t: RuleTables, s: State, seat: i64, kind: i64, code: i64) -> None:
    """Move a card from the deck to a hand, unseen by the others. `code` is the fact to emit."""
    s.deck[kind] -= 1
    s.deck_left -= 1
    s.hands[seat * t.kinds + kind] += 1
    s.hand_size[seat] += 1
    s.card_log = append(s.card_log, seat * LOG_SEAT + kind * LOG_KIND + 1)
    emit(s, code, seat, kind, 0)
    renew_deck(t, s)


def put_down(t: RuleTables, s: State, seat: i64, kind: i64, count: i64, onto: Ints) -> None:
    """Move cards from a hand onto a pile, face up. Cards known to everyone go first; the others become known."""
    place = seat * t.kinds + kind
    s.hands[place] -= count
    s.hand_size[seat] -= count
    onto[kind] += count
    known = s.known[place]
    if known >= count:
        s.known[place] = known - count
    else:
        s.known[place] = 0
        hidden = count - known
        s.card_log = append(s.card_log, LOG_SHOWED * LOG_CODE + seat * LOG_SEAT + kind * LOG_KIND + hidden)
        emit(s, SHOWED, seat, kind, hidden)


def pay(t: RuleTables, s: State, seat: i64, color: i64, count: i64, wilds: i64) -> None:
    """Discard `count` cards of a colour and some wilds from a hand."""
    if count > 0:
        put_down(t, s, seat, color, count, s.discard)
    if wilds > 0:
        put_down(t, s, seat, WILD, wilds, s.discard)
    s.discard_left += count + wilds


def discard_all(t: RuleTables, s: State, cards: Ints) -> None:
    """Discard a whole pile."""
    for kind in range(t.kinds):
        count = cards[kind]
        if count:
            s.discard[kind] += count
            s.discard_left += count
            cards[kind] = 0
