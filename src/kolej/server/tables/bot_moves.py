"""Bot moves: asks a bot for its decision, and makes one whole move of it."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from kolej.engine.core import cards as counts
from kolej.engine.game import Game
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, Move, PayCard
from kolej.server.bots.fair_lock import Owner
from kolej.server.bots.request import BotRequest

Think = Callable[[Game], Awaitable[int]]
"""Asks a bot for the number of its move in a position."""


class MoveChooser(Protocol):
    """Computes the decisions of bots: `kolej.server.bots.pool.BotPool`, or a fake one in tests."""

    async def choose_move(self, owner: Owner, request: BotRequest) -> int:
        """The number of the move that a bot chooses. Owners get the workers in turn."""
        ...


async def choose_move(game: Game, seat: int, think: Think) -> Move:
    """The move that a bot chooses for a seat. A payment with stand-ins is chosen card by card, but is one move."""
    number = await think(game)
    move = game.move(seat, number)
    if not isinstance(move, BeginStandIns):
        return move
    # Without a dealer: what a tunnel would turn up must not influence the payment.
    trial = game.copy()
    trial.dealer = None
    cards = counts.none(len(game.edition.board.colors) + 1)
    trial.apply(seat, number)
    while isinstance(paid := await _pay_card(trial, seat, think), PayCard):
        cards = counts.add(cards, counts.of(len(cards), paid.card))
    return ClaimRoute(move.route, cards)


async def _pay_card(trial: Game, seat: int, think: Think) -> Move | None:
    """The next card of the payment; None when it is complete."""
    legal = trial.legal(seat)
    if not legal or not isinstance(trial.move(seat, legal[0]), PayCard):
        return None
    # With a single possible card there is nothing to choose.
    number = legal[0] if len(legal) == 1 else await think(trial)
    move = trial.move(seat, number)
    trial.apply(seat, number)
    return move
