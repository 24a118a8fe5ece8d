"""Events in plain words, for a terminal."""

from kolej.engine import cards as packed
from kolej.engine.board import Board
from kolej.engine.cards import WILD, Cards
from kolej.engine.events import (
    CardDrawn,
    CardTaken,
    DeckReshuffled,
    DisplayFlushed,
    Event,
    FirstSeatDrawn,
    LastRoundBegan,
    Passed,
    RouteClaimed,
    StationBuilt,
    TicketsKept,
    TopUpDue,
    TunnelBegun,
    TunnelCardTurned,
    TunnelRefused,
)
from kolej.engine.standings import Standings


class Words:
    """Says what happened on one board."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def card(self, kind: int) -> str:
        """One card."""
        return self.board.wild if kind == WILD else self.board.colors[kind - 1]

    def cards(self, cards: Cards) -> str:
        """Several cards: 2 red, 1 locomotive."""
        return ", ".join(f"{count} {self.card(kind)}" for kind, count in reversed(list(packed.each(cards))))

    def route(self, number: int) -> str:
        """A route by its cities."""
        route = self.board.routes[number]
        return f"{self.board.cities[route.a].name}–{self.board.cities[route.b].name}"

    def event(self, event: Event) -> str | None:
        """A line about an event, or None for what goes without saying."""
        match event:
            case FirstSeatDrawn():
                return f"Seat {event.seat} begins."
            case CardDrawn(dealt=False):
                what = "a card" if event.card is None else self.card(event.card)
                return f"Seat {event.seat} draws {what} from the deck."
            case CardTaken():
                return f"Seat {event.seat} takes {self.card(event.card)} from the display."
            case DisplayFlushed():
                return f"Too many {self.board.wild} cards: the display is swept."
            case DeckReshuffled():
                return f"The discards become a new deck of {sum(event.deck)} cards."
            case TicketsKept():
                return f"Seat {event.seat} keeps {event.count} of {event.count + event.returned} tickets."
            case RouteClaimed():
                paid = self.cards(event.cards)
                return f"Seat {event.seat} claims {self.route(event.route)} with {paid}: {event.points} points so far."
            case StationBuilt():
                city = self.board.cities[event.city].name
                return f"Seat {event.seat} builds in {city} with {self.cards(event.cards)}."
            case TunnelBegun():
                return f"Seat {event.seat} tries {self.route(event.route)} with {self.cards(event.cards)}."
            case TunnelCardTurned():
                return f"  turned up: {self.card(event.card)}"
            case TopUpDue():
                return f"  {event.count} more due."
            case TunnelRefused():
                return f"Seat {event.seat} takes the cards back."
            case Passed():
                return f"Seat {event.seat} passes."
            case LastRoundBegan():
                return f"Seat {event.seat} sets off the last round: one more turn for everyone."
            case _:
                return None

    def result(self, standings: Standings) -> list[str]:
        """The final score, line by line."""
        seats = range(len(standings.totals))
        lines = [f"{'':<14}" + "".join(f"{f'seat {seat}':>9}" for seat in seats)]
        for name, points in [*standings.lines, ("total", standings.totals), ("rank", standings.ranks)]:
            lines.append(f"{name:<14}" + "".join(f"{points[seat]:>9}" for seat in seats))
        winners = " and ".join(f"seat {seat}" for seat in standings.winners)
        how = f" (by {standings.decided_by})" if standings.decided_by else ""
        lines.append(f"Winner: {winners}{how}.")
        return lines
