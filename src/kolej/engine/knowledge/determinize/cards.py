"""Sampling the hidden cards so that everything the viewer has seen could have happened.

Cards that the viewer has not seen came from one deck after another. It is public what each deck consisted of and what
was turned up from it, and therefore what went to hands face down. Of each seat it is public how many cards it drew
blind from each deck, and which of them it has shown since. A shown card may have come from any deck the seat had drawn
from by then, as long as that deck had one of its kind to give: each shown card is assigned a deck, and the rest is
dealt. Where a full display revealed how many of the cards drawn from a deck were coloured, `flush_limits.py` decides
which were.
"""

from typing import Final

from kolej.engine.chance.rng import Rng
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import LOG_AT_LEAST, LOG_AT_MOST, LOG_CODE, LOG_DREW, LOG_KIND, LOG_RESHUFFLED, LOG_SEAT
from kolej.engine.knowledge.determinize.card_origins import Origins, Shown
from kolej.engine.knowledge.determinize.flush_limits import certain_slots, coloured_slots, limits
from kolej.engine.knowledge.view import HIDDEN_KIND, View

TRIES: Final = 200
"""How many assignments of shown cards to decks are tried; usually the first one works."""

# How to choose the draw that a shown card came from: any by that time, or one that puts coloured cards as early as
# possible, or wilds.
ANY_DRAW: Final = 0
COLOURED_EARLY: Final = 1
WILDS_EARLY: Final = 2
PREFERENCES: Final = (ANY_DRAW, COLOURED_EARLY, WILDS_EARLY)


class CardHistory:
    """What a viewer can infer about the hidden cards from the card log."""

    def __init__(self) -> None:
        self.hidden: list[list[int]] = []
        """Per deck and kind, the cards that went face down to other hands (or, for the last deck, are still in it)."""
        self.slots: dict[tuple[int, int], list[int]] = {}
        """Per seat and deck, the positions of its hidden draws in the log."""
        self.shown: list[Shown] = []
        self.bounds: list[list[int]] = []
        """Per deck, the positions in the log of limits on how many cards drawn from it were coloured."""
        self.certain: dict[int, bool] = {}
        """Hidden draws, by position in the log, that the limits force to be coloured (True) or wild (False)."""

    def capacity(self) -> dict[tuple[int, int, bool], int]:
        """By seat, deck and coloured or wild: how many draws may have been so, where that is not all of them."""
        out: dict[tuple[int, int, bool], int] = {}
        for (seat, deck), slots in self.slots.items():
            for coloured in (False, True):
                may = sum(self.certain.get(slot, coloured) == coloured for slot in slots)
                if may < len(slots):
                    out[seat, deck, coloured] = may
        return out


class DealtCards:
    """One possible deal: the log with every card filled in, the hidden part of each hand, and the deck."""

    def __init__(self, log: list[int], hidden: list[list[int]], deck: list[int]) -> None:
        self.log = log
        self.hidden = hidden
        self.deck = deck


def read_card_history(view: View) -> CardHistory:
    """Read the card log of a view, without the viewer's own cards."""
    kinds = len(view.unseen)
    history = CardHistory()
    own: list[list[int]] = [[0] * kinds]
    history.bounds.append([])
    closed: list[list[int]] = []
    drawn: dict[int, list[int]] = {seat: [0] for seat in range(view.seats)}
    at = 0
    while at < len(view.card_log):
        entry = view.card_log[at]
        code, seat, kind = entry // LOG_CODE, entry // LOG_SEAT % 16, entry // LOG_KIND % 16
        if code == LOG_RESHUFFLED:
            closed.append(list(view.card_log[at + 1 : at + 1 + kinds]))
            own.append([0] * kinds)
            history.bounds.append([])
            for counts in drawn.values():
                counts.append(0)
            at += kinds
        elif code == LOG_DREW and kind != HIDDEN_KIND:
            own[-1][kind] += 1
        elif code == LOG_DREW:
            drawn[seat][-1] += 1
            history.slots.setdefault((seat, len(closed)), []).append(at)
        elif code in (LOG_AT_LEAST, LOG_AT_MOST):
            history.bounds[-1].append(at)
        elif seat != view.viewer:
            history.shown += [Shown(seat, kind, tuple(drawn[seat])) for _ in range(entry % LOG_KIND)]
        at += 1
    decks = [*closed, list(view.unseen)]
    history.hidden = [[a - b for a, b in zip(all_, mine, strict=True)] for all_, mine in zip(decks, own, strict=True)]
    for deck, bounds in enumerate(history.bounds):
        if bounds:
            slots = sorted(slot for (_, of), slots in history.slots.items() if of == deck for slot in slots)
            lowest, highest = limits(list(view.card_log), kinds, bounds, slots)
            wilds = history.hidden[deck][WILD]
            certain = certain_slots(sum(history.hidden[deck]) - wilds, wilds, lowest, highest)
            history.certain.update({slots[n]: coloured for n, coloured in certain.items()})
    return history


