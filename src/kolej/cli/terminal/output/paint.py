"""ANSI colours, column widths and line wrapping of terminal text."""

import re
import unicodedata

from kolej.shapes import Shape

CODE = re.compile(r"\x1b\[[0-9;]*m")
RESET = "\x1b[0m"

# Black and white set their own background: one of them would be invisible on any terminal.
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
# The colours that the page gives these shapes.
SHAPES: dict[Shape, str] = {
    "circle": "36",
    "triangle": "38;5;214",
    "square": "38;5;141",
    "diamond": "38;5;69",
    "star": "38;5;197",
}


class Paint:
    """Colours text if it is on. The text alone carries all information."""

    def __init__(self, on: bool) -> None:
        self.on = on

    def _coded(self, code: str, text: str) -> str:
        return f"\x1b[{code}m{text}{RESET}" if self.on and text else text

    def card(self, color: str, text: str | None = None) -> str:
        """The name of a card, or another text, in the colour of the card; wilds are bold."""
        return self._coded(CARDS.get(color, "1;36"), color if text is None else text)

    def shape(self, shape: Shape, text: str) -> str:
        """A text in the colour of a player's pieces."""
        return self._coded(SHAPES[shape], text)

    def strong(self, text: str) -> str:
        """A heading, or important text."""
        return self._coded("1", text)

    def faint(self, text: str) -> str:
        """Text of minor importance."""
        return self._coded("2", text)

    def good(self, text: str) -> str:
        """Something completed."""
        return self._coded("32", text)

    def warn(self, text: str) -> str:
        """Something that needs attention."""
        return self._coded("1;33", text)


PLAIN = Paint(False)


def plain(text: str) -> str:
    """The text without ANSI codes."""
    return CODE.sub("", text)


def columns(text: str) -> int:
    """The number of terminal columns that a text takes."""
    shown = unicodedata.normalize("NFC", plain(text))
    wide = sum(unicodedata.east_asian_width(each) in "WF" for each in shown)
    return len(shown) + wide - sum(unicodedata.combining(each) > 0 for each in shown)


def padded(text: str, width: int) -> str:
    """The text, padded with spaces on the right."""
    return text + " " * (width - columns(text))


def cut(text: str, width: int) -> str:
    """The text, truncated to a number of columns; a truncated text loses its ANSI codes."""
    if columns(text) <= width:
        return text
    short = plain(text)
    while columns(short) > width - 1:
        short = short[:-1]
    return short + "…"


def fit(line: str, width: int, hang: int | None = None) -> list[str]:
    """A line wrapped to `width`. Continuation lines are indented by `hang` columns, by default like the first line."""
    if columns(line) <= width:
        return [line]
    lead = len(line) - len(line.lstrip(" "))
    indent = " " * min(lead if hang is None else hang, width // 2)
    words = [piece for word in line[lead:].split(" ") for piece in _split(word, width - len(indent))]
    lines = [line[:lead] + words[0]]
    for word in words[1:]:
        if columns(lines[-1]) + 1 + columns(word) <= width:
            lines[-1] += " " + word
        elif word:
            lines.append(indent + word)
    return lines


def _split(word: str, width: int) -> list[str]:
    """A word split into pieces that fit; a split word loses its ANSI codes."""
    if columns(word) <= width:
        return [word]
    letters = plain(word)
    pieces = [""]
    for letter in letters:
        if columns(pieces[-1] + letter) > width:
            pieces.append("")
        pieces[-1] += letter
    return pieces
