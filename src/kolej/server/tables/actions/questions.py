"""Answers to what a player may ask about its own seat. They are worked out from that seat's view alone."""

from collections.abc import Callable
from functools import lru_cache, partial

from kolej.engine.advice.payments import Payments
from kolej.engine.advice.ticket_routes import Reach
from kolej.engine.advice.tunnel_odds import tunnel_odds
from kolej.engine.core import cards as packed
from kolej.engine.core.cards import WILD
from kolej.engine.errors import IllegalMove, ImpossibleOutcome
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import BeginBundles, BuildStation, ClaimRoute, Move
from kolej.engine.ruleset.compile import written_claims
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.rules import Edition
from kolej.engine.silent_game import tables_of
from kolej.engine.suppose import own_turn
from kolej.server import reasons
from kolej.server.errors import Refusal
from kolej.server.reasons import Lacking, Numbers
from kolej.server.wire import OddsAnswer, PicksAnswer, ReachAnswer, TicketReach, WhyAnswer

Named = Callable[[str | None], tuple[str, Numbers] | None]
"""The name of a lasting reason, by its rule."""
UNNAMED: tuple[None, Numbers] = (None, {})


def why(game: Game, seat: int, route: int | None, city: int | None) -> WhyAnswer:
    """Why the seat can't take a route or build in a city; what is lasting comes before "not now"."""
    if (route is None) == (city is None):
        raise Refusal("bad-command", "ask about a route or about a city: give one of the two")
    view = _view(game, seat)
    t = tables_of(game.edition, game.seats)
    if route is not None:
        _check(route, len(game.edition.board.routes), "route")
        row = _rows(game.edition)[_way(game, view, seat, route)]
        piece = t.piece_names.index(row.piece)
        named = partial(reasons.of_route, view, seat, row, piece)
        return _why(game, seat, *_claim(game, view, seat, route), named)
    assert city is not None
    _check(city, len(game.edition.board.cities), "city")
    there = reasons.of_city(view, city, t.builder)
    return _why(game, seat, *_build(game, view, seat, city), lambda rule: there)


def _why(game: Game, seat: int, moves: list[Move], lacking: Lacking | None, named: Named) -> WhyAnswer:
    """Of these moves any would do; `lacking` is said when nothing but cards is missing for them."""
    if any(_refusal(game, seat, move) is None for move in moves):
        return WhyAnswer(True, None, None)
    now = _refusal(game, seat, moves[0])
    assert now is not None
    passing = reasons.not_now(game, seat, now[1])
    if game.over:
        return WhyAnswer(False, *now, *(passing or UNNAMED))
    if now[1] == "turn.one-action" and seat not in game.to_act():
        now = ("it is not your turn", now[1])
    supposed = own_turn(game.edition, game.view(seat), seat)
    if any(_refusal(supposed, seat, move) is None for move in moves):
        return WhyAnswer(False, *now, *(passing or UNNAMED))
    if lacking is not None:
        return WhyAnswer(False, *lacking)
    lasting = _refusal(supposed, seat, moves[0]) or now
    return WhyAnswer(False, *lasting, *(named(lasting[1]) or UNNAMED))


def _refusal(game: Game, seat: int, move: Move) -> tuple[str, str | None] | None:
    """Why a move is refused, and by which rule; None if it is not. It is tried on a copy that chance can't touch."""
    trial = game.copy()
    trial.dealer = None
    try:
        trial.apply(seat, move)
    except IllegalMove as error:
        return error.reason, error.rule
    except ImpossibleOutcome:
        return "cards are still being dealt", None
    return None


def _claim(game: Game, view: View, seat: int, route: int) -> tuple[list[Move], Lacking | None]:
    """The ways to pay for a route, what comes nearest to the hand first; and what the hand lacks for it."""
    way = _way(game, view, seat, route)
    payments = _payments(game, view, seat, way)
    nearest, short = payments.cheapest()
    moves: list[Move] = [ClaimRoute(route, packed.pack(nearest))]
    if payments.bundle:
        moves += [BeginBundles(route, bundles) for bundles in range(1, payments.cards + 1)]
    reach = Reach(tables_of(game.edition, game.seats), view, seat)
    row = _rows(game.edition)[way]
    pieces = view.supply[seat][reach.t.way_piece[way]]
    if not short or not reach.free(route) or pieces < row.pieces:
        return moves, None
    return moves, _short_of_cards(game, row, payments, short)


def _short_of_cards(game: Game, row: Claim, payments: Payments, short: int) -> Lacking:
    board = game.edition.board
    a, b = board.routes[row.route].a, board.routes[row.route].b
    fewest, most = row.wilds
    color = f"{board.colors[row.colors[0] - 1]} " if len(row.colors) == 1 else ""
    rest = f"{row.cards - fewest} {color}{_cards(row.cards - fewest)}{'' if color else ' of one colour'}"
    cost = " and ".join([f"{fewest} × {board.wild}"] * (fewest > 0) + [rest] * (fewest < row.cards))
    rule, code = row.pays_by, "cards"
    if payments.bundle:
        cost += f" (any {payments.bundle} cards may stand in for one {board.wild if most else 'of them'})"
        code = "cards-for-wild" if most else "cards-for-one"
    elif most == 0 and payments.hand[WILD]:
        cost += f", and no {board.wild} can pay"
        rule, code = row.wilds_by, "cards-no-wilds"
    numbers = {"route": row.route, "wilds": fewest, "cards": row.cards - fewest, "lack": short}
    numbers |= {"color": row.colors[0] if len(row.colors) == 1 else 0, "bundle": payments.bundle}
    return f"{board.cities[a].name}–{board.cities[b].name} costs {cost}: you lack {short}", rule, code, numbers


