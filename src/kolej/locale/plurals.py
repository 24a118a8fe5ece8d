"""Which form of a noun goes with a whole number, by the rules of each language."""

from collections.abc import Callable

Plural = Callable[[int], str]


def english(count: int) -> str:
    """One card, two cards."""
    return "one" if count == 1 else "other"


def polish(count: int) -> str:
    """Jedna karta, dwie karty, pięć kart; dwanaście kart, dwadzieścia dwie karty."""
    if count == 1:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


PLURALS: dict[str, Plural] = {"en": english, "pl": polish, "hu": english}
"""By language. Hungarian tells one from other as English does, though its nouns after a number look alike."""
