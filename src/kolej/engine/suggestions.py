"""Suggestions for error messages: the known names that resemble a misspelled one."""

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 100
"""Characters of a word that are compared: comparing takes time that grows with their square."""


def similar(word: str, known: Iterable[str], count: int = 3) -> list[str]:
    """The known names most similar to a word, best first; empty if none is similar."""
    return get_close_matches(word[:LONGEST], list(known), n=count)


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """`did you mean "x"?` for the most similar name, or an empty string."""
    found = similar(word, known, 1)
    return f'did you mean "{found[0]}"?' if found else ""


def near_it(word: str, known: Iterable[str]) -> str:
    """`; near it: x, y` to append to a message, or an empty string."""
    found = similar(word, known)
    return f"; near it: {', '.join(found)}" if found else ""
