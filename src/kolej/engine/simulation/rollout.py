"""Random rollouts: play a game to its end with random moves, inside the compiled core."""

from kolej.engine.chance.rng import Rng
from kolej.engine.core.legal import legal
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NOTHING, OPENING, OVER, State
from kolej.engine.core.turn import apply, resolve, seat_due
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import RuleTables


def room_for_moves(t: RuleTables) -> Ints:
    """A vector that can hold any list of legal moves of this game."""
    return zeros(t.moves)


def resolve_chance(t: RuleTables, s: State, rng: Rng) -> None:
    """Draw and apply chance outcomes until none is owed."""
    while s.owes != NOTHING:
        resolve(t, s, rng.outcome(t, s))


def random_move(t: RuleTables, s: State, rng: Rng, moves: Ints) -> None:
    """Apply a uniformly random legal move and the chance outcomes that follow."""
    seat = s.seat if s.phase != OPENING else seat_due(t, s)
    count = legal(t, s, seat, moves)
    apply(t, s, seat, moves[rng.below(count)])
    while s.owes != NOTHING:
        resolve(t, s, rng.outcome(t, s))


def play_out(t: RuleTables, s: State, rng: Rng) -> i64:
    """Play a game to its end with random moves; returns the number of decisions."""
    return rollout(t, s, rng, room_for_moves(t))


def rollout(t: RuleTables, s: State, rng: Rng, moves: Ints) -> i64:
    """Play a game to its end as `play_out` does; callers reuse `moves`, a vector for legal moves, between games."""
    decisions: i64 = 0
    resolve_chance(t, s, rng)
    while s.phase != OVER:
        random_move(t, s, rng, moves)
        decisions += 1
    return decisions
