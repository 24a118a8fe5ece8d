"""Random play inside the compiled core."""

from kolej.engine.chance.rng import Luck
from kolej.engine.core.legal import legal
from kolej.engine.core.make_vectors import zeros
from kolej.engine.core.state import NOTHING, OPENING, OVER, State
from kolej.engine.core.turn import apply, resolve, seat_due
from kolej.engine.core.vectors import Ints, i64
from kolej.engine.ruleset.tables import Tables


def room_for_moves(t: Tables) -> Ints:
    """A vector that every list of legal moves of this game fits into."""
    return zeros(t.moves)


def settle(t: Tables, s: State, luck: Luck) -> None:
    """Let chance do all it owes."""
    while s.owes != NOTHING:
        resolve(t, s, luck.outcome(t, s))


def random_move(t: Tables, s: State, luck: Luck, moves: Ints) -> None:
    """Make any legal move, each as likely as any other, and let chance follow."""
    seat = s.seat if s.phase != OPENING else seat_due(t, s)
    count = legal(t, s, seat, moves)
    apply(t, s, seat, moves[luck.below(count)])
    while s.owes != NOTHING:
        resolve(t, s, luck.outcome(t, s))


def play_out(t: Tables, s: State, luck: Luck) -> i64:
    """Play one game on at random to the end; returns the number of decisions."""
    return rollout(t, s, luck, room_for_moves(t))


def rollout(t: Tables, s: State, luck: Luck, moves: Ints) -> i64:
    """Play on at random to the end; returns the number of decisions."""
    decisions: i64 = 0
    settle(t, s, luck)
    while s.phase != OVER:
        random_move(t, s, luck, moves)
        decisions += 1
    return decisions
