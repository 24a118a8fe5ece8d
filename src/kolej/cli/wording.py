"""Wording of counts and lists: "1 card", "2 cards", "Ann, Bob, and Cleo"."""

import re
from collections.abc import Iterable


def counted(number: int, noun: str) -> str:
    """1 point, 2 points; 1 city, 2 cities; 1 subway, 2 subways."""
    if number == 1:
        return f"1 {noun}"
    plural = re.sub("(?<![aeiou])y$", "ie", noun) + "s"
    return f"{number} {plural}"


def listed(names: Iterable[str]) -> str:
    """Ann; Ann and Bob; Ann, Bob, and Cleo."""
    *others, last = names
    if len(others) < 2:
        return " and ".join([*others, last])
    return f"{', '.join(others)}, and {last}"
