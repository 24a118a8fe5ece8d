"""Ticket offers: at the opening and during the game."""

from dataclasses import dataclass

from kolej.engine.ruleset.rows import BOTTOM, BOX, SHUFFLED, Deal


@dataclass(frozen=True)
class Opening:
    """The cards and tickets dealt to each seat before the first turn (`setup.deal`, `setup.keep`)."""

    cards: int
    deal: Deal


def offer(keep: int, returns: int, **decks: int) -> Deal:
    """An offer of this many tickets of each deck, of which at least `keep` are kept and the others go to `returns`."""
    return Deal(tuple(decks.items()), keep, returns)


__all__ = ["BOTTOM", "BOX", "SHUFFLED", "Opening", "offer"]
