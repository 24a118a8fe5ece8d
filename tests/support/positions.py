"""Positions for tests of the server: short ways to a game in progress."""

from kolej import bots, editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game


def played(name: str, seats: int, seed: int, decisions: int = 10_000, bot: str = "planner") -> Game:
    """A game of bots after this many decisions, or at its end."""
    game = Game.start(editions.load(name), seats, SeededDealer(seed), first=0)
    players = [bots.find(bot)(seed + seat) for seat in range(seats)]
    for _ in range(decisions):
        if game.over:
            break
        seat = game.to_act()[0]
        game.apply(seat, players[seat].choose(game.decision(seat)))
    return game
