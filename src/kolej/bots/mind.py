"""How the planner decides: reads only what its seat may know of a state, be it imagined or made from a view."""

from kolej.bots.loose_ends import LooseEnds
from kolej.bots.plan import Plan, make_plan, turns_to_come
from kolej.bots.prices import (
    CONTESTED,
    LACKING,
    NEVER,
    PLANNED,
    PLANNED_CARD,
    SPENT,
    Prices,
    missing,
    open_way,
    payment,
    richest,
    step_worth,
)
from kolej.bots.prospects import Prospects
from kolej.bots.wishes import Wishes
from kolej.engine.cards import WILD
from kolej.engine.flat import zeros
from kolej.engine.ints import Ints, i64
from kolej.engine.legal import legal
from kolej.engine.state import KEEPING, NONE, OPENING, PICKING, SECOND, TUNNEL, TURN, State
from kolej.engine.tables import PLACE_KEYS, PLACES, REFUSE, TICKETS, Tables


class Mind:
    """One seat's planner: the plan it follows, and room to think."""

    t: Tables
    p: Prices
    seat: i64
    plan: Plan
    wishes: Wishes
    prospects: Prospects
    loose_ends: LooseEnds
    planned: Ints
    """Per route, whether the plan wants it; all zero between thoughts."""
    moves: Ints
    refused: i64
    """A route whose tunnel cost too much, and how many cards the seat had then; tried again with more."""
    refused_with: i64

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.plan = Plan(t)
        self.wishes = Wishes(t, p, seat)
        self.prospects = Prospects(t, p, seat)
        self.loose_ends = LooseEnds(t, p, seat)
        self.planned = zeros(t.routes)
        self.moves = zeros(t.moves)
        self.refused = NONE
        self.refused_with = 0

    def forget(self) -> None:
        """Think anew at the next choice."""
        self.plan.held = NONE
        self.refused = NONE
        self.prospects.asked = NONE

    def follow(self, other: "Mind") -> None:
        """Take another mind's plan over."""
        self.plan.take_over(other.plan)
        self.refused = other.refused
        self.refused_with = other.refused_with
        self.prospects.asked = NONE

    def choose(self, s: State) -> i64:
        """A legal move."""
        phase = s.phase
        if phase in (OPENING, KEEPING):
            return self.prospects.keep(s)
        self.refresh(s)
        if phase == SECOND:
            self.wishes.gather(s, self.plan)
            return self.wishes.card(s, True)
        if phase == TUNNEL:
            return self.top_up(s)
        if phase == PICKING:
            return self.pick(s)
        return self.turn(s)

    def refresh(self, s: State) -> None:
        """Strike what is done from the plan; plan anew if something in it has become impossible."""
        t = self.t
        plan = self.plan
        seat = self.seat
        if plan.held == s.held[seat]:
            left: i64 = 0
            fine = True
            for i in range(plan.count):
                route = plan.routes[i]
                owner = s.owner[route]
                if owner == seat or (owner != NONE and t.travel_shared and t.way_shared[s.taken[route]]):
                    continue
                if open_way(t, s, self.p, seat, route) == NONE:
                    fine = False
                    break
                plan.routes[left] = route
                left += 1
            if fine:
                plan.count = left
                if left == 0 or s.phase != TURN or self.effort(s) <= turns_to_come(t, s, self.p):
                    return
        count: i64 = 0
        for ticket in range(t.tickets):
            if s.place[ticket] == seat:
                plan.tickets[count] = ticket
                count += 1
        make_plan(t, s, self.p, seat, plan, count)
        plan.held = s.held[seat]

    def effort(self, s: State) -> i64:
        """About how many tenths of turns the plan still takes."""
        t = self.t
        total: i64 = 0
        for i in range(self.plan.count):
            way = open_way(t, s, self.p, self.seat, self.plan.routes[i])
            total += self.p.turns[way] + 5 * missing(t, s, self.p, self.seat, way, richest(t, s, self.seat))
        return total

    def turn(self, s: State) -> i64:
        """Claim the route that is worth most, or collect for it; with no plan left, look for tickets too."""
        if s.turns_left > 0:
            return self.last_turn(s)
        if self.plan.count == 0:
            if self.plan.lost > 0 and self.t.builder >= 0:
                move = self.loose_ends.station(s, self.moves)
                if move != NONE:
                    return move
            if self.prospects.pay(s):
                return TICKETS
        self.wishes.gather(s, self.plan)
        move = self.finish_plan(s)
        if move != NONE:
            return move
        way = self.goal(s)
        if way == NONE:
            return self.draw(s)
        move = self.pay_for(s, way)
        if move == NONE:
            self.wishes.add(s, way)
            return self.draw(s)
        return move

    def finish_plan(self, s: State) -> i64:
        """Claim the last route of the plan if it can be paid for: what is done can't be taken away; -1 otherwise."""
        if self.plan.count != 1:
            return NONE
        way = open_way(self.t, s, self.p, self.seat, self.plan.routes[0])
        return NONE if way == NONE else self.pay_for(s, way)

    def goal(self, s: State) -> i64:
        """The way to take a route that is worth most, the plan and what is missing weighed in; -1 if none is left."""
        t = self.t
        p = self.p
        seat = self.seat
        plan = self.plan
        for i in range(plan.count):
            self.planned[plan.routes[i]] = 1
        limit = turns_to_come(t, s, p)
        rich = richest(t, s, seat)
        step = step_worth(t, s, p, seat)
        best: i64 = NONE
        most: i64 = NEVER
        for word in range(t.words):
            mask = s.open[seat * t.words + word]
            while mask:
                low = mask & -mask
                mask ^= low
                way = word * t.word + PLACES[low % PLACE_KEYS]
                cards = t.way_cards[way]
                value = 10 * t.way_points[way] + step * t.way_steps[way] - p.beliefs[SPENT] * cards
                route = t.way_route[way]
                if self.planned[route]:
                    value += (
                        p.beliefs[PLANNED]
                        + p.beliefs[PLANNED_CARD] * cards
                        + p.beliefs[CONTESTED] * self.rivals(s, route)
                    )
                if value <= most:
                    continue
                lacking = missing(t, s, p, seat, way, rich)
                if p.turns[way] + 5 * lacking > limit:
                    continue
                value -= p.beliefs[LACKING] * lacking
                if value > most:
                    most = value
                    best = way
        for i in range(plan.count):
            self.planned[plan.routes[i]] = 0
        return best

    def pay_for(self, s: State, way: i64) -> i64:
        """The payment for a way that hurts the plan least; -1 if the hand has none."""
        if self.t.way_route[way] == self.refused and s.hand_size[self.seat] <= self.refused_with:
            # Few cards about, the same few turned up: without more in hand this could go on for ever.
            return NONE
        self.wishes.hold_back(self.plan, way, -1)
        move = payment(self.t, s, self.p, self.seat, way, self.wishes.needed)
        if move == NONE and self.t.way_swap[way]:
            move = self.bundles(s, way)
        self.wishes.hold_back(self.plan, way, 1)
        return move

    def rivals(self, s: State, route: i64) -> i64:
        """How many routes of others touch the ends of a route."""
        t = self.t
        count: i64 = 0
        for end in range(2):
            city = t.route_a[route] if end == 0 else t.route_b[route]
            for i in range(t.city_start[city], t.city_start[city + 1]):
                owner = s.owner[t.city_routes[i]]
                if owner not in (NONE, self.seat):
                    count += 1
        return count

    def bundles(self, s: State, way: i64) -> i64:
        """Begin to pay with the fewest bundles, if cards that nobody needs suffice; -1 otherwise."""
        t = self.t
        seat = self.seat
        size = s.hand_size[seat]
        cards = t.way_cards[way]
        spare = size
        count = legal(t, s, seat, self.moves)
        for i in range(count):
            move = self.moves[i]
            if t.swap <= move < t.build and t.swap_way[move - t.swap] == way:
                n = t.swap_count[move - t.swap]
                if cards + (t.way_swap[way] - 1) * n <= spare and n <= 2 + s.hand_size[seat] // 12:
                    return move
                return NONE
        return NONE

    def draw(self, s: State) -> i64:
        """Draw a card towards the plan; if no card is to be had, whatever else there is."""
        if s.deck_left > 0 or s.discard_left > 0 or s.gaps < self.t.face_up:
            return self.wishes.card(s, False)
        return self.anything(s)

    def anything(self, s: State) -> i64:
        """No card is left: claim anything, draw tickets, or pass."""
        count = legal(self.t, s, self.seat, self.moves)
        best: i64 = self.moves[0]
        most: i64 = NEVER
        for i in range(count):
            move = self.moves[i]
            if self.t.claim <= move < self.t.swap:
                worth = self.p.worth[self.t.row_way[move - self.t.claim]]
                if worth > most:
                    most = worth
                    best = move
        return best

    def last_turn(self, s: State) -> i64:
        """Whatever brings most at once."""
        move = self.loose_ends.finish(s, self.moves)
        if move != NONE:
            return move
        self.wishes.gather(s, self.plan)
        return self.draw(s)

    def top_up(self, s: State) -> i64:
        """Pay for a tunnel with as few wilds as possible, if it can be paid."""
        count = legal(self.t, s, self.seat, self.moves)
        if count > 1:
            return self.moves[1]
        self.refused = self.t.way_route[s.way]
        self.refused_with = s.hand_size[self.seat]
        for kind in range(self.t.kinds):
            self.refused_with += s.laid[kind]
        return REFUSE

    def pick(self, s: State) -> i64:
        """The next card of a payment with bundles: of the kind that can best be spared."""
        t = self.t
        self.wishes.gather(s, self.plan)
        count = legal(t, s, self.seat, self.moves)
        best: i64 = self.moves[0]
        most: i64 = NEVER
        for i in range(count):
            kind = self.moves[i] - t.pick
            spare = s.hands[self.seat * t.kinds + kind] - s.laid[kind] - self.wishes.needed[kind]
            if kind == WILD:
                spare -= 20
            if spare > most:
                most = spare
                best = self.moves[i]
        return best
