"""From which deck each hidden card came that has been shown since.

Decks can give only what they hid, and a seat can show only what it had drawn by then. Cards are given decks one by one;
where there is no room for one, another is moved to a deck of its own choice, and so on along a chain, as in matching.
"""

from collections.abc import Sequence
from typing import Final

from kolej.engine.chance.rng import Luck
from kolej.engine.core.cards import WILD

TRIES: Final = 1_000
"""One or two suffice; a log for which none does is not the log of a game."""


class Shown:
    """A hidden card that came to light: whose, which kind, and how many its seat had drawn from each deck by then."""

    def __init__(self, seat: int, kind: int, drawn: tuple[int, ...]) -> None:
        self.seat = seat
        self.kind = kind
        self.drawn = drawn


class Origins:
    """A search for decks that explain all the cards shown, in the order in which they were."""

    def __init__(
        self, hidden: Sequence[Sequence[int]], shown: Sequence[Shown], room: dict[tuple[int, int, bool], int]
    ) -> None:
        self.hidden = hidden
        self.shown = shown
        self.room = room
        """By seat, deck and whether they are coloured: how many cards at most, where displays gave that away."""
        self.decks = [
            [
                deck
                for deck, drawn in enumerate(each.drawn)
                if drawn and hidden[deck][each.kind] and room.get((each.seat, deck, each.kind != WILD)) != 0
            ]
            for each in shown
        ]
        """The decks each card may have come from, looked at alone."""
        self.kinds: dict[int, list[int]] = {}
        for card, each in enumerate(shown):
            self.kinds.setdefault(each.kind, []).append(card)
        self.origin: list[int] = []
        self.by_seat: dict[tuple[int, int], list[int]] = {}
        self.by_kind: dict[tuple[int, int], list[int]] = {}

    def found(self, luck: Luck) -> list[int]:
        """A deck for each card."""
        self.luck = luck
        if len(self.hidden) == 1:
            return [0] * len(self.shown)
        # Kinds that are nearly used up have the fewest ways to be explained, so they choose first.
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
        """One attempt; the kind at which it got stuck, if it did."""
        self.origin = [-1] * len(self.shown)
        self.by_seat = {}
        self.by_kind = {}
        for kind in order:
            for card in reversed(self.kinds[kind]):
                if not self._place(card, set()):
                    return kind
        return None

    def _place(self, card: int, tried: set[tuple[int, int, int]]) -> bool:
        """Find a deck for a card, moving others where there is no room."""
        seat, kind = self.shown[card].seat, self.shown[card].kind
        decks = [deck for deck in self._shuffled(card) if (seat, deck, kind) not in tried]
        for deck in decks:
            if self._has_one(kind, deck) and self._had_drawn(card, deck):
                self._put(card, deck)
                return True
        for deck in decks:
            if (seat, deck, kind) not in tried:
                tried.add((seat, deck, kind))
                if any(self._instead_of(other, card, deck, tried) for other in self._in_the_way(card, deck)):
                    return True
        return False

    def _shuffled(self, card: int) -> list[int]:
        """The decks a card may come from, more likely ones more often first."""
        each = self.shown[card]
        weights = {deck: 16 * each.drawn[deck] * self.hidden[deck][each.kind] for deck in self.decks[card]}
        return sorted(weights, key=lambda deck: self.luck.below(weights[deck]), reverse=True)

    def _in_the_way(self, card: int, deck: int) -> list[int]:
        """Cards that take what this one needs: the deck's cards of the kind, or the seat's draws from the deck."""
        each = self.shown[card]
        alike = self.by_kind.get((deck, each.kind), [])
        if not self._has_one(each.kind, deck):
            return list(alike)
        return alike + [other for other in self.by_seat.get((each.seat, deck), []) if other not in alike]

    def _instead_of(self, other: int, card: int, deck: int, tried: set[tuple[int, int, int]]) -> bool:
        """Put a card where another is, if that one finds another deck."""
        self._take(other)
        if self._has_one(self.shown[card].kind, deck) and self._had_drawn(card, deck):
            self._put(card, deck)
            if self._place(other, tried):
                return True
            self._take(card)
        self._put(other, deck)
        return False

    def _has_one(self, kind: int, deck: int) -> bool:
        """Whether the deck hid one more card of the kind than are said to have come from it."""
        return len(self.by_kind.get((deck, kind), ())) < self.hidden[deck][kind]

    def _had_drawn(self, card: int, deck: int) -> bool:
        """Whether the seat had drawn enough from the deck by then, and for what it showed later."""
        others = self.by_seat.get((self.shown[card].seat, deck), ())
        coloured = self.shown[card].kind != WILD
        room = self.room.get((self.shown[card].seat, deck, coloured))
        if room is not None and sum((self.shown[each].kind != WILD) == coloured for each in others) >= room:
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
