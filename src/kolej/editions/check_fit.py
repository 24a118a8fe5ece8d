"""Whether a board and rules fit: routes that can be taken, and tickets that can be completed, by somebody."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kolej.editions.places import Places
from kolej.editions.rules_file import said
from kolej.engine.board.check_network import near
from kolej.engine.board.model import Board, Route
from kolej.engine.errors import Fault, RulesError
from kolej.engine.ruleset.compile import written_claims
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.rules import Rules

Cost = tuple[int, ...]
"""How many of each kind of piece, in the order of the rules."""


def fit_faults(board: Board, rules: Rules, sound: set[str], places: Places) -> list[Fault]:
    """Every route that nobody can take and every ticket that nobody can complete, as far as slots are sound."""
    faults: list[Fault] = []
    if {"claims", "pieces", "deck"} <= sound:
        ways, faults = _taking(board, rules, places)
        if {"builds", "travel"} <= sound:
            faults += _ticket_faults(board, rules, ways, places)
    if {"opening", "tickets"} <= sound:
        faults += _deck_faults(board, rules, places)
    return faults


def _taking(board: Board, rules: Rules, places: Places) -> tuple[list[list[Claim]], list[Fault]]:
    """The ways to take each route, none where it is faulty, and the faults."""
    faults: list[Fault] = []
    ways: list[list[Claim]] = []
    failed: set[str] = set()
    for number, route in enumerate(board.routes):
        try:
            ways.append(_ways(route, board, rules, number))
        except RulesError as error:
            ways.append([])
            faults.append(_refused(number, route, rules, places, error))
        except Exception as error:
            ways.append([])
            remedy = f'mend the part that claims "{route.kind}" (here on route "{route.id}")'
            # One slip in a part of one's own comes up on every route of its kind, and is told once.
            if route.kind not in failed:
                faults.append(places.raised("claims", error, remedy))
            failed.add(route.kind)
        else:
            faults += _route_faults(number, ways[-1], board, rules, places)
    return ways, faults


def _ways(route: Route, board: Board, rules: Rules, number: int = 0) -> list[Claim]:
    """The ways to take one route, looked at as if it were alone."""
    if route.kind in rules.claims:
        for row in rules.claims[route.kind].claims(number, route, board):
            if not isinstance(row, Claim):
                raise TypeError(f"claims() gives {row!r}, which is no Claim")
            if row.route != number:
                raise ValueError(f"claims() was asked about route {number} and writes about route {row.route}")
    return written_claims(replace(board, routes=(route,)), rules)


def _refused(number: int, route: Route, rules: Rules, places: Places, error: RulesError) -> Fault:
    if route.kind not in rules.claims:
        kinds = ", ".join(f'"{kind}"' for kind in rules.claims)
        remedy = near(route.kind, rules.claims) or f"write one of {kinds}, or add a part for it to claims"
        return places.route(number, f'no rule claims its kind "{route.kind}"', remedy)
    problem, _, remedy = said(error).partition("; ")
    problem = problem.removeprefix(f"route {route.id}: ").removesuffix(f" of route {route.id}")
    problem = problem.replace(f"route {route.id} ", "it ")
    return places.route(number, problem, remedy or f'change the route, or the part that claims "{route.kind}"')


def _route_faults(number: int, ways: list[Claim], board: Board, rules: Rules, places: Places) -> Iterator[Fault]:
    route = board.routes[number]
    if not ways:
        problem = f'the part that claims "{route.kind}" gives no way to take it'
        yield places.route(number, problem, "let its claims() yield a Claim")
        return
    if not any(row.pieces <= rules.pieces.get(row.piece, 0) for row in ways):
        least = min(ways, key=lambda row: row.pieces)
        problem = f'it takes {least.pieces} × "{least.piece}", and a seat has only {rules.pieces[least.piece]}'
        yield places.route(number, problem, "shorten it, or give seats more pieces")
    if not any(_payable(row, rules) for row in ways):
        problem = f"it costs {_price(route, ways[0], board)}, which the deck does not have"
        remedy = f"there are {rules.deck.each} of each colour and {rules.deck.wilds} × {board.wild}"
        yield places.route(number, problem, f"{remedy}: shorten it, or add cards")
    if route.symbols and not _uses_symbols(route, board, rules):
        users = [kind for kind in rules.claims if _uses_symbols(replace(route, kind=kind), board, rules)]
        other = f', or make it a "{users[0]}"' if users else ""
        problem = f'symbols is {route.symbols}, but its kind "{route.kind}" asks for none'
        yield places.route(number, problem, f"leave symbols out{other}")


def _payable(row: Claim, rules: Rules) -> bool:
    """Whether the whole deck could pay."""
    if row.swap:
        return True
    fewest, most = row.wilds
    return any(row.cards - wilds <= rules.deck.each for wilds in range(fewest, min(most, rules.deck.wilds) + 1))


def _price(route: Route, row: Claim, board: Board) -> str:
    color = "" if route.color is None else f" {board.colors[route.color - 1]}"
    wilds = f", {row.wilds[0]} of them {board.wild}" if row.wilds[0] else ""
    return f"{row.cards}{color} cards{wilds}"


def _uses_symbols(route: Route, board: Board, rules: Rules) -> bool:
    """Whether symbols make a difference to how a route is taken."""
    try:
        return _ways(route, board, rules) != _ways(replace(route, symbols=0), board, rules)
    except Exception:
        return False


def _ticket_faults(board: Board, rules: Rules, ways: Sequence[list[Claim]], places: Places) -> Iterator[Fault]:
    names = list(rules.pieces)
    supply = tuple(rules.pieces.values())
    edges: dict[int, list[tuple[int, Cost]]] = {}
    for route, rows in zip(board.routes, ways, strict=True):
        for cost in {_cost(row, names) for row in rows} or {_nothing(names)}:
            # A route that nobody can take has been named already; here it stands for one that could be.
            known = cost if _within(cost, supply) else _nothing(names)
            edges.setdefault(route.a, []).append((route.b, known))
            edges.setdefault(route.b, []).append((route.a, known))
        for part in rules.builds if rules.travel.borrows else ():
            if part.piece in names:
                borrowed = tuple(int(name == part.piece) for name in names)
                edges[route.a].append((route.b, borrowed))
                edges[route.b].append((route.a, borrowed))
    reached: dict[int, dict[int, list[Cost]]] = {}
    for number, ticket in enumerate(board.tickets):
        if ticket.a not in reached:
            reached[ticket.a] = _reach(ticket.a, edges, supply)
        if not reached[ticket.a].get(ticket.b):
            has = ", ".join(f'{count} × "{name}"' for name, count in rules.pieces.items())
            problem = f"nobody can complete it: every way needs more pieces than a seat has ({has})"
            yield places.ticket(number, problem, "leave it out, or give seats more pieces")


def _cost(row: Claim, names: list[str]) -> Cost:
    return tuple(row.pieces if name == row.piece else 0 for name in names)


def _nothing(names: list[str]) -> Cost:
    return (0,) * len(names)


def _within(cost: Cost, supply: Cost) -> bool:
    return all(used <= there for used, there in zip(cost, supply, strict=True))


def _reach(start: int, edges: dict[int, list[tuple[int, Cost]]], supply: Cost) -> dict[int, list[Cost]]:
    """For every city that one seat's pieces can join with `start`, the costs that no other way undercuts."""
    best: dict[int, list[Cost]] = {start: [(0,) * len(supply)]}
    waiting = [(start, best[start][0])]
    for city, spent in waiting:
        if spent not in best[city]:
            continue
        for neighbour, cost in edges.get(city, ()):
            total = tuple(map(sum, zip(spent, cost, strict=True)))
            known = best.setdefault(neighbour, [])
            if _within(total, supply) and not any(_within(other, total) for other in known):
                known[:] = [other for other in known if not _within(total, other)] + [total]
                waiting.append((neighbour, total))
    return best


def _deck_faults(board: Board, rules: Rules, places: Places) -> Iterator[Fault]:
    """Tickets of a deck that nobody is ever offered."""
    offered = {deck for deal in (rules.opening.deal, rules.tickets) for deck, _ in deal.offer}
    for deck in dict.fromkeys(ticket.deck for ticket in board.tickets):
        if deck not in offered:
            first = next(number for number, ticket in enumerate(board.tickets) if ticket.deck == deck)
            problem = f'tickets of the deck "{deck}" are never offered'
            yield places.ticket(first, problem, f"offer {deck}=... in opening or tickets, or change their deck")
