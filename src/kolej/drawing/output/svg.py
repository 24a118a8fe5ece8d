"""SVG output of a picture."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from kolej.drawing.shapes import LINE_HEIGHT, Circle, Group, Picture, Point, Polygon, Polyline, Shape, Text

# Browsers understand "sans-serif"; resvg, which draws PNG files, needs a name.
FONTS = (
    "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', 'DejaVu Sans', 'Noto Sans', 'Open Sans', Roboto, Ubuntu, "
    "sans-serif"
)


def svg(picture: Picture) -> str:
    """The text of an SVG file."""
    width, height = _number(picture.width), _number(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="{FONTS}">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{picture.paper}"/>',
    ]
    for shape in picture.shapes:
        lines += _elements(shape)
    return "\n".join([*lines, "</svg>", ""])


def _elements(shape: Shape) -> Iterator[str]:
    match shape:
        case Polygon():
            fill = shape.fill or "none"
            stroke = _stroke(shape.outline, shape.width, shape.dash)
            yield f'<polygon points="{_points(shape.points)}" fill="{fill}"{stroke}/>'
        case Polyline():
            stroke = _stroke(shape.color, shape.width, shape.dash)
            yield f'<polyline points="{_points(shape.points)}" fill="none"{stroke}/>'
        case Circle():
            x, y = map(_number, shape.at)
            stroke = _stroke(shape.outline, shape.width)
            yield f'<circle cx="{x}" cy="{y}" r="{_number(shape.radius)}" fill="{shape.fill}"{stroke}/>'
        case Text():
            yield _text(shape)
        case Group():
            yield f'<g class="{shape.kind}" data-id={quoteattr(shape.id)}>'
            if shape.title:
                yield f"<title>{escape(shape.title)}</title>"
            for inner in shape.shapes:
                yield from _elements(inner)
            yield "</g>"


def _text(text: Text) -> str:
    x, y = map(_number, text.at)
    attributes = [f'font-size="{_number(text.size)}" fill="{text.color}" text-anchor="{text.anchor}"']
    if text.bold:
        attributes.append('font-weight="bold"')
    if text.halo:
        attributes.append(f'stroke="{text.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"')
    if text.angle:
        attributes.append(f'transform="rotate({_number(text.angle)} {x} {y})"')
    step = text.size * LINE_HEIGHT
    # The baseline is about a third of the font size below the middle of a line.
    first = text.at[1] - step * (len(text.lines) - 1) / 2 + text.size * 0.35
    # Nothing may separate the lines: a space would count as part of the line before it, and move that to the left.
    lines = "".join(
        f'<tspan x="{x}" y="{_number(first + n * step)}">{escape(line)}</tspan>' for n, line in enumerate(text.lines)
    )
    return f"<text {' '.join(attributes)}>{lines}</text>"


def _stroke(color: str, width: float, dash: tuple[float, float] | None = None) -> str:
    if not color:
        return ""
    dashes = f' stroke-dasharray="{_number(dash[0])} {_number(dash[1])}"' if dash else ""
    return f' stroke="{color}" stroke-width="{_number(width)}"{dashes}'


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
