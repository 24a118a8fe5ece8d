"""The turn machine: a move or an outcome goes in, the state moves on to the next choice or the next chance.

`apply` and `resolve` trust their caller: they are given only what `legal.py` lists and what chance can do.
`game.py` is the door that checks.
"""

from kolej.engine.core.card_draws import card_ready, draw, flush, pay, take, turn_up
from kolej.engine.core.cards import WILD
from kolej.engine.core.claims import begin_picks, build, claim, lay_down, pick, refuse, reveal_next, settle
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
)
from kolej.engine.core.step_facts import (
    CHOSE,
    DEALT,
    DREW,
    ENDED,
    FIRST,
    LAST_ROUND,
    PASSED,
    REACHED,
    REVEALED,
    TURN_BEGAN,
    tell,
)
from kolej.engine.core.ticket_offers import keep, offer, offer_owes
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import BLIND, PASS, REFUSE, TAKE, TICKETS, Tables


def seat_due(t: Tables, s: State) -> i64:
    """The seat whose choice is awaited; at the opening, where all choose at once, the first that has not."""
    if s.phase == OPENING:
        for seat in range(t.seats):
            if s.answer[seat] == NONE:
                return seat
    return s.seat


def apply(t: Tables, s: State, seat: i64, move: i64) -> None:
    """Carry out a legal move of a seat."""
    s.told = 0
    if move < t.top_up:
        draw_or_answer(t, s, seat, move)
    elif move >= t.claim:
        take_or_build(t, s, seat, move)
    elif move >= t.keep:
        choose(t, s, seat, move - t.keep)
    elif move >= t.pick:
        if pick(t, s, seat, move - t.pick):
            finish(t, s)
    else:
        settle(t, s, seat, move - t.top_up)
        finish(t, s)


def draw_or_answer(t: Tables, s: State, seat: i64, move: i64) -> None:
    """The moves with the lowest numbers: draw a card or tickets, pass, refuse a tunnel."""
    if move >= TAKE:
        kind = move - TAKE
        s.passes = 0
        take(t, s, seat, kind)
        s.then = THEN_END
        if s.phase == TURN and (kind != WILD or not t.wild_alone):
            s.then = THEN_SECOND
        proceed(t, s)
    elif move == BLIND:
        s.passes = 0
        card_ready(t, s)
        s.owes = BLIND_CARD
        tell(s, REACHED, seat, 0, 0)
    elif move == TICKETS:
        s.passes = 0
        s.wanted = t.play_offer
        tell(s, REACHED, seat, 1, 0)
        if not offer_owes(t, s):
            s.phase = KEEPING
    elif move == REFUSE:
        refuse(t, s, seat)
        finish(t, s)
    elif move == PASS:
        s.passes += 1
        tell(s, PASSED, seat, 0, 0)
        if s.passes == t.seats and s.turns_left == 0:
            end(s)
        else:
            end_turn(t, s)


