"""The board as a list of routes, for looking at parts of it."""

from kolej.cli.terminal.input.name_lookup import Names, simple
from kolej.cli.terminal.output.labels import Words, counted
from kolej.cli.terminal.output.paint import columns, padded
from kolej.engine.advice.ticket_routes import Reach
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import Tables


class RouteList:
    """Lists routes of one game as a view shows them."""

    def __init__(self, words: Words, names: Names, tables: Tables, view: View) -> None:
        self.words = words
        self.names = names
        self.view = view
        seats = range(view.seats) if view.viewer is None else [view.viewer]
        reaches = [Reach(tables, view, seat) for seat in seats]
        self.free = {route for route in range(tables.routes) if any(reach.free(route) for reach in reaches)}

    def lines(self, text: str) -> list[str]:
        """The routes that fit every word of the text: free, mine, taken, a colour, a kind, a length, a city."""
        routes = self.words.board.routes
        shown = list(range(len(routes)))
        rest: list[str] = []
        for word in text.split():
            fitting = self._by_word(word.casefold())
            if fitting is None:
                rest.append(word)
            else:
                shown = [route for route in shown if route in fitting]
        if rest:
            cities = self._cities(" ".join(rest))
            shown = [route for route in shown if routes[route].a in cities or routes[route].b in cities]
        if not shown:
            return ["no route is like that; try `board`, `board free`, `board mine`, `board CITY` or `board COLOUR`"]
        widest = max(columns(routes[route].id) for route in shown)
        return [*(self._line(route, widest) for route in shown), self.words.paint.faint(counted(len(shown), "route"))]

    def _by_word(self, word: str) -> set[int] | None:
        """The routes that a single word picks out; None for a word that must be a city."""
        routes = self.words.board.routes
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
        """Cities named in the text: one of several words, or several of one word each."""
        whole = self.names.cities(text)
        if whole:
            return set(whole)
        return {self.names.city(word) for word in simple(text).split()}

    def _color(self, route: int) -> str:
        color = self.words.board.routes[route].color
        return "gray" if color is None else self.words.board.colors[color - 1]

    def _line(self, number: int, widest: int) -> str:
        route = self.words.board.routes[number]
        color = self._color(number)
        shade = self.words.paint.card(color) if color != "gray" else color
        kind = f"{route.kind} {route.symbols}×{self.words.board.wild}" if route.symbols else route.kind
        owner = self.view.owner[number]
        if owner == self.view.viewer:
            state = self.words.paint.good("yours")
        elif owner >= 0:
            state = self.words.name(owner)
        else:
            state = "free" if number in self.free else "closed"
        return f"{padded(route.id, widest)}  {route.length}  {padded(shade, 7)} {padded(kind, 7)}  {state}"
