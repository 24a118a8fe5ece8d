"""Style of a board: colours, letters and outlines of routes. Nothing relies on colour alone: each has a letter."""

from collections.abc import Sequence
from colorsys import hls_to_rgb
from dataclasses import dataclass
from enum import Enum

from kolej.engine.board.model import Board
from kolej.engine.errors import KolejError, RulesError
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.rules import Edition

INK = "#2b2b2b"
PAPER = "#f7f3e8"
GRAY = "#b9b9b4"

PAINTS = {
    "black": "#3f3f3f",
    "blue": "#3a7dc4",
    "brown": "#8a5a35",
    "cyan": "#3fb6c6",
    "green": "#4f9d4b",
    "orange": "#ee8a2a",
    "pink": "#ee9cb8",
    "purple": "#a46bb8",
    "red": "#d2453d",
    "teal": "#2f8f88",
    "turquoise": "#3fbfae",
    "violet": "#8560b8",
    "white": "#ffffff",
    "yellow": "#f5d33c",
}


class Outline(Enum):
    """How the spaces of a kind are drawn."""

    PLAIN = "plain"
    DASHED = "dashed"
    """Cards are turned up before the route is claimed."""
    POINTED = "pointed"
    """Everyone may travel it."""
    SINGLE = "single"
    """One piece for the whole route, whatever it costs."""
    WAVED = "waved"
    """Some spaces require a wild."""
    HEAVY = "heavy"
    """Several cards may stand in for one."""
    NOTCHED = "notched"
    """Any other kind that is not the most common one of its board."""


@dataclass(frozen=True)
class Kind:
    """A kind of route on one board."""

    name: str
    outline: Outline
    description: str
    """What is special about it, in a few words."""


def paints_of(board: Board) -> list[str]:
    """A paint for each colour of the board; unknown colours are spread around the colour wheel."""
    unknown = [color for color in board.colors if color not in PAINTS]
    wheel = {
        color: "#" + "".join(f"{round(255 * part):02x}" for part in hls_to_rgb(n / len(unknown), 0.6, 0.5))
        for n, color in enumerate(unknown)
    }
    return [PAINTS.get(color) or wheel[color] for color in board.colors]


def letters_of(board: Board) -> list[str]:
    """A letter for each colour: its first letter if that is free, else its last, any other, or a digit."""
    letters: list[str] = []
    for color in board.colors:
        wanted = [color[0], color[-1], *color, *"123456789"]
        letters.append(next(letter.upper() for letter in wanted if letter.isalnum() and letter.upper() not in letters))
    return letters


def ink_on(paint: str) -> str:
    """The colour, black or white, that is easier to read on a paint."""
    red, green, blue = (int(paint[n : n + 2], 16) for n in (1, 3, 5))
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 140 else "#ffffff"


def options_of(edition: Edition) -> list[list[Claim]]:
    """The claim options of each route."""
    options: list[list[Claim]] = [[] for _ in edition.board.routes]
    try:
        for row in claims_of(edition):
            options[row.route].append(row)
    except KolejError:
        raise
    except Exception as error:
        # Custom rule parts may raise any error.
        problem = f"the rules fail on this board ({type(error).__name__}: {error}); `kolej check` shows where"
        raise RulesError(problem, "claim.any") from error
    return options


def spaces_of(edition: Edition) -> list[int]:
    """The number of spaces of each route: its length, or fewer if fewer pieces fill it."""
    return [
        min(route.length, max((row.pieces for row in options), default=0) or route.length)
        for route, options in zip(edition.board.routes, options_of(edition), strict=True)
    ]


def kinds_of(edition: Edition) -> dict[str, Kind]:
    """The style of each kind of route, by its claim options and not by its name; the most common kind first."""
    routes = edition.board.routes
    names = [route.kind for route in routes]
    options = options_of(edition)
    kinds: dict[str, Kind] = {}
    for name in sorted(dict.fromkeys(names), key=names.count, reverse=True):
        # Longer than 1 if possible: a single space shows little about the kind.
        number = max((n for n, kind in enumerate(names) if kind == name), key=lambda n: (routes[n].length > 1, -n))
        symbols = any(route.symbols for route in routes if route.kind == name)
        outline, description = _style(options[number], symbols, routes[number].length, edition.board.wild)
        if outline is Outline.PLAIN and kinds:
            outline = Outline.NOTCHED
        kinds[name] = Kind(name, outline, description)
    return kinds


def _style(options: Sequence[Claim], symbols: bool, length: int, wild: str) -> tuple[Outline, str]:
    first = options[0]
    if first.reveals:
        return Outline.DASHED, f"{first.reveals} cards are turned up, and matches cost more"
    if any(row.shared for row in options):
        return Outline.POINTED, "everyone may travel it"
    if all(0 < row.pieces < length for row in options):
        return Outline.SINGLE, f"1 {first.piece}, and as many cards as the number says"
    if symbols:
        stand_in = f", or {first.stand_in.size} cards of any kind" if first.stand_in else ""
        return Outline.WAVED, f"1 {wild} for each symbol{stand_in}"
    if first.stand_in:
        return Outline.HEAVY, f"{first.stand_in.size} cards of any kind may stand in for one"
    more = first.pieces - length
    extra = f", and {more} {first.piece} more" if more > 0 else ""
    wilds = "" if first.wilds[1] else f"; no {wild}"
    return Outline.PLAIN, f"1 card and 1 {first.piece} for each space{extra}{wilds}"
