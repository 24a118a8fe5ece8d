"""The legend below a board, which explains its colours, outlines and symbols."""

from collections.abc import Iterable, Sequence

from kolej.drawing.layout.boxes import THICK, Box
from kolej.drawing.output.spaces import city_mark, space
from kolej.drawing.shapes import Polyline, Shape, Text, width_of
from kolej.drawing.style import GRAY, INK, Kind, Outline, letters_of, paints_of
from kolej.engine.ruleset.rules import Edition

SIZE = 12.0
ROW = 25.0
EDGE = 20.0
SIGN = 34.0
HEADING = 20.0
BETWEEN = 22.0
SAMPLE = "#e4ddc9"


def legend(
    edition: Edition, kinds: dict[str, Kind], tags: Sequence[str], width: float, top: float
) -> tuple[list[Shape], float]:
    """The shapes of the legend, and its height."""
    board = edition.board
    rows = _Rows(width, top)
    rows.heading(board.name)
    if board.reconstructed:
        rows.text("A reconstruction, not the printed board.")
    rows.new()
    for paint, letter, color in zip(paints_of(board), letters_of(board), board.colors, strict=True):
        rows.add(space(rows.sign(color), paint, letter, Outline.PLAIN, False))
    rows.add(space(rows.sign("gray: any one colour"), GRAY, "", Outline.PLAIN, False))
    rows.new()
    for kind in kinds.values():
        label = "3" if kind.outline is Outline.SINGLE else ""
        box = rows.sign(f"{kind.name}: {kind.description}")
        rows.add(space(box, SAMPLE, label, kind.outline, kind.outline is Outline.WAVED))
    rows.new()
    for number, tag in enumerate(tags, start=1):
        box = rows.sign(tag)
        rows.add(city_mark((box.x, box.y), number))
    return [Polyline(((EDGE, top), (width - EDGE, top)), "#c9bf9f", 1.0), *rows.shapes], rows.height(top)


class _Rows:
    """Lays out items from left to right, and starts a new row when one is full."""

    def __init__(self, width: float, top: float) -> None:
        self.width = width
        self.x, self.y = EDGE, top + ROW
        self.shapes: list[Shape] = []

    def add(self, shapes: Iterable[Shape]) -> None:
        self.shapes += shapes

    def heading(self, text: str) -> None:
        self._line(text, HEADING, bold=True)

    def text(self, text: str) -> None:
        """A text without a sign."""
        self._room(width_of(text, SIZE))
        self._wrap(text)

    def sign(self, text: str) -> Box:
        """A text with room for a sign in front of it; returns the box of the sign."""
        self._room(SIGN + 8 + width_of(text, SIZE))
        box = Box(self.x + SIGN / 2, self.y, 0.0, SIGN, THICK)
        self.x += SIGN + 8
        self._wrap(text)
        return box

    def new(self) -> None:
        if self.x > EDGE:
            self.x, self.y = EDGE, self.y + ROW

    def height(self, top: float) -> float:
        self.new()
        return self.y - ROW / 3 - top

    def _room(self, needed: float) -> None:
        if self.x + needed > self.width - EDGE:
            self.new()

    def _wrap(self, text: str) -> None:
        """Add a text; what does not fit into the row is wrapped below."""
        start, line = self.x, ""
        for word in text.split():
            longer = f"{line} {word}".strip()
            if line and start + width_of(longer, SIZE) > self.width - EDGE:
                self._line(line, SIZE)
                self.x, self.y = start, self.y + ROW * 0.7
                longer = word
            line = longer
        self._line(line, SIZE)

    def _line(self, line: str, size: float, bold: bool = False) -> None:
        """Add one line, in a smaller font if it would not fit."""
        wide = width_of(line, size) * (1.1 if bold else 1.0)
        share = min(1.0, (self.width - EDGE - self.x) / wide)
        self.shapes.append(Text((self.x, self.y), (line,), size * share, INK, "start", bold=bold))
        self.x += wide * share + BETWEEN
