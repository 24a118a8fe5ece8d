"""Weights of the planner: the numbers by which it compares routes, tickets and turns.

Those of a board are in a file beside it: see `kolej.bots.board_weights`. Here are the defaults, for boards without such
a file, and the weights of the published styles.
"""

from dataclasses import dataclass, replace
from typing import Final

from kolej.engine.core.vectors import i64


@dataclass(kw_only=True)
class Weights:
    """What a planner plays by. Turns and points are counted in tenths. The defaults hold on boards of every size."""

    card_turns: i64 = 3
    """Tenths of a turn to collect one card."""
    claim_turns: i64 = 10
    """Tenths of a turn to claim a route once its cards are in hand."""
    reveal_turns: i64 = 0
    """Tenths of a turn for each card that a tunnel reveals."""
    wild_turns: i64 = 5
    """Tenths of a turn for each wild card that a claim requires."""
    least_turns: i64 = 2
    """Tenths of a turn that a route costs at least, however much it is worth by itself."""
    turn_value: i64 = 22
    """Tenths of a point that a turn is worth."""
    piece_cost: i64 = 9
    """Tenths of a point for each piece that a claim uses."""
    step_value: i64 = 21
    """Tenths of a point for each step of the marker."""
    first_step_value: i64 = 147
    """Tenths of a point for moving the marker for the first time."""
    in_hand_percent: i64 = 60
    """How much less a card that is in hand already costs, in percent of `card_turns`."""
    pieces_per_turn: i64 = 18
    """Tenths of a piece that a seat uses in a turn: how soon a game ends."""
    ticket_margin: i64 = 21
    """Tenths of a point that new tickets must promise before they are drawn."""
    contested_value: i64 = 2
    """Tenths of a point for each route of an opponent that touches a planned route: it may be lost."""
    lost_point_cost: i64 = 20
    """Tenths of a point for each point of a ticket that is given up."""
    ticket_turns: i64 = 94
    """Tenths of a turn that must remain for tickets to be drawn."""
    planned_value: i64 = 24
    """Tenths of a point for a route of the plan."""
    planned_card_value: i64 = 26
    """Tenths of a point for each card that a route of the plan takes."""
    missing_card_cost: i64 = 16
    """Tenths of a point for each card that is missing for a route."""
    spent_card_cost: i64 = 0
    """Tenths of a point for each card that a claim spends."""
    pool_piece_turns: i64 = 20
    """Tenths of a turn for each piece of the shared pool, all seats together: how soon a game ends."""
    race_step_value: i64 = 0
    """Tenths of a point more for each step while the race of the markers is close."""


DEFAULT: Final = Weights()

PATH: Final = Weights(
    card_turns=10,
    claim_turns=0,
    reveal_turns=0,
    wild_turns=0,
    least_turns=1,
    turn_value=100_000,
    piece_cost=0,
    step_value=0,
    first_step_value=0,
    in_hand_percent=0,
    pieces_per_turn=10,
    ticket_margin=0,
    contested_value=0,
    lost_point_cost=10,
    ticket_turns=1_000_000,
    planned_value=10_000,
    planned_card_value=0,
    missing_card_cost=30,
    spent_card_cost=0,
    pool_piece_turns=20,
    race_step_value=0,
)
"""Only the length of a path counts, and tickets are never drawn."""
HUNGRY: Final = replace(PATH, ticket_margin=-1_000_000, ticket_turns=0)
"""As `PATH`, but tickets are drawn whenever there is nothing left to build."""
ONE_STEP: Final = replace(PATH, step_value=10, planned_value=40, planned_card_value=5, missing_card_cost=4)
"""As `PATH`, but what a route is worth by itself counts nearly as much as the plan."""
