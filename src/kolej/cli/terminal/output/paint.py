"""Colours, and lines that fit: all that knows of a terminal's codes and columns."""

import re
import unicodedata

CODE = re.compile(r"\x1b\[[0-9;]*m")
RESET = "\x1b[0m"

# Black and white carry their own background: one of them would vanish on any other.
CARDS = {
    "purple": "35",
    "blue": "94",
    "orange": "38;5;208",
    "white": "30;107",
    "green": "32",
    "yellow": "33",
    "black": "97;40",
    "red": "91",
}


class Paint:
    """Colours text, or leaves it alone; the words say everything without the colours."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def _with(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}{RESET}" if self.on and text else text

    def card(self, color: str, text: str | None = None) -> str:
        """The name of a card, or another text, in the card's colour; a card of all colours is bold."""
        return self._with(CARDS.get(color, "1;36"), color if text is None else text)

    def strong(self, text: str) -> str:
        """A heading, or what must not be missed."""
        return self._with("1", text)

    def faint(self, text: str) -> str:
        """What is good to know but seldom needed."""
        return self._with("2", text)

    def good(self, text: str) -> str:
        """Something done."""
        return self._with("32", text)

    def warn(self, text: str) -> str:
        """Something that needs attention."""
        return self._with("1;33", text)


PLAIN = Paint(False)


def plain(text: str) -> str:
    """The text without codes."""
    return CODE.sub("", text)


def columns(text: str) -> int:
    """How many columns a text takes on a terminal."""
    shown = unicodedata.normalize("NFC", plain(text))
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in shown)
    return len(shown) + wide - sum(unicodedata.combining(each) > 0 for each in shown)


def padded(text: str, width: int) -> str:
    """The text, filled up with spaces."""
    return text + " " * (width - columns(text))


def cut(text: str, width: int) -> str:
    """The text without codes, shortened to so many columns."""
    if columns(text) <= width:
        return text
    short = plain(text)
    while columns(short) > width - 1:
        short = short[:-1]
    return short + "…"


def fit(line: str, width: int, hang: int | None = None) -> list[str]:
    """One line as several, none wider than `width`; those after the first begin at column `hang`, else as it does."""
    if columns(line) <= width:
        return [line]
    lead = len(line) - len(line.lstrip(" "))
    indent = " " * min(lead if hang is None else hang, width // 2)
    words = [piece for word in line[lead:].split(" ") for piece in _broken(word, width - len(indent))]
    lines = [line[:lead] + words[0]]
    for word in words[1:]:
        if columns(lines[-1]) + 1 + columns(word) <= width:
            lines[-1] += " " + word
        elif word:
            lines.append(indent + word)
    return lines


def _broken(word: str, width: int) -> list[str]:
    """A word in pieces that fit; codes in one that has to be broken are not worth keeping."""
    if columns(word) <= width:
        return [word]
    letters = plain(word)
    pieces = [""]
    for letter in letters:
        if columns(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
