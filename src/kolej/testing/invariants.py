"""Whether a state adds up: nothing has appeared or vanished, and what is kept twice agrees.

Quick enough for every step of a hundred thousand games.
"""

from typing import Final

from kolej.engine.chance.rng import Luck
from kolej.engine.core.legal import legal
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.start import start
from kolej.engine.core.state import IN_GROUP, IN_PILE, IN_TAIL, NONE, NOTHING, OFFERED, OVER, PICKING, State
from kolej.engine.core.turn import apply, resolve, seat_due
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import Tables
from kolej.engine.simulation.rollout import room_for_moves

FAULTS: Final = (
    "nothing",
    "the cards are not all there",
    "the size of a pile or a hand is wrong",
    "more of a hand is known than is in it",
    "the tickets are not where they are said to be",
    "pieces have appeared or vanished",
    "points or markers are not what the routes add up to",
    "a seat that is due has no move, or moves are out of order",
    "the game does not end",
)
LONGEST_GAME: Final = 20_000


def fault_in(t: Tables, s: State) -> i64:
    """The number of the first fault found in a state, 0 if there is none."""
    fault = _cards(t, s)
    if fault == 0:
        fault = _tickets(t, s)
    if fault == 0:
        fault = _routes(t, s)
    return fault


def _cards(t: Tables, s: State) -> i64:
    hands = zeros(t.seats)
    deck: i64 = 0
    discard: i64 = 0
    shown: i64 = 0
    for kind in range(t.kinds):
        there = s.deck[kind] + s.discard[kind] + s.face[kind] + s.turned[kind]
        # Cards picked for a payment stay in the hand until the payment is whole.
        if s.phase != PICKING:
            there += s.laid[kind]
        for seat in range(t.seats):
            held = s.hands[seat * t.kinds + kind]
            there += held
            hands[seat] += held
            if held < 0 or s.known[seat * t.kinds + kind] > held:
                return 3
        if there != t.full[kind] or s.deck[kind] < 0 or s.discard[kind] < 0:
            return 1
        deck += s.deck[kind]
        discard += s.discard[kind]
        shown += s.face[kind]
    for slot in range(t.face_up):
        if s.display[slot] == NONE:
            shown += 1
    if deck != s.deck_left or discard != s.discard_left or shown != t.face_up:
        return 2
    for seat in range(t.seats):
        if hands[seat] != s.hand_size[seat]:
            return 2
    return 0


def _tickets(t: Tables, s: State) -> i64:
    held = zeros(t.seats)
    pile: i64 = 0
    group: i64 = 0
    tail: i64 = 0
    offered: i64 = 0
    for ticket in range(t.tickets):
        place = s.place[ticket]
        if place >= 0:
            held[place] += 1
        elif place == IN_PILE and t.ticket_deck[ticket] == t.play_deck:
            pile += 1
        elif place == IN_GROUP:
            group += 1
        elif place == IN_TAIL:
            tail += 1
        elif place == OFFERED:
            offered += 1
    for seat in range(t.seats):
        offered -= s.offered[seat]
        if held[seat] != s.held[seat]:
            return 4
    return 0 if pile == s.pile_left and group == s.group_left and tail == len(s.tail) and offered == 0 else 4


def _routes(t: Tables, s: State) -> i64:
    supply = s.supply[:]
    points = zeros(t.seats)
    track = zeros(t.seats)
    pool = s.pool
    for route in range(t.routes):
        seat = s.owner[route]
        if seat != NONE:
            way = s.taken[route]
            supply[seat * t.piece_kinds + t.way_piece[way]] += t.way_pieces[way]
            points[seat] += t.way_points[way]
            track[seat] += t.way_steps[way]
            pool += t.way_takes[way]
    for city in range(t.cities):
        if s.building[city] != NONE:
            supply[s.building[city] * t.piece_kinds + t.builder] += 1
    for seat in range(t.seats):
        for piece in range(t.piece_kinds):
            at = seat * t.piece_kinds + piece
            if supply[at] != t.supply[piece] or s.supply[at] < 0:
                return 5
        if points[seat] != s.points[seat] or track[seat] != s.track[seat]:
            return 6
    return 0 if pool == t.pool and s.pool >= 0 else 5


class Audit:
    """What a run of audited games found; `fault` is a place in `FAULTS`."""

    games: i64
    steps: i64
    tried: i64
    """Legal moves tried out on copies."""
    fault: i64

    def __init__(self) -> None:
        self.games = 0
        self.steps = 0
        self.tried = 0
        self.fault = 0


def audited(t: Tables, luck: Luck, games: i64, every: i64) -> Audit:
    """Play random games and look at every step; at one decision in `every`, try out each legal move on a copy."""
    audit = Audit()
    moves = room_for_moves(t)
    trial = room_for_moves(t)
    for _ in range(games):
        s = start(t, NONE)
        steps: i64 = 0
        while s.phase != OVER:
            if s.owes != NOTHING:
                resolve(t, s, luck.outcome(t, s))
            else:
                seat = seat_due(t, s)
                count = legal(t, s, seat, moves)
                for i in range(1, count):
                    if moves[i - 1] >= moves[i]:
                        audit.fault = 7
                if count == 0:
                    audit.fault = 7
                    return audit
                if luck.below(every) == 0:
                    for i in range(count):
                        copy = s.copy()
                        apply(t, copy, seat, moves[i])
                        while copy.owes != NOTHING:
                            resolve(t, copy, luck.outcome(t, copy))
                        if copy.phase != OVER and legal(t, copy, seat_due(t, copy), trial) == 0:
                            audit.fault = 7
                        fault = fault_in(t, copy)
                        if fault != 0:
                            audit.fault = fault
                    audit.tried += count
                apply(t, s, seat, moves[luck.below(count)])
            steps += 1
            fault = fault_in(t, s)
            if fault != 0:
                audit.fault = fault
            if steps > LONGEST_GAME:
                audit.fault = 8
            if audit.fault != 0:
                return audit
        audit.steps += steps
        audit.games += 1
    return audit
