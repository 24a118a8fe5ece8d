"""Choice of a route: which one to claim, or to collect cards for."""

from kolej.bots.planner.network_plan import NetworkPlan
from kolej.bots.planner.valuation import NEVER, Valuation, missing_cards, race_is_close
from kolej.engine.core.state import NONE, State
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import PLACE_KEYS, PLACES, RuleTables


class RouteChooser:
    """Chooses routes for one seat."""

    t: RuleTables
    valuation: Valuation
    seat: i64
    planned_worth: i64

    def __init__(self, t: RuleTables, valuation: Valuation, seat: int) -> None:
        self.t = t
        self.valuation = valuation
        self.seat = seat
        self.planned_worth = NEVER

    def best(self, s: State, plan: NetworkPlan, limit: i64, most_cards: i64) -> i64:
        """The claim option that is worth most, counting the plan and missing cards; the first of equals, -1 if none.

        Planned routes are looked at first, then the claim classes by value. Being planned makes no option worth less
        and missing cards make none worth more, so that the search can stop at the first class that is worth less.
        """
        t = self.t
        valuation = self.valuation
        seat = self.seat
        words = t.words
        opened = s.open
        members = valuation.classes.members
        missing_card_cost = valuation.weights.missing_card_cost
        table: i64 = 0
        if race_is_close(t, s, seat):
            table = valuation.classes.count
        best = self.best_planned(s, plan, limit, most_cards, table)
        most = self.planned_worth
        for i in range(table, table + valuation.classes.count):
            claim_class = valuation.class_ranking[i]
            worth = valuation.class_value[table + claim_class]
            if worth < most:
                break
            for word in range(words):
                mask = opened[seat * words + word] & members[claim_class * words + word]
                if not mask:
                    continue
                option = word * t.word + PLACES[(mask & -mask) % PLACE_KEYS]
                lacking = missing_cards(t, s, valuation, seat, option, most_cards)
                worth -= missing_card_cost * lacking
                turns = valuation.turns[option] + 5 * lacking
                if turns <= limit and (worth > most or (worth == most and option < best)):
                    most = worth
                    best = option
                # The other options of the class are no better.
                break
        return best

    def best_planned(self, s: State, plan: NetworkPlan, limit: i64, most_cards: i64, table: i64) -> i64:
        """The best claim option for a route of the plan, -1 if none can be claimed in time; sets `planned_worth`."""
        t = self.t
        valuation = self.valuation
        weights = valuation.weights
        seat = self.seat
        best: i64 = NONE
        most: i64 = NEVER
        for i in range(plan.count):
            route = plan.routes[i]
            for option in range(valuation.option_start[route], valuation.option_start[route + 1]):
                if not s.open[seat * t.words + valuation.open_word[option]] & valuation.open_bit[option]:
                    continue
                lacking = missing_cards(t, s, valuation, seat, option, most_cards)
                if valuation.turns[option] + 5 * lacking > limit:
                    continue
                worth = valuation.class_value[table + valuation.classes.class_of[option]] + weights.planned_value
                worth -= weights.missing_card_cost * lacking
                worth += weights.planned_card_value * t.option_cards[option]
                worth += weights.contested_value * self.opponent_routes(s, route)
                if worth > most or (worth == most and option < best):
                    most = worth
                    best = option
        self.planned_worth = most
        return best

    def opponent_routes(self, s: State, route: i64) -> i64:
        """How many routes of opponents touch the ends of a route."""
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
