"""Dealing the hidden cards anew, so that everything a viewer has seen could still have happened.

Cards unseen by the viewer came from one deck after another. Of every deck it is public what it was made of and what
was turned up from it, and so what went to hands unseen; of every seat, how many cards it drew blind from which deck,
and which of them it has shown since. A card shown may have come from any deck the seat had drawn from by then, as long
as that deck still had one of its kind to give: each shown card is given a deck, and the rest is dealt.
"""

from typing import Final

from kolej.engine.cards import WILD
from kolej.engine.imagine_origins import Origins, Shown
from kolej.engine.luck import Luck
from kolej.engine.state import LOG_AT_LEAST, LOG_AT_MOST, LOG_CODE, LOG_DREW, LOG_KIND, LOG_RESHUFFLED, LOG_SEAT
from kolej.engine.view import HIDDEN_KIND, View

TRIES: Final = 200
DEALS: Final = 60
"""How often one deck is dealt before the origins of shown cards are thought over; once is the rule."""


class Story:
    """What a viewer can tell of the hidden cards."""

    def __init__(self) -> None:
        self.hidden: list[list[int]] = []
        """Per deck and kind, the cards that went to others' hands unseen (or, in the last deck, are still in it)."""
        self.slots: dict[tuple[int, int], list[int]] = {}
        """Per seat and deck, where in the log its unseen draws stand."""
        self.shown: list[Shown] = []
        self.bounds: list[list[int]] = []
        """Per deck, where in the log something was learned of how many cards drawn from it were coloured."""


class DealtCards:
    """One way it may be: the log with every card filled in, the hidden part of each hand, the deck."""

    def __init__(self, log: list[int], hidden: list[list[int]], deck: list[int]) -> None:
        self.log = log
        self.hidden = hidden
        self.deck = deck


def read_story(view: View) -> Story:
    """What the log tells, less what the viewer holds or held itself."""
    kinds = len(view.unseen)
    story = Story()
    own: list[list[int]] = [[0] * kinds]
    story.bounds.append([])
    closed: list[list[int]] = []
    drawn: dict[int, list[int]] = {seat: [0] for seat in range(view.seats)}
    at = 0
    while at < len(view.card_log):
        entry = view.card_log[at]
        code, seat, kind = entry // LOG_CODE, entry // LOG_SEAT % 16, entry // LOG_KIND % 16
        if code == LOG_RESHUFFLED:
            closed.append(list(view.card_log[at + 1 : at + 1 + kinds]))
            own.append([0] * kinds)
            story.bounds.append([])
            for counts in drawn.values():
                counts.append(0)
            at += kinds
        elif code == LOG_DREW and kind != HIDDEN_KIND:
            own[-1][kind] += 1
        elif code == LOG_DREW:
            drawn[seat][-1] += 1
            story.slots.setdefault((seat, len(closed)), []).append(at)
        elif code in (LOG_AT_LEAST, LOG_AT_MOST):
            story.bounds[-1].append(at)
        elif seat != view.viewer:
            story.shown += [Shown(seat, kind, tuple(drawn[seat])) for _ in range(entry % LOG_KIND)]
        at += 1
    decks = [*closed, list(view.unseen)]
    story.hidden = [[a - b for a, b in zip(all_, mine, strict=True)] for all_, mine in zip(decks, own, strict=True)]
    return story


def deal_cards(view: View, story: Story, origins: Origins, luck: Luck) -> DealtCards:
    """Fill in every card that the viewer has not seen."""
    for _ in range(TRIES):
        dealt = _deal(view, story, origins.found(luck), luck)
        if dealt is not None:
            return dealt
    raise ValueError("the card log contradicts itself: no deal explains how the display was swept")


def _deal(view: View, story: Story, origins: list[int], luck: Luck) -> DealtCards | None:
    """One attempt; None if what was learned of some deck can't be met with these origins."""
    left = [list(counts) for counts in story.hidden]
    free = {key: list(slots) for key, slots in story.slots.items()}
    log = list(view.card_log)
    for shown, deck in zip(story.shown, origins, strict=True):
        left[deck][shown.kind] -= 1
        _fill(log, free[shown.seat, deck].pop(0), shown.kind)
    hidden = [[0] * len(view.unseen) for _ in range(view.seats)]
    rest: list[int] = []
    for deck, counts in enumerate(left):
        slots = [(seat, slot) for (seat, drawn_from), slots in free.items() if drawn_from == deck for slot in slots]
        for _ in range(DEALS):
            rest = [kind for kind, count in enumerate(counts) for _ in range(count)]
            dealt = [_take_any(rest, luck) for _ in slots]
            for (_, slot), kind in zip(slots, dealt, strict=True):
                _fill(log, slot, kind)
            if _within(log, len(view.unseen), story.bounds[deck]):
                break
        else:
            return None
        for (seat, _), kind in zip(slots, dealt, strict=True):
            hidden[seat][kind] += 1
    return DealtCards(log, hidden, [rest.count(kind) for kind in range(len(view.unseen))])


def _within(log: list[int], kinds: int, bounds: list[int]) -> bool:
    """Whether as many cards drawn from a deck were coloured as everyone learned at these places of the log."""
    for at in bounds:
        code, bound = log[at] // LOG_CODE, log[at] % LOG_CODE
        coloured = 0
        for entry in reversed(_since_reshuffle(log, kinds, at)):
            coloured += entry // LOG_CODE == LOG_DREW and entry // LOG_KIND % 16 != WILD
        if (code == LOG_AT_LEAST and coloured < bound) or (code == LOG_AT_MOST and coloured > bound):
            return False
    return True


def _since_reshuffle(log: list[int], kinds: int, at: int) -> list[int]:
    """The entries between the making of the deck and a place in the log."""
    mark = LOG_RESHUFFLED * LOG_CODE
    start = at
    while start > 0 and log[start - 1] != mark:
        start -= 1
    return log[start + kinds : at] if start > 0 else log[:at]


def _fill(log: list[int], at: int, kind: int) -> None:
    log[at] += (kind - log[at] // LOG_KIND % 16) * LOG_KIND


def _take_any(cards: list[int], luck: Luck) -> int:
    at = luck.below(len(cards))
    cards[at], cards[-1] = cards[-1], cards[at]
    return cards.pop()
