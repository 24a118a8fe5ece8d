"""`greedy`: goes for the route that brings the most points for each turn it takes.

A route is worth its points, and a point for every step of the marker; tickets don't count. Greedy keeps as few of them
as it may, draws more only when there are no cards, and never builds: a building pays, if at all, at the end.
"""

from bisect import bisect_left

from kolej.bots.greedy_routes import best_color, hand_of, lacking, network_of, open_ways, rows_of, shortest
from kolej.engine.chance.rng import Luck
from kolej.engine.core.cards import WILD
from kolej.engine.decision import Choice
from kolej.engine.knowledge.view import Numbers
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.tables import BITS, BLIND, REFUSE, TAKE, Tables


class GreedyBot:
    """Plays for points, soon."""

    def __init__(self, seed: int) -> None:
        self.luck = Luck(seed)
        self.refused = False
        """Whether the last tunnel cost too much, and nothing has been drawn since."""
        self.worth: dict[int, int] = {}
        """What each way that is open would bring, most first."""
        self.reckoned_for: object = None
        """What `worth` was reckoned from."""

    def choose(self, choice: Choice) -> int:
        """The greediest move; chance decides between equals."""
        t, legal = choice.tables, choice.legal
        if t.keep <= legal[0] < t.claim:
            return self._keep(choice)
        if t.pick <= legal[0] < t.keep:
            hand = hand_of(choice)
            return max(legal, key=lambda number: hand[number - t.pick])
        if legal[0] == REFUSE:
            # The next number pays with as few wilds as can be; there is none if the cards don't suffice.
            self.refused = len(legal) == 1
            return legal[0] if self.refused else legal[1]
        return self._claim_or_draw(choice)

    def _claim_or_draw(self, choice: Choice) -> int:
        """Claim the best route if it can be paid, else draw for it; claim anything when there is nothing to draw."""
        t, legal, hand = choice.tables, choice.legal, hand_of(choice)
        rows = rows_of(choice.edition)
        self._reckon(choice)
        goal = self._goal(rows, hand)
        draws = [number for number in legal[: bisect_left(legal, t.top_up)] if number == BLIND or number >= TAKE]
        claims = legal[bisect_left(legal, t.claim) : bisect_left(legal, t.build)]
        if draws:
            # A tunnel that cost too much is not tried again at once: with few cards about that could go on for ever.
            claims = [] if self.refused else [number for number in claims if way_of(t, number) == goal]
        if claims:
            return self._any_best([((self.worth[way_of(t, n)], *thrift(t, n, hand)), n) for n in claims])
        self.refused = False
        return self._draw(draws, None if goal is None else rows[goal], hand) if draws else legal[0]

    def _goal(self, rows: list[Claim], hand: Numbers) -> int | None:
        """The way that brings most for each turn: one to claim, and one for every two cards that are lacking."""
        goal, best = None, -1.0
        for way, worth in self.worth.items():
            if worth <= best:
                # None of those that follow would be better, even if it could be claimed at once.
                break
            per_turn = worth / (1 + (lacking(rows[way], hand) + 1) // 2)
            if per_turn > best:
                goal, best = way, per_turn
        return goal

    def _reckon(self, choice: Choice) -> None:
        if self.reckoned_for == choice.view.owner:
            return
        rows = rows_of(choice.edition)
        worth = {way: rows[way].points + rows[way].steps for way in open_ways(choice)}
        self.worth = dict(sorted(worth.items(), key=lambda each: -each[1]))
        self.reckoned_for = choice.view.owner

    def _draw(self, draws: list[int], goal: Claim | None, hand: Numbers) -> int:
        """A card that the goal lacks, else an unseen one, else what there is most of."""
        if goal is not None:
            color = best_color(goal, hand)
            fewest, most = goal.wilds
            if TAKE + color in draws and hand[color] < goal.cards - fewest:
                return TAKE + color
            if TAKE + WILD in draws and (hand[WILD] < fewest or (lacking(goal, hand) == 1 and hand[WILD] < most)):
                return TAKE + WILD
        return BLIND if draws[0] == BLIND else max(draws, key=lambda number: hand[number - TAKE])

    def _keep(self, choice: Choice) -> int:
        """As few as allowed, those with the shortest way for their points."""
        first = choice.tables.keep
        network = network_of(choice, open_ways(choice))
        offer = [choice.edition.board.tickets[number] for number in choice.view.offer]
        gains = [ticket.points - shortest(network, ticket.a, ticket.b)[0] for ticket in offer]
        fewest = min(int(number - first).bit_count() for number in choice.legal)

        def gain(number: int) -> int:
            return sum(gain for place, gain in enumerate(gains) if (number - first) & BITS[place])

        return self._any_best([((gain(n),), n) for n in choice.legal if int(n - first).bit_count() == fewest])

    def _any_best(self, options: list[tuple[tuple[float, ...], int]]) -> int:
        best = max(worth for worth, _ in options)
        equals = [number for worth, number in options if worth == best]
        return equals[self.luck.below(len(equals))]


def way_of(t: Tables, number: int) -> int:
    """The way to take a route that a claim stands for."""
    return t.swap_way[number - t.swap] if number >= t.swap else t.row_way[number - t.claim]


def thrift(t: Tables, number: int, hand: Numbers) -> tuple[int, int, int]:
    """How well a payment spares the hand: few bundles, few wilds, and a colour of which there is plenty."""
    if number >= t.swap:
        return -t.swap_count[number - t.swap], 0, 0
    at = number - t.claim
    return 0, -t.row_wilds[at], hand[t.row_color[at]]
