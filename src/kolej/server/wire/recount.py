"""The recount of a result: each seat's points of an award line by line, as on a score pad."""

from typing import Literal

from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.award import Award
from kolej.engine.scoring.score_sheet import ScoreSheet
from kolej.rules.awards import LongestPath, MostTickets, Tickets, TrackRanking, UnusedPieces, Visits
from kolej.server.wire.base import Outbound

CountType = Literal["route", "ticket", "city", "pieces", "path", "tickets", "track", "award"]


class CountItem(Outbound):
    """One line of a recount."""

    type: CountType
    """What is counted; `award` where only the points of the award as a whole are known, as for a custom one."""
    of: int
    """The number of the route, ticket or city; otherwise how many: pieces, spaces of a path, tickets, steps."""
    points: int


def count_routes(t: RuleTables, view: View) -> list[list[CountItem]]:
    """By seat, the routes that it claimed."""
    routes = [[route for route, owner in enumerate(view.owner) if owner == seat] for seat in range(view.seats)]
    return [[CountItem("route", route, int(t.option_points[view.taken[route]])) for route in own] for own in routes]


def count_award(award: Award, points: list[int], sheet: ScoreSheet, view: View) -> list[list[CountItem]]:
    """By seat, what it got the points of an award for."""
    return [_items(award, seat, int(each), sheet, view) for seat, each in enumerate(points)]


def _items(award: Award, seat: int, points: int, sheet: ScoreSheet, view: View) -> list[CountItem]:
    t = sheet.tables
    match award:
        case Tickets():
            values = {ticket: int(t.ticket_points[ticket]) for ticket in view.tickets[seat] or ()}
            return [
                CountItem("ticket", ticket, value if sheet.done[ticket] else -value) for ticket, value in values.items()
            ]
        case Visits():
            ends = {int(end) for route in _own(view, seat) for end in (t.route_a[route], t.route_b[route])}
            return [CountItem("city", int(city), award.each) for city in t.tagged.get(award.tag, []) if city in ends]
        case UnusedPieces():
            return [CountItem("pieces", int(sheet.left(seat, award.piece)), points)]
        case LongestPath():
            return [CountItem("path", int(sheet.longest(seat)), points)]
        case MostTickets():
            return [CountItem("tickets", int(sheet.completed[seat]), points)]
        case TrackRanking():
            return [CountItem("track", int(sheet.track(seat)), points)]
        case _:
            return [CountItem("award", 0, points)] if points else []


def _own(view: View, seat: int) -> list[int]:
    return [route for route, owner in enumerate(view.owner) if owner == seat]
