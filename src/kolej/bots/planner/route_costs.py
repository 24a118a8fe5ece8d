"""The board as one seat sees it when it plans: what every route would cost, what is joined, what leads where."""

from typing import Final

from kolej.bots.planner.path_cache import BARE, Recall
from kolej.bots.planner.valuation import Prices, richest, shortfall
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import PLACE_KEYS, PLACES, Tables
from kolej.engine.scoring.network import may_travel, root

FAR: Final = 1_000_000


class Ground:
    """Room for one seat's planning, used again and again: planning makes no vectors."""

    t: Tables
    p: Prices
    seat: i64
    cost: Ints
    """What every route costs: nothing if the seat may travel it already or plans to, -1 if it is closed."""
    network: Ints
    """For each city, the one that stands for all that are joined with it already."""
    parent: Ints
    """Which cities are joined already or by the plan in the making: ask `root`."""
    dist: Ints
    via: Ints
    """How far each city is from where `reach` began, if within its bound, and the last route on the way to it."""
    edge: Ints
    """Cities that `reach` has seen the way to, and not yet gone on from."""
    gap: Ints
    """How far these are, and which place each has among them."""
    place: Ints
    fresh: Ints
    """Per sort, what it costs with the hand of the moment."""
    recall: Recall
    stage: i64
    """How far a plan has been carried out on this ground."""

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.cost = zeros(t.routes)
        self.network = zeros(t.cities)
        self.parent = zeros(t.cities)
        self.dist = zeros(t.cities)
        self.via = zeros(t.cities)
        self.edge = zeros(t.cities)
        self.gap = zeros(t.cities)
        self.place = zeros(t.cities)
        self.fresh = zeros(p.sorts.count)
        self.recall = Recall(t.cities)
        self.stage = BARE

    def survey(self, s: State) -> None:
        """Look at the whole board: what belongs to the seat, and what the rest would cost it."""
        t = self.t
        seat = self.seat
        cost = self.cost
        network = self.network
        owner = s.owner
        for city in range(t.cities):
            network[city] = city
        for route in range(t.routes):
            cost[route] = NONE
            if owner[route] != NONE and may_travel(t, s, seat, route):
                cost[route] = 0
                network[root(network, t.route_a[route])] = root(network, t.route_b[route])
        for city in range(t.cities):
            network[city] = root(network, city)
        self.price_sorts(s)
        fresh = self.fresh
        sort_of = self.p.sorts.of
        way_route = t.way_route
        for word in range(t.words):
            mask = s.open[seat * t.words + word]
            first = word * t.word
            while mask:
                low = mask & -mask
                mask ^= low
                way = first + PLACES[low % PLACE_KEYS]
                cost[way_route[way]] = fresh[sort_of[way]]
        self.recall.clear()

    def price_sorts(self, s: State) -> None:
        """Reckon what the sorts cost with the cards in hand."""
        t = self.t
        sorts = self.p.sorts
        cards = sorts.cards
        fewest = sorts.fewest
        wild = sorts.wild
        only = sorts.only
        cost = self.p.cost
        fresh = self.fresh
        hands = s.hands
        hand = self.seat * t.kinds
        rich = richest(t, s, self.seat)
        span = t.longest + 1
        row: i64 = 0
        if s.track[self.seat] == 0:
            row = sorts.count * span
        for sort in range(sorts.count):
            wilds: i64 = 0
            if wild[sort]:
                wilds = hands[hand]
            most = rich
            if only[sort] != NONE:
                most = hands[hand + only[sort]]
            fresh[sort] = cost[row + shortfall(cards[sort], fewest[sort], most, wilds)]
            row += span

    def begin(self) -> None:
        """Plan from what is joined already."""
        self.stage = BARE
        for city in range(self.t.cities):
            self.parent[city] = self.network[city]

    def apart(self, a: i64, b: i64) -> bool:
        """Whether two cities are still to be joined."""
        return root(self.parent, a) != root(self.parent, b)

    def join(self, route: i64) -> None:
        """Count a route as taken from now on."""
        self.cost[route] = 0
        parent = self.parent
        parent[root(parent, self.t.route_a[route])] = root(parent, self.t.route_b[route])

    def seek(self, ticket: i64) -> i64:
        """The stage after a ticket's cheapest way, whose routes `recall` has, from its second city to its first."""
        recall = self.recall
        after = recall.find(self.stage, ticket)
        if after != NONE:
            return after
        t = self.t
        after = recall.add(self.stage, ticket)
        a = t.ticket_a[ticket]
        city = t.ticket_b[ticket]
        if self.reach(a, city, FAR) < 0:
            recall.length[after] = NONE
            return after
        first = after * recall.room
        count: i64 = 0
        while city != a:
            route = self.via[city]
            if self.cost[route] > 0:
                recall.routes[first + count] = route
                count += 1
            city = t.route_a[route] + t.route_b[route] - city
        recall.length[after] = count
        return after

    def reach(self, source: i64, target: i64, bound: i64) -> i64:
        """The cost of the cheapest way from one city to another, -1 if none costs at most `bound`; `via` leads back."""
        t = self.t
        dist = self.dist
        via = self.via
        edge = self.edge
        gap = self.gap
        place = self.place
        cost = self.cost
        city_start = t.city_start
        city_routes = t.city_routes
        city_ends = t.city_ends
        for city in range(t.cities):
            dist[city] = FAR
        dist[source] = 0
        via[source] = NONE
        edge[0] = source
        gap[0] = 0
        waiting: i64 = 1
        while waiting > 0:
            # So few cities wait at a time that looking through them is quicker than keeping them in order.
            at: i64 = 0
            least = gap[0]
            for i in range(1, waiting):
                if gap[i] < least:
                    least = gap[i]
                    at = i
            if least > bound:
                return -1
            nearest = edge[at]
            if nearest == target:
                return least
            waiting -= 1
            last = edge[waiting]
            edge[at] = last
            gap[at] = gap[waiting]
            place[last] = at
            for i in range(city_start[nearest], city_start[nearest + 1]):
                route = city_routes[i]
                price = cost[route]
                other = city_ends[i]
                # Nothing costs less than nothing: a city that has been gone on from is never nearer than before.
                if price >= 0 and least + price < dist[other]:
                    if dist[other] == FAR:
                        edge[waiting] = other
                        place[other] = waiting
                        waiting += 1
                    dist[other] = least + price
                    gap[place[other]] = least + price
                    via[other] = route
        return -1
