"""The game screen: players, display, decks, hand and tickets, rendered from the viewer's own view alone."""

from collections.abc import Iterable, Sequence

from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.paint import columns, cut, fit, padded
from kolej.cli.wording import counted
from kolej.engine.advice.ticket_routes import JoiningRoutes, TicketRoutes
from kolej.engine.core import cards as kinds
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import RuleTables

LABEL = 10
"""Columns of the label at the start of a line."""
NAME = 16
"""Columns of a player's name."""


class Screen:
    """Renders views of one game."""

    def __init__(self, labels: Labels, tables: RuleTables, width: int) -> None:
        self.labels = labels
        self.paint = labels.paint
        self.t = tables
        self.width = width

    def whole(self, view: View, headline: str, log: Sequence[str] = ()) -> list[str]:
        """The whole screen under a headline; `log` is what happened since the viewer's last turn."""
        lines = [self.rule(f"{self.labels.board.name} · {headline}"), *self.players(view), *self.display(view)]
        if view.viewer is not None:
            lines += [*self.hand(view), *self.tickets(view)]
        if log:
            lines += [self.paint.strong("Since your last turn"), *(f"  {line}" for line in log)]
        return [*self.fitted(lines), *self.last_round(view)]

    def fitted(self, lines: Iterable[str], hang: int | None = None) -> list[str]:
        """The lines, wrapped to the width of the screen."""
        return [each for line in lines for each in fit(line, self.width, hang)]

    def rule(self, text: str) -> str:
        """A horizontal rule with a text in it."""
        text = cut(text, self.width - 6)
        return f"── {self.paint.strong(text)} {'─' * (self.width - 4 - columns(text))}"

    def labelled(self, label: str, text: str) -> list[str]:
        """A label with a text to its right."""
        return fit(f"{self.paint.strong(label)}{' ' * (LABEL - len(label))}{text}", self.width, LABEL)

    def players(self, view: View) -> list[str]:
        """A table of the public counts of every seat."""
        headings = ["points", *(counted(2, piece)[2:] for piece in self.t.piece_names), "cards", "tickets"]
        counts = [
            [view.points[seat], *view.supply[seat], view.hand_sizes[seat], view.held[seat]]
            for seat in range(view.seats)
        ]
        if any(self.t.option_steps):
            headings.append("marker")
            counts = [[*row, view.track[seat]] for seat, row in enumerate(counts)]
        lines = [self.paint.faint(f"  seat  {'player':<{NAME}}" + "".join(f"{head:>10}" for head in headings))]
        for seat, row in enumerate(counts):
            mark = "→" if seat in view.due else " "
            name = self.labels.name(seat) + (" (you)" if seat == view.viewer else "")
            numbers = "".join(f"{number:>10}" for number in row)
            lines.append(f"{mark}{seat:>5}  {self._marked(name, seat)}{numbers}")
        return lines

    def _marked(self, name: str, seat: int) -> str:
        """A name in its column, after the mark of the seat's shape."""
        # The name alone is cut: a text that is cut loses its colours.
        room = NAME - columns(self.labels.marked("", seat))
        return padded(self.labels.marked(cut(name, room), seat), NAME)

    def display(self, view: View) -> list[str]:
        """The display, and what is left in the decks."""
        slots = " · ".join(self.labels.card(kind) if kind >= 0 else "(empty)" for kind in view.display)
        status = view.status
        decks = [
            counted(status.deck_left, "card"),
            f"{sum(view.discard)} discarded",
            counted(status.pile_left + status.group_left + status.tail_left, "ticket"),
        ]
        if self.t.pool:
            decks.append(counted(status.pool, "shared piece"))
        return [*self.labelled("Display", slots), *self.labelled("Left", " · ".join(decks))]

    def hand(self, view: View) -> list[str]:
        """The viewer's cards, by colour."""
        assert view.viewer is not None
        return self.cards("Hand", view.hands[view.viewer] or ())

    def cards(self, label: str, counts: Sequence[int]) -> list[str]:
        """Cards by colour, the wild last, with a label."""
        held = [f"{count} {self.labels.card(kind)}" for kind, count in kinds.each(counts) if kind]
        held += [f"{counts[0]} {self.labels.card(0)}"] if counts and counts[0] else []
        return self.labelled(label, " · ".join(held) or self.labels.text("table.cards.none"))

    def tickets(self, view: View) -> list[str]:
        """The viewer's tickets, each with the routes still missing."""
        assert view.viewer is not None
        ticket_routes = TicketRoutes(self.t, view, view.viewer)
        held = view.tickets[view.viewer] or ()
        lines = [self.paint.strong("Tickets") if held else self.labelled("Tickets", "none yet")[0]]
        for ticket in held:
            lines += fit(f"  {self.progress(ticket_routes, ticket)}", self.width, 4)
        return lines

    def offer(self, view: View) -> list[str]:
        """The tickets to choose from, numbered."""
        assert view.viewer is not None
        ticket_routes = TicketRoutes(self.t, view, view.viewer)
        lines = [self.paint.strong("Offered")]
        for place, ticket in enumerate(view.offer, start=1):
            lines += fit(f"  {place}  {self.progress(ticket_routes, ticket)}", self.width, 5)
        return lines

    def progress(self, ticket_routes: TicketRoutes, number: int) -> str:
        """A ticket with its value and what it still needs."""
        ticket = self.labels.board.tickets[number]
        joining = ticket_routes.cheapest(ticket.a, ticket.b)
        name = f"{self.labels.ticket(number)} ({ticket.points})"
        if joining is None:
            return f"{name}: {self.paint.warn('no free connection is left')}{self._station_hint(ticket_routes)}"
        if joining.cards == 0:
            through = f" if you borrow {self._routes(joining.borrowed)}" if joining.borrowed else ""
            return f"{name}: {self.paint.good('done')}{through}"
        return f"{name}: missing {self.missing(ticket_routes, joining)}"

    def missing(self, ticket_routes: TicketRoutes, joining: JoiningRoutes) -> str:
        """The routes still to be claimed: "6 spaces: Paris–Zürich–Venezia"."""
        pieces = ticket_routes.pieces(joining)
        unit = "space" if sum(count for count, _ in pieces.values()) == joining.cards else "card"
        text = f"{counted(joining.cards, unit)}: {', '.join(self._chains(joining))}"
        if joining.borrowed:
            text += f", borrowing {self._routes(joining.borrowed)}"
        short = [
            f"only {self.labels.pieces(left, piece)} left" for piece, (needs, left) in pieces.items() if needs > left
        ]
        return f"{text} ({self.paint.warn(', '.join(short))})" if short else text

    def _chains(self, joining: JoiningRoutes) -> list[str]:
        """The routes, consecutive ones joined into chains of cities."""
        chains: list[list[int]] = []
        for _, a, b in joining.steps:
            if chains and chains[-1][-1] == a:
                chains[-1].append(b)
            else:
                chains.append([a, b])
        return ["–".join(self.labels.city(city) for city in chain) for chain in chains]

    def _routes(self, routes: Iterable[int]) -> str:
        return " and ".join(map(self.labels.route, routes))

    def _station_hint(self, ticket_routes: TicketRoutes) -> str:
        builder = self.t.builder
        can_build = (
            self.t.travel_borrows and builder >= 0 and ticket_routes.view.supply[ticket_routes.seat][builder] > 0
        )
        return f"; a {self.t.piece_names[builder]} may help" if can_build else ""

    def last_round(self, view: View) -> list[str]:
        """A notice during the last round."""
        left = view.status.turns_left
        if not left:
            return []
        own = view.viewer is not None and view.viewer in view.due
        notice = self.labels.text("table.last", count=left) + ("; this one is yours." if own else ".")
        return fit(self.paint.warn(notice), self.width)
