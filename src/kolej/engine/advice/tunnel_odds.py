"""How likely a tunnel costs more, from what one seat can know.

Cards that the seat has not seen lie in the deck or in other hands, and any of them may be the next: of those that the
present deck held, less what was turned up, what the seat drew itself, and what others drew unseen but have shown
since. A card shown after a reshuffle is taken to come from the oldest deck that can have given it, and what a swept
display lets one guess is left aside. When the deck runs out, the rest comes from the discards, which everyone knows.
"""

from collections import Counter
from math import comb

from kolej.engine.core.cards import WILD
from kolej.engine.knowledge.determinize.cards import read_story
from kolej.engine.knowledge.view import View


def tunnel_odds(view: View, reveals: int, color: int) -> list[float]:
    """The chances of no match, one match, two ... among the cards turned up for a payment of this colour."""
    from_deck = min(reveals, view.status.deck_left)
    from_discards = min(reveals - from_deck, sum(view.discard))
    one = matches(hidden_cards(view), from_deck, color)
    two = matches(view.discard, from_discards, color)
    chances = [0.0] * (reveals + 1)
    for first, p in enumerate(one):
        for second, q in enumerate(two):
            chances[first + second] += p * q
    return chances


def matches(cards: list[int] | tuple[int, ...], drawn: int, color: int) -> list[float]:
    """The chances of 0, 1, 2 ... wilds or cards of a colour among so many drawn from these."""
    total = sum(cards)
    fitting = cards[WILD] + (cards[color] if color != WILD else 0)
    return [comb(fitting, n) * comb(total - fitting, drawn - n) / comb(total, drawn) for n in range(drawn + 1)]


def hidden_cards(view: View) -> list[int]:
    """By kind, the cards of the present deck that the viewer can't place: they lie in it or in other hands."""
    story = read_story(view)
    left = [list(counts) for counts in story.hidden]
    used: Counter[tuple[int, int]] = Counter()
    for shown in story.shown:
        for deck, drawn in enumerate(shown.drawn):
            if used[shown.seat, deck] < drawn and left[deck][shown.kind]:
                used[shown.seat, deck] += 1
                left[deck][shown.kind] -= 1
                break
    return left[-1]
