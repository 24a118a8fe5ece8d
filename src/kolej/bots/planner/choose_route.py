"""Which route to go for."""

from kolej.bots.planner.network_plan import Plan
from kolej.bots.planner.valuation import (
    CONTESTED,
    LACKING,
    NEVER,
    PLANNED,
    PLANNED_CARD,
    Prices,
    missing,
    race_is_close,
)
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import PLACE_KEYS, PLACES, Tables


class Goals:
    """One seat's eye for routes."""

    t: Tables
    p: Prices
    seat: i64
    planned_worth: i64

    def __init__(self, t: Tables, p: Prices, seat: int) -> None:
        self.t = t
        self.p = p
        self.seat = seat
        self.planned_worth = NEVER

    def best(self, s: State, plan: Plan, limit: i64, rich: i64) -> i64:
        """The way to take a route that is worth most, the plan and what is missing weighed in; -1 if none is left.

        Of equals the first. What is planned comes first, then sorts by their worth: to be planned makes nothing worth
        less, and to lack cards makes nothing worth more, so that the rest can't be better once one sort is not.
        """
        t = self.t
        p = self.p
        seat = self.seat
        words = t.words
        opened = s.open
        members = p.sorts.members
        table: i64 = 0
        if race_is_close(t, s, seat):
            table = p.sorts.count
        best = self.planned(s, plan, limit, rich, table)
        most = self.planned_worth
        for i in range(table, table + p.sorts.count):
            sort = p.ranked[i]
            worth = p.value[table + sort]
            if worth < most:
                break
            for word in range(words):
                mask = opened[seat * words + word] & members[sort * words + word]
                if not mask:
                    continue
                way = word * t.word + PLACES[(mask & -mask) % PLACE_KEYS]
                lacking = missing(t, s, p, seat, way, rich)
                worth -= p.beliefs[LACKING] * lacking
                if (worth > most or (worth == most and way < best)) and p.turns[way] + 5 * lacking <= limit:
                    most = worth
                    best = way
                # The others of the sort are no better.
                break
        return best

    def planned(self, s: State, plan: Plan, limit: i64, rich: i64, table: i64) -> i64:
        """The best way to take a route of the plan, -1 if none can be taken in time; `planned_worth` says its worth."""
        t = self.t
        p = self.p
        seat = self.seat
        best: i64 = NONE
        most: i64 = NEVER
        for i in range(plan.count):
            route = plan.routes[i]
            for way in range(p.way_start[route], p.way_start[route + 1]):
                if not s.open[seat * t.words + p.word[way]] & p.bit[way]:
                    continue
                lacking = missing(t, s, p, seat, way, rich)
                if p.turns[way] + 5 * lacking > limit:
                    continue
                worth = p.value[table + p.sorts.of[way]] + p.beliefs[PLANNED] - p.beliefs[LACKING] * lacking
                worth += p.beliefs[PLANNED_CARD] * t.way_cards[way] + p.beliefs[CONTESTED] * self.rivals(s, route)
                if worth > most or (worth == most and way < best):
                    most = worth
                    best = way
        self.planned_worth = most
        return best

    def rivals(self, s: State, route: i64) -> i64:
        """How many routes of others touch the ends of a route."""
        t = self.t
        owner = s.owner
        count: i64 = 0
        for end in range(2):
            city = t.route_a[route] if end == 0 else t.route_b[route]
            for i in range(t.city_start[city], t.city_start[city + 1]):
                whose = owner[t.city_routes[i]]
                if whose not in (NONE, self.seat):
                    count += 1
        return count
