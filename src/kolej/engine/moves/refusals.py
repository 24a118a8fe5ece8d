"""Why a move is refused, in words and with the rule that forbids it.

Asked only after `legal.py` has said no, and answered only to the seat that asked: a reason may speak of its own hand.
"""

from kolej.engine.board.model import Board
from kolej.engine.core import cards as packed
from kolej.engine.core.cards import WILD, Cards
from kolej.engine.core.state import KEEPING, NONE, OPENING, OVER, PICKING, SECOND, TUNNEL, TURN, State
from kolej.engine.errors import IllegalMove
from kolej.engine.knowledge.view import offer_of
from kolej.engine.moves.moves import (
    BeginBundles,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    PickCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
    move_of,
    ways_of,
)
from kolej.engine.ruleset.rows import Claim, Pool
from kolej.engine.ruleset.tables import Tables


class Refusals:
    """Explains refusals of one game: needs names and rows, which the tables don't keep."""

    def __init__(self, board: Board, rows: list[Claim], tables: Tables) -> None:
        self.board = board
        self.rows = rows
        self.t = tables

    def why(self, s: State, seat: int, move: Move) -> IllegalMove:
        """The reason why this seat may not make this move now."""
        wrong_time = self._not_now(s, seat, move)
        if wrong_time:
            return IllegalMove(*wrong_time)
        match move:
            case TakeCard(card):
                return IllegalMove(*self._take(s, card))
            case DrawBlind():
                return IllegalMove("no card is left to draw: deck and discards are empty", "draw.exhausted")
            case DrawTickets():
                return IllegalMove("no ticket is left to draw", "ticket.draw")
            case KeepTickets(tickets):
                return IllegalMove(*self._keep(s, seat, tickets))
            case ClaimRoute(route, cards):
                return IllegalMove(*self._claim(s, seat, route, cards))
            case BeginBundles(route, bundles):
                return IllegalMove(*self._bundles(s, seat, route, bundles))
            case BuildStation(city, cards):
                return IllegalMove(*self._build(s, seat, city, cards))
            case PickCard(card):
                return IllegalMove(*self._pick(s, seat, card))
            case TopUp(cards):
                return IllegalMove(*self._top_up(s, seat, cards))
            case _:
                return IllegalMove("you may pass only when neither cards nor tickets can be drawn", "turn.pass")

    def why_number(self, s: State, seat: int, number: int) -> IllegalMove:
        """The same for a move given by its number, which may stand for a way that the pool has taken away."""
        t = self.t
        if not 0 <= number < t.moves:
            return self.no_move(number)
        move = move_of(t, offer_of(t, s, seat) if 0 <= seat < t.seats else (), s.color, s.due, number)
        if t.claim <= number < t.swap and s.phase == TURN and s.seat == seat:
            row = self.rows[t.row_way[number - t.claim]]
            if t.row_way[number - t.claim] not in ways_of(t, s, row.route):
                gone = "is empty" if row.pool is Pool.WHILE_LEFT else "is not empty yet"
                return IllegalMove(f"the shared pool {gone}: {self.route(row.route)} has another price", row.pooled_by)
        return self.why(s, seat, move)

    def no_move(self, thing: object) -> IllegalMove:
        """For what is no move at all."""
        return IllegalMove(f"{thing!r} is not a move; moves are numbered 0 to {self.t.moves - 1}", "turn.one-action")

    def _not_now(self, s: State, seat: int, move: Move) -> tuple[str, str] | None:
        if s.phase == OVER:
            return "the game is over", "end.trigger"
        if not 0 <= seat < self.t.seats:
            return f"there is no seat {seat}; seats are 0 to {self.t.seats - 1}", "turn.one-action"
        if s.phase == OPENING:
            if s.answer[seat] != NONE:
                return "you have chosen your tickets already; the others are still choosing", "setup.keep"
            return None if isinstance(move, KeepTickets) else ("choose your tickets first", "setup.keep")
        if s.seat != seat:
            return f"it is seat {s.seat}'s turn", "turn.one-action"
        expected: dict[int, tuple[tuple[type[Move], ...], str, str]] = {
            SECOND: ((TakeCard, DrawBlind), "a second card is due", "draw.two"),
            KEEPING: ((KeepTickets,), "keep at least one of the tickets drawn first", "ticket.draw"),
            TUNNEL: (
                (TopUp, RefuseTunnel),
                "pay for the tunnel or take your cards back first",
                "tunnel.reveal",
            ),
            PICKING: ((PickCard,), "go on with the cards of this payment", "claim.choice"),
        }
        if s.phase in expected:
            kinds, reason, rule = expected[s.phase]
            return None if isinstance(move, kinds) else (reason, rule)
        if isinstance(move, TopUp | RefuseTunnel):
            return "no tunnel waits for your answer", "tunnel.reveal"
        if isinstance(move, KeepTickets):
            return "no tickets have been offered to you", "ticket.draw"
        if isinstance(move, PickCard):
            return "no payment has been begun", "claim.choice"
        return None

    def _take(self, s: State, card: int) -> tuple[str, str]:
        if not 0 <= card < self.t.kinds:
            return f"there is no card of kind {card}; kinds are 0 to {self.t.kinds - 1}", "draw.two"
        if s.face[card] == 0:
            return f"no {self.card(card)} lies in the display", "draw.two"
        return f"a {self.card(card)} from the display can't be the second card", "draw.wild-second"

    def _keep(self, s: State, seat: int, tickets: tuple[int, ...]) -> tuple[str, str]:
        start = seat * self.t.most_offer
        offered = [s.offer[start + i] for i in range(s.offered[seat])]
        rule = "setup.keep" if s.phase == OPENING else "ticket.draw"
        least = min(self.t.opening_keep if s.phase == OPENING else self.t.play_keep, len(offered))
        if not set(tickets) <= set(offered):
            return "that ticket was not offered to you", rule
        if len(set(tickets)) < len(tickets):
            return "a ticket can be kept only once", rule
        if len(offered) == 1:
            return "a single last ticket must be kept", "ticket.last"
        return f"keep at least {least} of the {len(offered)} tickets", rule

    def _claim(self, s: State, seat: int, route: int, cards: Cards) -> tuple[str, str]:
        unavailable = self._route(s, seat, route)
        if unavailable:
            return unavailable
        way = ways_of(self.t, s, route)[0]
        row = self.rows[way]
        if not self._fits(s, seat, row):
            return f"{self.route(route)} needs {row.pieces} × {row.piece}; you have too few", row.placed_by
        lacking = self._lacking(s, seat, cards)
        if lacking:
            return lacking, "claim.set"
        total = packed.size(cards)
        wilds = packed.count(cards, WILD)
        if row.swap is not None:
            return f"these cards don't make a payment for {self.route(route)}", row.pays_by
        if wilds > row.wilds[1]:
            return f"a {self.card(WILD)} can't pay for {self.route(route)}", row.wilds_by
        if wilds < row.wilds[0]:
            return f"{self.route(route)} needs at least {row.wilds[0]} × {self.card(WILD)}", row.wilds_by
        if total != row.cards:
            rule = row.more_by if total > row.cards else row.pays_by
            return f"{self.route(route)} costs {row.cards} cards, not {total}", rule
        return f"these cards don't make a payment for {self.route(route)}", row.pays_by

    def _bundles(self, s: State, seat: int, route: int, bundles: int) -> tuple[str, str]:
        unavailable = self._route(s, seat, route)
        if unavailable:
            return unavailable
        row = self.rows[ways_of(self.t, s, route)[0]]
        if row.swap is None:
            return f"no other cards stand in for one on {self.route(route)}", row.more_by
        if not self._fits(s, seat, row):
            return f"{self.route(route)} needs {row.pieces} × {row.piece}; you have too few", row.placed_by
        return f"your hand has no payment for {self.route(route)} with {bundles} bundles", row.pays_by

    def _route(self, s: State, seat: int, route: int) -> tuple[str, str] | None:
        """Why the route itself can't be taken by the seat, if that is so."""
        if not 0 <= route < self.t.routes:
            return f"there is no route {route}; routes are 0 to {self.t.routes - 1}", "claim.any"
        if s.owner[route] != NONE:
            return f"{self.route(route)} is taken", "claim.any"
        twin = self.t.twin[route]
        if twin != NONE and s.owner[twin] == seat:
            return f"you hold the other half of {self.route(route)}", "claim.double-own"
        if twin != NONE and s.owner[twin] != NONE and not self.t.both_open:
            return (
                f"with {self.t.seats} seats only one half of {self.route(route)} may be taken",
                "claim.double-few",
            )
        if not ways_of(self.t, s, route):
            there = next(row for row in self.rows if row.route == route)
            return (
                f"{self.route(route)} can't be taken while the shared pool stands as it does",
                there.pooled_by,
            )
        return None

    def _fits(self, s: State, seat: int, row: Claim) -> bool:
        if row.pool is Pool.WHILE_LEFT and s.pool == 0:
            return False
        piece = self.t.piece_names.index(row.piece)
        return row.pieces <= s.supply[seat * self.t.piece_kinds + piece]

    def _lacking(self, s: State, seat: int, cards: Cards) -> str:
        if not packed.real(cards, self.t.kinds):
            strange = next((kind for kind, _ in packed.each(cards) if kind >= self.t.kinds), cards)
            return f"there is no card of kind {strange}; kinds are 0 to {self.t.kinds - 1}"
        for kind, count in packed.each(cards):
            have = s.hands[seat * self.t.kinds + kind]
            if have < count:
                return f"you have {have} × {self.card(kind)}, not {count}"
        return ""

    def _build(self, s: State, seat: int, city: int, cards: Cards) -> tuple[str, str]:
        t = self.t
        if t.builder < 0:
            return "nothing is built in cities in this game", "turn.one-action"
        if not 0 <= city < t.cities:
            return f"there is no city {city}; cities are 0 to {t.cities - 1}", "station.build"
        name = self.board.cities[city].name
        if s.building[city] != NONE:
            return f"{name} has a {t.piece_names[t.builder]} already", "station.build"
        left = s.supply[seat * t.piece_kinds + t.builder]
        if left == 0:
            return f"you have no {t.piece_names[t.builder]} left", "station.build"
        lacking = self._lacking(s, seat, cards)
        if lacking:
            return lacking, "station.build"
        option = t.price_from[t.supply[t.builder] - left]
        price = t.option_cards[option] + t.option_wilds[option]
        return f"your next {t.piece_names[t.builder]} costs {price} cards of one colour", "station.build"

    def _pick(self, s: State, seat: int, card: int) -> tuple[str, str]:
        row = self.rows[s.way]
        if not 0 <= card < self.t.kinds:
            return f"there is no card of kind {card}; kinds are 0 to {self.t.kinds - 1}", row.pays_by
        if s.laid[card] >= s.hands[seat * self.t.kinds + card]:
            return f"you have no more {self.card(card)}", row.pays_by
        if card < s.color:
            return "cards of a payment are picked in order of kinds", "claim.choice"
        return f"no payment for {self.route(row.route)} goes on with a {self.card(card)}", row.pays_by

    def _top_up(self, s: State, seat: int, cards: Cards) -> tuple[str, str]:
        lacking = self._lacking(s, seat, cards)
        if lacking:
            return lacking, "tunnel.reveal"
        if s.color == WILD:
            return f"{s.due} × {self.card(WILD)} is due: wilds are topped up with wilds", "tunnel.reveal"
        return f"{s.due} cards are due, each {self.card(s.color)} or {self.card(WILD)}", "tunnel.reveal"

    def card(self, kind: int) -> str:
        """What a card is called on this board."""
        return self.board.wild if kind == WILD else self.board.colors[kind - 1]

    def route(self, number: int) -> str:
        """What a route is called."""
        route = self.board.routes[number]
        return f"{self.board.cities[route.a].name}–{self.board.cities[route.b].name}"
