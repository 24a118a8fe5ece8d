"""The turn machine: a move or a chance outcome moves the state on to the next decision or the next chance outcome.

`apply` and `resolve` trust their caller: they must be given only what `legal.py` lists and what chance can do.
`Game` checks both.
"""

from kolej.engine.core.card_draws import card_ready, draw, flush, renew_deck, second_card_left, take, turn_up
from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import pay_and_claim
from kolej.engine.core.stand_ins import begin_stand_ins, pay_card
from kolej.engine.core.state import (
    BLIND_CARD,
    DISPLAY_CARD,
    FIRST_SEAT,
    HAND_CARD,
    IN_BOX,
    IN_PILE,
    KEEPING,
    NONE,
    NOTHING,
    OPENING,
    OPENING_TICKET,
    OVER,
    SECOND,
    THEN_END,
    THEN_SECOND,
    THEN_TICKETS,
    TICKET,
    TUNNEL_CARD,
    TURN,
    State,
    is_due,
)
from kolej.engine.core.stations import build
from kolej.engine.core.step_facts import (
    DEALT,
    DREW,
    ENDED,
    FIRST,
    LAST_ROUND,
    PASSED,
    REACHED,
    TURN_BEGAN,
    emit,
)
from kolej.engine.core.ticket_offers import keep, keep_at_opening, next_ticket, offer
from kolej.engine.core.tunnels import lay_down, pay_top_up, refuse, reveal
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import BLIND, PASS, REFUSE, TAKE, TICKETS, RuleTables


def seats_due(t: RuleTables, s: State) -> list[int]:
    """The seats whose decision is due: several at the opening, none while chance owes something."""
    return [seat for seat in range(t.seats) if is_due(s.phase, s.owes, s.seat, seat, s.answer[seat] != NONE)]


def seat_due(t: RuleTables, s: State) -> i64:
    """The first seat whose decision is due. Call it only while chance owes nothing and the game is not over."""
    if s.phase == OPENING:
        for seat in range(t.seats):
            if is_due(s.phase, s.owes, s.seat, seat, s.answer[seat] != NONE):
                return seat
    return s.seat


def apply(t: RuleTables, s: State, seat: i64, move: i64) -> None:
    """Apply a legal move of a seat."""
    s.facts_end = 0
    if move < t.top_up:
        draw_or_decline(t, s, seat, move)
    elif move >= t.claim:
        claim_or_build(t, s, seat, move)
    elif move >= t.keep:
        keep_tickets(t, s, seat, move - t.keep)
    elif move >= t.pay_card:
        if pay_card(t, s, seat, move - t.pay_card):
            finish_action(t, s)
    else:
        pay_top_up(t, s, seat, move - t.top_up)
        finish_action(t, s)


def draw_or_decline(t: RuleTables, s: State, seat: i64, move: i64) -> None:
    """Apply a move below `top_up`: draw a card or tickets, pass, refuse a tunnel."""
    if move >= TAKE:
        kind = move - TAKE
        s.passes = 0
        take(t, s, seat, kind)
        s.then = THEN_END
        if s.phase == TURN and (kind != WILD or not t.wild_alone):
            s.then = THEN_SECOND
        refill_display(t, s)
    elif move == BLIND:
        s.passes = 0
        card_ready(t, s)
        s.owes = BLIND_CARD
        emit(s, REACHED, seat, 0, 0)
    elif move == TICKETS:
        s.passes = 0
        s.wanted = t.play_offer
        emit(s, REACHED, seat, 1, 0)
        if not next_ticket(t, s):
            s.phase = KEEPING
    elif move == REFUSE:
        refuse(t, s, seat)
        finish_action(t, s)
    elif move == PASS:
        s.passes += 1
        emit(s, PASSED, seat, 0, 0)
        if s.passes == t.seats and s.turns_left == 0:
            end(s)
        else:
            end_turn(t, s)


