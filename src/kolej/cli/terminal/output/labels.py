"""What happened, in plain words."""

import re
from collections.abc import Sequence

from kolej.cli.terminal.output.paint import PLAIN, Paint
from kolej.engine.board.model import Board
from kolej.engine.core import cards as packed
from kolej.engine.core.cards import WILD, Cards
from kolej.engine.knowledge.events import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    DisplayFlushed,
    Event,
    FirstSeatDrawn,
    GameEnded,
    LastRoundBegan,
    Passed,
    PileReached,
    RouteClaimed,
    StationBuilt,
    TicketsChosen,
    TicketsKept,
    TopUpDue,
    TunnelBegun,
    TunnelCardTurned,
    TunnelRefused,
)


def counted(number: int, what: str) -> str:
    """1 point, 2 points; 1 city, 2 cities; 1 subway, 2 subways."""
    if number == 1:
        return f"1 {what}"
    many = re.sub("(?<![aeiou])y$", "ie", what) + "s"
    return f"{number} {many}"


class Words:
    """Says what there is and what happened on one board, to a viewer who is called "you"."""

    def __init__(
        self, board: Board, names: Sequence[str] = (), viewer: int | None = None, paint: Paint = PLAIN
    ) -> None:
        self.board = board
        self.names = names
        self.viewer = viewer
        self.paint = paint

    def name(self, seat: int) -> str:
        """Who sits there."""
        return self.names[seat] if self.names else f"seat {seat}"

    def card(self, kind: int) -> str:
        """One card."""
        return self.paint.card(self.board.wild if kind == WILD else self.board.colors[kind - 1])

    def cards(self, cards: Cards) -> str:
        """Several cards, the wild last: 2 red, 1 locomotive."""
        return ", ".join(f"{count} {self.card(kind)}" for kind, count in reversed(list(packed.each(cards))))

    def counts(self, counts: Sequence[int]) -> str:
        """Several cards, given as numbers by kind."""
        return self.cards(packed.pack(counts))

    def city(self, number: int) -> str:
        """A city by its printed name."""
        return self.board.cities[number].name

    def between(self, a: int, b: int) -> str:
        """Two cities that something joins."""
        return f"{self.city(a)}–{self.city(b)}"

    def route(self, number: int) -> str:
        """A route by its cities."""
        route = self.board.routes[number]
        return self.between(route.a, route.b)

    def ticket(self, number: int) -> str:
        """A ticket by its cities."""
        ticket = self.board.tickets[number]
        return self.between(ticket.a, ticket.b)

    def event(self, event: Event) -> str | None:
        """A line about an event, or None for what goes without saying."""
        line = self._about_seat(event) or self._about_table(event)
        return line[:1].upper() + line[1:] if line else None

    def _does(self, seat: int, verb: str) -> str:
        """Who does it: Ann draws, you draw."""
        if seat == self.viewer:
            return f"you {verb}"
        if verb.endswith("y"):
            return f"{self.name(seat)} {verb[:-1]}ies"
        return f"{self.name(seat)} {verb}{'es' if verb.endswith('s') else 's'}"

    def _about_seat(self, event: Event) -> str | None:
        match event:
            case FirstSeatDrawn():
                return f"{self._does(event.seat, 'begin')}."
            case CardDrawn(dealt=False):
                what = "a card" if event.card is None else self.card(event.card)
                return f"{self._does(event.seat, 'draw')} {what} from the deck."
            case CardTaken():
                return f"{self._does(event.seat, 'take')} {self.card(event.card)} from the display."
            case PileReached(tickets=True):
                return f"{self._does(event.seat, 'draw')} tickets."
            case TicketsChosen():
                return f"{self._does(event.seat, 'choose')} tickets."
            case TicketsKept():
                return f"{self._does(event.seat, 'keep')} {event.count} of {event.count + event.returned} tickets."
            case RouteClaimed():
                marker = f", marker at {event.track}" if event.track else ""
                return (
                    f"{self._does(event.seat, 'claim')} {self.route(event.route)} with {self.cards(event.cards)}: "
                    f"{counted(event.points, 'point')} so far{marker}."
                )
            case StationBuilt():
                return f"{self._does(event.seat, 'build')} in {self.city(event.city)} with {self.cards(event.cards)}."
            case TunnelBegun():
                return f"{self._does(event.seat, 'try')} {self.route(event.route)} with {self.cards(event.cards)}."
            case TunnelRefused():
                return f"{self._does(event.seat, 'take')} the cards back."
            case Passed():
                return f"{self._does(event.seat, 'pass')}."
            case LastRoundBegan():
                return f"{self._does(event.seat, 'set')} off the last round: one more turn for everyone."
            case _:
                return None

    def _about_table(self, event: Event) -> str | None:
        match event:
            case DisplayFlushed():
                return f"Too many {self.board.wild} cards: the display is swept."
            case DeckReshuffled():
                return f"The discards become a new deck of {sum(event.deck)} cards."
            case TunnelCardTurned():
                return f"  turned up: {self.card(event.card)}"
            case TopUpDue():
                return f"  {event.count} more due."
            case GameEnded():
                return "The game is over."
            case _:
                return None
