"""The result of a game for clients: points by award, tickets, longest paths, and how a tie was broken."""

from msgspec import field

from kolej.engine.advice.paths import joining_routes, longest_routes
from kolej.engine.advice.recount import SeatRecount, TicketScore
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.record.endings import AGREEMENT, RESIGNATION, Ending
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.tables import RuleTables
from kolej.engine.scoring.award import Award, Tie
from kolej.engine.scoring.network import may_travel
from kolej.engine.scoring.standings import Standings
from kolej.locale import load
from kolej.rules.awards import LongestPath
from kolej.rules.ties import ByLongestPath, ByLongestPathCard, comparisons
from kolej.server.wire.base import EarlyEnd, Numbers, Outbound
from kolej.server.wire.recount import CountItem, items_of

NO_ENDING = Ending()
ENGLISH = load("en")
"""Names of awards and tie-breaks for clients without a catalogue, and for custom ones that no catalogue has."""


class TicketResult(Outbound):
    """A ticket at the end, with the routes that connect its cities."""

    seat: int
    ticket: int
    done: bool
    path: Numbers


class AwardResult(Outbound):
    """The points of each seat from one award."""

    award: str
    """The key of its name in the catalogue, after `end.award.`."""
    points: Numbers
    words: str
    """Its English name, for a custom award that the catalogue lacks."""
    items: list[list[CountItem]]
    """By seat, what the points were given for; their sum is the points."""


class PathResult(Outbound):
    """The longest path of a seat."""

    seat: int
    routes: Numbers
    length: int


class TieResult(Outbound):
    """One step in breaking a tie for the first place."""

    tie: str
    """What was compared: `points` first, then one tie-break after the other; `shared` where none was left."""
    seats: Numbers
    """The seats that were compared."""
    counts: Numbers
    """What each of them had."""
    level: Numbers
    """The seats that were still level after it; a single one has won."""
    words: str


class StationResult(Outbound):
    """A station at the end, and the route that it borrows."""

    seat: int
    city: int
    routes: Numbers
    """The routes that it may borrow."""
    route: int | None
    """The route that it borrows: the best one, unless its owner chose another."""
    chosen: bool
    """Whether its owner chose."""


class Result(Outbound):
    """The result of a game."""

    totals: Numbers
    ranks: Numbers
    winners: Numbers
    rows: list[AwardResult]
    tickets: list[TicketResult]
    longest: list[PathResult]
    ties: list[TieResult]
    stations: list[StationResult]
    early: EarlyEnd | None = None
    """Why the game was ended before its end, with the points as they stood."""
    resigned: Numbers = field(default_factory=list)
    """Seats whose players resigned."""


def result_of(game: Game, ending: Ending = NO_ENDING) -> Result:
    """The result of a finished game, with what was agreed on beside its moves."""
    standings = game.standings(ending.choices(), ending.behind())
    view = game.view()
    tables = tables_of(game.edition, game.seats)
    rules = game.edition.rules
    names = [("routes", "Routes"), *((award.key(), award.label()) for award in rules.awards)]
    counted = game.recount(standings)
    items = zip(*(items_of(seat) for seat in counted), strict=True)
    return Result(
        totals=[int(points) for points in standings.totals],
        ranks=list(standings.ranks),
        winners=list(standings.winners),
        rows=[
            AwardResult(key, [int(each) for each in points], ENGLISH.text_or(f"end.award.{key}", label), list(own))
            for (_, points), (key, label), own in zip(standings.lines, names, items, strict=True)
        ],
        tickets=[_ticket(tables, view, seat, ticket) for seat in counted for ticket in seat.tickets],
        longest=_longest(tables, standings) if _paths_count(rules.awards, rules.ties) else [],
        ties=_ties(standings, rules.ties),
        stations=[station for seat in counted for station in _stations(game, seat, ending)],
        early="agreement" if ending.early == AGREEMENT else "resignation" if ending.early == RESIGNATION else None,
        resigned=sorted(each.seat for each in ending.resigned),
    )


def _stations(game: Game, counted: SeatRecount, ending: Ending) -> list[StationResult]:
    seat = counted.seat
    chosen = {city for of, city, _ in ending.stations if of == seat}
    return [
        StationResult(seat, use.city, list(use.routes), station.route, use.city in chosen)
        for use, station in zip(game.stations(seat), counted.stations, strict=True)
    ]


def _ticket(t: RuleTables, view: View, counted: SeatRecount, score: TicketScore) -> TicketResult:
    seat, ticket = counted.seat, score.ticket
    if not score.completed:
        return TicketResult(seat, ticket, False, [])
    lent = [station.route for station in counted.stations if station.route is not None]
    a, b = int(t.ticket_a[ticket]), int(t.ticket_b[ticket])
    own = [route for route in range(t.routes) if may_travel(t, seat, view.owner[route], view.taken[route])]
    # A path of the seat's own routes is shown even if one with borrowed routes is shorter.
    return TicketResult(seat, ticket, True, joining_routes(t, own, a, b) or joining_routes(t, [*own, *lent], a, b))


def _longest(t: RuleTables, standings: Standings) -> list[PathResult]:
    sheet = standings.sheet
    paths = [longest_routes(t, sheet.path_routes(seat)) for seat in range(sheet.seats)]
    return [PathResult(seat, routes, int(sheet.longest(seat))) for seat, routes in enumerate(paths)]


def _paths_count(awards: tuple[Award, ...], ties: tuple[Tie, ...]) -> bool:
    by_path = any(isinstance(tie, ByLongestPath | ByLongestPathCard) for tie in ties)
    return by_path or any(isinstance(award, LongestPath) for award in awards)


def _ties(standings: Standings, ties: tuple[Tie, ...]) -> list[TieResult]:
    """How a tie for the first place was broken, step by step; empty where one seat has most points."""
    level = standings.leaders
    if len(level) == 1:
        return []
    best = standings.totals[level[0]]
    steps = [TieResult("points", level, [int(best)] * len(level), level, f"{len(level)} seats have {best} points")]
    for step in comparisons(standings, ties):
        level = step.level
        name = ENGLISH.text_or(f"end.tie.{step.tie.key()}", step.tie.label())
        if len(level) == 1:
            outcome = " decides"
        else:
            outcome = ": all level" if level == step.seats else f": {len(level)} still level"
        steps.append(TieResult(step.tie.key(), step.seats, step.counts, level, f"{name}{outcome}"))
    return steps if len(level) == 1 else [*steps, TieResult("shared", level, [], level, "The victory is shared")]
