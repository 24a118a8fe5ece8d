"""What a bot decides, as one whole move."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from kolej.engine.core import cards as packed
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.moves.moves import BeginBundles, ClaimRoute, Move, PickCard


class Thinkers(Protocol):
    """Whoever thinks for bots, elsewhere."""

    async def think(
        self, key: str, edition: str, seats: int, bot: str, seed: int, seat: int, view: View, legal: list[int]
    ) -> int:
        """The number of the move that the bot chooses. The same key, the same bot with its memory."""
        ...


async def decided(game: Game, seat: int, think: Callable[[View, list[int]], Awaitable[int]]) -> Move:
    """The move of a seat. A payment with stand-ins is picked card by card, and is one move."""
    number = await think(game.view(seat), game.legal(seat))
    move = game.move(seat, number)
    if not isinstance(move, BeginBundles):
        return move
    # Without a dealer: what a tunnel turns up is nothing to go by while one still pays.
    trial = game.copy()
    trial.dealer = None
    cards = 0
    trial.apply(seat, number)
    while isinstance(picked := await _pick(trial, seat, think), PickCard):
        cards += packed.of(picked.card)
    return ClaimRoute(move.route, cards)


async def _pick(trial: Game, seat: int, think: Callable[[View, list[int]], Awaitable[int]]) -> Move | None:
    """The next card of the payment; nothing when it is whole."""
    legal = trial.legal(seat)
    if not legal or not isinstance(trial.move(seat, legal[0]), PickCard):
        return None
    # A single card that fits is no choice.
    number = legal[0] if len(legal) == 1 else await think(trial.view(seat), legal)
    move = trial.move(seat, number)
    trial.apply(seat, number)
    return move
