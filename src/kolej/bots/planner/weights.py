"""Weights of the planner: the numbers by which it compares routes, tickets and turns, for each edition and style.

The values of the editions were found by playing thousands of games between planners, and against the published styles.
"""

from dataclasses import dataclass, replace
from typing import Final

from kolej.engine.core.vectors import i64


@dataclass(kw_only=True)
class Weights:
    """What a planner plays by. Turns and points are counted in tenths. The defaults suit any board."""

    card_turns: i64 = 5
    """Tenths of a turn to collect one card."""
    claim_turns: i64 = 10
    """Tenths of a turn to claim a route once its cards are in hand."""
    reveal_turns: i64 = 1
    """Tenths of a turn for each card that a tunnel reveals."""
    wild_turns: i64 = 5
    """Tenths of a turn for each wild card that a claim requires."""
    least_turns: i64 = 2
    """Tenths of a turn that a route costs at least, however much it is worth by itself."""
    turn_value: i64 = 22
    """Tenths of a point that a turn is worth."""
    piece_cost: i64 = 10
    """Tenths of a point for each piece that a claim uses."""
    step_value: i64 = 15
    """Tenths of a point for each step of the marker."""
    first_step_value: i64 = 150
    """Tenths of a point for moving the marker for the first time."""
    in_hand_percent: i64 = 60
    """How much less a card that is in hand already costs, in percent of `card_turns`."""
    pieces_per_turn: i64 = 18
    """Tenths of a piece that a seat uses in a turn: how soon a game ends."""
    ticket_margin: i64 = 30
    """Tenths of a point that new tickets must promise before they are drawn."""
    contested_value: i64 = 2
    """Tenths of a point for each route of an opponent that touches a planned route: it may be lost."""
    lost_point_cost: i64 = 10
    """Tenths of a point for each point of a ticket that is given up."""
    ticket_turns: i64 = 40
    """Tenths of a turn that must remain for tickets to be drawn."""
    planned_value: i64 = 40
    """Tenths of a point for a route of the plan."""
    planned_card_value: i64 = 5
    """Tenths of a point for each card that a route of the plan takes."""
    missing_card_cost: i64 = 4
    """Tenths of a point for each card that is missing for a route."""
    spent_card_cost: i64 = 0
    """Tenths of a point for each card that a claim spends."""
    pool_piece_turns: i64 = 20
    """Tenths of a turn for each piece of the shared pool, all seats together: how soon a game ends."""
    race_step_value: i64 = 0
    """Tenths of a point more for each step while the race of the markers is close."""


DEFAULT: Final = Weights()

EDITION_WEIGHTS: Final[dict[str, Weights]] = {
    "berlin": Weights(
        card_turns=2,
        claim_turns=5,
        reveal_turns=0,
        wild_turns=6,
        least_turns=4,
        turn_value=19,
        first_step_value=256,
        in_hand_percent=168,
        contested_value=0,
        planned_value=55,
        planned_card_value=6,
        missing_card_cost=2,
    ),
    "europe": Weights(
        card_turns=3,
        claim_turns=20,
        turn_value=19,
        first_step_value=128,
        pieces_per_turn=15,
        lost_point_cost=20,
        planned_value=110,
        spent_card_cost=4,
    ),
    "japan": Weights(
        card_turns=2,
        claim_turns=19,
        reveal_turns=2,
        wild_turns=6,
        least_turns=4,
        turn_value=13,
        piece_cost=17,
        step_value=6,
        first_step_value=182,
        in_hand_percent=168,
        ticket_margin=36,
        lost_point_cost=24,
        ticket_turns=14,
        planned_value=139,
        planned_card_value=7,
        missing_card_cost=6,
        spent_card_cost=4,
        pool_piece_turns=14,
        race_step_value=126,
    ),
    "new_york": Weights(
        card_turns=2,
        claim_turns=6,
        reveal_turns=0,
        piece_cost=9,
        step_value=21,
        first_step_value=147,
        ticket_margin=21,
        lost_point_cost=20,
        ticket_turns=94,
        planned_value=24,
        planned_card_value=26,
        missing_card_cost=16,
        spent_card_cost=-4,
    ),
    "nordic": Weights(
        card_turns=2,
        claim_turns=20,
        reveal_turns=3,
        wild_turns=4,
        least_turns=3,
        turn_value=36,
        piece_cost=14,
        first_step_value=256,
        in_hand_percent=118,
        pieces_per_turn=6,
        contested_value=1,
        lost_point_cost=14,
        planned_card_value=112,
        missing_card_cost=17,
        spent_card_cost=2,
    ),
}

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
    ticket_turns=1_000_000,
    planned_value=10_000,
    planned_card_value=0,
    missing_card_cost=30,
)
"""Only the length of a path counts, and tickets are never drawn."""
HUNGRY: Final = replace(PATH, ticket_margin=-1_000_000, ticket_turns=0)
"""As `PATH`, but tickets are drawn whenever there is nothing left to build."""
ONE_STEP: Final = replace(PATH, step_value=10, planned_value=40, planned_card_value=5, missing_card_cost=4)
"""As `PATH`, but what a route is worth by itself counts nearly as much as the plan."""


def weights_for(edition: str) -> Weights:
    """The weights of an edition; the default ones for an edition that has none."""
    return EDITION_WEIGHTS.get(edition, DEFAULT)
