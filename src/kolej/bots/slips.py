"""Slips: the mistakes of a bot that plays like a person, worse moves of the same kind as its own.

A slip claims another route, draws another card or keeps another ticket. It never builds a station, never draws tickets,
and takes no wild card from the display or hand that the bot's own move leaves there: these are mistakes nobody makes.
"""

from collections.abc import Sequence

from kolej.bots.base import Bot
from kolej.bots.greedy_routes import hand_of, network_of, open_options, shortest_path
from kolej.engine.chance.rng import Rng
from kolej.engine.core.cards import WILD
from kolej.engine.decision import Decision
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.tables import BITS, BLIND, TAKE

SOFTNESS = 3
"""How many points less make a move half as likely as a slip."""
HIGHEST = 10
"""The weight of the best slip, as a power of two. Slips that are much worse have a weight of 1."""
NEAR_POINTS = 4
"""What a route is worth more that begins where the seat has a route or a ticket: people build there."""


class SlippingBot:
    """Another bot that makes a slip now and then instead of its own move."""

    def __init__(self, seed: int, bot: Bot, percent: int) -> None:
        self.rng = Rng(seed)
        self.bot = bot
        self.percent = percent
        """How many of a hundred moves are slips, where there is one to make."""

    def choose(self, decision: Decision) -> int:
        """The other bot's move, or a slip. The other bot is asked in any case, so that its plan stays current."""
        move = self.bot.choose(decision)
        if self.rng.below(100) >= self.percent:
            return move
        slips = slips_of(decision, move)
        return self._one_of(slips) if slips else move

    def _one_of(self, slips: Sequence[tuple[int, int]]) -> int:
        """A random slip, likelier if it is worth more. Powers of two, because floats may differ between machines."""
        best = max(worth for worth, _ in slips)
        weights = [1 << max(0, HIGHEST - (best - worth) // SOFTNESS) for worth, _ in slips]
        left = self.rng.below(sum(weights))
        for (_, number), weight in zip(slips, weights, strict=True):
            left -= weight
            if left < 0:
                return number
        raise AssertionError("the weights add up to more")


def slips_of(decision: Decision, move: int) -> list[tuple[int, int]]:
    """The moves that may be made by mistake instead of a move, each after its worth in points; often there are none."""
    t = decision.tables
    if move == BLIND or TAKE <= move < t.top_up:
        return _other_cards(decision, move)
    if t.claim <= move < t.build:
        return _other_routes(decision, move)
    if t.keep <= move < t.claim:
        return _other_tickets(decision, move)
    return []


def _other_cards(decision: Decision, move: int) -> list[tuple[int, int]]:
    """Other cards to draw: rather of colours that the hand has many of. A wild is worth two draws, so none is taken."""
    hand = hand_of(decision)
    draws = [number for number in decision.legal if number == BLIND or TAKE + WILD < number < decision.tables.top_up]
    return [(2 * hand[number - TAKE] if number != BLIND else 2, number) for number in draws if number != move]


def _other_routes(decision: Decision, move: int) -> list[tuple[int, int]]:
    """Other routes to claim: rather long ones, and near to the seat's own; each paid with as few wilds as possible."""
    t, claims, hand = decision.tables, claims_of(decision.edition), hand_of(decision)
    own = t.option_route[
        t.payment_option[move - t.claim] if move < t.stand_in else t.stand_in_option[move - t.stand_in]
    ]
    near = _near_cities(decision)
    best: dict[int, tuple[int, int, int]] = {}
    for number in decision.legal:
        if not t.claim <= number < t.stand_in:
            continue
        payment = number - t.claim
        claim = claims[t.payment_option[payment]]
        if claim.route == own or t.payment_wilds[payment] > claim.wilds[0] or t.payment_color[payment] == WILD:
            continue
        worth = claim.points + claim.steps
        if near[t.route_a[claim.route]] or near[t.route_b[claim.route]]:
            worth += NEAR_POINTS
        # Of several colours, people pay with the one they have most of.
        best[claim.route] = max(best.get(claim.route, (-1, -1, -1)), (worth, hand[t.payment_color[payment]], number))
    return [(worth, number) for worth, _, number in best.values()]


def _other_tickets(decision: Decision, move: int) -> list[tuple[int, int]]:
    """As many other tickets to keep: rather those with many points for the spaces of the shortest path."""
    first = decision.tables.keep
    network = network_of(decision, open_options(decision))
    offer = [decision.edition.board.tickets[number] for number in decision.view.offer]
    gains = [ticket.points - shortest_path(network, ticket.a, ticket.b)[0] for ticket in offer]
    count = int(move - first).bit_count()
    return [
        (sum(gain for place, gain in enumerate(gains) if (number - first) & BITS[place]), number)
        for number in decision.legal
        if number != move and int(number - first).bit_count() == count
    ]


def _near_cities(decision: Decision) -> list[bool]:
    """Whether each city is on a route of the seat, or an end of one of its tickets."""
    t, view, board = decision.tables, decision.view, decision.edition.board
    near = [False] * t.cities
    for route, owner in enumerate(view.owner):
        if owner == decision.seat:
            near[t.route_a[route]] = near[t.route_b[route]] = True
    for number in view.tickets[decision.seat] or ():
        near[board.tickets[number].a] = near[board.tickets[number].b] = True
    return near
