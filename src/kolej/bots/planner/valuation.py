"""Valuation of claim options: what each costs a planner and what it is worth, in tenths of turns and of points."""

from typing import Final

from kolej.bots.planner.claim_classes import ClaimClasses
from kolej.bots.planner.weights import Weights
from kolej.engine.core.cards import WILD
from kolej.engine.core.make_vectors import filled, ints, zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, RuleTables, payment_place

NEVER: Final = -1_000_000_000_000
"""Worse than any value."""
CLOSE_RACE: Final = 6
"""The race is close while a marker is at most this many steps from the best of the others."""


class Valuation:
    """The part of the valuation that does not depend on the state: made once for a game and its weights."""

    weights: Weights
    option_start: Ints
    """Where the claim options of each route begin."""
    fewest_wilds: Ints
    """The fewest wild cards that each option takes."""
    open_word: Ints
    open_bit: Ints
    """Where in `State.open` each option stands."""
    turns: Ints
    """What each option costs in tenths of turns, its cards not counted."""
    worth: Ints
    """What each option is worth by itself, in tenths of points."""
    only_color: Ints
    """The one colour that pays for each option; -1 where several do."""
    classes: ClaimClasses
    class_cost: Ints
    """What claiming a route costs a seat, in tenths of turns, by class and missing cards, less what the route is worth
    by itself. A second table follows for a seat whose marker has not moved yet."""
    class_value: Ints
    """What each class is worth once it is paid, in tenths of points. A second table follows for a close race."""
    class_ranking: Ints
    """The classes, most valuable first. A second ranking follows for a close race."""

    def __init__(self, t: RuleTables, weights: Weights) -> None:
        self.weights = weights
        self.option_start = zeros(t.routes + 1)
        self.fewest_wilds = filled(t.options, 99)
        self.open_word = zeros(t.options)
        self.open_bit = zeros(t.options)
        self.turns = zeros(t.options)
        self.worth = zeros(t.options)
        self.only_color = filled(t.options, NONE)
        for option in range(t.options):
            self.option_start[t.option_route[option] + 1] = option + 1
            self.open_word[option] = option // t.word
            self.open_bit[option] = BITS[option % t.word]
            if t.option_stand_in[option]:
                self.fewest_wilds[option] = 0
            colors: i64 = 0
            for color in range(1, t.kinds):
                if t.option_color[option * t.kinds + color]:
                    self.only_color[option] = color
                    colors += 1
            if colors != 1:
                self.only_color[option] = NONE
        for payment in range(len(t.payment_option)):
            option = t.payment_option[payment]
            if t.payment_wilds[payment] < self.fewest_wilds[option]:
                self.fewest_wilds[option] = t.payment_wilds[payment]
        for option in range(t.options):
            self.turns[option] = (
                weights.claim_turns
                + t.option_reveals[option] * weights.reveal_turns
                + self.fewest_wilds[option] * weights.wild_turns
            )
            self.worth[option] = (
                10 * t.option_points[option]
                + t.option_steps[option] * weights.step_value
                - t.option_pieces[option] * weights.piece_cost
            )
        self.classes = ClaimClasses(t, self.fewest_wilds, self.only_color, self.turns, self.worth)
        self.compute_costs(t)
        self.compute_values(t)

    def compute_costs(self, t: RuleTables) -> None:
        """Fill `class_cost`, for every number of missing cards."""
        weights = self.weights
        count = self.classes.count
        span = t.longest + 1
        self.class_cost = zeros(2 * count * span)
        for claim_class in range(count):
            option = self.classes.sample[claim_class]
            cards = t.option_cards[option]
            fixed = self.turns[option] - self.worth[option] * 10 // weights.turn_value
            first_step = weights.first_step_value * 10 // weights.turn_value if t.option_steps[option] else 0
            for lacking in range(cards + 1):
                saved = weights.in_hand_percent * (cards - lacking)
                cost = fixed + (100 * cards - saved) * weights.card_turns // 100
                self.class_cost[claim_class * span + lacking] = max(cost, weights.least_turns)
                self.class_cost[(count + claim_class) * span + lacking] = max(cost - first_step, weights.least_turns)

    def compute_values(self, t: RuleTables) -> None:
        """Fill `class_value` and `class_ranking`."""
        weights = self.weights
        count = self.classes.count
        values: list[int] = []
        ranking: list[int] = []
        for step_value in (weights.step_value, weights.step_value + weights.race_step_value):
            for claim_class in range(count):
                option = self.classes.sample[claim_class]
                spent = weights.spent_card_cost * t.option_cards[option]
                values.append(10 * t.option_points[option] + step_value * t.option_steps[option] - spent)
            ranking += sorted(range(count), key=values[-count:].__getitem__, reverse=True)
        self.class_value = ints(values)
        self.class_ranking = ints(ranking)