def _build(game: Game, view: View, seat: int, city: int) -> tuple[list[Move], Lacking | None]:
    """The ways to pay for the next building, the nearest first; and what the hand lacks for it."""
    t = tables_of(game.edition, game.seats)
    left = view.supply[seat][t.builder] if t.builder >= 0 else 0
    if left == 0:
        return [BuildStation(city, 0)], None
    hand = view.hands[seat] or ()
    price = int(t.supply[t.builder]) - left
    options = range(t.price_from[price], t.price_from[price + 1])
    rows = [packed.of(t.option_color[each], t.option_cards[each], t.option_wilds[each]) for each in options]
    lacking = [sum(max(0, n - hand[kind]) for kind, n in packed.each(row)) for row in rows]
    nearest = min(range(len(rows)), key=lambda at: (lacking[at], packed.count(rows[at], WILD)))
    if not lacking[nearest] or view.building[city] >= 0:
        return [BuildStation(city, rows[nearest])], None
    size = packed.size(rows[nearest])
    reason = f"your next {t.piece_names[t.builder]} costs {size} {_cards(size)} of one colour"
    words = f"{reason}: you lack {lacking[nearest]}"
    numbers = {"piece": int(t.builder), "cards": size, "lack": lacking[nearest]}
    return [BuildStation(city, rows[nearest])], (words, "station.build", "build-cards", numbers)


def picks(game: Game, seat: int, route: int, cards: list[int]) -> PicksAnswer:
    """Which cards may be added to a payment, and whether it is whole; refused where the seat can't take the route."""
    view = _view(game, seat)
    _check(route, len(game.edition.board.routes), "route")
    _check_cards(game, view, seat, cards)
    answer = why(game, seat, route, None)
    if not answer.claimable:
        raise Refusal("illegal", answer.reason or "not now", answer.rule)
    payments = _payments(game, view, seat, _way(game, view, seat, route))
    return PicksAnswer(payments.next(cards), payments.whole(cards))


def reach(game: Game, seat: int) -> ReachAnswer:
    """What each ticket of the seat still lacks; several are not weighed against each other."""
    view = _view(game, seat)
    # From the seat's own view, so that other seats' tickets don't even take time.
    done = own_turn(game.edition, view, seat).standings().sheet.done
    return ReachAnswer([_ticket(game, view, seat, ticket, bool(done[ticket])) for ticket in view.tickets[seat] or ()])


def _ticket(game: Game, view: View, seat: int, ticket: int, done: bool) -> TicketReach:
    if done:
        return TicketReach(ticket, True, True, 0, [], 0)
    table = Reach(tables_of(game.edition, game.seats), view, seat)
    ends = game.edition.board.tickets[ticket].a, game.edition.board.tickets[ticket].b
    way = table.way(*ends)
    if way is not None and not way.cards:
        # A building that would join it serves tickets that are worth more.
        table = Reach(table.t, view, seat)
        table.stations = []
        way = table.way(*ends)
    if way is None:
        return TicketReach(ticket, False, False, 0, [], 0)
    short = sum(max(0, needed - left) for needed, left in table.pieces(way).values())
    return TicketReach(ticket, False, True, way.cards, [route for route, _, _ in way.steps], short)


def odds(game: Game, seat: int, route: int, cards: list[int]) -> OddsAnswer:
    """How likely a tunnel costs nothing more, one card more ... for a payment with these cards."""
    view = _view(game, seat)
    _check(route, len(game.edition.board.routes), "route")
    _check_cards(game, view, seat, cards)
    colors = [kind for kind, n in enumerate(cards) if n and kind != WILD]
    if len(colors) > 1:
        raise Refusal("illegal", "a tunnel is paid with cards of one colour", "claim.set")
    t = tables_of(game.edition, game.seats)
    reveals = int(t.way_reveals[_way(game, view, seat, route)])
    return OddsAnswer(tunnel_odds(view, reveals, colors[0] if colors else WILD))


@lru_cache(maxsize=64)
def _rows(edition: Edition) -> list[Claim]:
    return written_claims(edition.board, edition.rules)


def _way(game: Game, view: View, seat: int, route: int) -> int:
    """The way to take a route now; its first one where the shared pool leaves none."""
    t = tables_of(game.edition, game.seats)
    ways = Reach(t, view, seat).ways
    return ways[route] if route in ways else next(way for way in range(t.ways) if t.way_route[way] == route)


def _payments(game: Game, view: View, seat: int, way: int) -> Payments:
    return Payments(tables_of(game.edition, game.seats), way, view.hands[seat] or ())


def _view(game: Game, seat: int) -> View:
    _check(seat, game.seats, "seat")
    return game.view(seat)


def _check(number: int, count: int, what: str) -> None:
    if not 0 <= number < count:
        raise Refusal("bad-command", f"there is no {what} {number}; they are numbered 0 to {count - 1}")


def _check_cards(game: Game, view: View, seat: int, cards: list[int]) -> None:
    board, hand = game.edition.board, view.hands[seat] or ()
    if len(cards) != len(hand) or min(cards) < 0:
        raise Refusal("bad-command", f"count the cards of each of the {len(hand)} kinds, the {board.wild} first")
    for name, n, have in zip((board.wild, *board.colors), cards, hand, strict=True):
        if n > have:
            raise Refusal("illegal", f"you have {have} × {name}, not {n}", "claim.set")


def _cards(count: int) -> str:
    return "card" if count == 1 else "cards"
