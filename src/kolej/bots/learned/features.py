"""What a move looks like to the seat that may make it: numbers of about one, from which `learned` judges.

Whatever a trait is made of, the seat knows it: the state that is looked at comes from a view.
"""

from kolej.bots.learned.route_impact import Stakes
from kolej.bots.planner.network_plan import make_plan, turns_to_come, unmake
from kolej.bots.planner.planner import Mind
from kolej.bots.planner.valuation import missing, open_way, richest
from kolej.bots.search.opponent_tickets import Guesses
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import KEEPING, NONE, OPENING, SECOND, State
from kolej.engine.ruleset.tables import BITS, BLIND, TAKE, TICKETS
from kolej.engine.scoring.network import root

# fmt: off
MOMENT = (
    "time", "last turn", "slack", "plan", "no plan", "given up", "hand", "wilds", "rival's hand", "supply",
    "rival's supply", "lead", "tickets", "second card", "opening", "seats", "deck", "usual is a claim",
    "usual is a card", "usual points",
)
"""How the game stands, the same for all moves of a choice."""
KINDS = ("blind", "take", "take wild", "draw tickets", "keep", "claim", "bundles", "build", "pass")
"""What a move is; one of them is 1."""
CARD = ("effort", "wish", "have", "need", "pays", "pays a planned one", "share", "card's gain")
"""What a card that is drawn does."""
CLAIM = (
    "points", "pieces", "cards", "wilds laid", "planned", "last planned", "rivals", "both ends", "spent", "left",
    "reveals", "spare", "touches", "joins", "twin", "ends the game", "ends it ahead", "completes", "steps",
    "gain", "risk", "wanted", "harm", "cuts", "path", "path ahead", "path behind", "due",
)
"""What a claim does."""
DRAW = ("hope", "pile")
"""What drawing tickets may bring."""
KEEP = ("value", "less than best", "kept", "lost", "turns", "worth")
"""What keeping a set of tickets means."""
BUILD = ("buildings", "saved")
"""What a building is there for."""
# fmt: on

TRAITS = ("usual", *MOMENT, *KINDS, *CARD, *CLAIM, *DRAW, *KEEP, *BUILD)
"""The names of all numbers, in their order; `usual` is 1 for the planner's own move."""

Described = tuple[str, tuple[str, ...], list[float]]
"""The kind of a move, and the traits that it has by itself."""


