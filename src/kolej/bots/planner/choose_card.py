"""What cards a seat wishes for: what its plan needs of each colour, and how much it wants the next card of each."""

from kolej.bots.planner.network_plan import Plan
from kolej.bots.planner.valuation import Prices, missing, richest
from kolej.engine.core.cards import WILD
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BLIND, PASS, TAKE, Tables


class Wishes:
    """One seat's wishes, for as long as one decision takes."""

    t: Tables
    p: Prices
    seat: i64
    needed: Ints
    desire: Ints

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.needed = zeros(t.kinds)
        self.desire = zeros(t.kinds)

    def gather(self, s: State, plan: Plan) -> None:
        """Reckon which colours the plan needs, and how much it wants the next card of each."""
        t = self.t
        p = self.p
        needed = self.needed
        desire = self.desire
        for kind in range(t.kinds):
            needed[kind] = 0
            desire[kind] = 0
        if plan.count == 0:
            return
        for i in range(plan.count):
            way = plan.ways[i]
            color = p.only[way]
            if color != NONE:
                needed[color] += t.way_cards[way] - p.fewest[way]
            needed[WILD] += p.fewest[way]
        rich = richest(t, s, self.seat)
        for i in range(plan.count):
            self.add(s, plan.ways[i], rich)

    def add(self, s: State, way: i64, rich: i64) -> None:
        """Add one route's wishes; `rich` is what `richest` says of the seat."""
        t = self.t
        seat = self.seat
        hand = seat * t.kinds
        lacking = missing(t, s, self.p, seat, way, rich)
        if lacking == 0:
            return
        if self.p.fewest[way] > s.hands[hand]:
            self.desire[WILD] += 60
        color = self.p.only[way]
        if color == NONE:
            best: i64 = -1
            most: i64 = -100
            for each in range(1, t.kinds):
                if t.way_color[way * t.kinds + each]:
                    spare = 2 * s.hands[hand + each] - self.needed[each] + s.face[each]
                    if spare > most:
                        most = spare
                        best = each
            color = best
        if color > 0 and s.hands[hand + color] < t.way_cards[way] - self.p.fewest[way]:
            self.desire[color] += 120 // lacking + t.way_cards[way]
        if lacking == 1 and t.way_wild[way]:
            self.desire[WILD] += 30

    def hold_back(self, plan: Plan, way: i64, sign: i64) -> None:
        """Leave a way's own needs out of the needs while it is being paid for."""
        if not plan.wants(self.t.way_route[way]):
            return
        color = self.p.only[way]
        if color != NONE:
            self.needed[color] += sign * (self.t.way_cards[way] - self.p.fewest[way])

    def card(self, s: State, second: bool) -> i64:
        """The card that is wanted most, from the display or from the deck."""
        t = self.t
        face = s.face
        desire = self.desire
        best: i64 = NONE
        most: i64 = 0
        alone = t.wild_alone != 0
        for kind in range(t.kinds):
            if face[kind] == 0 or (second and kind == WILD and alone):
                continue
            wish = desire[kind]
            if kind == WILD:
                wish = wish // 2 if alone else wish + 40
            if wish > most:
                most = wish
                best = TAKE + kind
        if best != NONE:
            return best
        if s.deck_left > 0 or s.discard_left > 0:
            return BLIND
        for kind in range(1, t.kinds):
            if s.face[kind]:
                return TAKE + kind
        return TAKE + WILD if s.face[WILD] and not (second and alone) else PASS
