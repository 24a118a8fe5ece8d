"""Dealing the hidden cards anew, so that everything a viewer has seen could still have happened.

Cards unseen by the viewer came from one deck after another. Of every deck it is public what it was made of and what
was turned up from it, and so what went to hands unseen; of every seat, how many cards it drew blind from which deck,
and which of them it has shown since. A card shown may have come from any deck the seat had drawn from by then, as long
as that deck still had one of its kind to give: each shown card is given a deck, and the rest is dealt. Where a display
gave away how many of the cards drawn from a deck were coloured, `imagine_sweeps.py` says which of them were.
"""

from typing import Final

from kolej.engine.chance.rng import Luck
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import LOG_AT_LEAST, LOG_AT_MOST, LOG_CODE, LOG_DREW, LOG_KIND, LOG_RESHUFFLED, LOG_SEAT
from kolej.engine.knowledge.determinize.card_origins import Origins, Shown
from kolej.engine.knowledge.determinize.flush_limits import coloured_slots, limits, sure_slots
from kolej.engine.knowledge.view import HIDDEN_KIND, View

TRIES: Final = 200
"""How often it is thought over where shown cards came from; once is the rule."""

# How the draws are chosen that shown cards came from: any that were made by then, or so that as many coloured cards as
# possible were drawn early, or as few.
ANY: Final = 0
COLOURED_EARLY: Final = 1
WILDS_EARLY: Final = 2
TASTES: Final = (ANY, COLOURED_EARLY, WILDS_EARLY)


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
        self.sure: dict[int, bool] = {}
        """Unseen draws, by their places in the log, that must have been coloured for that, or can't have been."""

    def room(self) -> dict[tuple[int, int, bool], int]:
        """By seat and deck, how many draws may have been coloured, and how many wild, where that is less than all."""
        out: dict[tuple[int, int, bool], int] = {}
        for (seat, deck), slots in self.slots.items():
            for coloured in (False, True):
                may = sum(self.sure.get(slot, coloured) == coloured for slot in slots)
                if may < len(slots):
                    out[seat, deck, coloured] = may
        return out


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
    for deck, bounds in enumerate(story.bounds):
        if bounds:
            slots = sorted(slot for (_, of), slots in story.slots.items() if of == deck for slot in slots)
            lowest, highest = limits(list(view.card_log), kinds, bounds, slots)
            wilds = story.hidden[deck][WILD]
            sure = sure_slots(sum(story.hidden[deck]) - wilds, wilds, lowest, highest)
            story.sure.update({slots[n]: coloured for n, coloured in sure.items()})
    return story


def deal_cards(view: View, story: Story, origins: Origins, luck: Luck) -> DealtCards:
    """Fill in every card that the viewer has not seen."""
    for number in range(TRIES):
        dealt = _deal(view, story, origins.found(luck), TASTES[number % len(TASTES)], luck)
        if dealt is not None:
            return dealt
    raise ValueError("the card log contradicts itself: no deal explains how the display was swept")


def _deal(view: View, story: Story, origins: list[int], taste: int, luck: Luck) -> DealtCards | None:
    """One attempt; None if what was learned of some deck can't be met with these origins."""
    kinds = len(view.unseen)
    left = [list(counts) for counts in story.hidden]
    free = {key: list(slots) for key, slots in story.slots.items()}
    log = list(view.card_log)
    for shown, deck in zip(story.shown, origins, strict=True):
        left[deck][shown.kind] -= 1
        slots = free[shown.seat, deck]
        at = 0
        if story.bounds[deck]:
            # The seat's first draws from the deck, as many as it had made by then, less those that are explained.
            explained = len(story.slots[shown.seat, deck]) - len(slots)
            coloured = shown.kind != WILD
            by_then = range(shown.drawn[deck] - explained)
            may = [i for i in by_then if story.sure.get(slots[i], coloured) == coloured]
            if not may:
                return None
            at = _chosen(may, coloured, taste, luck)
        _fill(log, slots.pop(at), shown.kind)
    hidden = [[0] * kinds for _ in range(view.seats)]
    rest: list[int] = []
    for deck, counts in enumerate(left):
        draws = [(slot, seat) for (seat, drawn_from), slots in free.items() if drawn_from == deck for slot in slots]
        rest = [kind for kind, count in enumerate(counts) for _ in range(count)]
        colours: list[bool] | None = []
        if story.bounds[deck]:
            draws.sort()
            lowest, highest = limits(log, kinds, story.bounds[deck], [slot for slot, _ in draws])
            colours = coloured_slots(len(rest) - counts[WILD], counts[WILD], lowest, highest, luck)
            if colours is None:
                return None
        for i, (slot, seat) in enumerate(draws):
            kind = _take_such(rest, colours[i], luck) if colours else _take_any(rest, luck)
            _fill(log, slot, kind)
            hidden[seat][kind] += 1
    return DealtCards(log, hidden, [rest.count(kind) for kind in range(kinds)])


def _chosen(draws: list[int], coloured: bool, taste: int, luck: Luck) -> int:
    """Which of some draws a shown card came from."""
    if taste == ANY:
        return draws[luck.below(len(draws))]
    return draws[0] if coloured == (taste == COLOURED_EARLY) else draws[-1]


def _fill(log: list[int], at: int, kind: int) -> None:
    log[at] += (kind - log[at] // LOG_KIND % 16) * LOG_KIND


def _take_any(cards: list[int], luck: Luck) -> int:
    at = luck.below(len(cards))
    cards[at], cards[-1] = cards[-1], cards[at]
    return cards.pop()


def _take_such(cards: list[int], coloured: bool, luck: Luck) -> int:
    """Take a coloured card, or a wild one."""
    while True:
        at = luck.below(len(cards))
        if (cards[at] != WILD) == coloured:
            cards[at], cards[-1] = cards[-1], cards[at]
            return cards.pop()
