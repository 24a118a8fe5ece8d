"""Refusals: which reason applies to an illegal move, and which rule forbids it.

Asked only after `legal.py` has refused the move, and answered only to the seat that tried it: a reason may speak of the
seat's own hand. The codes and their sentences are in `reasons.py`.
"""

from kolej.engine.advice.payments import Payments
from kolej.engine.board.model import Board
from kolej.engine.core import cards as counts
from kolej.engine.core.card_draws import display_open
from kolej.engine.core.cards import WILD, Cards
from kolej.engine.core.claims import closed_by_twin
from kolej.engine.core.state import KEEPING, NONE, NOTHING, OPENING, OVER, PAYING, SECOND, TUNNEL, TURN, State
from kolej.engine.core.stations import next_price, price_cards, stations_left
from kolej.engine.errors import IllegalMove, Params
from kolej.engine.knowledge.build_view import offer_of
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.moves.numbering import move_of, options_of
from kolej.engine.moves.reasons import illegal
from kolej.engine.ruleset.rows import Claim, Pool
from kolej.engine.ruleset.tables import RuleTables

EXACT = 2**53
"""Whole numbers below this are exact in every JSON reader."""

BEFORE: dict[int, tuple[tuple[type[Move], ...], str, str]] = {
    SECOND: ((TakeCard, DrawBlind), "second-card", "draw.two"),
    KEEPING: ((KeepTickets,), "keep-first", "ticket.draw"),
    TUNNEL: ((TopUp, RefuseTunnel), "tunnel-first", "tunnel.reveal"),
    PAYING: ((PayCard,), "payment-first", "claim.choice"),
}
"""By phase: the moves that are due, and the code and the rule that refuse all others."""


