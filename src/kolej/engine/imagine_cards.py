"""Dealing the hidden cards anew, so that everything a viewer has seen could still have happened.

Cards unseen by the viewer came from one deck after another. Of every deck it is public what it was made of and what
was turned up from it, and so what went to hands unseen; of every seat, how many cards it drew blind from which deck,
and which of them it has shown since. A card shown may have come from any deck the seat had drawn from by then, as long
as that deck still had one of its kind to give: each shown card is given a deck, and the rest is dealt.
"""

from dataclasses import dataclass, field

from kolej.engine.imagine_origins import Origins, Shown
from kolej.engine.luck import Luck
from kolej.engine.state import LOG_CODE, LOG_DREW, LOG_KIND, LOG_RESHUFFLED, LOG_SEAT
from kolej.engine.view import HIDDEN_KIND, View


@dataclass(slots=True)
class Story:
    """What a viewer can tell of the hidden cards."""

    hidden: list[list[int]] = field(default_factory=list)
    """Per deck and kind, the cards that went to others' hands unseen (or, in the last deck, are still in it)."""
    slots: dict[tuple[int, int], list[int]] = field(default_factory=dict)
    """Per seat and deck, where in the log its unseen draws stand."""
    shown: list[Shown] = field(default_factory=list)


@dataclass(slots=True)
class DealtCards:
    """One way it may be: the log with every card filled in, the hidden part of each hand, the deck."""

    log: list[int]
    hidden: list[list[int]]
    deck: list[int]


def read_story(view: View) -> Story:
    """What the log tells, less what the viewer holds or held itself."""
    kinds = len(view.unseen)
    story = Story()
    own: list[list[int]] = [[0] * kinds]
    closed: list[list[int]] = []
    drawn: dict[int, list[int]] = {seat: [0] for seat in range(view.seats)}
    at = 0
    while at < len(view.card_log):
        entry = view.card_log[at]
        code, seat, kind = entry // LOG_CODE, entry // LOG_SEAT % 16, entry // LOG_KIND % 16
        if code == LOG_RESHUFFLED:
            closed.append(list(view.card_log[at + 1 : at + 1 + kinds]))
            own.append([0] * kinds)
            for counts in drawn.values():
                counts.append(0)
            at += kinds
        elif code == LOG_DREW and kind != HIDDEN_KIND:
            own[-1][kind] += 1
        elif code == LOG_DREW:
            drawn[seat][-1] += 1
            story.slots.setdefault((seat, len(closed)), []).append(at)
        elif seat != view.viewer:
            story.shown += [Shown(seat, kind, tuple(drawn[seat])) for _ in range(entry % LOG_KIND)]
        at += 1
    decks = [*closed, list(view.unseen)]
    story.hidden = [[a - b for a, b in zip(all_, mine, strict=True)] for all_, mine in zip(decks, own, strict=True)]
    return story


def deal_cards(view: View, luck: Luck) -> DealtCards:
    """Fill in every card that the viewer has not seen."""
    story = read_story(view)
    origins = Origins(story.hidden, story.shown, luck).found()
    left = [list(counts) for counts in story.hidden]
    free = {key: list(slots) for key, slots in story.slots.items()}
    log = list(view.card_log)
    for shown, deck in zip(story.shown, origins, strict=True):
        left[deck][shown.kind] -= 1
        _fill(log, free[shown.seat, deck].pop(0), shown.kind)
    hidden = [[0] * len(view.unseen) for _ in range(view.seats)]
    for deck, counts in enumerate(left):
        cards = [kind for kind, count in enumerate(counts) for _ in range(count)]
        for (seat, drawn_from), slots in free.items():
            if drawn_from == deck:
                for slot in slots:
                    kind = _take_any(cards, luck)
                    _fill(log, slot, kind)
                    hidden[seat][kind] += 1
        left[deck] = [cards.count(kind) for kind in range(len(counts))]
    return DealtCards(log, hidden, left[-1])


def _fill(log: list[int], at: int, kind: int) -> None:
    log[at] += (kind - HIDDEN_KIND) * LOG_KIND


def _take_any(cards: list[int], luck: Luck) -> int:
    at = luck.below(len(cards))
    cards[at], cards[-1] = cards[-1], cards[at]
    return cards.pop()
