"""A picture as SVG text."""

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from kolej.drawing.shapes import LINE_HEIGHT, Disc, Group, Line, Picture, Point, Polygon, Shape, Words

FONTS = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def svg(picture: Picture) -> str:
    """The whole file."""
    width, height = _number(picture.width), _number(picture.height)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img" font-family="{FONTS}">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{picture.paper}"/>',
    ]
    for shape in picture.shapes:
        lines += _written(shape)
    return "\n".join([*lines, "</svg>", ""])


def _written(shape: Shape) -> Iterator[str]:
    match shape:
        case Polygon():
            fill = shape.fill or "none"
            stroke = _stroke(shape.outline, shape.width, shape.dash)
            yield f'<polygon points="{_points(shape.points)}" fill="{fill}"{stroke}/>'
        case Line():
            stroke = _stroke(shape.color, shape.width, shape.dash)
            yield f'<polyline points="{_points(shape.points)}" fill="none"{stroke}/>'
        case Disc():
            x, y = map(_number, shape.at)
            stroke = _stroke(shape.outline, shape.width)
            yield f'<circle cx="{x}" cy="{y}" r="{_number(shape.radius)}" fill="{shape.fill}"{stroke}/>'
        case Words():
            yield _words(shape)
        case Group():
            yield f'<g class="{shape.kind}" data-id={quoteattr(shape.id)}>'
            if shape.title:
                yield f"<title>{escape(shape.title)}</title>"
            for inner in shape.shapes:
                yield from _written(inner)
            yield "</g>"


def _words(words: Words) -> str:
    x, y = map(_number, words.at)
    attributes = [f'font-size="{_number(words.size)}" fill="{words.color}" text-anchor="{words.anchor}"']
    if words.bold:
        attributes.append('font-weight="bold"')
    if words.halo:
        attributes.append(f'stroke="{words.halo}" stroke-width="3" stroke-linejoin="round" paint-order="stroke"')
    if words.angle:
        attributes.append(f'transform="rotate({_number(words.angle)} {x} {y})"')
    step = words.size * LINE_HEIGHT
    # Letters stand on their base line, about a third of their size below the middle.
    first = words.at[1] - step * (len(words.lines) - 1) / 2 + words.size * 0.35
    lines = " ".join(
        f'<tspan x="{x}" y="{_number(first + n * step)}">{escape(line)}</tspan>' for n, line in enumerate(words.lines)
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
