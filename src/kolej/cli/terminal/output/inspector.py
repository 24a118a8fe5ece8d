"""The commands that only show something: `look`, `moves`, `hand`, `board`, `log`, `score` …"""

from collections.abc import Callable, Sequence

from kolej.cli.terminal.input.commands import help_lines
from kolej.cli.terminal.input.name_lookup import NameLookup, UnclearInput
from kolej.cli.terminal.output.event_sentences import EventSentences
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.move_list import MoveList
from kolej.cli.terminal.output.prompt import question
from kolej.cli.terminal.output.route_list import RouteList
from kolej.cli.terminal.output.rulebook import all_lines, rule_lines
from kolej.cli.terminal.output.screen import Screen
from kolej.cli.wording import counted
from kolej.engine.advice.ticket_routes import TicketRoutes
from kolej.engine.decision import Decision
from kolej.engine.knowledge.events import Event, TurnBegan
from kolej.engine.moves.moves import KeepTickets


class Inspector:
    """Renders what the player with a decision to make can look at."""

    def __init__(
        self, decision: Decision, labels: Labels, names: NameLookup, events: Sequence[Event], seen: int, width: int
    ) -> None:
        self.decision = decision
        self.view = decision.view
        self.labels = labels
        self.names = names
        self.width = width
        self.screen = Screen(labels, decision.tables, width)
        self.move_list = MoveList(decision, names.notation)
        self._sentences = EventSentences(labels, decision.tables)
        self._events = events
        self._seen = seen
        """The number of events that the player has seen before this turn."""
        self.commands: dict[str, Callable[[str], list[str]]] = {
            "look": lambda _: self.whole(),
            "moves": self.moves,
            "hand": lambda _: self.screen.hand(self.view),
            "tickets": lambda _: self.tickets(),
            "board": self.board,
            "log": self.log,
            "score": lambda _: self.score(),
            "rule": self.rule,
            "help": lambda rest: help_lines(rest, self.width),
        }

    def whole(self) -> list[str]:
        """The whole screen: players, display, hand, tickets, log and prompt."""
        name = self.labels.name(self.decision.seat)
        keeping = isinstance(self.move_list.moves[0], KeepTickets)
        headline = f"{name}, choose your tickets" if keeping else self.labels.text("table.handover.title", name=name)
        lines = self.screen.whole(self.view, headline, self._sentences.lines(self._events, self._seen))
        if keeping:
            lines += self.screen.offer(self.view)
        return [*lines, *self.screen.labelled("Now", self.question())]

    def brief(self) -> list[str]:
        """A short screen for the middle of a turn."""
        lines = self.screen.offer(self.view) if self.view.offer else self.screen.display(self.view)[:1]
        return [*self.screen.hand(self.view), *lines, *self.screen.labelled("Now", self.question())]

    def question(self) -> str:
        """The commands that can be typed now."""
        return question(self.decision, self.labels, self.in_turn)

    @property
    def in_turn(self) -> bool:
        """Whether the player is in the middle of a turn, as after the first of two cards."""
        opening = not self.view.chosen[self.decision.seat]
        return not opening and bool(self._events) and not isinstance(self._events[-1], TurnBegan)

    def moves(self, rest: str) -> list[str]:
        """The legal moves, or those that match all words."""
        if not rest:
            return self.move_list.overview(self.labels.paint, self.width)
        found = self.move_list.matching(rest)
        if not found:
            raise UnclearInput(f'no legal move has "{rest[:60]}" in it')
        return self.move_list.lines(found, self.labels.paint, self.width)

    def tickets(self) -> list[str]:
        """The player's tickets, and the offer if there is one."""
        lines = self.screen.tickets(self.view)
        return [*lines, *self.screen.offer(self.view)] if self.view.offer else lines

    def board(self, rest: str) -> list[str]:
        """The routes that match all words."""
        return RouteList(self.labels, self.names, self.decision.tables, self.view).lines(rest)

    def log(self, rest: str) -> list[str]:
        """What happened since the player's last turn, or in the whole game."""
        start = 0 if rest.casefold() == "all" else self._seen
        return self._sentences.lines(self._events, start) or ["nothing has happened since your last turn"]

    def score(self) -> list[str]:
        """The points of all routes, and what the player's tickets would score now."""
        lines = [
            f"{self.labels.name(seat)}: {counted(points, 'point')} for routes"
            for seat, points in enumerate(self.view.points)
        ]
        ticket_routes = TicketRoutes(self.decision.tables, self.view, self.decision.seat)
        completed = missed = 0
        for number in self.view.tickets[self.decision.seat] or ():
            ticket = self.labels.board.tickets[number]
            joining = ticket_routes.cheapest(ticket.a, ticket.b)
            if joining is not None and joining.cards == 0:
                completed += ticket.points
            else:
                missed += ticket.points
        tickets = f"Your tickets now: +{completed} for completed ones, −{missed} for the others."
        return [*lines, f"{tickets} Bonuses are added at the end."]

    def rule(self, rest: str) -> list[str]:
        """A written rule, or the list of all rules."""
        return rule_lines(rest) if rest else all_lines(self.width)