def take_or_build(t: Tables, s: State, seat: i64, move: i64) -> None:
    """The moves with the highest numbers: claim a route, begin a payment with bundles, build."""
    if move < t.swap:
        row = move - t.claim
        way = t.row_way[row]
        color = t.row_color[row]
        wilds = t.row_wilds[row]
        if t.way_reveals[way] > 0:
            if lay_down(t, s, seat, way, color, wilds):
                finish(t, s)
            return
        cards = t.way_cards[way] - wilds
        pay(t, s, seat, color, cards, wilds)
        claim(t, s, seat, way, cards * t.unit[color] + wilds * t.unit[WILD])
    elif move < t.build:
        begin_picks(t, s, seat, t.swap_way[move - t.swap], t.swap_count[move - t.swap])
        return
    else:
        build(t, s, seat, (move - t.build) // t.cities, (move - t.build) % t.cities)
    finish(t, s)


def resolve(t: Tables, s: State, outcome: i64) -> None:
    """Let chance do what it owes: a card, a ticket or the first seat."""
    s.told = 0
    owes = s.owes
    if owes == DISPLAY_CARD:
        turn_up(t, s, outcome)
        if s.gaps == 0 or not card_ready(t, s):
            s.owes = NOTHING
            if s.face[WILD] >= t.flush_at and flush(t, s):
                proceed(t, s)
            else:
                go_on(t, s)
    elif owes == BLIND_CARD:
        s.owes = NOTHING
        draw(t, s, s.seat, outcome, DREW)
        if s.phase == TURN:
            second_card(t, s)
        else:
            end_turn(t, s)
    elif owes == TUNNEL_CARD:
        s.deck[outcome] -= 1
        s.deck_left -= 1
        s.unseen[outcome] -= 1
        s.turned[outcome] += 1
        s.wanted -= 1
        tell(s, REVEALED, s.seat, outcome, 0)
        if reveal_next(t, s, s.seat):
            finish(t, s)
    elif owes == TICKET:
        s.wanted -= 1
        offer(t, s, s.seat, outcome)
        if not offer_owes(t, s):
            s.phase = KEEPING
    elif owes == HAND_CARD:
        draw(t, s, s.seat, outcome, DEALT)
        deal_on(t, s)
    elif owes == OPENING_TICKET:
        offer(t, s, s.seat, outcome)
        deal_on(t, s)
    elif owes == FIRST_SEAT:
        s.first = outcome
        tell(s, FIRST, outcome, 0, 0)
        s.owes = HAND_CARD


def finish(t: Tables, s: State) -> None:
    """End an action that discarded cards: gaps in the display may be filled now, then the turn ends."""
    s.passes = 0
    s.then = THEN_END
    proceed(t, s)


def proceed(t: Tables, s: State) -> None:
    """Fill the display where it has gaps, then go on."""
    if s.gaps > 0 and card_ready(t, s):
        s.owes = DISPLAY_CARD
    else:
        go_on(t, s)


def go_on(t: Tables, s: State) -> None:
    """What comes after the display is full again."""
    if s.then == THEN_END:
        end_turn(t, s)
    elif s.then == THEN_SECOND:
        second_card(t, s)
    else:
        s.seat = 0
        s.owes = OPENING_TICKET


def deal_on(t: Tables, s: State) -> None:
    """Set-up goes on: cards seat by seat, the display, tickets seat by seat; then all seats choose."""
    if s.owes == HAND_CARD:
        if s.hand_size[s.seat] == t.hand_cards:
            s.seat += 1
        if s.seat == t.seats:
            s.then = THEN_TICKETS
            proceed(t, s)
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


def choose(t: Tables, s: State, seat: i64, places: i64) -> None:
    """Keep tickets. Opening answers wait for the last one, so that nobody learns from who was quicker."""
    if s.phase == KEEPING:
        keep(t, s, seat, places, t.play_returns)
        end_turn(t, s)
        return
    s.answer[seat] = places
    tell(s, CHOSE, seat, places, 0)
    for each in range(t.seats):
        if s.answer[each] == NONE:
            return
    for each in range(t.seats):
        keep(t, s, each, s.answer[each], t.opening_returns)
    s.phase = TURN
    tell(s, TURN_BEGAN, s.seat, 0, 0)


def second_card(t: Tables, s: State) -> None:
    """Go on to the second card of a draw, unless there is none to be had."""
    shown = t.face_up - s.gaps
    if t.wild_alone:
        shown -= s.face[WILD]
    if shown > 0 or s.deck_left > 0 or s.discard_left > 0:
        s.phase = SECOND
    else:
        end_turn(t, s)


def end_turn(t: Tables, s: State) -> None:
    """Count the last round down or begin it, and hand the turn on."""
    if s.turns_left > 0:
        s.turns_left -= 1
        if s.turns_left == 0:
            end(s)
            return
    elif s.ending:
        s.turns_left = t.seats
        tell(s, LAST_ROUND, s.seat, 0, 0)
    s.seat = s.seat + 1 if s.seat + 1 < t.seats else 0
    s.phase = TURN
    tell(s, TURN_BEGAN, s.seat, 0, 0)


def end(s: State) -> None:
    """Nothing more to decide."""
    s.phase = OVER
    s.turns_left = 0
    tell(s, ENDED, 0, 0, 0)
