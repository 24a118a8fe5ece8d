"""Chance: where the cards, the tickets and the first seat come from."""
