"""`greedy`: goes for the route that brings the most points for each turn it takes.

A route is worth its points, and a point for every step of the marker; tickets don't count. Greedy keeps as few tickets
as it may, draws more only when there are no cards, and never builds a station, which pays only at the end if at all.
"""

from bisect import bisect_left

from kolej.bots.greedy_routes import (
    best_color,
    hand_of,
    missing_cards,
    network_of,
    open_options,
    shortest_path,
)
from kolej.engine.chance.rng import Rng
from kolej.engine.core.cards import WILD
from kolej.engine.decision import Decision
from kolej.engine.knowledge.view import Numbers
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.tables import BITS, BLIND, REFUSE, TAKE, RuleTables


class GreedyBot:
    """Plays for quick points."""

    def __init__(self, seed: int) -> None:
        self.rng = Rng(seed)
        self.refused = False
        """Whether the last tunnel cost too much, and nothing has been drawn since."""
        self.worth: dict[int, int] = {}
        """What each open claim option would bring, most first."""
        self.worth_owners: object = None
        """The owners of routes when `worth` was computed."""

    def choose(self, decision: Decision) -> int:
        """Keep, pay, claim or draw for the open route that is worth most; equal moves are chosen between at random."""
        t, legal = decision.tables, decision.legal
        if t.keep <= legal[0] < t.claim:
            return self._keep(decision)
        if t.pay_card <= legal[0] < t.keep:
            hand = hand_of(decision)
            return max(legal, key=lambda number: hand[number - t.pay_card])
        if legal[0] == REFUSE:
            # The next number pays with as few wilds as possible; there is none if the cards don't suffice.
            self.refused = len(legal) == 1
            return legal[0] if self.refused else legal[1]
        return self._claim_or_draw(decision)

    def _claim_or_draw(self, decision: Decision) -> int:
        """Claim the best route if the hand can pay, else draw for it; claim any route when there is nothing to draw."""
        t, legal, hand = decision.tables, decision.legal, hand_of(decision)
        claims = claims_of(decision.edition)
        self._update_worth(decision)
        goal = self._goal(claims, hand)
        draws = [number for number in legal[: bisect_left(legal, t.top_up)] if number == BLIND or number >= TAKE]
        payments = legal[bisect_left(legal, t.claim) : bisect_left(legal, t.build)]
        if draws:
            # A tunnel that cost too much is not tried again at once: with few cards left that could go on without end.
            payments = [] if self.refused else [number for number in payments if option_of(t, number) == goal]
        if payments:
            return self._any_best([((self.worth[option_of(t, n)], *thrift(t, n, hand)), n) for n in payments])
        self.refused = False
        return self._draw(draws, None if goal is None else claims[goal], hand) if draws else legal[0]

    def _goal(self, claims: list[Claim], hand: Numbers) -> int | None:
        """The option that brings most for each turn: one turn to claim, and one for every two missing cards."""
        goal, best = None, -1.0
        for option, worth in self.worth.items():
            if worth <= best:
                # None of the following would be better, even if it could be claimed at once.
                break
            per_turn = worth / (1 + (missing_cards(claims[option], hand) + 1) // 2)
            if per_turn > best:
                goal, best = option, per_turn
        return goal

    def _update_worth(self, decision: Decision) -> None:
        if self.worth_owners == decision.view.owner:
            return
        claims = claims_of(decision.edition)
        worth = {option: claims[option].points + claims[option].steps for option in open_options(decision)}
        self.worth = dict(sorted(worth.items(), key=lambda each: -each[1]))
        self.worth_owners = decision.view.owner

    def _draw(self, draws: list[int], goal: Claim | None, hand: Numbers) -> int:
        """A card that the goal lacks, else an unseen one, else a card of the kind that the hand has most of."""
        if goal is not None:
            color = best_color(goal, hand)
            fewest, most = goal.wilds
            if TAKE + color in draws and hand[color] < goal.cards - fewest:
                return TAKE + color
            if TAKE + WILD in draws and (hand[WILD] < fewest or (missing_cards(goal, hand) == 1 and hand[WILD] < most)):
                return TAKE + WILD
        return BLIND if draws[0] == BLIND else max(draws, key=lambda number: hand[number - TAKE])

    def _keep(self, decision: Decision) -> int:
        """As few tickets as allowed: those with the shortest path for their points."""
        first = decision.tables.keep
        network = network_of(decision, open_options(decision))
        offer = [decision.edition.board.tickets[number] for number in decision.view.offer]
        gains = [ticket.points - shortest_path(network, ticket.a, ticket.b)[0] for ticket in offer]
        fewest = min(int(number - first).bit_count() for number in decision.legal)

        def gain(number: int) -> int:
            return sum(gain for place, gain in enumerate(gains) if (number - first) & BITS[place])

        return self._any_best([((gain(n),), n) for n in decision.legal if int(n - first).bit_count() == fewest])

    def _any_best(self, rated: list[tuple[tuple[float, ...], int]]) -> int:
        best = max(worth for worth, _ in rated)
        equals = [number for worth, number in rated if worth == best]
        return equals[self.rng.below(len(equals))]


def option_of(t: RuleTables, number: int) -> int:
    """The claim option of a move that claims a route."""
    return t.stand_in_option[number - t.stand_in] if number >= t.stand_in else t.payment_option[number - t.claim]


def thrift(t: RuleTables, number: int, hand: Numbers) -> tuple[int, int, int]:
    """A sort key for payments, best last: few stand-ins, then few wilds, then a colour that the hand has many of."""
    if number >= t.stand_in:
        return -t.stand_in_count[number - t.stand_in], 0, 0
    payment = number - t.claim
    return 0, -t.payment_wilds[payment], hand[t.payment_color[payment]]
