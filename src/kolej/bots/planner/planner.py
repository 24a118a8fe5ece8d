"""The planner: decides for one seat in every phase of a game.

It reads only what its seat may know of a state, so that it plays the same in the state made from a view and in a
possible state.
"""

from kolej.bots.planner.choose_card import CardChooser
from kolej.bots.planner.choose_route import RouteChooser
from kolej.bots.planner.choose_tickets import TicketChooser
from kolej.bots.planner.endgame import Endgame
from kolej.bots.planner.network_plan import NetworkPlan, make_plan, remaining_turns
from kolej.bots.planner.route_costs import RouteCosts
from kolej.bots.planner.valuation import (
    NEVER,
    Valuation,
    best_payment,
    missing_cards,
    most_of_one_color,
    open_option,
)
from kolej.engine.core.card_draws import cards_left, display_open
from kolej.engine.core.cards import WILD
from kolej.engine.core.legal import legal
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.stand_ins import fewest_stand_ins, most_stand_ins, next_cards
from kolej.engine.core.state import KEEPING, NONE, OPENING, PAYING, SECOND, TUNNEL, TURN, State
from kolej.engine.core.tunnels import top_ups
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import REFUSE, TICKETS, RuleTables
from kolej.engine.scoring.network import may_travel


class Planner:
    """The planner of one seat: the plan that it follows, and what it decides with."""

    t: RuleTables
    valuation: Valuation
    seat: i64
    route_costs: RouteCosts
    plan: NetworkPlan
    card_chooser: CardChooser
    ticket_chooser: TicketChooser
    route_chooser: RouteChooser
    endgame: Endgame
    moves: Ints
    refused: i64
    """A route whose tunnel cost too much, and how many cards the seat had then: it is tried again with more."""
    refused_with: i64

    def __init__(self, t: RuleTables, valuation: Valuation, seat: int) -> None:
        self.t = t
        self.valuation = valuation
        self.seat = seat
        self.route_costs = RouteCosts(t, valuation, seat)
        self.plan = NetworkPlan(t)
        self.card_chooser = CardChooser(t, valuation, seat)
        self.ticket_chooser = TicketChooser(t, valuation, seat, self.route_costs)
        self.route_chooser = RouteChooser(t, valuation, seat)
        self.endgame = Endgame(t, valuation, seat)
        self.moves = zeros(t.moves)
        self.refused = NONE
        self.refused_with = 0

    def reset(self) -> None:
        """Forget the plan: the next decision may be of another game."""
        self.plan.held = NONE
        self.refused = NONE
        self.ticket_chooser.gain_key = NONE

    def copy_plan(self, other: "Planner") -> None:
        """Continue with the plan of another planner."""
        self.plan.copy_from(other.plan)
        self.refused = other.refused
        self.refused_with = other.refused_with
        self.ticket_chooser.gain_key = NONE

    def choose(self, s: State) -> i64:
        """A legal move."""
        phase = s.phase
        if phase in (OPENING, KEEPING):
            return self.ticket_chooser.keep(s)
        self.update_plan(s)
        if phase == SECOND:
            self.card_chooser.update(s, self.plan)
            return self.card_chooser.choose(s, True)
        if phase == TUNNEL:
            return self.top_up(s)
        if phase == PAYING:
            return self.next_card(s)
        return self.turn(s)

    def update_plan(self, s: State) -> None:
        """Remove what is done from the plan; make a new plan if a part of it has become impossible."""
        t = self.t
        plan = self.plan
        seat = self.seat
        valid = plan.held == s.held[seat] and self.prune_plan(s)
        if valid and (plan.count == 0 or s.phase != TURN):
            return
        limit = remaining_turns(t, s, self.valuation)
        if valid and self.plan_turns(s) <= limit:
            return
        place = s.place
        count: i64 = 0
        for ticket in range(t.tickets):
            if place[ticket] == seat:
                plan.tickets[count] = ticket
                count += 1
        self.route_costs.update(s)
        make_plan(s, self.route_costs, plan, count, limit)
        plan.held = s.held[seat]

    def prune_plan(self, s: State) -> bool:
        """Remove what is done from the plan; False if a part of it has become impossible."""
        t = self.t
        plan = self.plan
        seat = self.seat
        left: i64 = 0
        for i in range(plan.count):
            route = plan.routes[i]
            if may_travel(t, seat, s.owner[route], s.taken[route]):
                continue
            option = open_option(t, s, self.valuation, seat, route)
            if option == NONE:
                return False
            plan.routes[left] = route
            plan.options[left] = option
            left += 1
        plan.count = left
        return True

    def plan_turns(self, s: State) -> i64:
        """About how many tenths of turns the plan still takes."""
        t = self.t
        plan = self.plan
        valuation = self.valuation
        most_cards = most_of_one_color(t, s, self.seat)
        total: i64 = 0
        for i in range(plan.count):
            option = plan.options[i]
            total += valuation.turns[option] + 5 * missing_cards(t, s, valuation, self.seat, option, most_cards)
        return total

    def turn(self, s: State) -> i64:
        """Claim the route that is worth most, or draw for it; with no plan left, consider tickets too."""
        if s.turns_left > 0:
            return self.last_turn(s)
        limit = remaining_turns(self.t, s, self.valuation)
        if self.plan.count == 0:
            if self.plan.lost > 0 and self.t.builder >= 0:
                move = self.endgame.station(s)
                if move != NONE:
                    return move
            if self.ticket_chooser.should_draw(s, limit):
                return TICKETS
        self.card_chooser.update(s, self.plan)
        move = self.finish_plan(s)
        if move != NONE:
            return move
        most_cards = most_of_one_color(self.t, s, self.seat)
        option = self.route_chooser.best(s, self.plan, limit, most_cards)
        if option == NONE:
            return self.draw(s)
        move = self.pay_for(s, option)
        if move == NONE:
            self.card_chooser.add_desire(s, option, most_cards)
            return self.draw(s)
        return move

    def finish_plan(self, s: State) -> i64:
        """Claim the last route of the plan if it can be paid: a completed plan can't be blocked; -1 otherwise."""
        if self.plan.count != 1:
            return NONE
        return self.pay_for(s, self.plan.options[0])

    def pay_for(self, s: State, option: i64) -> i64:
        """The payment for an option that costs the plan least; -1 if the hand has none."""
        if self.t.option_route[option] == self.refused and s.hand_size[self.seat] <= self.refused_with:
            # With few cards left, the same few are revealed: without more in hand this could go on without end.
            return NONE
        self.card_chooser.add_need(self.plan, option, -1)
        move = best_payment(self.t, s, self.valuation, self.seat, option, self.card_chooser.needed)
        if move == NONE and self.t.option_stand_in[option]:
            move = self.begin_stand_ins(s, option)
        self.card_chooser.add_need(self.plan, option, 1)
        return move

    def begin_stand_ins(self, s: State, option: i64) -> i64:
        """Begin to pay with the fewest stand-ins, if the hand is large enough to spare them; -1 otherwise."""
        t = self.t
        size = s.hand_size[self.seat]
        n = fewest_stand_ins(t, s, self.seat, option)
        if n > most_stand_ins(t, s, self.seat, option) or n > 2 + size // 12:
            return NONE
        return t.option_stand_in_base[option] + n

    def draw(self, s: State) -> i64:
        """Draw a card for the plan; with no card left, anything else that is legal."""
        if cards_left(s) or (s.gaps < self.t.display_size and display_open(self.t, s)):
            return self.card_chooser.choose(s, False)
        return self.without_cards(s)

    def without_cards(self, s: State) -> i64:
        """The claim that is worth most; the first legal move if there is none, such as drawing tickets or passing."""
        count = legal(self.t, s, self.seat, self.moves)
        best: i64 = self.moves[0]
        most: i64 = NEVER
        for i in range(count):
            move = self.moves[i]
            if self.t.claim <= move < self.t.stand_in:
                worth = self.valuation.worth[self.t.payment_option[move - self.t.claim]]
                if worth > most:
                    most = worth
                    best = move
        return best

    def last_turn(self, s: State) -> i64:
        """The move that brings most at once."""
        move = self.endgame.last_move(s, self.moves)
        if move != NONE:
            return move
        self.card_chooser.update(s, self.plan)
        return self.draw(s)

    def top_up(self, s: State) -> i64:
        """Pay for a tunnel with as few wild cards as possible, if the hand can."""
        if top_ups(self.t, s, self.seat, self.moves) > 1:
            return self.moves[1]
        self.refused = self.t.option_route[s.option]
        self.refused_with = s.hand_size[self.seat]
        for kind in range(self.t.kinds):
            self.refused_with += s.laid[kind]
        return REFUSE

    def next_card(self, s: State) -> i64:
        """The next card of a payment with stand-ins: of the kind that can best be spared."""
        t = self.t
        self.card_chooser.update(s, self.plan)
        count = next_cards(t, s, self.seat, self.moves)
        best: i64 = self.moves[0]
        most: i64 = NEVER
        for i in range(count):
            kind = self.moves[i] - t.pay_card
            spare = s.hands[self.seat * t.kinds + kind] - s.laid[kind] - self.card_chooser.needed[kind]
            if kind == WILD:
                spare -= 20
            if spare > most:
                most = spare
                best = self.moves[i]
        return best
