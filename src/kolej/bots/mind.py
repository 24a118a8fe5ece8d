"""How the planner decides: reads only what its seat may know of a state, be it imagined or made from a view."""

from typing import Final

from kolej.bots.plan import Plan, make_plan, price_routes, reach, turns_to_come
from kolej.bots.prices import (
    CONTESTED,
    LACKING,
    PLANNED,
    PLANNED_CARD,
    SPENT,
    TICKET_MARGIN,
    TICKET_TURNS,
    TURN_WORTH,
    Prices,
    missing,
    open_way,
    payment,
    richest,
    step_worth,
)
from kolej.engine.cards import WILD
from kolej.engine.flat import zeros
from kolej.engine.graph import joined, root
from kolej.engine.ints import Ints, i64
from kolej.engine.legal import legal
from kolej.engine.state import KEEPING, NONE, OPENING, PICKING, SECOND, TUNNEL, TURN, State
from kolej.engine.tables import BITS, BLIND, PASS, PLACE_KEYS, PLACES, REFUSE, TAKE, TICKETS, Tables

NEVER: Final = -1_000_000_000_000


class Mind:
    """One seat's planner: the plan it follows, and room to think."""

    t: Tables
    p: Prices
    seat: i64
    plan: Plan
    trial: Plan
    needed: Ints
    desire: Ints
    planned: Ints
    """Per route, whether the plan wants it; all zero between thoughts."""
    moves: Ints
    ends: Ints
    open_tickets: i64
    refused: i64
    """A route whose tunnel cost too much, and how many cards the seat had then; tried again with more."""
    refused_with: i64
    asked: i64
    """How many routes were taken when tickets were last thought of, and what came of it."""
    hoped: i64

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.plan = Plan(t)
        self.trial = Plan(t)
        self.needed = zeros(t.kinds)
        self.desire = zeros(t.kinds)
        self.planned = zeros(t.routes)
        self.moves = zeros(t.moves)
        self.ends = zeros(3 * t.tickets)
        self.open_tickets = 0
        self.refused = NONE
        self.refused_with = 0
        self.asked = NONE
        self.hoped = 0

    def forget(self) -> None:
        """Think anew at the next choice."""
        self.plan.held = NONE
        self.refused = NONE
        self.asked = NONE

    def follow(self, other: "Mind") -> None:
        """Take another mind's plan over."""
        self.plan.take_over(other.plan)
        self.refused = other.refused
        self.refused_with = other.refused_with
        self.asked = NONE

    def choose(self, s: State) -> i64:
        """A legal move."""
        phase = s.phase
        if phase in (OPENING, KEEPING):
            return self.keep(s)
        self.refresh(s)
        if phase == SECOND:
            self.want(s)
            return self.card(s, True)
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

    def keep(self, s: State) -> i64:
        """Keep the tickets that are worth most together with those held already."""
        t = self.t
        seat = self.seat
        trial = self.trial
        least = t.opening_keep if s.phase == OPENING else t.play_keep
        offered = s.offered[seat]
        if least > offered:
            least = offered
        start = seat * t.most_offer
        best: i64 = 0
        most: i64 = NEVER
        for places in range(1, BITS[offered]):
            count: i64 = 0
            for i in range(offered):
                if places & BITS[i]:
                    trial.tickets[count] = s.offer[start + i]
                    count += 1
            if count < least:
                continue
            for ticket in range(t.tickets):
                if s.place[ticket] == seat:
                    trial.tickets[count] = ticket
                    count += 1
            make_plan(t, s, self.p, seat, trial, count)
            if trial.value > most:
                most = trial.value
                best = places
        return t.keep + best

    def turn(self, s: State) -> i64:
        """Claim the route that is worth most, or collect for it; with no plan left, look for tickets too."""
        if s.turns_left > 0:
            return self.last_turn(s)
        if self.plan.count == 0:
            if self.plan.lost > 0 and self.t.builder >= 0:
                move = self.station(s)
                if move != NONE:
                    return move
            if self.tickets_pay(s):
                return TICKETS
        self.want(s)
        move = self.finish_plan(s)
        if move != NONE:
            return move
        way = self.goal(s)
        if way == NONE:
            return self.draw(s)
        move = self.pay_for(s, way)
        if move == NONE:
            self.want_way(s, way)
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
        self.hold_back(way, -1)
        move = payment(self.t, s, self.p, self.seat, way, self.needed)
        if move == NONE and self.t.way_swap[way]:
            move = self.bundles(s, way)
        self.hold_back(way, 1)
        return move

    def want(self, s: State) -> None:
        """Reckon which colours the plan needs, and how much it wants the next card of each."""
        t = self.t
        p = self.p
        seat = self.seat
        needed = self.needed
        desire = self.desire
        for kind in range(t.kinds):
            needed[kind] = 0
            desire[kind] = 0
        plan = self.plan
        for i in range(plan.count):
            way = open_way(t, s, p, seat, plan.routes[i])
            color = self.p.only[way]
            if color != NONE:
                needed[color] += t.way_cards[way] - p.fewest[way]
            needed[WILD] += p.fewest[way]
        for i in range(plan.count):
            way = open_way(t, s, p, seat, plan.routes[i])
            self.want_way(s, way)

    def want_way(self, s: State, way: i64) -> None:
        """Add one route's wishes."""
        t = self.t
        seat = self.seat
        hand = seat * t.kinds
        lacking = missing(t, s, self.p, seat, way, richest(t, s, seat))
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

    def hold_back(self, way: i64, sign: i64) -> None:
        """Leave a way's own needs out of the needs while it is being paid for."""
        if not self.wanted_by_plan(way):
            return
        color = self.p.only[way]
        if color != NONE:
            self.needed[color] += sign * (self.t.way_cards[way] - self.p.fewest[way])

    def wanted_by_plan(self, way: i64) -> bool:
        """Whether a way's route is part of the plan."""
        route = self.t.way_route[way]
        for i in range(self.plan.count):
            if self.plan.routes[i] == route:
                return True
        return False

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
            return self.card(s, False)
        return self.anything(s)

    def card(self, s: State, second: bool) -> i64:
        """The card that is wanted most, from the display or from the deck."""
        t = self.t
        best: i64 = NONE
        most: i64 = 0
        alone = t.wild_alone != 0
        for kind in range(t.kinds):
            if s.face[kind] == 0 or (second and kind == WILD and alone):
                continue
            wish = self.desire[kind]
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

    def tickets_pay(self, s: State) -> bool:
        """Whether new tickets are likely to bring more than they cost."""
        t = self.t
        p = self.p
        if s.pile_left + s.group_left + len(s.tail) == 0:
            return False
        limit = turns_to_come(t, s, p)
        if limit < p.beliefs[TICKET_TURNS]:
            return False
        taken: i64 = 0
        for route in range(t.routes):
            if s.owner[route] == self.seat:
                taken += 1
        taken += 1000 * s.held[self.seat]
        if self.asked != taken:
            self.asked = taken
            self.hoped = self.hope(s, limit)
        return self.hoped > p.beliefs[TICKET_MARGIN]

    def hope(self, s: State, limit: i64) -> i64:
        """What the best of the next tickets is worth on average, in tenths of points."""
        t = self.t
        p = self.p
        seat = self.seat
        trial = self.trial
        price_routes(t, s, p, seat, trial.cost)
        parent = joined(t, s, seat)
        # One search from the seat's own network serves all tickets: what joins both cities to it joins them.
        reach(t, trial, self.heart(s), NONE)
        dist = trial.dist
        gains = trial.tickets
        count: i64 = 0
        for ticket in range(t.tickets):
            # What others hold is not known: any ticket that is not one's own may come.
            if s.place[ticket] == seat or t.ticket_deck[ticket] != t.play_deck:
                continue
            a = t.ticket_a[ticket]
            b = t.ticket_b[ticket]
            gain = 10 * t.ticket_points[ticket]
            if root(parent, a) != root(parent, b):
                cost = dist[a] + dist[b]
                if cost + 10 > limit:
                    gain = -gain
                else:
                    gain -= cost * p.beliefs[TURN_WORTH] // 10
            at = count
            while at > 0 and gains[at - 1] > gain:
                gains[at] = gains[at - 1]
                at -= 1
            gains[at] = gain
            count += 1
        if count < 3:
            return NEVER
        total: i64 = 0
        ways: i64 = 0
        for i in range(2, count):
            weight = i * (i - 1) // 2
            total += gains[i] * weight
            ways += weight
        return total // ways - p.beliefs[TURN_WORTH]

    def heart(self, s: State) -> i64:
        """A city of the seat's network: an end of its longest route; any city if it has none."""
        t = self.t
        city: i64 = 0
        longest: i64 = 0
        for route in range(t.routes):
            if s.owner[route] == self.seat and t.route_length[route] > longest:
                longest = t.route_length[route]
                city = t.route_a[route]
        return city

    def last_turn(self, s: State) -> i64:
        """Whatever brings most at once."""
        t = self.t
        seat = self.seat
        parent = joined(t, s, seat)
        self.list_open_tickets(s, parent)
        count = legal(t, s, seat, self.moves)
        best: i64 = NONE
        most: i64 = 0
        for i in range(count):
            move = self.moves[i]
            if t.claim <= move < t.swap:
                way = t.row_way[move - t.claim]
                value = 10 * t.way_points[way] + 10 * t.way_steps[way] - t.row_wilds[move - t.claim]
                if t.way_steps[way] and s.track[seat] == 0:
                    value += 150
                route = t.way_route[way]
                value += 20 * self.joins(parent, t.route_a[route], t.route_b[route])
                if t.way_reveals[way]:
                    value = value * 2 // 3
            elif move >= t.build:
                value = 20 * self.borrowing(s, parent, (move - t.build) % t.cities) - 40
            elif t.swap <= move < t.build:
                way = t.swap_way[move - t.swap]
                route = t.way_route[way]
                value = 10 * t.way_points[way] + 20 * self.joins(parent, t.route_a[route], t.route_b[route])
            else:
                continue
            if value > most:
                most = value
                best = move
        if best != NONE:
            return best
        self.want(s)
        return self.draw(s)

    def station(self, s: State) -> i64:
        """Build where a borrowed route completes a ticket that was given up; -1 if that does not pay."""
        t = self.t
        seat = self.seat
        if s.supply[seat * t.piece_kinds + t.builder] == 0:
            return NONE
        parent = joined(t, s, seat)
        self.list_open_tickets(s, parent)
        count = legal(t, s, seat, self.moves)
        best: i64 = NONE
        most = 40 + self.p.beliefs[TURN_WORTH]
        for i in range(count):
            move = self.moves[i]
            if move >= t.build:
                value = 20 * self.borrowing(s, parent, (move - t.build) % t.cities)
                if value > most:
                    most = value
                    best = move
        return best

    def list_open_tickets(self, s: State, parent: Ints) -> None:
        """Note the tickets that are still to be completed, by the parts of the network they would join."""
        t = self.t
        count: i64 = 0
        for ticket in range(t.tickets):
            if s.place[ticket] == self.seat:
                x = root(parent, t.ticket_a[ticket])
                y = root(parent, t.ticket_b[ticket])
                if x != y:
                    self.ends[3 * count] = x
                    self.ends[3 * count + 1] = y
                    self.ends[3 * count + 2] = t.ticket_points[ticket]
                    count += 1
        self.open_tickets = count

    def joins(self, parent: Ints, a: i64, b: i64) -> i64:
        """Points of the noted tickets that joining two cities would complete."""
        if self.open_tickets == 0:
            return 0
        one = root(parent, a)
        two = root(parent, b)
        points: i64 = 0
        for i in range(self.open_tickets):
            x = self.ends[3 * i]
            y = self.ends[3 * i + 1]
            if (x == one and y == two) or (x == two and y == one):
                points += self.ends[3 * i + 2]
        return points

    def borrowing(self, s: State, parent: Ints, city: i64) -> i64:
        """Points of the tickets that the best route borrowed at a city would complete."""
        t = self.t
        most: i64 = 0
        for i in range(t.city_start[city], t.city_start[city + 1]):
            route = t.city_routes[i]
            if s.owner[route] != NONE and s.owner[route] != self.seat:
                points = self.joins(parent, t.route_a[route], t.route_b[route])
                if points > most:
                    most = points
        return most

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
        self.want(s)
        count = legal(t, s, self.seat, self.moves)
        best: i64 = self.moves[0]
        most: i64 = NEVER
        for i in range(count):
            kind = self.moves[i] - t.pick
            spare = s.hands[self.seat * t.kinds + kind] - s.laid[kind] - self.needed[kind]
            if kind == WILD:
                spare -= 20
            if spare > most:
                most = spare
                best = self.moves[i]
        return best
