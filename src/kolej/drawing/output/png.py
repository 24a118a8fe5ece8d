"""PNG output of a picture: its SVG, drawn by resvg, which nothing else in Kolej needs."""

from typing import TYPE_CHECKING

from kolej.drawing.output.svg import FONTS, svg
from kolej.drawing.shapes import Picture
from kolej.engine.errors import KolejError

if TYPE_CHECKING:
    from collections.abc import Callable

SCALE = 2
"""Pixels per unit of a picture."""

# Names are placed for letters as wide as Arial's. Of a family with wider letters, such as DejaVu Sans, this chooses the
# condensed font.
STYLE = "text { font-stretch: condensed }"


class NoRenderer(KolejError):
    """resvg-py is not installed."""


class NoFont(KolejError):
    """This machine has none of the fonts that a picture may use."""


def png(picture: Picture) -> bytes:
    """The bytes of a PNG file."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError as error:
        raise NoRenderer("PNG files are drawn with resvg-py; install it with: pip install 'kolej[png]'") from error
    if not _draws_letters(svg_to_bytes):
        raise NoFont(
            "no font was found, so the PNG would show no names; install one of these, or draw an SVG with --svg: "
            f"{FONTS.replace(', sans-serif', '')} (on Debian and Ubuntu: apt install fonts-dejavu-core)"
        )
    return svg_to_bytes(svg_string=svg(picture), zoom=SCALE, style_sheet=STYLE)


def _draws_letters(svg_to_bytes: "Callable[..., bytes]") -> bool:
    """Whether resvg finds a font; without one it leaves all text out, and reports nothing."""
    empty, letter = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="{FONTS}">'
        f'<text y="18" font-size="20">{text}</text></svg>'
        for text in (" ", "M")
    )
    return svg_to_bytes(svg_string=letter) != svg_to_bytes(svg_string=empty)
