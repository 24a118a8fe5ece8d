"""The commands that only look: each makes lines from what the person at the screen may see."""

from collections.abc import Callable, Sequence

from kolej.cli.terminal.input.commands import help_lines
from kolej.cli.terminal.input.name_lookup import Names, Unclear
from kolej.cli.terminal.output.labels import Words
from kolej.cli.terminal.output.move_list import MoveList
from kolej.cli.terminal.output.prompt import asked
from kolej.cli.terminal.output.route_list import RouteList
from kolej.cli.terminal.output.rulebook import all_lines, rule_lines
from kolej.cli.terminal.output.screen import Screen
from kolej.engine.advice.ticket_routes import Reach
from kolej.engine.decision import Choice
from kolej.engine.knowledge.events import Event, TurnBegan, redact
from kolej.engine.moves.moves import KeepTickets


class Looks:
    """What one person, who has a choice to make, can look at."""

    def __init__(
        self, choice: Choice, words: Words, names: Names, events: Sequence[Event], seen: int, width: int
    ) -> None:
        self.choice = choice
        self.view = choice.view
        self.words = words
        self.names = names
        self.width = width
        self.screen = Screen(words, choice.tables, width)
        self.listed = MoveList(choice, names.notation)
        self._events = events
        self._seen = seen
        """How many of the events the person has been told of before."""
        self.by_word: dict[str, Callable[[str], list[str]]] = {
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
        """The screen: table, hand, tickets, what happened, and what is asked."""
        keeping = isinstance(self.listed.moves[0], KeepTickets)
        headline = f"{self.words.name(self.choice.seat)}, {'choose your tickets' if keeping else 'it is your turn'}"
        lines = self.screen.whole(self.view, headline, self._told(self._seen))
        if keeping:
            lines += self.screen.offer(self.view)
        return [*lines, *self.screen.labelled("Now", self.question())]

    def brief(self) -> list[str]:
        """What matters in the middle of a turn."""
        lines = self.screen.offer(self.view) if self.view.offer else self.screen.market(self.view)[:1]
        return [*self.screen.hand(self.view), *lines, *self.screen.labelled("Now", self.question())]

    def question(self) -> str:
        """What is asked now."""
        return asked(self.choice, self.words, self.in_turn)

    @property
    def in_turn(self) -> bool:
        """Whether the turn has begun with something that is not finished."""
        opening = not self.view.chosen[self.choice.seat]
        return not opening and bool(self._events) and not isinstance(self._events[-1], TurnBegan)

    def moves(self, rest: str) -> list[str]:
        """The legal moves, or those with these words in them."""
        if not rest:
            return self.listed.overview(self.words.paint, self.width)
        found = self.listed.matching(rest)
        if not found:
            raise Unclear(f'no legal move has "{rest[:60]}" in it')
        return self.listed.lines(found, self.words.paint, self.width)

    def tickets(self) -> list[str]:
        """Own tickets, and the offer if there is one."""
        lines = self.screen.tickets(self.view)
        return [*lines, *self.screen.offer(self.view)] if self.view.offer else lines

    def board(self, rest: str) -> list[str]:
        """Routes."""
        return RouteList(self.words, self.names, self.choice.tables, self.view).lines(rest)

    def log(self, rest: str) -> list[str]:
        """What happened, as the person may know it."""
        return self._told(0 if rest.casefold() == "all" else self._seen) or [
            "nothing has happened since your last turn"
        ]

    def _told(self, since: int) -> list[str]:
        redacted = (redact(event, self.choice.seat) for event in self._events[since:])
        return [line for event in redacted if event is not None and (line := self.words.event(event))]

    def score(self) -> list[str]:
        """Points that everyone sees, and one's own tickets if the game ended now."""
        lines = [f"{self.words.name(seat)}: {points} points for routes" for seat, points in enumerate(self.view.points)]
        reach = Reach(self.choice.tables, self.view, self.choice.seat)
        done = missed = 0
        for number in self.view.tickets[self.choice.seat] or ():
            ticket = self.words.board.tickets[number]
            way = reach.way(ticket.a, ticket.b)
            if way is not None and way.cards == 0:
                done += ticket.points
            else:
                missed += ticket.points
        return [*lines, f"Your tickets now: +{done} for those done, −{missed} for the others. Bonuses come at the end."]

    def rule(self, rest: str) -> list[str]:
        """A written rule, or the list of them."""
        return rule_lines(rest) if rest else all_lines(self.width)