class Refusals:
    """Explains the refusals of one game: needs names and rows, which the tables don't keep."""

    def __init__(self, board: Board, rows: list[Claim], tables: RuleTables) -> None:
        self.board = board
        self.rows = rows
        self.t = tables

    def why(self, s: State, seat: int, move: Move) -> IllegalMove:
        """The reason why this seat may not make this move now."""
        wrong_time = self._not_now(s, seat, move)
        if wrong_time:
            return wrong_time
        match move:
            case TakeCard(card):
                return self._take(s, card)
            case DrawBlind():
                return self._no("deck-empty", "draw.exhausted")
            case DrawTickets():
                return self._no("no-tickets", "ticket.draw")
            case KeepTickets(tickets):
                return self._keep(s, seat, tickets)
            case ClaimRoute(route, cards):
                return self._claim(s, seat, route, cards)
            case BeginStandIns(route, count):
                return self._stand_ins(s, seat, route, count)
            case BuildStation(city, cards):
                return self._build(s, seat, city, cards)
            case PayCard(card):
                return self._pay_card(s, seat, card)
            case TopUp(cards):
                return self._top_up(s, seat, cards)
            case _:
                return self._no("no-pass", "turn.pass")

    def why_number(self, s: State, seat: int, number: int) -> IllegalMove:
        """The same for a move given by its number, which may be a payment for an option that the pool has closed."""
        t = self.t
        if not 0 <= number < t.moves:
            return self.no_move(number)
        if t.claim <= number < t.stand_in and s.phase == TURN and s.seat == seat:
            option = t.payment_option[number - t.claim]
            row = self.rows[option]
            if option not in options_of(t, s, row.route):
                code = "pool-empty" if row.pool is Pool.WHILE_LEFT else "pool-left"
                return self._no(code, row.pooled_by, route=row.route)
        offer = offer_of(t, s, seat) if 0 <= seat < t.seats else ()
        return self.why(s, seat, move_of(t, offer, s.color, s.due, number))

    def no_move(self, thing: object) -> IllegalMove:
        """The refusal of something that is not a move at all, such as a number that no move has."""
        number = thing if isinstance(thing, int) and not isinstance(thing, bool) else repr(thing)
        return self._unknown("unknown-move", "turn.one-action", number, self.t.moves)

    def why_not_claim(self, s: State, seat: int, route: int) -> IllegalMove | None:
        """Why the seat can't claim a route now, whatever it pays; None if it can."""
        return (
            self._not_now(s, seat, ClaimRoute(route, ()))
            or self._route(s, seat, route)
            or self._too_few_pieces(s, seat, route)
            or self._too_few_cards(s, seat, route)
        )

    def why_not_build(self, s: State, seat: int, city: int) -> IllegalMove | None:
        """Why the seat can't build in a city now, whatever it pays; None if it can."""
        wrong_time = self._not_now(s, seat, BuildStation(city, ()))
        return wrong_time or self._city(s, seat, city) or self._too_few_to_build(s, seat)

    def _no(self, code: str, rule: str, **params: int | str) -> IllegalMove:
        return illegal(self.board, code, rule, **params)

    def _unknown(self, code: str, rule: str, number: int | str, count: int) -> IllegalMove:
        named = number if isinstance(number, str) or abs(number) < EXACT else str(number)
        return self._no(code, rule, number=named, last=count - 1)

    def _not_now(self, s: State, seat: int, move: Move) -> IllegalMove | None:
        if s.phase == OVER:
            return self._no("over", "end.trigger")
        if not 0 <= seat < self.t.seats:
            return self._unknown("unknown-seat", "turn.one-action", seat, self.t.seats)
        if s.owes != NOTHING:
            return self._no("dealing", "turn.one-action")
        if s.phase == OPENING:
            if s.answer[seat] != NONE:
                return self._no("tickets-chosen", "setup.keep")
            return None if isinstance(move, KeepTickets) else self._no("tickets-first", "setup.keep")
        if s.seat != seat:
            return self._no("not-your-turn", "turn.one-action", seat=s.seat)
        if s.phase in BEFORE:
            due, code, rule = BEFORE[s.phase]
            return None if isinstance(move, due) else self._no(code, rule)
        if isinstance(move, TopUp | RefuseTunnel):
            return self._no("no-tunnel", "tunnel.reveal")
        if isinstance(move, KeepTickets):
            return self._no("no-offer", "ticket.draw")
        if isinstance(move, PayCard):
            return self._no("no-payment", "claim.choice")
        return None

    def _take(self, s: State, card: int) -> IllegalMove:
        if not 0 <= card < self.t.kinds:
            return self._unknown("unknown-card", "draw.two", card, self.t.kinds)
        if s.display_counts[card] == 0:
            return self._no("not-in-display", "draw.two", card=card)
        if not display_open(self.t, s):
            return self._no("deck-empty", "draw.exhausted")
        return self._no("wild-second", "draw.wild-second", card=card)

    def _keep(self, s: State, seat: int, tickets: tuple[int, ...]) -> IllegalMove:
        start = seat * self.t.most_offer
        offered = [s.offer[start + i] for i in range(s.offered[seat])]
        rule = "setup.keep" if s.phase == OPENING else "ticket.draw"
        least = min(self.t.opening_keep if s.phase == OPENING else self.t.play_keep, len(offered))
        if not set(tickets) <= set(offered):
            return self._no("ticket-not-offered", rule)
        if len(set(tickets)) < len(tickets):
            return self._no("ticket-twice", rule)
        if len(offered) == 1:
            return self._no("last-ticket", "ticket.last")
        return self._no("keep-more", rule, least=int(least), offered=len(offered))

    def _claim(self, s: State, seat: int, route: int, cards: Cards) -> IllegalMove:
        refusal = (
            self._route(s, seat, route)
            or self._too_few_pieces(s, seat, route)
            or self._unknown_cards(cards, "claim.set")
            or self._not_in_hand(s, seat, cards, "claim.set")
        )
        if refusal:
            return refusal
        row = self.rows[options_of(self.t, s, route)[0]]
        total = sum(cards)
        wilds = cards[WILD] if cards else 0
        if row.stand_in is not None:
            return self._no("no-such-payment", row.pays_by, route=route)
        if wilds > row.wilds[1]:
            return self._no("no-wilds", row.wilds_by, route=route)
        if wilds < row.wilds[0]:
            return self._no("few-wilds", row.wilds_by, route=route, wilds=row.wilds[0])
        if total != row.cards:
            rule = row.more_by if total > row.cards else row.pays_by
            return self._no("card-count", rule, route=route, cards=row.cards, given=total)
        return self._no("no-such-payment", row.pays_by, route=route)

    def _stand_ins(self, s: State, seat: int, route: int, count: int) -> IllegalMove:
        unavailable = self._route(s, seat, route)
        if unavailable:
            return unavailable
        row = self.rows[options_of(self.t, s, route)[0]]
        if row.stand_in is None:
            return self._no("no-stand-ins", row.more_by, route=route)
        few = self._too_few_pieces(s, seat, route)
        if few:
            return few
        # No hand has nearly as many cards: a larger number would only be inexact in JSON.
        shown = max(-EXACT, min(count, EXACT))
        return self._no("stand-in-count", row.pays_by, route=route, stand_ins=shown)

    def _route(self, s: State, seat: int, route: int) -> IllegalMove | None:
        """Why the seat can't take the route with any payment; None if nothing but the payment can prevent it."""
        if not 0 <= route < self.t.routes:
            return self._unknown("unknown-route", "claim.any", route, self.t.routes)
        if s.owner[route] != NONE:
            return self._no("route-taken", "claim.any", route=route, seat=s.owner[route])
        twin = self.t.twin[route]
        if twin != NONE and closed_by_twin(self.t, seat, s.owner[twin]):
            if s.owner[twin] == seat:
                return self._no("double-own", "claim.double-own", route=route)
            return self._no("double-few", "claim.double-few", route=route, seats=int(self.t.seats))
        if not options_of(self.t, s, route):
            there = next(row for row in self.rows if row.route == route)
            return self._no("pool", there.pooled_by, route=route)
        return None

    def _too_few_pieces(self, s: State, seat: int, route: int) -> IllegalMove | None:
        row = self.rows[options_of(self.t, s, route)[0]]
        left = s.supply[seat * self.t.piece_kinds + self.t.piece_names.index(row.piece)]
        if row.pieces <= left:
            return None
        return self._no("pieces", row.placed_by, route=route, piece=row.piece, pieces=row.pieces, left=int(left))

    def _too_few_cards(self, s: State, seat: int, route: int) -> IllegalMove | None:
        """What the route costs and how much of that the hand lacks, if no cards of the hand pay for it."""
        option = options_of(self.t, s, route)[0]
        hand = self._hand(s, seat)
        payments = Payments(self.t, option, hand)
        if payments.can_complete([0] * len(hand)):
            return None
        row = self.rows[option]
        fewest, most = row.wilds
        code, rule = "cards", row.pays_by
        params: Params = {
            "route": route,
            "wilds": fewest,
            "cards": row.cards - fewest,
            "color": row.colors[0] if len(row.colors) == 1 else 0,
            "lack": payments.cheapest()[1],
        }
        if payments.stand_in_size:
            code = "cards-for-wild" if most else "cards-for-one"
            params["stand_in"] = payments.stand_in_size
        elif most == 0 and hand[WILD]:
            code, rule = "cards-no-wilds", row.wilds_by
        return self._no(code, rule, **params)

    def _unknown_cards(self, cards: Cards, rule: str) -> IllegalMove | None:
        if counts.valid(cards, self.t.kinds):
            return None
        strange = next((kind for kind, count in counts.each(cards) if kind >= self.t.kinds or count < 0))
        return self._unknown("unknown-card", rule, strange, self.t.kinds)

    def _not_in_hand(self, s: State, seat: int, cards: Cards, rule: str) -> IllegalMove | None:
        hand = self._hand(s, seat)
        for kind, count in counts.each(cards):
            if hand[kind] < count:
                return self._no("not-in-hand", rule, card=kind, have=hand[kind], need=count)
        return None

    def _build(self, s: State, seat: int, city: int, cards: Cards) -> IllegalMove:
        rule = "station.build"
        refusal = (
            self._city(s, seat, city) or self._unknown_cards(cards, rule) or self._not_in_hand(s, seat, cards, rule)
        )
        return refusal or self._no("build-cost", rule, piece=self._building, cards=self._price(s, seat))

    def _city(self, s: State, seat: int, city: int) -> IllegalMove | None:
        """Why the seat can't build in the city with any payment; None if nothing but the payment can prevent it."""
        t = self.t
        if t.builder < 0:
            return self._no("nothing-built", "turn.one-action")
        if not 0 <= city < t.cities:
            return self._unknown("unknown-city", "station.build", city, t.cities)
        if s.building[city] != NONE:
            return self._no("built", "station.build", city=city, seat=s.building[city])
        if next_price(t, stations_left(t, s, seat)) == NONE:
            return self._no("none-left", "station.build", piece=self._building, pieces=0)
        return None

    def _too_few_to_build(self, s: State, seat: int) -> IllegalMove | None:
        """What the next building costs and how much of that the hand lacks, if it lacks anything."""
        hand, price = self._hand(s, seat), self._price(s, seat)
        lack = price - hand[WILD] - max(hand[1:])
        if lack <= 0:
            return None
        return self._no("build-cards", "station.build", piece=self._building, cards=price, lack=lack)

    @property
    def _building(self) -> str:
        return self.t.piece_names[self.t.builder]

    def _price(self, s: State, seat: int) -> int:
        """How many cards the seat's next building costs."""
        return int(price_cards(self.t, next_price(self.t, stations_left(self.t, s, seat))))

    def _pay_card(self, s: State, seat: int, card: int) -> IllegalMove:
        row = self.rows[s.option]
        if not 0 <= card < self.t.kinds:
            return self._unknown("unknown-card", row.pays_by, card, self.t.kinds)
        if s.laid[card] >= self._hand(s, seat)[card]:
            return self._no("none-in-hand", row.pays_by, card=card)
        if card < s.color:
            return self._no("card-order", "claim.choice")
        return self._no("card-other", row.pays_by, route=row.route, card=card)

    def _top_up(self, s: State, seat: int, cards: Cards) -> IllegalMove:
        rule = "tunnel.reveal"
        refusal = self._unknown_cards(cards, rule) or self._not_in_hand(s, seat, cards, rule)
        if refusal:
            return refusal
        if s.color == WILD:
            return self._no("top-up-wilds", rule, due=int(s.due))
        return self._no("top-up", rule, due=int(s.due), card=int(s.color))

    def _hand(self, s: State, seat: int) -> list[int]:
        start = seat * self.t.kinds
        return [int(s.hands[start + kind]) for kind in range(self.t.kinds)]
