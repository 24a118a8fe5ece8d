"""Features of a move: numbers around 1, the inputs of the network of `learned`.

All of them are made from what the seat knows: the state comes from a view. Their names are stored with the trained
weights, which is why some use older words: `usual` is the planner's own move, `bundles` are stand-ins.
"""

from kolej.bots.learned.route_impact import RouteImpact
from kolej.bots.planner.network_plan import make_plan, remaining_turns, undo_plan
from kolej.bots.planner.planner import Planner
from kolej.bots.planner.valuation import missing_cards, most_of_one_color, open_option
from kolej.bots.search.opponent_tickets import TicketBeliefs
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import KEEPING, NONE, OPENING, SECOND, State
from kolej.engine.ruleset.tables import BITS, BLIND, TAKE, TICKETS

# fmt: off
SITUATION = (
    "time", "last turn", "slack", "plan", "no plan", "given up", "hand", "wilds", "rival's hand", "supply",
    "rival's supply", "lead", "tickets", "second card", "opening", "seats", "deck", "usual is a claim",
    "usual is a card", "usual points",
)
"""The situation, the same for all moves of a decision."""
KINDS = ("blind", "take", "take wild", "draw tickets", "keep", "claim", "bundles", "build", "pass")
"""The kind of a move; one of them is 1."""
CARD = ("effort", "wish", "have", "need", "pays", "pays a planned one", "share", "card's gain")
"""Features of drawing a card."""
CLAIM = (
    "points", "pieces", "cards", "wilds laid", "planned", "last planned", "rivals", "both ends", "spent", "left",
    "reveals", "spare", "touches", "joins", "twin", "ends the game", "ends it ahead", "completes", "steps",
    "gain", "risk", "wanted", "harm", "cuts", "path", "path ahead", "path behind", "due",
)
"""Features of a claim."""
DRAW = ("hope", "pile")
"""Features of drawing tickets."""
KEEP = ("value", "less than best", "kept", "lost", "turns", "worth")
"""Features of keeping a set of tickets."""
BUILD = ("buildings", "saved")
"""Features of building a station."""
# fmt: on

FEATURES = ("usual", *SITUATION, *KINDS, *CARD, *CLAIM, *DRAW, *KEEP, *BUILD)
"""The names of all features, in their order; `usual` is 1 for the planner's own move."""

MoveFeatures = tuple[str, tuple[str, ...], list[float]]
"""The kind of a move, the names of the features that only this kind has, and their values."""


