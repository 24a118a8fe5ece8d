"""Questions that a player may ask about its own seat, answered from what that seat may know."""

from collections.abc import Callable, Iterator
from functools import partial

from kolej.engine.advice.payments import Payments
from kolej.engine.advice.ticket_routes import TicketRoutes
from kolej.engine.advice.tunnel_odds import tunnel_odds
from kolej.engine.core.cards import WILD
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.knowledge.known_state import own_turn_state
from kolej.engine.knowledge.view import View
from kolej.engine.moves.reasons import illegal
from kolej.engine.ruleset.compile import tables_of
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal, refused_move
from kolej.server.limits import TimeLimit, Turn
from kolej.server.tables import permissions
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire import commands
from kolej.server.wire.frames import OddsAnswer, ReachAnswer, StandInsAnswer, TicketReach, WhyAnswer

Question = commands.Why | commands.StandIns | commands.Reach | commands.Odds
Answer = WhyAnswer | StandInsAnswer | ReachAnswer | OddsAnswer


async def answer(
    state: TableState, game: Game | None, command: Question, limit: TimeLimit, identity: Identity
) -> Answer:
    """The answer to a question about the asking player's own seat.

    Answers take milliseconds, and anybody can open a table and ask without end. So a network has a share of the time.
    """
    game = permissions.game_in_progress(state, game)
    turn = turn_of(identity, limit)
    if not isinstance(command, commands.Reach):
        async with turn():
            return _answer(state, game, command)
    tickets: list[TicketReach] = []
    reaches = ticket_reaches(game, command.seat)
    while True:
        # A seat can have two dozen tickets: others get their turn after each.
        async with turn():
            found = next(reaches, None)
        if found is None:
            return ReachAnswer(tickets)
        tickets.append(found)


def turn_of(identity: Identity, limit: TimeLimit) -> Turn:
    """Turns in which the work for somebody may be done; refused if their network has used up its time."""
    key = identity.network or identity.person
    limit.check(key)
    return partial(limit.turn, key)


def _answer(
    state: TableState, game: Game, command: commands.Why | commands.StandIns | commands.Odds
) -> WhyAnswer | StandInsAnswer | OddsAnswer:
    seat = command.seat
    match command:
        case commands.Why():
            return why(game, seat, command.route, command.city)
        case commands.StandIns():
            return stand_ins(game, seat, command.route, command.cards)
        case commands.Odds():
            if not state.settings.hints:
                raise Refusal("no-hints")
            return odds(game, seat, command.route, command.cards)


def why(game: Game, seat: int, route: int | None, city: int | None) -> WhyAnswer:
    """Why the seat can't take a route or build in a city."""
    if (route is None) == (city is None):
        raise Refusal("bad-command", "ask about a route or about a city: give one of the two")
    view = _view(game, seat)
    if route is not None:
        _check(route, len(game.edition.board.routes), "route")
        refusal = _why(game, view, seat, lambda game: game.why_not_claim(seat, route))
    else:
        assert city is not None
        _check(city, len(game.edition.board.cities), "city")
        refusal = _why(game, view, seat, lambda game: game.why_not_build(seat, city))
    if refusal is None:
        return WhyAnswer(True, None, None)
    return WhyAnswer(False, refusal.reason, refusal.rule, refusal.code, refusal.params)


def _why(game: Game, view: View, seat: int, ask: Callable[[Game], IllegalMove | None]) -> IllegalMove | None:
    """The answer of the game; a reason that would also hold on the seat's own turn comes before "not now"."""
    now = ask(game)
    if now is None or game.over:
        return now
    return ask(_own_turn(game, view, seat)) or now


def _own_turn(game: Game, view: View, seat: int) -> Game:
    """The game as the seat knows it, as if it were the seat's turn."""
    known = own_turn_state(tables_of(game.edition, game.seats), view, seat)
    return Game(game.edition, game.seats, known, None)


def stand_ins(game: Game, seat: int, route: int, cards: list[int]) -> StandInsAnswer:
    """Which cards may be added to a payment, and whether it is whole; refused where the seat can't take the route."""
    view = _view(game, seat)
    _check(route, len(game.edition.board.routes), "route")
    _check_cards(game, view, seat, cards)
    refusal = _why(game, view, seat, lambda game: game.why_not_claim(seat, route))
    if refusal is not None:
        raise refused_move(refusal)
    payments = _payments(game, view, seat, _option(game, view, seat, route))
    return StandInsAnswer(payments.next_kinds(cards), payments.is_payment(cards), payments.paid(cards))


def reach(game: Game, seat: int) -> ReachAnswer:
    """What each ticket of the seat still lacks; several are not weighed against each other."""
    return ReachAnswer(list(ticket_reaches(game, seat)))


def ticket_reaches(game: Game, seat: int) -> Iterator[TicketReach]:
    """The same, one ticket after the other."""
    view = _view(game, seat)
    # From the seat's own view, so that other seats' tickets don't even take time.
    done = _own_turn(game, view, seat).standings().sheet.done
    # All tickets share them: most of the time goes into the connections of the board.
    routes, without_stations = (TicketRoutes(tables_of(game.edition, game.seats), view, seat) for _ in range(2))
    without_stations.stations = []
    for ticket in view.tickets[seat] or ():
        yield _ticket(game, routes, without_stations, ticket, bool(done[ticket]))


def _ticket(game: Game, routes: TicketRoutes, without_stations: TicketRoutes, ticket: int, done: bool) -> TicketReach:
    ends = game.edition.board.tickets[ticket].a, game.edition.board.tickets[ticket].b
    path = routes.cheapest(*ends)
    if done:
        return TicketReach(ticket, True, True, 0, [], 0, list(path.path) if path else [])
    if path is not None and not path.cards:
        # A building that would join it serves tickets that are worth more.
        path = without_stations.cheapest(*ends)
    if path is None:
        return TicketReach(ticket, False, False, 0, [], 0, [])
    short = sum(max(0, needed - left) for needed, left in routes.pieces(path).values())
    return TicketReach(ticket, False, True, path.cards, [route for route, _, _ in path.steps], short, list(path.path))


def odds(game: Game, seat: int, route: int, cards: list[int]) -> OddsAnswer:
    """How likely a tunnel costs nothing more, one card more ... for a payment with these cards."""
    view = _view(game, seat)
    _check(route, len(game.edition.board.routes), "route")
    _check_cards(game, view, seat, cards)
    colors = [kind for kind, n in enumerate(cards) if n and kind != WILD]
    if len(colors) > 1:
        raise Refusal("one-color", rule="claim.set")
    t = tables_of(game.edition, game.seats)
    reveals = int(t.option_reveals[_option(game, view, seat, route)])
    return OddsAnswer(tunnel_odds(view, reveals, colors[0] if colors else WILD))


def _option(game: Game, view: View, seat: int, route: int) -> int:
    """The claim option of a route that is open now; its first one where the shared pool leaves none open."""
    t = tables_of(game.edition, game.seats)
    options = TicketRoutes(t, view, seat).options
    return options[route] if route in options else next(n for n in range(t.options) if t.option_route[n] == route)


def _payments(game: Game, view: View, seat: int, option: int) -> Payments:
    return Payments(tables_of(game.edition, game.seats), option, view.hands[seat] or ())


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
    for kind, (need, have) in enumerate(zip(cards, hand, strict=True)):
        if need > have:
            raise refused_move(illegal(board, "not-in-hand", "claim.set", card=kind, have=have, need=need))