class Eye:
    """Looks at the moves of one choice after another, for the seat of a mind that has just chosen itself."""

    def __init__(self, mind: Mind, guesses: Guesses) -> None:
        self.mind = mind
        self.guesses = guesses
        self.t = mind.t
        self.seat = mind.seat

    def look(self, s: State, usual: int, moves: list[int]) -> list[list[float]]:
        """The traits of every move; `s` is what the seat knows, `usual` what the mind has chosen.

        Not for tunnels and payments that have begun: these are left to the planner.
        """
        moment = self.moment(s, usual)
        described = self.sets(s, moves) if s.phase in (OPENING, KEEPING) else self.turns(s, moves)
        rows: list[list[float]] = []
        for move, (kind, group, numbers) in zip(moves, described, strict=True):
            row = dict.fromkeys(TRAITS, 0.0)
            row["usual"] = float(move == usual)
            row[kind] = 1.0
            row.update(zip(MOMENT, moment, strict=True))
            row.update(zip(group, numbers, strict=True))
            rows.append(list(row.values()))
        return rows

    def moment(self, s: State, usual: int) -> list[float]:
        """How the game stands."""
        t, seat, plan = self.t, self.seat, self.mind.plan
        limit = turns_to_come(t, s, self.mind.p)
        others = [each for each in range(t.seats) if each != seat]
        planned = s.phase != OPENING
        effort = self.mind.effort(s) if planned else 0
        full = sum(t.supply[piece] for piece in t.end_pieces)
        return [
            limit / 100,
            float(s.turns_left > 0),
            max(-2.0, (limit - effort) / 100),
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
            float(t.claim <= usual < t.build),
            float(usual == BLIND or TAKE <= usual < t.top_up),
            t.way_points[t.row_way[usual - t.claim]] / 10 if t.claim <= usual < t.swap else 0.0,
        ]

    def supply(self, s: State, seat: int) -> int:
        """Pieces left to a seat, of those that end the game."""
        return sum(s.supply[seat * self.t.piece_kinds + piece] for piece in self.t.end_pieces)

    def lead(self, s: State) -> int:
        """Points more than the best of the others."""
        return s.points[self.seat] - max(s.points[each] for each in range(self.t.seats) if each != self.seat)

    def turns(self, s: State, moves: list[int]) -> list[Described]:
        """What the moves of a turn do."""
        t = self.t
        self.mind.wishes.gather(s, self.mind.plan)
        self.mind.loose_ends.note(s)
        stakes = Stakes(self.mind, self.guesses, s)
        cards: list[list[float]] = []
        out: list[Described] = []
        for move in moves:
            if move == BLIND or TAKE <= move < t.top_up:
                cards = cards or [self.card(stakes, kind) for kind in range(t.kinds)]
                if move == BLIND:
                    out.append(("blind", CARD, self.any_card(s, cards)))
                else:
                    out.append(("take wild" if move == TAKE + WILD else "take", CARD, cards[move - TAKE]))
            elif move == TICKETS:
                hope = self.mind.prospects.hope(s, turns_to_come(t, s, self.mind.p))
                out.append(
                    ("draw tickets", DRAW, [max(-3.0, hope / 100), (s.pile_left + s.group_left + len(s.tail)) / 20])
                )
            elif t.claim <= move < t.swap:
                at = move - t.claim
                out.append(("claim", CLAIM, self.claim(stakes, t.row_way[at], t.row_color[at], t.row_wilds[at], 0)))
            elif t.swap <= move < t.build:
                at = move - t.swap
                out.append(("bundles", CLAIM, self.claim(stakes, t.swap_way[at], NONE, 0, t.swap_count[at])))
            elif move >= t.build:
                left = s.supply[self.seat * t.piece_kinds + t.builder]
                out.append(("build", BUILD, [left / 3, self.saved(s, (move - t.build) % t.cities) / 10]))
            else:
                out.append(("pass", (), []))
        return out

    def card(self, stakes: Stakes, kind: int) -> list[float]:
        """What one more card of a kind does."""
        t, mind, s = self.t, self.mind, stakes.s
        at = self.seat * t.kinds + kind
        have = s.hands[at]
        before, lacking = mind.effort(s), self.lacking(s)
        s.hands[at] += 1
        effort, now = before - mind.effort(s), self.lacking(s)
        s.hands[at] -= 1
        paid = [way for way, count in lacking.items() if count and not now[way]]
        planned = {mind.plan.ways[i] for i in range(mind.plan.count)}
        return [
            effort / 10,
            mind.wishes.desire[kind] / 100,
            have / 4,
            max(0, mind.wishes.needed[kind] - have) / 4,
            max((t.way_points[way] for way in paid), default=0) / 10,
            max((t.way_cards[way] for way in paid if way in planned), default=0) / 4,
            t.kinds * s.unseen[kind] / max(1, sum(int(count) for count in s.unseen)),
            within(stakes.of_card(kind) / 50, 3),
        ]

    def lacking(self, s: State) -> dict[int, int]:
        """What the hand lacks for each way that is open."""
        t, p, seat = self.t, self.mind.p, self.seat
        rich = richest(t, s, seat)
        ways = (open_way(t, s, p, seat, route) for route in range(t.routes) if s.owner[route] == NONE)
        return {way: missing(t, s, p, seat, way, rich) for way in ways if way != NONE}

    def any_card(self, s: State, cards: list[list[float]]) -> list[float]:
        """What a card does that nobody has seen, on average."""
        unseen = [int(count) for count in s.unseen]
        return [
            sum(count * card[trait] for count, card in zip(unseen, cards, strict=True)) / max(1, sum(unseen))
            for trait in range(len(CARD))
        ]

    def claim(self, stakes: Stakes, way: int, color: int, wilds: int, bundles: int) -> list[float]:
        """What claiming a route in a way does."""
        t, seat, mind, s = self.t, self.seat, self.mind, stakes.s
        route = t.way_route[way]
        planned = mind.plan.wants(route)
        ends = (t.route_a[route], t.route_b[route])
        owners = [self.owners(s, city) for city in ends]
        rivals = [sum(owner not in (NONE, seat) for owner in near) for near in owners]
        own = [seat in near for near in owners]
        coloured = t.way_cards[way] - wilds
        spare = s.hands[seat * t.kinds + WILD] - wilds
        spent = 0
        if color > WILD:
            kept = s.hands[seat * t.kinds + color] - coloured
            needed = mind.wishes.needed[color] - (coloured if planned and mind.p.only[way] == color else 0)
            spent = max(0, min(coloured, needed - kept))
            spare += kept
        twin = t.twin[route]
        ending = s.turns_left == 0 and t.pool == 0 and self.supply(s, seat) - t.way_pieces[way] <= t.end_at_most
        gain, risk, path = stakes.of_way(way, color, wilds)
        wanted, harm, cuts = stakes.for_others(way)
        return [
            t.way_points[way] / 10,
            t.way_pieces[way] / 6,
            t.way_cards[way] / 6,
            wilds / 2,
            float(planned),
            float(planned and mind.plan.count == 1),
            sum(rivals) / 4,
            float(min(rivals) > 0),
            spent / 3,
            (s.hand_size[seat] - t.way_cards[way]) / 10,
            t.way_reveals[way] / 3,
            min(3, spare) / 3,
            float(any(own)),
            float(all(own)),
            float(twin >= 0 and s.owner[twin] == NONE and t.both_open != 0),
            float(ending),
            within(self.lead(s) / 20, 2) if ending else 0.0,
            self.completed(*ends) / 10,
            t.way_steps[way] / 5,
            within(gain / 50, 3),
            within(risk / 50, 3),
            wanted,
            harm / 20,
            cuts / 5,
            (path - stakes.path) / 6,
            within((path - stakes.longest) / 10, 1),
            within((stakes.path - stakes.longest) / 10, 1),
            float(bundles),
        ]

    def owners(self, s: State, city: int) -> list[int]:
        """Whose the routes are that end in a city."""
        t = self.t
        return [s.owner[t.city_routes[i]] for i in range(t.city_start[city], t.city_start[city + 1])]

    def completed(self, a: int, b: int) -> int:
        """Points of the tickets that a route between two cities would complete."""
        loose = self.mind.loose_ends
        joins = {root(loose.parent, a), root(loose.parent, b)}
        tickets = [list(loose.ends[3 * i : 3 * i + 3]) for i in range(loose.open_tickets)]
        return sum(points for x, y, points in tickets if {x, y} == joins)

    def saved(self, s: State, city: int) -> int:
        """Points of the tickets that end where a building would be."""
        t = self.t
        own = [ticket for ticket in range(t.tickets) if s.place[ticket] == self.seat]
        return sum(t.ticket_points[ticket] for ticket in own if city in (t.ticket_a[ticket], t.ticket_b[ticket]))

    def sets(self, s: State, moves: list[int]) -> list[Described]:
        """What keeping each set of tickets means: the plan for it, and how much worse it is than the best."""
        t, seat, mind = self.t, self.seat, self.mind
        trial, ground = mind.prospects.trial, mind.ground
        held = [ticket for ticket in range(t.tickets) if s.place[ticket] == seat]
        start = seat * t.most_offer
        limit = turns_to_come(t, s, mind.p)
        ground.survey(s)
        plans: list[tuple[int, int, int, int, int]] = []
        for move in moves:
            kept = [s.offer[start + i] for i in range(s.offered[seat]) if (move - t.keep) & BITS[i]]
            for i, ticket in enumerate([*kept, *held]):
                trial.tickets[i] = ticket
            make_plan(s, ground, trial, len(kept) + len(held), limit)
            unmake(ground, trial)
            points = sum(t.ticket_points[ticket] for ticket in kept)
            plans.append((trial.value, len(kept), trial.lost, trial.turns, points))
        best = max(value for value, *_ in plans)
        return [
            ("keep", KEEP, [value / 100, (best - value) / 100, kept / 2, lost / 10, turns / 100, points / 10])
            for value, kept, lost, turns, points in plans
        ]


def within(number: float, most: float) -> float:
    """A number, cut off where it is more, or less, than it should be."""
    return max(-most, min(most, number))
