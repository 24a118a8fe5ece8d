"""Cards in motion: from deck and display to hands, from hands to the discards, and back into a new deck."""

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
from kolej.engine.core.step_facts import FLUSHED, RESHUFFLED, SHOWED, STOOD, TOOK, TURNED_UP, tell
from kolej.engine.core.vectors import Ints, append, i64
from kolej.engine.ruleset.tables import Tables


def card_ready(t: Tables, s: State) -> bool:
    """Whether a card can come from the deck now; the discards become a new deck when one is needed."""
    if s.deck_left > 0:
        return True
    if s.discard_left == 0:
        return False
    reshuffle(t, s)
    return True


def reshuffle(t: Tables, s: State) -> None:
    """Make the discards the new deck. What the old one hid went to hands: that is worth remembering."""
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
    tell(s, RESHUFFLED, mark + 1, 0, 0)


def turn_up(t: Tables, s: State, kind: i64) -> None:
    """Put a card from the deck into the first gap of the display."""
    s.deck[kind] -= 1
    s.deck_left -= 1
    s.unseen[kind] -= 1
    display = s.display
    slot: i64 = 0
    while display[slot] != NONE:
        slot += 1
    display[slot] = kind
    s.face[kind] += 1
    s.gaps -= 1
    tell(s, TURNED_UP, slot, kind, 0)


def flush(t: Tables, s: State) -> bool:
    """Discard a display with too many wilds, unless it could never show fewer.

    Either way everyone learns something of the deck, and so of the cards drawn blind from it: the log notes it.
    """
    face = s.face
    fewest = t.face_up - t.flush_at + 1
    others = s.deck_left + s.discard_left + t.face_up - s.gaps - s.deck[WILD] - s.discard[WILD] - face[WILD]
    coloured: i64 = 0
    drawn = -s.deck_left
    for kind in range(t.kinds):
        drawn += s.unseen[kind]
        if kind != WILD:
            coloured += s.unseen[kind] + s.discard[kind] + face[kind]
    bound = coloured - fewest
    if others < fewest:
        if bound >= 0:
            s.card_log = append(s.card_log, LOG_AT_LEAST * LOG_CODE + bound + 1)
        tell(s, STOOD, bound, 0, 0)
        return False
    if bound < drawn:
        s.card_log = append(s.card_log, LOG_AT_MOST * LOG_CODE + bound)
    else:
        bound = NONE
    discard = s.discard
    for kind in range(t.kinds):
        discard[kind] += face[kind]
        face[kind] = 0
    s.discard_left += t.face_up - s.gaps
    for slot in range(t.face_up):
        s.display[slot] = NONE
    s.gaps = t.face_up
    tell(s, FLUSHED, bound, 0, 0)
    return True


def take(t: Tables, s: State, seat: i64, kind: i64) -> None:
    """Take a card of that kind from the display; of equal cards the one in the first slot."""
    display = s.display
    slot: i64 = 0
    while display[slot] != kind:
        slot += 1
    display[slot] = NONE
    s.face[kind] -= 1
    s.gaps += 1
    place = seat * t.kinds + kind
    s.hands[place] += 1
    s.known[place] += 1
    s.hand_size[seat] += 1
    tell(s, TOOK, seat, slot, kind)


def draw(t: Tables, s: State, seat: i64, kind: i64, code: i64) -> None:
    """Put a card from the deck into a hand, unseen by the others."""
    s.deck[kind] -= 1
    s.deck_left -= 1
    s.hands[seat * t.kinds + kind] += 1
    s.hand_size[seat] += 1
    s.card_log = append(s.card_log, seat * LOG_SEAT + kind * LOG_KIND + 1)
    tell(s, code, seat, kind, 0)


def put_down(t: Tables, s: State, seat: i64, kind: i64, count: i64, onto: Ints) -> None:
    """Move cards from a hand onto a pile, for all to see. Cards known to all go first: the rest come to light."""
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
        tell(s, SHOWED, seat, kind, hidden)


def pay(t: Tables, s: State, seat: i64, color: i64, count: i64, wilds: i64) -> None:
    """Discard cards of a colour and wilds from a hand."""
    if count > 0:
        put_down(t, s, seat, color, count, s.discard)
    if wilds > 0:
        put_down(t, s, seat, WILD, wilds, s.discard)
    s.discard_left += count + wilds


def discard_all(t: Tables, s: State, cards: Ints) -> None:
    """Discard a pile on the table."""
    for kind in range(t.kinds):
        count = cards[kind]
        if count:
            s.discard[kind] += count
            s.discard_left += count
            cards[kind] = 0
