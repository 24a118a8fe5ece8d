"""How the planner decides: reads only what its seat may know of a state, be it imagined or made from a view."""

from kolej.bots.planner.choose_card import Wishes
from kolej.bots.planner.choose_route import Goals
from kolej.bots.planner.choose_tickets import Prospects
from kolej.bots.planner.endgame import LooseEnds
from kolej.bots.planner.network_plan import Plan, make_plan, turns_to_come
from kolej.bots.planner.route_costs import Ground
from kolej.bots.planner.valuation import NEVER, Prices, missing, open_way, payment, richest
from kolej.engine.core.cards import WILD
from kolej.engine.core.legal import fewest_bundles, legal, most_bundles, picks, top_ups
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import KEEPING, NONE, OPENING, PICKING, SECOND, TUNNEL, TURN, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import REFUSE, TICKETS, Tables
from kolej.engine.scoring.network import may_travel


class Mind:
    """One seat's planner: the plan it follows, and room to think."""

    t: Tables
    p: Prices
    seat: i64
    ground: Ground
    plan: Plan
    wishes: Wishes
    prospects: Prospects
    loose_ends: LooseEnds
    goals: Goals
    moves: Ints
    refused: i64
    """A route whose tunnel cost too much, and how many cards the seat had then; tried again with more."""
    refused_with: i64

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.ground = Ground(t, p, seat)
        self.plan = Plan(t)
        self.wishes = Wishes(t, p, seat)
        self.prospects = Prospects(t, p, seat, self.ground)
        self.loose_ends = LooseEnds(t, p, seat)
        self.goals = Goals(t, p, seat)
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
        stands = plan.held == s.held[seat] and self.strike(s)
        if stands and (plan.count == 0 or s.phase != TURN):
            return
        limit = turns_to_come(t, s, self.p)
        if stands and self.effort(s) <= limit:
            return
        place = s.place
        count: i64 = 0
        for ticket in range(t.tickets):
            if place[ticket] == seat:
                plan.tickets[count] = ticket
                count += 1
        self.ground.survey(s)
        make_plan(s, self.ground, plan, count, limit)
        plan.held = s.held[seat]

    def strike(self, s: State) -> bool:
        """Strike what is done from the plan; False if something in it has become impossible."""
        t = self.t
        plan = self.plan
        seat = self.seat
        left: i64 = 0
        for i in range(plan.count):
            route = plan.routes[i]
            if may_travel(t, s, seat, route):
                continue
            way = open_way(t, s, self.p, seat, route)
            if way == NONE:
                return False
            plan.routes[left] = route
            plan.ways[left] = way
            left += 1
        plan.count = left
        return True

    def effort(self, s: State) -> i64:
        """About how many tenths of turns the plan still takes."""
        t = self.t
        plan = self.plan
        rich = richest(t, s, self.seat)
        total: i64 = 0
        for i in range(plan.count):
            way = plan.ways[i]
            total += self.p.turns[way] + 5 * missing(t, s, self.p, self.seat, way, rich)
        return total

    def turn(self, s: State) -> i64:
        """Claim the route that is worth most, or collect for it; with no plan left, look for tickets too."""
        if s.turns_left > 0:
            return self.last_turn(s)
        limit = turns_to_come(self.t, s, self.p)
        if self.plan.count == 0:
            if self.plan.lost > 0 and self.t.builder >= 0:
                move = self.loose_ends.station(s)
                if move != NONE:
                    return move
            if self.prospects.pay(s, limit):
                return TICKETS
        self.wishes.gather(s, self.plan)
        move = self.finish_plan(s)
        if move != NONE:
            return move
        rich = richest(self.t, s, self.seat)
        way = self.goals.best(s, self.plan, limit, rich)
        if way == NONE:
            return self.draw(s)
        move = self.pay_for(s, way)
        if move == NONE:
            self.wishes.add(s, way, rich)
            return self.draw(s)
        return move

    def finish_plan(self, s: State) -> i64:
        """Claim the last route of the plan if it can be paid for: what is done can't be taken away; -1 otherwise."""
        if self.plan.count != 1:
            return NONE
        return self.pay_for(s, self.plan.ways[0])

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

    def bundles(self, s: State, way: i64) -> i64:
        """Begin to pay with the fewest bundles, if cards that nobody needs suffice; -1 otherwise."""
        t = self.t
        size = s.hand_size[self.seat]
        n = fewest_bundles(t, s, self.seat, way)
        if n > most_bundles(t, s, self.seat, way) or n > 2 + size // 12:
            return NONE
        return t.way_swap_base[way] + n

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
        if top_ups(self.t, s, self.seat, self.moves) > 1:
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
        count = picks(t, s, self.seat, self.moves)
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
