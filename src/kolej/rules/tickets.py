"""Tickets: what is offered before the first turn and during the game."""

from dataclasses import dataclass

from kolej.engine.ruleset.rows import BOTTOM, BOX, SHUFFLED, Deal


@dataclass(frozen=True)
class Opening:
    """What each seat gets before the first turn: `setup.deal`, `setup.keep`."""

    cards: int
    deal: Deal


def offer(keep: int, returns: int, **decks: int) -> Deal:
    """Offer so many tickets of each deck; keep at least `keep`; the others go to `returns`."""
    return Deal(tuple(decks.items()), keep, returns)


__all__ = ["BOTTOM", "BOX", "SHUFFLED", "Opening", "offer"]
