"""The list of routes, filtered by words (`board paris free`)."""

from kolej.cli.terminal.input.name_lookup import NameLookup, normalized
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.paint import columns, padded
from kolej.cli.wording import counted
from kolej.engine.advice.ticket_routes import TicketRoutes
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import RuleTables


class RouteList:
    """Lists the routes of one game as a viewer sees them."""

    def __init__(self, labels: Labels, names: NameLookup, tables: RuleTables, view: View) -> None:
        self.labels = labels
        self.names = names
        self.view = view
        seats = range(view.seats) if view.viewer is None else [view.viewer]
        by_seat = [TicketRoutes(tables, view, seat) for seat in seats]
        self.free = {
            route for route in range(tables.routes) if any(ticket_routes.is_open(route) for ticket_routes in by_seat)
        }

    def lines(self, text: str) -> list[str]:
        """The routes that match every word: free, mine, taken, a colour, a kind, a length or a city."""
        routes = self.labels.board.routes
        shown = list(range(len(routes)))
        rest: list[str] = []
        for word in text.split():
            matching = self._by_keyword(word.casefold())
            if matching is None:
                rest.append(word)
            else:
                shown = [route for route in shown if route in matching]
        if rest:
            cities = self._cities(" ".join(rest))
            shown = [route for route in shown if routes[route].a in cities or routes[route].b in cities]
        if not shown:
            return ["no route matches; try `board`, `board free`, `board mine`, `board CITY` or `board COLOUR`"]
        widest = max(columns(routes[route].id) for route in shown)
        return [*(self._line(route, widest) for route in shown), self.labels.paint.faint(counted(len(shown), "route"))]

    def _by_keyword(self, word: str) -> set[int] | None:
        """The routes that match a keyword; None if the word is not a keyword and has to be a city."""
        routes = self.labels.board.routes
        every = range(len(routes))
        if word == "taken":
            return {route for route in every if self.view.owner[route] >= 0}
        if word == "mine":
            return {
                route for route in every if self.view.viewer is not None and self.view.owner[route] == self.view.viewer
            }
        if word == "free":
            return self.free
        if word.isdecimal():
            return {route for route in every if routes[route].length == int(word)}
        by_kind = {route for route in every if word == routes[route].kind}
        by_color = {route for route in every if word == self._color(route)}
        return by_kind or by_color or None

    def _cities(self, text: str) -> set[int]:
        """The cities in the text: one name of several words, or several names of one word each."""
        whole = self.names.cities(text)
        if whole:
            return set(whole)
        return {self.names.city(word) for word in normalized(text).split()}

    def _color(self, route: int) -> str:
        color = self.labels.board.routes[route].color
        return "gray" if color is None else self.labels.board.colors[color - 1]

    def _line(self, number: int, widest: int) -> str:
        route = self.labels.board.routes[number]
        color = self._color(number)
        shade = self.labels.paint.card(color) if color != "gray" else color
        kind = f"{route.kind} {route.symbols}×{self.labels.board.wild}" if route.symbols else route.kind
        owner = self.view.owner[number]
        if owner == self.view.viewer:
            state = self.labels.paint.good("yours")
        elif owner >= 0:
            state = self.labels.marked(self.labels.name(owner), owner)
        else:
            state = "free" if number in self.free else "closed"
        return f"{padded(route.id, widest)}  {route.length}  {padded(shade, 7)} {padded(kind, 7)}  {state}"
