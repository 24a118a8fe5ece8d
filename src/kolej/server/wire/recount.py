"""The engine's recount as clients receive it: each seat's points of an award line by line, as on a score pad."""

from typing import Literal

from kolej.engine.advice.recount import AwardScore, SeatRecount
from kolej.server.wire.base import Outbound

CountType = Literal["route", "ticket", "city", "pieces", "path", "tickets", "track", "award"]
COUNTS: dict[str, CountType] = {"pieces": "pieces", "path": "path", "tickets": "tickets", "track": "track"}
"""What an award may have counted as a whole, by the engine's word for it."""


class CountItem(Outbound):
    """One line of a recount."""

    type: CountType
    """What is counted; `award` where only the points of the award as a whole are known, as for a custom one."""
    of: int
    """The number of the route, ticket or city; otherwise how many: pieces, spaces of a path, tickets, steps."""
    points: int


def items_of(counted: SeatRecount) -> list[list[CountItem]]:
    """The lines of a seat: those of its routes, then those of each award."""
    routes = [CountItem("route", each.route, each.points) for each in counted.routes]
    return [routes, *(_award_items(counted, award) for award in counted.awards)]


def _award_items(counted: SeatRecount, award: AwardScore) -> list[CountItem]:
    if award.of == "ticket":
        return [CountItem("ticket", each.ticket, each.points) for each in counted.tickets]
    if award.of == "city" and award.points == 0:
        return []
    if award.of == "city" and award.cities and award.points % len(award.cities) == 0:
        return [CountItem("city", city, award.points // len(award.cities)) for city in award.cities]
    if award.of in COUNTS:
        return [CountItem(COUNTS[award.of], award.count or 0, award.points)]
    return [CountItem("award", 0, award.points)] if award.points else []
