"""Checks that a board and rules fit together: every route can be claimed and every ticket completed."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kolej.editions.places import Places
from kolej.editions.rules_file import error_text
from kolej.engine.board.model import Board, Route
from kolej.engine.errors import Fault, RulesError
from kolej.engine.ruleset.compile import write_claims
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.rules import Rules
from kolej.engine.suggestions import did_you_mean

Cost = tuple[int, ...]
"""The pieces of each kind that something takes, in the order of the rules."""


def fit_faults(board: Board, rules: Rules, valid: set[str], places: Places) -> list[Fault]:
    """Every route that can't be claimed and every ticket that can't be completed, as far as the slots are valid."""
    faults: list[Fault] = []
    if {"claims", "pieces", "deck"} <= valid:
        options, faults = _claims_by_route(board, rules, places)
        if {"builds", "travel"} <= valid:
            faults += _ticket_faults(board, rules, options, places)
    if {"opening", "tickets"} <= valid:
        faults += _deck_faults(board, rules, places)
    return faults


def _claims_by_route(board: Board, rules: Rules, places: Places) -> tuple[list[list[Claim]], list[Fault]]:
    """The claim options of each route, none for a faulty one, and the faults."""
    faults: list[Fault] = []
    options: list[list[Claim]] = []
    failed: set[str] = set()
    for number, route in enumerate(board.routes):
        try:
            options.append(_claim_options(route, board, rules, number))
        except RulesError as error:
            options.append([])
            faults.append(_refused(number, route, rules, places, error))
        except Exception as error:
            options.append([])
            remedy = f'fix the part that claims "{route.kind}" (here on route "{route.id}")'
            # A mistake in a custom part shows on every route of its kind; report it once.
            if route.kind not in failed:
                faults.append(places.raised("claims", error, remedy))
            failed.add(route.kind)
        else:
            faults += _route_faults(number, options[-1], board, rules, places)
    return options, faults


def _claim_options(route: Route, board: Board, rules: Rules, number: int = 0) -> list[Claim]:
    """The claim options of one route, written as if it were the only one."""
    if route.kind in rules.claims:
        for row in rules.claims[route.kind].claims(number, route, board):
            if not isinstance(row, Claim):
                raise TypeError(f"claims() gives {row!r}, which is no Claim")
            if row.route != number:
                raise ValueError(f"claims() was asked about route {number} and writes about route {row.route}")
    return write_claims(replace(board, routes=(route,)), rules)


def _refused(number: int, route: Route, rules: Rules, places: Places, error: RulesError) -> Fault:
    if route.kind not in rules.claims:
        kinds = ", ".join(f'"{kind}"' for kind in rules.claims)
        remedy = did_you_mean(route.kind, rules.claims) or f"write one of {kinds}, or add a part for it to claims"
        return places.route(number, f'no rule claims its kind "{route.kind}"', remedy)
    problem, _, remedy = error_text(error).partition("; ")
    problem = problem.removeprefix(f"route {route.id}: ").removesuffix(f" of route {route.id}")
    problem = problem.replace(f"route {route.id} ", "it ")
    return places.route(number, problem, remedy or f'change the route, or the part that claims "{route.kind}"')


def _route_faults(number: int, options: list[Claim], board: Board, rules: Rules, places: Places) -> Iterator[Fault]:
    route = board.routes[number]
    if not options:
        problem = f'the part that claims "{route.kind}" gives no way to take it'
        yield places.route(number, problem, "let its claims() yield a Claim")
        return
    if not any(row.pieces <= rules.pieces.get(row.piece, 0) for row in options):
        least = min(options, key=lambda row: row.pieces)
        problem = f'it takes {least.pieces} × "{least.piece}", and a seat has only {rules.pieces[least.piece]}'
        yield places.route(number, problem, "shorten it, or give seats more pieces")
    if not any(_payable(row, rules) for row in options):
        problem = f"it costs {_price(route, options[0], board)}, which the deck does not have"
        remedy = f"there are {rules.deck.each} of each colour and {rules.deck.wilds} × {board.wild}"
        yield places.route(number, problem, f"{remedy}: shorten it, or add cards")
    if route.symbols and not _uses_symbols(route, board, rules):
        users = [kind for kind in rules.claims if _uses_symbols(replace(route, kind=kind), board, rules)]
        other = f', or make it a "{users[0]}"' if users else ""
        problem = f'symbols is {route.symbols}, but its kind "{route.kind}" asks for none'
        yield places.route(number, problem, f"leave symbols out{other}")


def _payable(row: Claim, rules: Rules) -> bool:
    """Whether the deck has enough cards to pay."""
    if row.stand_in:
        return True
    fewest, most = row.wilds
    return any(row.cards - wilds <= rules.deck.each for wilds in range(fewest, min(most, rules.deck.wilds) + 1))


def _price(route: Route, row: Claim, board: Board) -> str:
    color = "" if route.color is None else f" {board.colors[route.color - 1]}"
    wilds = f", {row.wilds[0]} of them {board.wild}" if row.wilds[0] else ""
    return f"{row.cards}{color} cards{wilds}"


def _uses_symbols(route: Route, board: Board, rules: Rules) -> bool:
    """Whether the symbols of a route change how it is claimed."""
    try:
        return _claim_options(route, board, rules) != _claim_options(replace(route, symbols=0), board, rules)
    except Exception:
        return False


def _ticket_faults(board: Board, rules: Rules, options: Sequence[list[Claim]], places: Places) -> Iterator[Fault]:
    names = list(rules.pieces)
    supply = tuple(rules.pieces.values())
    edges: dict[int, list[tuple[int, Cost]]] = {}
    for route, rows in zip(board.routes, options, strict=True):
        for cost in {_cost(row, names) for row in rows} or {_nothing(names)}:
            # A route that can't be claimed has been reported already; assume here that it can.
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
    """The cities that one seat's pieces can connect with `start`, each with its minimal costs (none covers another)."""
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
    """Decks whose tickets are never offered."""
    offered = {deck for deal in (rules.opening.deal, rules.tickets) for deck, _ in deal.offer}
    for deck in dict.fromkeys(ticket.deck for ticket in board.tickets):
        if deck not in offered:
            first = next(number for number, ticket in enumerate(board.tickets) if ticket.deck == deck)
            problem = f'tickets of the deck "{deck}" are never offered'
            yield places.ticket(first, problem, f"offer {deck}=... in opening or tickets, or change their deck")
