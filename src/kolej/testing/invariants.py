"""Invariants of a state: cards, tickets and pieces are conserved, and redundant numbers agree.

For tests only. Compiled, so that every step of a hundred thousand games can be checked; a failure is a short text. The
tests have a slower, independent set of such laws, which also recounts points and ranks: `tests/support/state_laws.py`.
"""

from typing import Final

from kolej.engine.chance.rng import Rng
from kolej.engine.core.legal import legal
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.start import start
from kolej.engine.core.state import IN_GROUP, IN_PILE, IN_TAIL, NONE, NOTHING, OFFERED, OVER, PAYING, State
from kolej.engine.core.turn import apply, resolve, seat_due
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import RuleTables
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


def fault_in(t: RuleTables, s: State) -> i64:
    """The first invariant that a state violates, as an index of `FAULTS`; 0 if there is none."""
    fault = _cards(t, s)
    if fault == 0:
        fault = _tickets(t, s)
    if fault == 0:
        fault = _routes(t, s)
    return fault


def _cards(t: RuleTables, s: State) -> i64:
    hands = zeros(t.seats)
    deck: i64 = 0
    discard: i64 = 0
    shown: i64 = 0
    for kind in range(t.kinds):
        there = s.deck[kind] + s.discard[kind] + s.display_counts[kind] + s.turned[kind]
        # Cards chosen for a payment stay in the hand until the payment is complete.
        if s.phase != PAYING:
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
        shown += s.display_counts[kind]
    for slot in range(t.display_size):
        if s.display[slot] == NONE:
            shown += 1
    if deck != s.deck_left or discard != s.discard_left or shown != t.display_size:
        return 2
    for seat in range(t.seats):
        if hands[seat] != s.hand_size[seat]:
            return 2
    return 0


def _tickets(t: RuleTables, s: State) -> i64:
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


def _routes(t: RuleTables, s: State) -> i64:
    supply = s.supply[:]
    points = zeros(t.seats)
    track = zeros(t.seats)
    pool = s.pool
    for route in range(t.routes):
        seat = s.owner[route]
        if seat != NONE:
            option = s.taken[route]
            supply[seat * t.piece_kinds + t.option_piece[option]] += t.option_pieces[option]
            points[seat] += t.option_points[option]
            track[seat] += t.option_steps[option]
            pool += t.option_takes[option]
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
    """The result of a run of audited games; `fault` is an index of `FAULTS`."""

    games: i64
    steps: i64
    tried: i64
    """How many legal moves were tried on copies."""
    fault: i64

    def __init__(self) -> None:
        self.games = 0
        self.steps = 0
        self.tried = 0
        self.fault = 0


def audited(t: RuleTables, rng: Rng, games: i64, every: i64) -> Audit:
    """Play random games and check every step; at one decision in `every`, also try each legal move on a copy."""
    audit = Audit()
    moves = room_for_moves(t)
    trial = room_for_moves(t)
    for _ in range(games):
        s = start(t, NONE)
        steps: i64 = 0
        while s.phase != OVER:
            if s.owes != NOTHING:
                resolve(t, s, rng.outcome(t, s))
            else:
                seat = seat_due(t, s)
                count = legal(t, s, seat, moves)
                for i in range(1, count):
                    if moves[i - 1] >= moves[i]:
                        audit.fault = 7
                if count == 0:
                    audit.fault = 7
                    return audit
                if rng.below(every) == 0:
                    for i in range(count):
                        copy = s.copy()
                        apply(t, copy, seat, moves[i])
                        while copy.owes != NOTHING:
                            resolve(t, copy, rng.outcome(t, copy))
                        if copy.phase != OVER and legal(t, copy, seat_due(t, copy), trial) == 0:
                            audit.fault = 7
                        fault = fault_in(t, copy)
                        if fault != 0:
                            audit.fault = fault
                    audit.tried += count
                apply(t, s, seat, moves[rng.below(count)])
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