def open_option(t: RuleTables, s: State, valuation: Valuation, seat: i64, route: i64) -> i64:
    """The option by which the seat could claim the route now if it had the cards; -1 if there is none."""
    for option in range(valuation.option_start[route], valuation.option_start[route + 1]):
        if s.open[seat * t.words + valuation.open_word[option]] & valuation.open_bit[option]:
            return option
    return NONE


def most_of_one_color(t: RuleTables, s: State, seat: i64) -> i64:
    """How many cards a seat has of the colour that it has most of."""
    most: i64 = 0
    for place in range(seat * t.kinds + 1, (seat + 1) * t.kinds):
        if s.hands[place] > most:
            most = s.hands[place]
    return most


def missing_cards(t: RuleTables, s: State, valuation: Valuation, seat: i64, option: i64, most_cards: i64) -> i64:
    """The fewest cards that the seat lacks for a claim option; `most_cards` comes from `most_of_one_color`."""
    # Plain ifs: compiled, a conditional expression with a constant in it boxes its value into a Python object.
    hand = seat * t.kinds
    wilds: i64 = 0
    if t.option_wild[option]:
        wilds = s.hands[hand]
    most = most_cards
    if valuation.only_color[option] != NONE:
        most = s.hands[hand + valuation.only_color[option]]
    return shortfall(t.option_cards[option], valuation.fewest_wilds[option], most, wilds)


def shortfall(cards: i64, fewest_wilds: i64, colored: i64, wilds: i64) -> i64:
    """How many cards a hand lacks for a payment of `cards`, if it has `colored` of the colour and `wilds`."""
    if colored > cards - fewest_wilds:
        colored = cards - fewest_wilds
    lacking = cards - colored - wilds
    if lacking < fewest_wilds - wilds:
        lacking = fewest_wilds - wilds
    if lacking < 0:
        return 0
    return lacking


def race_is_close(t: RuleTables, s: State, seat: i64) -> bool:
    """Whether a few steps of the markers decide between a seat and the best of the others."""
    best: i64 = 0
    for other in range(t.seats):
        if other != seat and s.track[other] > best:
            best = s.track[other]
    lead = s.track[seat] - best
    return -CLOSE_RACE <= lead <= CLOSE_RACE


def best_payment(t: RuleTables, s: State, valuation: Valuation, seat: i64, option: i64, needed: Ints) -> i64:
    """The move that pays for an option at least cost: few wilds, cards of colours not `needed`; -1 if there is none."""
    kinds = t.kinds
    hand = seat * kinds
    wilds = s.hands[hand]
    cards = t.option_cards[option]
    best: i64 = -1
    least: i64 = 1_000_000
    for color in range(kinds):
        have = s.hands[hand + color]
        if have == 0:
            continue
        if color == WILD:
            used = cards
        else:
            used = cards - have
            if used < valuation.fewest_wilds[option]:
                used = valuation.fewest_wilds[option]
        if used > wilds or used > t.longest:
            continue
        number = t.payment_at[payment_place(t, option, color, used)]
        if number == NONE:
            continue
        cost = used * 40
        if color != WILD:
            left = have - (cards - used)
            if left < needed[color]:
                cost += 10 * (needed[color] - left)
            cost -= left
        if cost < least:
            least = cost
            best = number
    return best
