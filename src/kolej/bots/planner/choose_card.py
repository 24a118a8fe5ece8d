"""Choice of a card: how many cards of each colour the plan needs, and which card to draw next."""

from kolej.bots.planner.network_plan import NetworkPlan
from kolej.bots.planner.valuation import Valuation, missing_cards, most_of_one_color
from kolej.engine.core.cards import WILD
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BLIND, PASS, TAKE, RuleTables


class CardChooser:
    """Chooses cards for one seat. `update` it for every decision."""

    t: RuleTables
    valuation: Valuation
    seat: i64
    needed: Ints
    """How many cards of each kind the plan takes."""
    desire: Ints
    """How much the next card of each kind is wanted; only comparisons mean anything."""

    def __init__(self, t: RuleTables, valuation: Valuation, seat: int) -> None:
        self.t = t
        self.valuation = valuation
        self.seat = seat
        self.needed = zeros(t.kinds)
        self.desire = zeros(t.kinds)

    def update(self, s: State, plan: NetworkPlan) -> None:
        """Compute which cards the plan needs, and how much the next card of each kind is wanted."""
        t = self.t
        valuation = self.valuation
        needed = self.needed
        desire = self.desire
        for kind in range(t.kinds):
            needed[kind] = 0
            desire[kind] = 0
        if plan.count == 0:
            return
        for i in range(plan.count):
            option = plan.options[i]
            color = valuation.only_color[option]
            if color != NONE:
                needed[color] += t.option_cards[option] - valuation.fewest_wilds[option]
            needed[WILD] += valuation.fewest_wilds[option]
        most_cards = most_of_one_color(t, s, self.seat)
        for i in range(plan.count):
            self.add_desire(s, plan.options[i], most_cards)

    def add_desire(self, s: State, option: i64, most_cards: i64) -> None:
        """Add the cards missing for a claim option to what is wanted; `most_cards` comes from `most_of_one_color`."""
        t = self.t
        valuation = self.valuation
        seat = self.seat
        hand = seat * t.kinds
        lacking = missing_cards(t, s, valuation, seat, option, most_cards)
        if lacking == 0:
            return
        if valuation.fewest_wilds[option] > s.hands[hand]:
            self.desire[WILD] += 60
        color = valuation.only_color[option]
        if color == NONE:
            best: i64 = -1
            most: i64 = -100
            for each in range(1, t.kinds):
                if t.option_color[option * t.kinds + each]:
                    spare = 2 * s.hands[hand + each] - self.needed[each] + s.display_counts[each]
                    if spare > most:
                        most = spare
                        best = each
            color = best
        if color > 0 and s.hands[hand + color] < t.option_cards[option] - valuation.fewest_wilds[option]:
            self.desire[color] += 120 // lacking + t.option_cards[option]
        if lacking == 1 and t.option_wild[option]:
            self.desire[WILD] += 30

    def add_need(self, plan: NetworkPlan, option: i64, sign: i64) -> None:
        """Subtract (-1) or add back (1) an option's own cards from what the plan needs, while it is paid for."""
        if not plan.includes(self.t.option_route[option]):
            return
        color = self.valuation.only_color[option]
        if color != NONE:
            self.needed[color] += sign * (self.t.option_cards[option] - self.valuation.fewest_wilds[option])

    def choose(self, s: State, second: bool) -> i64:
        """The move that draws the card wanted most, from the display or from the deck."""
        t = self.t
        display = s.display_counts
        desire = self.desire
        best: i64 = NONE
        most: i64 = 0
        alone = t.wild_alone != 0
        for kind in range(t.kinds):
            if display[kind] == 0 or (second and kind == WILD and alone):
                continue
            wanted = desire[kind]
            if kind == WILD:
                wanted = wanted // 2 if alone else wanted + 40
            if wanted > most:
                most = wanted
                best = TAKE + kind
        if best != NONE:
            return best
        if s.deck_left > 0 or s.discard_left > 0:
            return BLIND
        for kind in range(1, t.kinds):
            if display[kind]:
                return TAKE + kind
        return TAKE + WILD if display[WILD] and not (second and alone) else PASS
