"""Checks a fair deal from the text of its file, and owes nothing to the code that dealt it.

Written after `docs/fair-deals.md` alone, and as plainly as can be. If it and `engine/fair.py` ever disagree about a
byte, or it and the turn machine about what lies in a deck, a game that was dealt honestly is refused, and tests see it.
"""
