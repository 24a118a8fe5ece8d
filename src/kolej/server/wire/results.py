"""How a game ended, with all that a page shows of it: points line by line, paths, and how a tie was broken."""

from kolej.engine.advice.paths import joining_routes, longest_routes
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.tables import Tables
from kolej.engine.scoring.standings import Award, Standings, Tie
from kolej.engine.silent_game import tables_of
from kolej.rules.awards import LongestPath, MostTickets, Tickets, TrackRanking, UnusedPieces, Visits
from kolej.rules.ties import ByFewestBuilt, ByLongestPath, ByLongestPathCard, ByTickets
from kolej.server.wire import AwardResult, PathResult, Result, TicketResult, TieResult


def result_of(game: Game) -> Result:
    """The result of a finished game."""
    standings = game.standings()
    view = game.view()
    tables = tables_of(game.edition, game.seats)
    rules = game.edition.rules
    words = ["Routes", *(_award(award) for award in rules.awards)]
    return Result(
        totals=[int(points) for points in standings.totals],
        ranks=list(standings.ranks),
        winners=list(standings.winners),
        rows=[
            AwardResult(award, [int(each) for each in points], said)
            for (award, points), said in zip(standings.lines, words, strict=True)
        ],
        tickets=[
            _ticket(tables, view, standings, seat, ticket)
            for seat, tickets in enumerate(view.tickets)
            for ticket in tickets or ()
        ],
        longest=_longest(tables, view) if _paths_count(rules.awards, rules.ties) else [],
        ties=_ties(standings, list(rules.ties)),
    )


def _award(award: Award) -> str:
    """What a line of points is called."""
    match award:
        case Tickets():
            return "Tickets"
        case LongestPath():
            return f"Longest path, {award.worth} points"
        case MostTickets():
            return f"Most tickets completed, {award.worth} points"
        case UnusedPieces():
            return f"Each {award.piece} kept, {award.each} points"
        case Visits():
            return f"Each {award.tag} visited, {award.each} {'point' if award.each == 1 else 'points'}"
        case TrackRanking():
            return "Places on the track"
    return award.id.replace("-", " ").capitalize()


def _ticket(t: Tables, view: View, standings: Standings, seat: int, ticket: int) -> TicketResult:
    if not standings.sheet.done[ticket]:
        return TicketResult(seat, ticket, False, [])
    lent = [int(route) for route in standings.sheet.borrowed[seat] if route >= 0]
    a, b = int(t.ticket_a[ticket]), int(t.ticket_b[ticket])
    own = [route for route in range(t.routes) if _travels(t, view, seat, route)]
    # A path of one's own is shown even where a borrowed one is shorter.
    return TicketResult(seat, ticket, True, joining_routes(t, own, a, b) or joining_routes(t, [*own, *lent], a, b))


def _travels(t: Tables, view: View, seat: int, route: int) -> bool:
    """Whether the seat travels a route for its tickets: it is its own, or serves all."""
    owner = view.owner[route]
    return owner == seat or (owner >= 0 and bool(t.travel_shared) and bool(t.way_shared[view.taken[route]]))


def _longest(t: Tables, view: View) -> list[PathResult]:
    out = []
    for seat in range(view.seats):
        mine = [route for route, owner in enumerate(view.owner) if owner == seat and not _shared(t, view, route)]
        routes = longest_routes(t, mine)
        out.append(PathResult(seat, routes, sum(int(t.route_length[route]) for route in routes)))
    return out


def _shared(t: Tables, view: View, route: int) -> bool:
    return bool(t.way_shared[view.taken[route]])


def _paths_count(awards: tuple[Award, ...], ties: tuple[Tie, ...]) -> bool:
    by_path = any(isinstance(tie, ByLongestPath | ByLongestPathCard) for tie in ties)
    return by_path or any(isinstance(award, LongestPath) for award in awards)


def _ties(standings: Standings, ties: list[Tie]) -> list[TieResult]:
    """How those with most points were told apart, comparison by comparison; nothing where one seat has most."""
    best = max(standings.totals)
    level = [seat for seat, total in enumerate(standings.totals) if total == best]
    if len(level) == 1:
        return []
    steps = [TieResult("points", level, [int(best)] * len(level), level, f"{len(level)} seats have {best} points")]
    for tie in ties:
        keys = tie.keys(standings.sheet)
        most = max(keys[seat] for seat in level)
        ahead = [seat for seat in level if keys[seat] == most]
        name, words = _tie(tie)
        if len(ahead) == 1:
            words += " decides"
        else:
            words += ": all level" if len(ahead) == len(level) else f": {len(ahead)} still level"
        steps.append(TieResult(name, level, [_count(tie, standings, seat, keys) for seat in level], ahead, words))
        if len(ahead) == 1:
            return steps
        level = ahead
    return [*steps, TieResult("shared", level, [], level, "The victory is shared")]


def _count(tie: Tie, standings: Standings, seat: int, keys: list[int]) -> int:
    """What was counted for a seat. Where fewer are better, the key counts what is left."""
    if isinstance(tie, ByFewestBuilt):
        t = standings.sheet.tables
        return int(t.supply[t.piece_names.index(tie.piece)]) - keys[seat]
    return int(keys[seat])


def _tie(tie: Tie) -> tuple[str, str]:
    """The name of a tie-break, and what it is called."""
    match tie:
        case ByTickets():
            return "tickets-completed", "More tickets completed"
        case ByFewestBuilt():
            return f"fewest-built-{tie.piece}", f"Fewer {tie.piece}s built"
        case ByLongestPath():
            return "longest-path", "The longer path"
        case ByLongestPathCard():
            return "longest-path-card", "Holding the longest path"
    return tie.id.replace(" ", "-"), tie.id.replace("-", " ").capitalize()
