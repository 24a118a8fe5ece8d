"""One call a move: check a move, apply it, and deal what chance then owes, all inside the compiled core."""

from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.legal import is_legal
from kolej.engine.core.state import NOTHING, State
from kolej.engine.core.turn import apply, resolve
from kolej.engine.core.vectors import i64
from kolej.engine.ruleset.tables import RuleTables


def play(t: RuleTables, s: State, seat: i64, move: i64, dealer: Dealer | None) -> bool:
    """Apply a move and the outcomes that follow, without events. False, and nothing changed, if it is not legal."""
    if not is_legal(t, s, seat, move):
        return False
    apply(t, s, seat, move)
    if dealer is not None:
        deal(t, s, dealer)
    return True


def deal(t: RuleTables, s: State, dealer: Dealer) -> None:
    """Apply outcomes until chance owes nothing."""
    # The two compiled dealers are named, because only then are they called directly.
    if isinstance(dealer, (SeededDealer, Rng)):
        while s.owes != NOTHING:
            resolve(t, s, dealer.outcome(t, s))
    else:
        while s.owes != NOTHING:
            resolve(t, s, dealer.outcome(t, s))


def can_fail(dealer: Dealer | None) -> bool:
    """Whether a dealer may be unable to go on, as one with a script is at the end of it."""
    return not (dealer is None or isinstance(dealer, (SeededDealer, Rng)))
