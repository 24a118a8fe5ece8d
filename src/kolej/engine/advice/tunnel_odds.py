"""Tunnel odds: the probability that a tunnel costs extra cards, from what one seat can know.

Cards that the seat has not seen are in the deck or in other hands, and any of them may be next: those that the present
deck held, without what was turned up, what the seat drew itself, and what others drew blind but have shown since. A
card shown after a reshuffle is counted against the oldest deck that can have given it, and what a flush reveals is
ignored. If the deck runs out, the rest comes from the discards, which everyone knows.
"""

from collections import Counter
from math import comb

from kolej.engine.core.tunnels import counts_in_tunnel
from kolej.engine.knowledge.determinize.cards import read_card_history
from kolej.engine.knowledge.view import View


def tunnel_odds(view: View, reveals: int, color: int) -> list[float]:
    """The probabilities of 0, 1, 2 ... matches among the cards turned up for a payment of this colour."""
    from_deck = min(reveals, view.status.deck_left)
    from_discards = min(reveals - from_deck, sum(view.discard))
    in_deck = matches(hidden_cards(view), from_deck, color)
    in_discards = matches(view.discard, from_discards, color)
    chances = [0.0] * (reveals + 1)
    for first, p in enumerate(in_deck):
        for second, q in enumerate(in_discards):
            chances[first + second] += p * q
    return chances


def matches(cards: list[int] | tuple[int, ...], drawn: int, color: int) -> list[float]:
    """The probabilities that 0, 1, 2 ... of `drawn` of these cards count for a payment of this colour."""
    total = sum(cards)
    fitting = sum(count for kind, count in enumerate(cards) if counts_in_tunnel(color, kind))
    return [comb(fitting, n) * comb(total - fitting, drawn - n) / comb(total, drawn) for n in range(drawn + 1)]


def hidden_cards(view: View) -> list[int]:
    """By kind, the cards of the present deck that the viewer can't locate: they are in it or in other hands."""
    history = read_card_history(view)
    left = [list(counts) for counts in history.hidden]
    used: Counter[tuple[int, int]] = Counter()
    for shown in history.shown:
        for deck, drawn in enumerate(shown.drawn):
            if used[shown.seat, deck] < drawn and left[deck][shown.kind]:
                used[shown.seat, deck] += 1
                left[deck][shown.kind] -= 1
                break
    return left[-1]
