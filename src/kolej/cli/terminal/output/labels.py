"""Labels: names of players, cards, pieces, cities, routes and tickets as the terminal shows them."""

from collections.abc import Iterable, Sequence

from kolej.cli.terminal.output.paint import PLAIN, Paint
from kolej.cli.wording import counted, listed
from kolej.engine.board.model import Board
from kolej.engine.core import cards as counts
from kolej.engine.core.cards import WILD
from kolej.engine.errors import IllegalMove
from kolej.locale import load
from kolej.locale.message import Value
from kolej.locale.refusals import refusal_text
from kolej.shapes import Shape

MARKS: dict[Shape, str] = {"circle": "●", "triangle": "▲", "square": "■", "diamond": "◆", "star": "★"}
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"


class Labels:
    """The names of one game's things, for one viewer, who is "you" in sentences."""

    def __init__(
        self,
        board: Board,
        players: Sequence[str] = (),
        viewer: int | None = None,
        paint: Paint = PLAIN,
        shapes: Sequence[Shape] = (),
    ) -> None:
        self.board = board
        self.players = players
        self.viewer = viewer
        self.paint = paint
        self.shapes = shapes
        """The shapes of the seats, if they were chosen."""
        self.catalogue = load()

    def text(self, key: str, **values: Value) -> str:
        """A message of the catalogue, with ordinary spaces for the no-break spaces of the page."""
        return self.catalogue.text(key, values).replace(NO_BREAK_SPACE, " ")

    def refusal(self, refusal: IllegalMove) -> str:
        """Why a move was refused, as a sentence."""
        return refusal_text(self.catalogue, self.board, self.players, refusal).replace(NO_BREAK_SPACE, " ")

    def name(self, seat: int) -> str:
        """The player in a seat."""
        return self.players[seat] if self.players else f"seat {seat}"

    def marked(self, text: str, seat: int) -> str:
        """A text about a seat after the mark of its shape, if shapes were chosen."""
        if not self.shapes:
            return text
        shape = self.shapes[seat]
        return f"{self.paint.shape(shape, MARKS[shape])} {text}"

    def names(self, seats: Iterable[int]) -> str:
        """Several players: Ann and Bob."""
        return listed(map(self.name, seats))

    def card(self, kind: int) -> str:
        """A card by its colour, or by the name of the board's wild."""
        if kind == WILD:
            wild = self.board.wild
            return self.paint.card(wild, self.catalogue.text_or(f"table.wild.{wild}", wild))
        color = self.board.colors[kind - 1]
        return self.paint.card(color, self.catalogue.text_or(f"board.color.{color}", color))

    def cards(self, cards: Sequence[int]) -> str:
        """Several cards, the wild last: 2 red, 1 locomotive."""
        return ", ".join(f"{count} {self.card(kind)}" for kind, count in reversed(list(counts.each(cards))))

    def pieces(self, count: int, piece: str) -> str:
        """Pieces of a kind: 4 trains."""
        return self.catalogue.text_or(f"board.piece.{piece}", counted(count, piece), {"count": count})

    def city(self, number: int) -> str:
        """A city by its printed name."""
        return self.board.cities[number].name

    def between(self, a: int, b: int) -> str:
        """Two cities that a route or ticket connects."""
        return f"{self.city(a)}–{self.city(b)}"

    def route(self, number: int) -> str:
        """A route by its cities."""
        route = self.board.routes[number]
        return self.between(route.a, route.b)

    def ticket(self, number: int) -> str:
        """A ticket by its cities."""
        ticket = self.board.tickets[number]
        return self.between(ticket.a, ticket.b)
