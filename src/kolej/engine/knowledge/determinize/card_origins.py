"""Origins of shown cards: the deck from which each hidden card came that was shown later.

A deck can give only the cards it had, and a seat can show only what it had drawn by then. Cards are assigned to decks
one by one. If a deck has no capacity left for a card, another card is moved to a different deck, and so on along a
chain, as with augmenting paths in bipartite matching.
"""

from collections.abc import Sequence
from typing import Final

from kolej.engine.chance.rng import Rng
from kolej.engine.core.cards import WILD

TRIES: Final = 1_000
"""One or two are enough; if none succeeds, the log is not the log of a game."""


class Shown:
    """A hidden card that was shown: its seat, its kind, and how many cards the seat had drawn from each deck."""

    def __init__(self, seat: int, kind: int, drawn: tuple[int, ...]) -> None:
        self.seat = seat
        self.kind = kind
        self.drawn = drawn


class Origins:
    """A search for an assignment of decks to all shown cards; they are in the order in which they were shown."""

    def __init__(
        self, hidden: Sequence[Sequence[int]], shown: Sequence[Shown], capacity: dict[tuple[int, int, bool], int]
    ) -> None:
        self.hidden = hidden
        self.shown = shown
        self.capacity = capacity
        """By seat, deck and coloured or wild: the most cards, where a display revealed such a limit."""
        self.decks = [
            [
                deck
                for deck, drawn in enumerate(each.drawn)
                if drawn and hidden[deck][each.kind] and capacity.get((each.seat, deck, each.kind != WILD)) != 0
            ]
            for each in shown
        ]
        """The decks each card may have come from, considered on its own."""
        self.kinds: dict[int, list[int]] = {}
        for card, each in enumerate(shown):
            self.kinds.setdefault(each.kind, []).append(card)
        self.origin: list[int] = []
        self.by_seat: dict[tuple[int, int], list[int]] = {}
        self.by_kind: dict[tuple[int, int], list[int]] = {}

    def sample(self, rng: Rng) -> list[int]:
        """A random valid deck for each card."""
        self.rng = rng
        if len(self.hidden) == 1:
            return [0] * len(self.shown)
        # Kinds that are nearly used up have the fewest options, so they choose first.
        spare = {kind: sum(deck[kind] for deck in self.hidden) - len(cards) for kind, cards in self.kinds.items()}
        order = sorted(self.kinds, key=lambda kind: spare[kind])
        for _ in range(TRIES):
            stuck = self._try(order)
            if stuck is None:
                return self.origin
            order.remove(stuck)
            order.insert(0, stuck)
        raise ValueError("the card log contradicts itself: no deal explains what was shown")

    def _try(self, order: Sequence[int]) -> int | None:
        """One attempt; returns the kind at which it got stuck, or None if it succeeded."""
        self.origin = [-1] * len(self.shown)
        self.by_seat = {}
        self.by_kind = {}
        for kind in order:
            for card in reversed(self.kinds[kind]):
                if not self._place(card, set()):
                    return kind
        return None

    def _place(self, card: int, tried: set[tuple[int, int, int]]) -> bool:
        """Assign a deck to a card, moving others if there is no capacity."""
        seat, kind = self.shown[card].seat, self.shown[card].kind
        decks = [deck for deck in self._shuffled(card) if (seat, deck, kind) not in tried]
        for deck in decks:
            if self._has_one(kind, deck) and self._had_drawn(card, deck):
                self._put(card, deck)
                return True
        for deck in decks:
            if (seat, deck, kind) not in tried:
                tried.add((seat, deck, kind))
                if any(self._replace(other, card, deck, tried) for other in self._competing(card, deck)):
                    return True
        return False

    def _shuffled(self, card: int) -> list[int]:
        """The decks a card may come from, in a random order in which likelier ones tend to come first."""
        each = self.shown[card]
        weights = {deck: 16 * each.drawn[deck] * self.hidden[deck][each.kind] for deck in self.decks[card]}
        return sorted(weights, key=lambda deck: self.rng.below(weights[deck]), reverse=True)

    def _competing(self, card: int, deck: int) -> list[int]:
        """Cards that use what this one needs: the deck's cards of the kind, or the seat's draws from the deck."""
        each = self.shown[card]
        alike = self.by_kind.get((deck, each.kind), [])
        if not self._has_one(each.kind, deck):
            return list(alike)
        return alike + [other for other in self.by_seat.get((each.seat, deck), []) if other not in alike]

    def _replace(self, other: int, card: int, deck: int, tried: set[tuple[int, int, int]]) -> bool:
        """Put a card in the place of another, if a different deck is found for that one."""
        self._take(other)
        if self._has_one(self.shown[card].kind, deck) and self._had_drawn(card, deck):
            self._put(card, deck)
            if self._place(other, tried):
                return True
            self._take(card)
        self._put(other, deck)
        return False

    def _has_one(self, kind: int, deck: int) -> bool:
        """Whether the deck has a card of the kind left that is not assigned."""
        return len(self.by_kind.get((deck, kind), ())) < self.hidden[deck][kind]

    def _had_drawn(self, card: int, deck: int) -> bool:
        """Whether the seat had drawn enough from the deck for this card and for those it showed later."""
        others = self.by_seat.get((self.shown[card].seat, deck), ())
        coloured = self.shown[card].kind != WILD
        capacity = self.capacity.get((self.shown[card].seat, deck, coloured))
        if capacity is not None and sum((self.shown[each].kind != WILD) == coloured for each in others) >= capacity:
            return False
        if sum(other < card for other in others) >= self.shown[card].drawn[deck]:
            return False
        return all(
            sum(each <= later for each in others) < self.shown[later].drawn[deck] for later in others if later > card
        )

    def _put(self, card: int, deck: int) -> None:
        self.origin[card] = deck
        self.by_seat.setdefault((self.shown[card].seat, deck), []).append(card)
        self.by_kind.setdefault((deck, self.shown[card].kind), []).append(card)

    def _take(self, card: int) -> None:
        deck = self.origin[card]
        self.by_seat[self.shown[card].seat, deck].remove(card)
        self.by_kind[deck, self.shown[card].kind].remove(card)
