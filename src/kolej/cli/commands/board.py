"""`kolej board`: describe a board, list its parts, or draw it as SVG or PNG."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from textwrap import wrap

import click

from kolej import editions
from kolej.cli.errors import CommandError
from kolej.cli.shell_completion import edition_names, file_names
from kolej.cli.wording import counted
from kolej.drawing.output.picture import draw
from kolej.drawing.output.png import png
from kolej.drawing.output.svg import svg
from kolej.drawing.style import kinds_of, spaces_of
from kolej.engine.board.model import Board
from kolej.engine.ruleset.rules import Edition

WIDTH = 80


@click.command()
@click.argument("edition", shell_complete=edition_names)
@click.option("--cities", is_flag=True, help="List the cities.")
@click.option("--routes", is_flag=True, help="List the routes.")
@click.option("--tickets", is_flag=True, help="List the tickets.")
@click.option(
    "--svg", "svg_file", metavar="FILE", shell_complete=file_names, help="Draw the board as SVG; - is standard output."
)
@click.option(
    "--png",
    "png_file",
    metavar="FILE",
    shell_complete=file_names,
    help="Draw the board as PNG (needs resvg-py); - is standard output.",
)
def board(edition: str, cities: bool, routes: bool, tickets: bool, svg_file: str | None, png_file: str | None) -> None:
    """Describe or draw the board of EDITION.

    Without options: cities, routes, tickets, cards, pieces and special rules. EDITION is the name of an edition, or
    the folder of a custom one.

    Example: kolej board nordic --svg nordic.svg
    """
    chosen = editions.find(edition)
    if svg_file is not None or png_file is not None:
        _draw(chosen, svg_file, png_file)
        return
    listed = [
        *(_cities(chosen.board) if cities else ()),
        *(_routes(chosen.board) if routes else ()),
        *(_tickets(chosen.board) if tickets else ()),
    ]
    for line in listed or _facts(chosen):
        click.echo(line)


def _draw(edition: Edition, svg_file: str | None, png_file: str | None) -> None:
    if svg_file == "-" and png_file == "-":
        raise CommandError("SVG and PNG can't both go to standard output; name a file for one of them")
    if png_file == "-" and sys.stdout.isatty():
        raise CommandError("a terminal can't show a PNG; name a file, or redirect the output to one")
    picture = draw(edition)
    written = [(svg_file, svg(picture).encode())] if svg_file is not None else []
    written += [(png_file, png(picture))] if png_file is not None else []
    for file, content in written:
        if file == "-":
            sys.stdout.buffer.write(content)
            continue
        try:
            Path(file).write_bytes(content)
        except OSError as error:
            raise CommandError(f'"{file}" can\'t be written: {error.strerror or error}') from error
        click.echo(f"{file}: drew {edition.board.name}", err="-" in (svg_file, png_file))


def _facts(edition: Edition) -> Iterable[str]:
    board, rules = edition.board, edition.rules
    spaces = spaces_of(edition)
    doubles = len({route.pair for route in board.routes if route.pair is not None})
    yield from _wrapped(f"{board.name}: the board of {board.box}")
    yield from _wrapped(board.note)
    yield ""
    total = rules.deck.each * len(board.colors) + rules.deck.wilds
    deck = f"{total}: {rules.deck.each} of each colour, {rules.deck.wilds} {board.wild}; {rules.market.face_up} face up"
    yield from _fact("seats", f"{rules.seats.start} to {rules.seats.stop - 1}")
    yield from _fact(
        "pieces", ", ".join(f"{count} {piece}" for piece, count in rules.pieces.items()) + " for each seat"
    )
    if rules.pool:
        yield from _fact("", f"{rules.pool} shared by all")
    yield from _fact("cards", deck)
    yield from _fact("colours", ", ".join(board.colors))
    yield from _fact("cities", str(len(board.cities)))
    yield from _fact(
        "routes", f"{len(board.routes)} with {sum(spaces)} spaces; {counted(doubles, 'double')} among them"
    )
    for deck in dict.fromkeys(ticket.deck for ticket in board.tickets):
        points = [ticket.points for ticket in board.tickets if ticket.deck == deck]
        yield from _fact("tickets", f"{len(points)} {deck}, of {min(points)} to {max(points)} points")
    yield ""
    yield from _by_length(board, "kind", [route.kind for route in board.routes], spaces)
    for kind in kinds_of(edition).values():
        yield from _wrapped(f"{kind.name}: {kind.description}", "  ")
    yield ""
    colors = ["gray" if route.color is None else board.colors[route.color - 1] for route in board.routes]
    yield from _by_length(board, "colour", colors, spaces)
    yield ""
    yield "What differs from the base game:"
    for difference in rules.differences or ("nothing that its rules mention",):
        yield from _wrapped(f"- {difference}", "  ")


def _fact(name: str, words: str) -> list[str]:
    return wrap(words, WIDTH, initial_indent=f"{name:<10}", subsequent_indent=" " * 10)


def _wrapped(words: str, indent: str = "") -> list[str]:
    return wrap(words, WIDTH, initial_indent=indent, subsequent_indent=indent + "  " * bool(indent))


def _by_length(board: Board, head: str, names: Sequence[str], spaces: Sequence[int]) -> Iterable[str]:
    """A table: the number of routes per name and length."""
    lengths = sorted({route.length for route in board.routes})
    yield f"{head:<10}{'routes':>7}{'spaces':>7}   of length" + "".join(f"{length:>4}" for length in lengths)
    for name in sorted(dict.fromkeys(names), key=names.count, reverse=True):
        of_name = [number for number, other in enumerate(names) if other == name]
        counts = [sum(board.routes[number].length == length for number in of_name) for length in lengths]
        cells = "".join(f"{count or '.':>4}" for count in counts)
        yield f"{name:<10}{len(of_name):>7}{sum(spaces[number] for number in of_name):>7}{'':12}{cells}"


def _cities(board: Board) -> Iterable[str]:
    touching = [sum(number in (route.a, route.b) for route in board.routes) for number in range(len(board.cities))]
    yield f"{'city':<30}{'id':<26}{'routes':>6}  tags"
    for city, count in zip(board.cities, touching, strict=True):
        line = f"{_cut(city.name, 29):<30}{_cut(city.id, 25):<26}{count:>6}  {', '.join(city.tags)}"
        yield line.rstrip()


def _routes(board: Board) -> Iterable[str]:
    rest = [f"length  {'colour':<8}{'kind':<8}"]
    for route in board.routes:
        color = "gray" if route.color is None else board.colors[route.color - 1]
        more = ["double"] * (route.pair is not None) + [counted(route.symbols, "symbol")] * (route.symbols > 0)
        rest.append(f"{route.length:>6}  {color:<8}{route.kind:<8}{', '.join(more)}")
    return _with_ends(board, "route", [(route.a, route.b) for route in board.routes], rest)


def _tickets(board: Board) -> Iterable[str]:
    rest = ["points  deck", *(f"{ticket.points:>6}  {ticket.deck}" for ticket in board.tickets)]
    return _with_ends(board, "ticket", [(ticket.a, ticket.b) for ticket in board.tickets], rest)


def _with_ends(board: Board, head: str, ends: Sequence[tuple[int, int]], rest: Sequence[str]) -> Iterable[str]:
    """Lines that start with two cities, in a column as wide as the longest names and the line width allow."""
    names = [head, *(f"{board.cities[a].name}–{board.cities[b].name}" for a, b in ends)]
    width = max(20, min(max(map(len, names)), WIDTH - 2 - max(map(len, rest))))
    return [f"{_cut(name, width):<{width}}  {line}".rstrip() for name, line in zip(names, rest, strict=True)]


def _cut(words: str, width: int) -> str:
    return words if len(words) <= width else words[: width - 1] + "…"
