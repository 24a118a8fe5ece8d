"""PNG output of a picture, with Pillow, which nothing else in Kolej needs."""

import io
import math
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from kolej.drawing.shapes import LINE_HEIGHT, Circle, Group, Picture, Point, Polygon, Polyline, Shape, Text, width_of
from kolej.engine.errors import KolejError

if TYPE_CHECKING:
    from PIL import Image, ImageDraw, ImageFont

    Font = ImageFont.ImageFont | ImageFont.FreeTypeFont

SCALE = 2
"""Pixels per unit of a picture."""
FINER = 2
"""Supersampling: the factor by which the image is drawn larger and then reduced, because Pillow has no antialiasing."""

# Pillow looks for these fonts on the system. Its built-in font has no accented letters.
FACES = {
    False: ("Arial.ttf", "LiberationSans-Regular.ttf", "DejaVuSansCondensed.ttf", "NotoSans-Regular.ttf"),
    True: (
        "arialbd.ttf",
        "Arial Bold.ttf",
        "LiberationSans-Bold.ttf",
        "DejaVuSansCondensed-Bold.ttf",
        "NotoSans-Bold.ttf",
    ),
}
PLAINER = str.maketrans({"ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ß": "ss", "ł": "l", "Ł": "L", "–": "-", "×": "x"})


class NoPillow(KolejError):
    """Pillow is not installed."""


def png(picture: Picture) -> bytes:
    """The bytes of a PNG file."""
    try:
        from PIL import Image, ImageDraw
    except ImportError as error:
        raise NoPillow("PNG files are drawn with Pillow; install it with: pip install 'kolej[png]'") from error
    fine = SCALE * FINER
    size = math.ceil(picture.width) * fine, math.ceil(picture.height) * fine
    image = Image.new("RGB", size, picture.paper)
    canvas = _Canvas(image, ImageDraw.Draw(image), fine)
    for shape in picture.shapes:
        canvas.add(shape)
    out = io.BytesIO()
    image.reduce(FINER).save(out, "PNG")
    return out.getvalue()


class _Canvas:
    def __init__(self, image: "Image.Image", draw: "ImageDraw.ImageDraw", scale: float) -> None:
        self.image = image
        self.draw = draw
        self.scale = scale

    def add(self, shape: Shape) -> None:
        match shape:
            case Polygon():
                if shape.fill:
                    self.draw.polygon(self._points(shape.points), fill=shape.fill)
                if shape.outline:
                    closed = (*shape.points, shape.points[0], shape.points[1])
                    self._line(closed if not shape.dash else closed[:-1], shape.outline, shape.width, shape.dash)
            case Polyline():
                self._line(shape.points, shape.color, shape.width, shape.dash)
            case Circle():
                self._disc(shape.at, shape.radius + shape.width / 2, shape.outline or shape.fill)
                self._disc(shape.at, shape.radius - shape.width / 2, shape.fill)
            case Text():
                self._text(shape)
            case Group():
                for inner in shape.shapes:
                    self.add(inner)

    def _points(self, points: tuple[Point, ...]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def _disc(self, at: Point, radius: float, color: str) -> None:
        x, y, r = at[0] * self.scale, at[1] * self.scale, radius * self.scale
        self.draw.ellipse((x - r, y - r, x + r, y + r), fill=color)

    def _line(self, points: tuple[Point, ...], color: str, width: float, dash: tuple[float, float] | None) -> None:
        thick = max(1, round(width * self.scale))
        for piece in _dashes(points, dash) if dash else [points]:
            self.draw.line(self._points(piece), fill=color, width=thick, joint="curve")

    def _text(self, shape: Text) -> None:
        from PIL import Image, ImageDraw

        step = shape.size * LINE_HEIGHT
        first = -step * (len(shape.lines) - 1) / 2 + shape.size * 0.35
        anchor = {"start": "ls", "middle": "ms", "end": "rs"}[shape.anchor]
        rim = round(1.5 * self.scale) if shape.halo else 0
        for n, line in enumerate(shape.lines):
            font, text = self._font(line, shape)
            if not shape.angle:
                at = shape.at[0] * self.scale, (shape.at[1] + first + n * step) * self.scale
                self.draw.text(at, text, shape.color, font, anchor, stroke_width=rim, stroke_fill=shape.halo or None)
                continue
            # Pillow can't rotate text: it is drawn on a separate image, which is rotated and pasted.
            side = math.ceil(2 * self.scale * max(width_of(line, shape.size), shape.size))
            canvas = Image.new("L", (side, side), 0)
            middle = side / 2, side / 2 + (first + n * step) * self.scale
            ImageDraw.Draw(canvas).text(middle, text, 255, font, anchor)
            rotated = canvas.rotate(-shape.angle, Image.Resampling.BICUBIC)
            corner = round(shape.at[0] * self.scale - side / 2), round(shape.at[1] * self.scale - side / 2)
            self.image.paste(Image.new("RGB", rotated.size, shape.color), corner, rotated)

    def _font(self, line: str, shape: Text) -> "tuple[Font, str]":
        """A font in which the line is not wider than planned, and the line in letters that the font has."""
        font, has_accents = _face(shape.bold, shape.size * self.scale)
        text = line if has_accents else _without_accents(line)
        planned, wide = width_of(line, shape.size) * self.scale, font.getlength(text)
        if wide > planned:
            font, _ = _face(shape.bold, shape.size * self.scale * planned / wide)
        return font, text


@cache
def _face(bold: bool, size: float) -> "tuple[Font, bool]":
    from PIL import ImageFont

    for name in FACES[bold]:
        try:
            return ImageFont.truetype(name, size), True
        except OSError:
            continue
    return ImageFont.load_default(size), False


def _without_accents(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.translate(PLAINER))
    return "".join(letter for letter in letters if letter.isascii())


def _dashes(points: tuple[Point, ...], dash: tuple[float, float]) -> Iterator[tuple[Point, ...]]:
    """The visible pieces of a dashed line."""
    left, drawing = dash[0], True
    for (x, y), (u, v) in pairwise(points):
        length, done = math.hypot(u - x, v - y), 0.0
        while done < length:
            step = min(left, length - done)
            if drawing:
                yield tuple((x + (u - x) * at / length, y + (v - y) * at / length) for at in (done, done + step))
            done += step
            left -= step
            if left <= 1e-9:
                drawing = not drawing
                left = dash[0] if drawing else dash[1]
