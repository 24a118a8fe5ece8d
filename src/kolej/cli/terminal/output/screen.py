"""The screen: what a viewer sees of the table, made of the viewer's own view and nothing else."""

from collections.abc import Iterable, Sequence

from kolej.cli.terminal.output.labels import Words, counted
from kolej.cli.terminal.output.paint import columns, cut, fit, padded
from kolej.engine.advice.ticket_routes import Reach, Way
from kolej.engine.core import cards as packed
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import Tables

LABEL = 10
"""Columns that a label takes."""
NAME = 16
"""Columns that a player's name may take."""


class Screen:
    """Draws views of one game."""

    def __init__(self, words: Words, tables: Tables, width: int) -> None:
        self.words = words
        self.paint = words.paint
        self.t = tables
        self.width = width

    def whole(self, view: View, headline: str, log: Sequence[str] = ()) -> list[str]:
        """Everything a viewer needs to choose."""
        lines = [self.rule(f"{self.words.board.name} · {headline}"), *self.players(view), *self.market(view)]
        if view.viewer is not None:
            lines += [*self.hand(view), *self.tickets(view)]
        if log:
            lines += [self.paint.strong("Since your last turn"), *(f"  {line}" for line in log)]
        return [*self.fitted(lines), *self.last_round(view)]

    def fitted(self, lines: Iterable[str], hang: int | None = None) -> list[str]:
        """The lines, none too wide."""
        return [each for line in lines for each in fit(line, self.width, hang)]

    def rule(self, text: str) -> str:
        """A line across the screen with a text in it."""
        text = cut(text, self.width - 6)
        return f"── {self.paint.strong(text)} {'─' * (self.width - 4 - columns(text))}"

    def labelled(self, label: str, text: str) -> list[str]:
        """A label and a text beside it."""
        return fit(f"{self.paint.strong(label)}{' ' * (LABEL - len(label))}{text}", self.width, LABEL)

    def players(self, view: View) -> list[str]:
        """A table of all that is public about the seats."""
        heads = ["points", *(counted(2, piece)[2:] for piece in self.t.piece_names), "cards", "tickets"]
        counts = [
            [view.points[seat], *view.supply[seat], view.hand_sizes[seat], view.held[seat]]
            for seat in range(view.seats)
        ]
        if any(self.t.way_steps):
            heads.append("marker")
            counts = [[*row, view.track[seat]] for seat, row in enumerate(counts)]
        lines = [self.paint.faint(f"  seat  {'player':<{NAME}}" + "".join(f"{head:>10}" for head in heads))]
        for seat, row in enumerate(counts):
            mark = "→" if seat in view.due else " "
            name = self.words.name(seat) + (" (you)" if seat == view.viewer else "")
            numbers = "".join(f"{number:>10}" for number in row)
            lines.append(f"{mark}{seat:>5}  {padded(cut(name, NAME), NAME)}{numbers}")
        return lines

    def market(self, view: View) -> list[str]:
        """The display and the decks."""
        display = " · ".join(self.words.card(kind) if kind >= 0 else "(empty)" for kind in view.display)
        status = view.status
        decks = [
            f"{status.deck_left} cards",
            f"{sum(view.discard)} discarded",
            f"{status.pile_left + status.group_left + status.tail_left} tickets",
        ]
        if self.t.pool:
            decks.append(f"{status.pool} shared pieces")
        return [*self.labelled("Display", display), *self.labelled("Left", " · ".join(decks))]

    def hand(self, view: View) -> list[str]:
        """The viewer's cards by colour."""
        assert view.viewer is not None
        return self.cards("Hand", view.hands[view.viewer] or ())

    def cards(self, label: str, counts: Sequence[int]) -> list[str]:
        """Cards by colour, the wild last."""
        held = [f"{count} {self.words.card(kind)}" for kind, count in packed.each(packed.pack(counts)) if kind]
        held += [f"{counts[0]} {self.words.card(0)}"] if counts and counts[0] else []
        return self.labelled(label, " · ".join(held) or "no cards")

    def tickets(self, view: View) -> list[str]:
        """The viewer's tickets, each with what is still missing."""
        assert view.viewer is not None
        reach = Reach(self.t, view, view.viewer)
        held = view.tickets[view.viewer] or ()
        lines = [self.paint.strong("Tickets") if held else self.labelled("Tickets", "none yet")[0]]
        for ticket in held:
            lines += fit(f"  {self.progress(reach, ticket)}", self.width, 4)
        return lines

    def offer(self, view: View) -> list[str]:
        """The tickets to choose from, numbered."""
        assert view.viewer is not None
        reach = Reach(self.t, view, view.viewer)
        lines = [self.paint.strong("Offered")]
        for place, ticket in enumerate(view.offer, start=1):
            lines += fit(f"  {place}  {self.progress(reach, ticket)}", self.width, 5)
        return lines

    def progress(self, reach: Reach, number: int) -> str:
        """A ticket, what it is worth, and how far it is."""
        ticket = self.words.board.tickets[number]
        way = reach.way(ticket.a, ticket.b)
        name = f"{self.words.ticket(number)} ({ticket.points})"
        if way is None:
            return f"{name}: {self.paint.warn('no free way is left')}{self._station_hint(reach)}"
        if way.cards == 0:
            through = f" if you borrow {self._routes(way.borrowed)}" if way.borrowed else ""
            return f"{name}: {self.paint.good('done')}{through}"
        return f"{name}: missing {self.missing(reach, way)}"

    def missing(self, reach: Reach, way: Way) -> str:
        """What is to be claimed: "6 spaces: Paris–Zürich–Venezia"."""
        pieces = reach.pieces(way)
        unit = "space" if sum(count for count, _ in pieces.values()) == way.cards else "card"
        text = f"{counted(way.cards, unit)}: {', '.join(self._chains(way))}"
        if way.borrowed:
            text += f", borrowing {self._routes(way.borrowed)}"
        short = [f"only {counted(left, name)} left" for name, (count, left) in pieces.items() if count > left]
        return f"{text} ({self.paint.warn(', '.join(short))})" if short else text

    def _chains(self, way: Way) -> list[str]:
        """Routes that follow one another as chains of cities."""
        chains: list[list[int]] = []
        for _, a, b in way.steps:
            if chains and chains[-1][-1] == a:
                chains[-1].append(b)
            else:
                chains.append([a, b])
        return ["–".join(self.words.city(city) for city in chain) for chain in chains]

    def _routes(self, routes: Iterable[int]) -> str:
        return " and ".join(map(self.words.route, routes))

    def _station_hint(self, reach: Reach) -> str:
        builder = self.t.builder
        can_build = self.t.travel_borrows and builder >= 0 and reach.view.supply[reach.seat][builder] > 0
        return f"; a {self.t.piece_names[builder]} may help" if can_build else ""

    def last_round(self, view: View) -> list[str]:
        """A notice from the trigger to the end."""
        left = view.status.turns_left
        if not left:
            return []
        mine = "" if view.viewer is None or view.viewer not in view.due else "; this is your last one"
        turns = "the last turn of the game" if left == 1 else f"{left} turns are left{mine}"
        return fit(self.paint.warn(f"Last round: {turns}."), self.width)