def claim_or_build(t: RuleTables, s: State, seat: i64, move: i64) -> None:
    """Apply a move from `claim` on: claim a route, begin a payment with stand-ins, build a station."""
    if move < t.stand_in:
        payment = move - t.claim
        option = t.payment_option[payment]
        color = t.payment_color[payment]
        wilds = t.payment_wilds[payment]
        if t.option_reveals[option] > 0:
            if lay_down(t, s, seat, option, color, wilds):
                finish_action(t, s)
            return
        pay_and_claim(t, s, seat, option, color, wilds)
    elif move < t.build:
        begin_stand_ins(t, s, seat, t.stand_in_option[move - t.stand_in], t.stand_in_count[move - t.stand_in])
        return
    else:
        build(t, s, seat, (move - t.build) // t.cities, (move - t.build) % t.cities)
    finish_action(t, s)


def resolve(t: RuleTables, s: State, outcome: i64) -> None:
    """Apply a chance outcome: the kind of a card, the number of a ticket or the first seat."""
    s.facts_end = 0
    owes = s.owes
    if owes == DISPLAY_CARD:
        turn_up(t, s, outcome)
        if s.gaps == 0 or not card_ready(t, s):
            s.owes = NOTHING
            if s.display_counts[WILD] >= t.flush_at and flush(t, s):
                refill_display(t, s)
            else:
                after_refill(t, s)
    elif owes == BLIND_CARD:
        s.owes = NOTHING
        draw(t, s, s.seat, outcome, DREW)
        if s.phase == TURN:
            second_card(t, s)
        else:
            end_turn(t, s)
    elif owes == TUNNEL_CARD:
        if reveal(t, s, s.seat, outcome):
            finish_action(t, s)
    elif owes == TICKET:
        s.wanted -= 1
        offer(t, s, s.seat, outcome)
        if not next_ticket(t, s):
            s.phase = KEEPING
    elif owes == HAND_CARD:
        draw(t, s, s.seat, outcome, DEALT)
        continue_deal(t, s)
    elif owes == OPENING_TICKET:
        offer(t, s, s.seat, outcome)
        continue_deal(t, s)
    elif owes == FIRST_SEAT:
        s.first = outcome
        emit(s, FIRST, outcome, 0, 0)
        s.owes = HAND_CARD


def finish_action(t: RuleTables, s: State) -> None:
    """Complete an action that may have discarded cards: renew the deck, refill the display, then end the turn."""
    s.passes = 0
    renew_deck(t, s)
    s.then = THEN_END
    refill_display(t, s)


def refill_display(t: RuleTables, s: State) -> None:
    """Ask chance for a card for the next gap of the display; without a gap or a card, continue after the refill."""
    if s.gaps > 0 and card_ready(t, s):
        s.owes = DISPLAY_CARD
    else:
        after_refill(t, s)


def after_refill(t: RuleTables, s: State) -> None:
    """The display is full, or no card is left: do what `then` says."""
    if s.then == THEN_END:
        end_turn(t, s)
    elif s.then == THEN_SECOND:
        second_card(t, s)
    else:
        s.seat = 0
        s.owes = OPENING_TICKET


def continue_deal(t: RuleTables, s: State) -> None:
    """Continue the set-up: cards seat by seat, the display, tickets seat by seat; then all seats choose."""
    if s.owes == HAND_CARD:
        if s.hand_size[s.seat] == t.hand_cards:
            s.seat += 1
        if s.seat == t.seats:
            s.then = THEN_TICKETS
            refill_display(t, s)
        return
    if s.offered[s.seat] == len(t.opening_deck):
        s.seat += 1
    if s.seat == t.seats:
        s.seat = s.first
        s.owes = NOTHING
        s.phase = OPENING
        for ticket in range(t.tickets):
            if s.place[ticket] == IN_PILE and t.ticket_deck[ticket] != t.play_deck:
                s.place[ticket] = IN_BOX


def keep_tickets(t: RuleTables, s: State, seat: i64, places: i64) -> None:
    """Keep the tickets at these places of the seat's offer."""
    if s.phase == KEEPING:
        keep(t, s, seat, places, t.play_returns)
        end_turn(t, s)
    elif keep_at_opening(t, s, seat, places):
        s.phase = TURN
        emit(s, TURN_BEGAN, s.seat, 0, 0)


def second_card(t: RuleTables, s: State) -> None:
    """Go on to the second card of a draw; with none to draw the turn ends."""
    if second_card_left(t, s):
        s.phase = SECOND
    else:
        end_turn(t, s)


def end_turn(t: RuleTables, s: State) -> None:
    """Count the last round down or begin it, then start the turn of the next seat."""
    if s.turns_left > 0:
        s.turns_left -= 1
        if s.turns_left == 0:
            end(s)
            return
    elif s.ending:
        s.turns_left = t.seats
        emit(s, LAST_ROUND, s.seat, 0, 0)
    s.seat = s.seat + 1 if s.seat + 1 < t.seats else 0
    s.phase = TURN
    emit(s, TURN_BEGAN, s.seat, 0, 0)


def end_now(s: State) -> None:
    """End the game although it could go on, because the players agreed to. Not a move."""
    s.facts_end = 0
    end(s)


def end(s: State) -> None:
    """End the game."""
    s.phase = OVER
    s.turns_left = 0
    emit(s, ENDED, 0, 0, 0)
