"""Plural rules: the languages of the catalogue, and the plural category of a whole number in each.

The categories are those of Unicode CLDR, as in `Intl.PluralRules` of browsers; a test compares the two.
"""

from collections.abc import Callable

PluralRule = Callable[[int], str]


def one_or_other(count: int) -> str:
    """English, Hungarian and many others: 1 card, 2 cards."""
    return "one" if count == 1 else "other"


def polish(count: int) -> str:
    """1 karta, 2 karty, 5 kart; 12 kart, 22 karty."""
    if count == 1:
        return "one"
    return "few" if count % 10 in (2, 3, 4) and count % 100 not in (12, 13, 14) else "many"


PLURAL_RULES: dict[str, PluralRule] = {"en": one_or_other, "pl": polish, "hu": one_or_other}
"""By language code: a language is in the catalogue if it is listed here."""
