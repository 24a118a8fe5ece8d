"""A custom bot to start from: it claims what it can, and draws cards otherwise. Copy it and improve it.

kolej check-bot my_bot.py:MyBot
kolej arena --bots my_bot.py:MyBot,random
"""

from random import Random

from kolej.engine.moves.moves import BuildStation, ClaimRoute, DrawBlind, KeepTickets, TakeCard


class MyBot:
    """Claims the longest route it can pay for; keeps as few tickets as it may."""

    def __init__(self, seed):
        self.rng = Random(seed)

    def choose(self, decision):
        """The best of the legal moves; chance decides between equals."""
        return max(decision.legal, key=lambda number: (self.worth(decision, decision.moves[number]), self.rng.random()))

    def worth(self, decision, move):
        match move:
            case ClaimRoute(route, _):
                return 10 * decision.edition.board.routes[route].length
            case KeepTickets(tickets):
                return -sum(decision.edition.board.tickets[ticket].points for ticket in tickets)
            case TakeCard(card):
                return decision.view.hands[decision.seat][card]  # more of what there is already
            case DrawBlind():
                return 1
            case BuildStation():
                return -1
        return 0
