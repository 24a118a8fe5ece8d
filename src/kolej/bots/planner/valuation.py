"""What the ways to take a route cost a planner and what they are worth to it, in tenths of turns and of points."""

from typing import Final

from kolej.bots.planner.claim_classes import Sorts
from kolej.engine.core.cards import WILD
from kolej.engine.core.make_vectors import filled, ints, zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import BITS, Tables

# What a planner believes. Tenths of a turn:
CARD: Final = 0
ACTION: Final = 1
REVEAL: Final = 2
LOCKED_WILD: Final = 3
LEAST: Final = 4
# Tenths of a point:
TURN_WORTH: Final = 5
PIECE: Final = 6
STEP: Final = 7
FIRST_STEP: Final = 8
# Parts of a hundred, tenths of pieces a turn, tenths of a point:
IN_HAND: Final = 9
PACE: Final = 10
TICKET_MARGIN: Final = 11
CONTESTED: Final = 12
FAILING: Final = 13
TICKET_TURNS: Final = 14
PLANNED: Final = 15
PLANNED_CARD: Final = 16
LACKING: Final = 17
SPENT: Final = 18
# Tenths of a turn for each piece of the shared pool, all seats together:
POOLED: Final = 19
# Tenths of a point for each step while the race of the markers is close:
RACE: Final = 20

NEVER: Final = -1_000_000_000_000
"""Worse than anything can be."""
CLOSE: Final = 6
"""The race is close while no more steps lie between a marker and the best of the others."""

USUAL: Final = (5, 10, 1, 5, 2, 22, 10, 15, 150, 60, 18, 30, 2, 10, 40, 40, 5, 4, 0, 20, 0)


class Prices:
    """Costs of ways that don't depend on the state, for one game."""

    beliefs: Ints
    way_start: Ints
    """Where each route's ways begin."""
    fewest: Ints
    """The fewest wilds that each way takes."""
    word: Ints
    bit: Ints
    """Where in `State.open` each way stands."""
    turns: Ints
    worth: Ints
    only: Ints
    """The one colour that pays for each way; -1 where several do."""
    sorts: Sorts
    cost: Ints
    """What taking a route sets a seat back, in tenths of turns, by sort and cards lacking; what the route is worth by
    itself counts against it. The same once more for a seat whose marker has not moved yet."""
    value: Ints
    """What each sort is worth once it is paid, in tenths of points; the same once more while the race is close."""
    ranked: Ints
    """The sorts, those worth most first; the same once more while the race is close."""

    def __init__(self, t: Tables, beliefs: list[int]) -> None:
        self.beliefs = ints(beliefs)
        self.way_start = zeros(t.routes + 1)
        self.fewest = filled(t.ways, 99)
        self.word = zeros(t.ways)
        self.bit = zeros(t.ways)
        self.turns = zeros(t.ways)
        self.worth = zeros(t.ways)
        self.only = filled(t.ways, NONE)
        for way in range(t.ways):
            self.way_start[t.way_route[way] + 1] = way + 1
            self.word[way] = way // t.word
            self.bit[way] = BITS[way % t.word]
            if t.way_swap[way]:
                self.fewest[way] = 0
            colors: i64 = 0
            for color in range(1, t.kinds):
                if t.way_color[way * t.kinds + color]:
                    self.only[way] = color
                    colors += 1
            if colors != 1:
                self.only[way] = NONE
        for row in range(len(t.row_way)):
            way = t.row_way[row]
            if t.row_wilds[row] < self.fewest[way]:
                self.fewest[way] = t.row_wilds[row]
        for way in range(t.ways):
            self.turns[way] = (
                self.beliefs[ACTION]
                + t.way_reveals[way] * self.beliefs[REVEAL]
                + self.fewest[way] * self.beliefs[LOCKED_WILD]
            )
            self.worth[way] = (
                10 * t.way_points[way] + t.way_steps[way] * self.beliefs[STEP] - t.way_pieces[way] * self.beliefs[PIECE]
            )
        self.sorts = Sorts(t, self.fewest, self.only, self.turns, self.worth)
        self.price_sorts(t)
        self.rank_sorts(t)

    def price_sorts(self, t: Tables) -> None:
        """Reckon what each sort costs, whatever is lacking."""
        beliefs = self.beliefs
        count = self.sorts.count
        span = t.longest + 1
        self.cost = zeros(2 * count * span)
        for sort in range(count):
            way = self.sorts.sample[sort]
            cards = t.way_cards[way]
            fixed = self.turns[way] - self.worth[way] * 10 // beliefs[TURN_WORTH]
            first = beliefs[FIRST_STEP] * 10 // beliefs[TURN_WORTH] if t.way_steps[way] else 0
            for lacking in range(cards + 1):
                cost = fixed + (100 * cards - beliefs[IN_HAND] * (cards - lacking)) * beliefs[CARD] // 100
                self.cost[sort * span + lacking] = max(cost, beliefs[LEAST])
                self.cost[(count + sort) * span + lacking] = max(cost - first, beliefs[LEAST])

    def rank_sorts(self, t: Tables) -> None:
        """Reckon what each sort is worth, and put the best first."""
        count = self.sorts.count
        values: list[int] = []
        ranked: list[int] = []
        for step in (self.beliefs[STEP], self.beliefs[STEP] + self.beliefs[RACE]):
            for sort in range(count):
                way = self.sorts.sample[sort]
                spent = self.beliefs[SPENT] * t.way_cards[way]
                values.append(10 * t.way_points[way] + step * t.way_steps[way] - spent)
            ranked += sorted(range(count), key=values[-count:].__getitem__, reverse=True)
        self.value = ints(values)
        self.ranked = ints(ranked)


