"""Route costs: what every route costs one seat now, which cities it has connected, and cheapest paths."""

from typing import Final

from kolej.bots.planner.path_cache import START, PathCache
from kolej.bots.planner.valuation import Valuation, most_of_one_color, shortfall
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import PLACE_KEYS, PLACES, RuleTables
from kolej.engine.scoring.network import may_travel, root

FAR: Final = 1_000_000


class RouteCosts:
    """The costs for one seat. Its vectors are reused: planning allocates none."""

    t: RuleTables
    valuation: Valuation
    seat: i64
    cost: Ints
    """The cost of every route in tenths of turns: 0 if the seat may travel it already or plans to, -1 if it is
    closed."""
    network: Ints
    """For each city, the one that represents all cities connected with it already."""
    parent: Ints
    """The same with the plan in the making, as a disjoint-set forest: read it with `root`."""
    distance: Ints
    via: Ints
    """How far each city is from the source of `path_cost`, if within its bound, and the last route on the path."""
    frontier: Ints
    """Cities that `path_cost` has reached and not yet expanded, their distances, and the place of each city among
    them."""
    frontier_distance: Ints
    frontier_place: Ints
    class_cost: Ints
    """What each claim class costs with the present hand."""
    cache: PathCache
    stage: i64
    """The stage of the cache that stands for the paths planned so far."""

    def __init__(self, t: RuleTables, valuation: Valuation, seat: int) -> None:
        self.t = t
        self.valuation = valuation
        self.seat = seat
        self.cost = zeros(t.routes)
        self.network = zeros(t.cities)
        self.parent = zeros(t.cities)
        self.distance = zeros(t.cities)
        self.via = zeros(t.cities)
        self.frontier = zeros(t.cities)
        self.frontier_distance = zeros(t.cities)
        self.frontier_place = zeros(t.cities)
        self.class_cost = zeros(valuation.classes.count)
        self.cache = PathCache(t.cities)
        self.stage = START

    def update(self, s: State) -> None:
        """Compute the costs and the network of the seat from a state."""
        t = self.t
        seat = self.seat
        cost = self.cost
        network = self.network
        owner = s.owner
        for city in range(t.cities):
            network[city] = city
        for route in range(t.routes):
            cost[route] = NONE
            if owner[route] != NONE and may_travel(t, seat, s.owner[route], s.taken[route]):
                cost[route] = 0
                network[root(network, t.route_a[route])] = root(network, t.route_b[route])
        for city in range(t.cities):
            network[city] = root(network, city)
        self.update_class_costs(s)
        class_cost = self.class_cost
        class_of = self.valuation.classes.class_of
        option_route = t.option_route
        for word in range(t.words):
            mask = s.open[seat * t.words + word]
            first = word * t.word
            while mask:
                low = mask & -mask
                mask ^= low
                option = first + PLACES[low % PLACE_KEYS]
                cost[option_route[option]] = class_cost[class_of[option]]
        self.cache.clear()

    def update_class_costs(self, s: State) -> None:
        """Compute what the claim classes cost with the cards in hand."""
        t = self.t
        classes = self.valuation.classes
        cards = classes.cards
        fewest_wilds = classes.fewest_wilds
        wild_allowed = classes.wild_allowed
        only_color = classes.only_color
        cost = self.valuation.class_cost
        class_cost = self.class_cost
        hands = s.hands
        hand = self.seat * t.kinds
        most_cards = most_of_one_color(t, s, self.seat)
        span = t.longest + 1
        start: i64 = 0
        if s.track[self.seat] == 0:
            start = classes.count * span
        for claim_class in range(classes.count):
            wilds: i64 = 0
            if wild_allowed[claim_class]:
                wilds = hands[hand]
            most = most_cards
            if only_color[claim_class] != NONE:
                most = hands[hand + only_color[claim_class]]
            lacking = shortfall(cards[claim_class], fewest_wilds[claim_class], most, wilds)
            class_cost[claim_class] = cost[start + lacking]
            start += span

    def begin_plan(self) -> None:
        """Start a plan from what is connected already."""
        self.stage = START
        for city in range(self.t.cities):
            self.parent[city] = self.network[city]

    def connected(self, a: i64, b: i64) -> bool:
        """Whether two cities are connected, by routes of the seat or of the plan in the making."""
        return root(self.parent, a) == root(self.parent, b)

    def add_route(self, route: i64) -> None:
        """Add a route to the plan in the making: it costs nothing from now on."""
        self.cost[route] = 0
        parent = self.parent
        parent[root(parent, self.t.route_a[route])] = root(parent, self.t.route_b[route])

    def find_path(self, ticket: i64) -> i64:
        """The stage after a ticket's cheapest path; `cache` holds its routes, from the second city to the first."""
        cache = self.cache
        after = cache.find(self.stage, ticket)
        if after != NONE:
            return after
        t = self.t
        after = cache.add(self.stage, ticket)
        a = t.ticket_a[ticket]
        city = t.ticket_b[ticket]
        if self.path_cost(a, city, FAR) < 0:
            cache.length[after] = NONE
            return after
        first = after * cache.path_capacity
        count: i64 = 0
        while city != a:
            route = self.via[city]
            if self.cost[route] > 0:
                cache.routes[first + count] = route
                count += 1
            city = t.route_a[route] + t.route_b[route] - city
        cache.length[after] = count
        return after

    def path_cost(self, source: i64, target: i64, bound: i64) -> i64:
        """The cost of the cheapest path between two cities (Dijkstra's algorithm); -1 if none costs at most `bound`.

        `via` leads back from the target. With the target -1 all cities within the bound are reached.
        """
        t = self.t
        distance = self.distance
        via = self.via
        frontier = self.frontier
        frontier_distance = self.frontier_distance
        frontier_place = self.frontier_place
        cost = self.cost
        city_start = t.city_start
        city_routes = t.city_routes
        city_ends = t.city_ends
        for city in range(t.cities):
            distance[city] = FAR
        distance[source] = 0
        via[source] = NONE
        frontier[0] = source
        frontier_distance[0] = 0
        size: i64 = 1
        while size > 0:
            # The frontier is so small that a linear search is faster than a heap.
            at: i64 = 0
            least = frontier_distance[0]
            for i in range(1, size):
                if frontier_distance[i] < least:
                    least = frontier_distance[i]
                    at = i
            if least > bound:
                return -1
            nearest = frontier[at]
            if nearest == target:
                return least
            size -= 1
            last = frontier[size]
            frontier[at] = last
            frontier_distance[at] = frontier_distance[size]
            frontier_place[last] = at
            for i in range(city_start[nearest], city_start[nearest + 1]):
                route = city_routes[i]
                step = cost[route]
                other = city_ends[i]
                # No cost is negative, so that a city which was expanded never becomes nearer.
                if step >= 0 and least + step < distance[other]:
                    if distance[other] == FAR:
                        frontier[size] = other
                        frontier_place[other] = size
                        size += 1
                    distance[other] = least + step
                    frontier_distance[frontier_place[other]] = least + step
                    via[other] = route
        return -1