class FeatureExtractor:
    """Extracts the features of moves for the seat of a planner, which must have chosen its own move just before."""

    def __init__(self, planner: Planner, beliefs: TicketBeliefs) -> None:
        self.planner = planner
        self.beliefs = beliefs
        self.t = planner.t
        self.seat = planner.seat

    def extract(self, s: State, default: int, moves: list[int]) -> list[list[float]]:
        """The features of every move; `s` is what the seat knows, `default` the planner's move.

        Not for tunnels and payments that have begun: these are left to the planner.
        """
        situation = self.situation(s, default)
        described = self.of_ticket_sets(s, moves) if s.phase in (OPENING, KEEPING) else self.of_turn(s, moves)
        rows: list[list[float]] = []
        for move, (kind, names, values) in zip(moves, described, strict=True):
            row = dict.fromkeys(FEATURES, 0.0)
            row["usual"] = float(move == default)
            row[kind] = 1.0
            row.update(zip(SITUATION, situation, strict=True))
            row.update(zip(names, values, strict=True))
            rows.append(list(row.values()))
        return rows

    def situation(self, s: State, default: int) -> list[float]:
        """The values of `SITUATION`."""
        t, seat, plan = self.t, self.seat, self.planner.plan
        limit = remaining_turns(t, s, self.planner.valuation)
        others = [each for each in range(t.seats) if each != seat]
        planned = s.phase != OPENING
        turns = self.planner.plan_turns(s) if planned else 0
        full = sum(t.supply[piece] for piece in t.end_pieces)
        return [
            limit / 100,
            float(s.turns_left > 0),
            max(-2.0, (limit - turns) / 100),
            plan.count / 5 if planned else 0.0,
            float(planned and plan.count == 0),
            plan.lost / 10 if planned else 0.0,
            s.hand_size[seat] / 10,
            s.hands[seat * t.kinds] / 4,
            max(s.hand_size[each] for each in others) / 10,
            self.supply(s, seat) / full,
            min(self.supply(s, each) for each in others) / full,
            self.lead(s) / 20,
            s.held[seat] / 5,
            float(s.phase == SECOND),
            float(not planned),
            t.seats / 5,
            s.deck_left / 50,
            float(t.claim <= default < t.build),
            float(default == BLIND or TAKE <= default < t.top_up),
            t.option_points[t.payment_option[default - t.claim]] / 10 if t.claim <= default < t.stand_in else 0.0,
        ]

    def supply(self, s: State, seat: int) -> int:
        """How many pieces a seat has left, of those that end the game."""
        return sum(s.supply[seat * self.t.piece_kinds + piece] for piece in self.t.end_pieces)

    def lead(self, s: State) -> int:
        """By how many points the seat leads the best of the others; negative if it is behind."""
        return s.points[self.seat] - max(s.points[each] for each in range(self.t.seats) if each != self.seat)

    def of_turn(self, s: State, moves: list[int]) -> list[MoveFeatures]:
        """The features of the moves of a turn."""
        t = self.t
        self.planner.card_chooser.update(s, self.planner.plan)
        self.planner.endgame.update(s)
        impact = RouteImpact(self.planner, self.beliefs, s)
        cards: list[list[float]] = []
        out: list[MoveFeatures] = []
        for move in moves:
            if move == BLIND or TAKE <= move < t.top_up:
                cards = cards or [self.of_card(impact, kind) for kind in range(t.kinds)]
                if move == BLIND:
                    out.append(("blind", CARD, self.of_unseen_card(s, cards)))
                else:
                    out.append(("take wild" if move == TAKE + WILD else "take", CARD, cards[move - TAKE]))
            elif move == TICKETS:
                gain = self.planner.ticket_chooser.expected_gain(s, remaining_turns(t, s, self.planner.valuation))
                out.append(
                    ("draw tickets", DRAW, [max(-3.0, gain / 100), (s.pile_left + s.group_left + len(s.tail)) / 20])
                )
            elif t.claim <= move < t.stand_in:
                at = move - t.claim
                out.append(
                    (
                        "claim",
                        CLAIM,
                        self.of_claim(impact, t.payment_option[at], t.payment_color[at], t.payment_wilds[at], 0),
                    )
                )
            elif t.stand_in <= move < t.build:
                at = move - t.stand_in
                out.append(
                    ("bundles", CLAIM, self.of_claim(impact, t.stand_in_option[at], NONE, 0, t.stand_in_count[at]))
                )
            elif move >= t.build:
                left = s.supply[self.seat * t.piece_kinds + t.builder]
                out.append(("build", BUILD, [left / 3, self.station_points(s, (move - t.build) % t.cities) / 10]))
            else:
                out.append(("pass", (), []))
        return out

    def of_card(self, impact: RouteImpact, kind: int) -> list[float]:
        """The features of drawing a card of a kind."""
        t, planner, s = self.t, self.planner, impact.s
        at = self.seat * t.kinds + kind
        have = s.hands[at]
        before, lacking = planner.plan_turns(s), self.lacking(s)
        s.hands[at] += 1
        saved, now = before - planner.plan_turns(s), self.lacking(s)
        s.hands[at] -= 1
        paid = [option for option, count in lacking.items() if count and not now[option]]
        planned = {planner.plan.options[i] for i in range(planner.plan.count)}
        return [
            saved / 10,
            planner.card_chooser.desire[kind] / 100,
            have / 4,
            max(0, planner.card_chooser.needed[kind] - have) / 4,
            max((t.option_points[option] for option in paid), default=0) / 10,
            max((t.option_cards[option] for option in paid if option in planned), default=0) / 4,
            t.kinds * s.unseen[kind] / max(1, sum(int(count) for count in s.unseen)),
            clamp(impact.of_card(kind) / 50, 3),
        ]

    def lacking(self, s: State) -> dict[int, int]:
        """How many cards the hand lacks for each open claim option."""
        t, valuation, seat = self.t, self.planner.valuation, self.seat
        most_cards = most_of_one_color(t, s, seat)
        options = (open_option(t, s, valuation, seat, route) for route in range(t.routes) if s.owner[route] == NONE)
        return {each: missing_cards(t, s, valuation, seat, each, most_cards) for each in options if each != NONE}

    def of_unseen_card(self, s: State, cards: list[list[float]]) -> list[float]:
        """The features of drawing an unseen card: the average over what it may be."""
        unseen = [int(count) for count in s.unseen]
        return [
            sum(count * card[feature] for count, card in zip(unseen, cards, strict=True)) / max(1, sum(unseen))
            for feature in range(len(CARD))
        ]

    def of_claim(self, impact: RouteImpact, option: int, color: int, wilds: int, stand_ins: int) -> list[float]:
        """The features of a claim."""
        t, seat, planner, s = self.t, self.seat, self.planner, impact.s
        route = t.option_route[option]
        planned = planner.plan.includes(route)
        ends = (t.route_a[route], t.route_b[route])
        owners = [self.owners(s, city) for city in ends]
        rivals = [sum(owner not in (NONE, seat) for owner in near) for near in owners]
        own = [seat in near for near in owners]
        coloured = t.option_cards[option] - wilds
        spare = s.hands[seat * t.kinds + WILD] - wilds
        spent = 0
        if color > WILD:
            kept = s.hands[seat * t.kinds + color] - coloured
            own_need = coloured if planned and planner.valuation.only_color[option] == color else 0
            needed = planner.card_chooser.needed[color] - own_need
            spent = max(0, min(coloured, needed - kept))
            spare += kept
        twin = t.twin[route]
        ending = s.turns_left == 0 and t.pool == 0 and self.supply(s, seat) - t.option_pieces[option] <= t.end_at_most
        gain, risk, path = impact.of_claim(option, color, wilds)
        wanted, harm, cuts = impact.on_opponents(option)
        return [
            t.option_points[option] / 10,
            t.option_pieces[option] / 6,
            t.option_cards[option] / 6,
            wilds / 2,
            float(planned),
            float(planned and planner.plan.count == 1),
            sum(rivals) / 4,
            float(min(rivals) > 0),
            spent / 3,
            (s.hand_size[seat] - t.option_cards[option]) / 10,
            t.option_reveals[option] / 3,
            min(3, spare) / 3,
            float(any(own)),
            float(all(own)),
            float(twin >= 0 and s.owner[twin] == NONE and t.both_open != 0),
            float(ending),
            clamp(self.lead(s) / 20, 2) if ending else 0.0,
            self.completed_points(*ends) / 10,
            t.option_steps[option] / 5,
            clamp(gain / 50, 3),
            clamp(risk / 50, 3),
            wanted,
            harm / 20,
            cuts / 5,
            (path - impact.path) / 6,
            clamp((path - impact.longest) / 10, 1),
            clamp((impact.path - impact.longest) / 10, 1),
            float(stand_ins),
        ]

    def owners(self, s: State, city: int) -> list[int]:
        """The owners of the routes that end in a city; -1 for unclaimed ones."""
        t = self.t
        return [s.owner[t.city_routes[i]] for i in range(t.city_start[city], t.city_start[city + 1])]

    def completed_points(self, a: int, b: int) -> int:
        """Points of the open tickets that a route between two cities would complete."""
        endgame = self.planner.endgame
        joins = {endgame.part_of(a), endgame.part_of(b)}
        tickets = [list(endgame.ends[3 * i : 3 * i + 3]) for i in range(endgame.open_tickets)]
        return sum(points for x, y, points in tickets if {x, y} == joins)

    def station_points(self, s: State, city: int) -> int:
        """Points of the seat's tickets that end in a city."""
        t = self.t
        own = [ticket for ticket in range(t.tickets) if s.place[ticket] == self.seat]
        return sum(t.ticket_points[ticket] for ticket in own if city in (t.ticket_a[ticket], t.ticket_b[ticket]))

    def of_ticket_sets(self, s: State, moves: list[int]) -> list[MoveFeatures]:
        """The features of keeping each set of tickets: the plan for it, and how much worse it is than the best."""
        t, seat, planner = self.t, self.seat, self.planner
        trial, costs = planner.ticket_chooser.trial, planner.route_costs
        held = [ticket for ticket in range(t.tickets) if s.place[ticket] == seat]
        start = seat * t.most_offer
        limit = remaining_turns(t, s, planner.valuation)
        costs.update(s)
        plans: list[tuple[int, int, int, int, int]] = []
        for move in moves:
            kept = [s.offer[start + i] for i in range(s.offered[seat]) if (move - t.keep) & BITS[i]]
            for i, ticket in enumerate([*kept, *held]):
                trial.tickets[i] = ticket
            make_plan(s, costs, trial, len(kept) + len(held), limit)
            undo_plan(costs, trial)
            points = sum(t.ticket_points[ticket] for ticket in kept)
            plans.append((trial.value, len(kept), trial.lost, trial.turns, points))
        best = max(value for value, *_ in plans)
        return [
            ("keep", KEEP, [value / 100, (best - value) / 100, kept / 2, lost / 10, turns / 100, points / 10])
            for value, kept, lost, turns, points in plans
        ]


def clamp(number: float, most: float) -> float:
    """A number limited to the range from `-most` to `most`."""
    return max(-most, min(most, number))