def open_way(t: Tables, s: State, p: Prices, seat: i64, route: i64) -> i64:
    """The way in which the seat could take the route now, had it the cards; -1 if there is none."""
    for way in range(p.way_start[route], p.way_start[route + 1]):
        if s.open[seat * t.words + p.word[way]] & p.bit[way]:
            return way
    return NONE


def richest(t: Tables, s: State, seat: i64) -> i64:
    """How many cards a seat has of the colour it has most of."""
    most: i64 = 0
    for place in range(seat * t.kinds + 1, (seat + 1) * t.kinds):
        if s.hands[place] > most:
            most = s.hands[place]
    return most


def missing(t: Tables, s: State, p: Prices, seat: i64, way: i64, rich: i64) -> i64:
    """The fewest cards that the seat lacks to take a route this way; `rich` is what `richest` says of it."""
    # Plain ifs: a conditional expression with a constant in it makes a Python object of its value when compiled.
    hand = seat * t.kinds
    wilds: i64 = 0
    if t.way_wild[way]:
        wilds = s.hands[hand]
    most = rich
    if p.only[way] != NONE:
        most = s.hands[hand + p.only[way]]
    return shortfall(t.way_cards[way], p.fewest[way], most, wilds)


def shortfall(cards: i64, fewest: i64, most: i64, wilds: i64) -> i64:
    """How many of so many cards, the fewest of them wild, a hand with so many of a colour and so many wilds lacks."""
    if most > cards - fewest:
        most = cards - fewest
    lacking = cards - most - wilds
    if lacking < fewest - wilds:
        lacking = fewest - wilds
    if lacking < 0:
        return 0
    return lacking


def race_is_close(t: Tables, s: State, seat: i64) -> bool:
    """Whether a few steps of the markers decide between a seat and the best of the others."""
    best: i64 = 0
    for other in range(t.seats):
        if other != seat and s.track[other] > best:
            best = s.track[other]
    lead = s.track[seat] - best
    return -CLOSE <= lead <= CLOSE


def payment(t: Tables, s: State, p: Prices, seat: i64, way: i64, needed: Ints) -> i64:
    """The move that takes a route this way and hurts least: few wilds, cards of colours not needed; -1 if none."""
    kinds = t.kinds
    hand = seat * kinds
    wilds = s.hands[hand]
    cards = t.way_cards[way]
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
            if used < p.fewest[way]:
                used = p.fewest[way]
        if used > wilds or used > t.longest:
            continue
        number = t.row_at[(used * kinds + color) * t.words * t.word + way]
        if number == NONE:
            continue
        hurt = used * 40
        if color != WILD:
            left = have - (cards - used)
            if left < needed[color]:
                hurt += 10 * (needed[color] - left)
            hurt -= left
        if hurt < least:
            least = hurt
            best = number
    return best