def deal_cards(view: View, history: CardHistory, origins: Origins, rng: Rng) -> DealtCards:
    """Sample every card that the viewer has not seen."""
    for number in range(TRIES):
        dealt = _deal(view, history, origins.sample(rng), PREFERENCES[number % len(PREFERENCES)], rng)
        if dealt is not None:
            return dealt
    raise ValueError("the card log contradicts itself: no deal explains how the display was flushed")


def _deal(view: View, history: CardHistory, origins: list[int], preference: int, rng: Rng) -> DealtCards | None:
    """One attempt; None if the limits of some deck can't be met with these origins."""
    kinds = len(view.unseen)
    left = [list(counts) for counts in history.hidden]
    free = {key: list(slots) for key, slots in history.slots.items()}
    log = list(view.card_log)
    for shown, deck in zip(history.shown, origins, strict=True):
        left[deck][shown.kind] -= 1
        slots = free[shown.seat, deck]
        at = 0
        if history.bounds[deck]:
            # The draws that the seat had made from the deck by then, without those already assigned to shown cards.
            assigned = len(history.slots[shown.seat, deck]) - len(slots)
            coloured = shown.kind != WILD
            by_then = range(shown.drawn[deck] - assigned)
            may = [i for i in by_then if history.certain.get(slots[i], coloured) == coloured]
            if not may:
                return None
            at = _choose_draw(may, coloured, preference, rng)
        _fill(log, slots.pop(at), shown.kind)
    hidden = [[0] * kinds for _ in range(view.seats)]
    rest: list[int] = []
    for deck, counts in enumerate(left):
        draws = [(slot, seat) for (seat, drawn_from), slots in free.items() if drawn_from == deck for slot in slots]
        rest = [kind for kind, count in enumerate(counts) for _ in range(count)]
        colours: list[bool] | None = []
        if history.bounds[deck]:
            draws.sort()
            lowest, highest = limits(log, kinds, history.bounds[deck], [slot for slot, _ in draws])
            colours = coloured_slots(len(rest) - counts[WILD], counts[WILD], lowest, highest, rng)
            if colours is None:
                return None
        for i, (slot, seat) in enumerate(draws):
            kind = _take_type(rest, colours[i], rng) if colours else _take_any(rest, rng)
            _fill(log, slot, kind)
            hidden[seat][kind] += 1
    return DealtCards(log, hidden, [rest.count(kind) for kind in range(kinds)])


def _choose_draw(draws: list[int], coloured: bool, preference: int, rng: Rng) -> int:
    """The draw that a shown card came from."""
    if preference == ANY_DRAW:
        return draws[rng.below(len(draws))]
    return draws[0] if coloured == (preference == COLOURED_EARLY) else draws[-1]


def _fill(log: list[int], at: int, kind: int) -> None:
    log[at] += (kind - log[at] // LOG_KIND % 16) * LOG_KIND


def _take_any(cards: list[int], rng: Rng) -> int:
    at = rng.below(len(cards))
    cards[at], cards[-1] = cards[-1], cards[at]
    return cards.pop()


def _take_type(cards: list[int], coloured: bool, rng: Rng) -> int:
    """Take a random coloured card, or a wild one."""
    while True:
        at = rng.below(len(cards))
        if (cards[at] != WILD) == coloured:
            cards[at], cards[-1] = cards[-1], cards[at]
            return cards.pop()
