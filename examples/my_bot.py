"""A bot to begin with: builds what it can, and draws for the rest. Copy it and make it better.

kolej check-bot my_bot.py:MyBot
kolej arena --bots my_bot.py:MyBot,random
"""

from random import Random

from kolej.engine.moves.moves import BuildStation, ClaimRoute, DrawBlind, KeepTickets, TakeCard


class MyBot:
    """Claims the longest route it can pay for; keeps as few tickets as it may."""

    def __init__(self, seed):
        self.luck = Random(seed)

    def choose(self, choice):
        """The best of the legal moves; chance decides between equals."""
        return max(choice.legal, key=lambda number: (self.worth(choice, choice.moves[number]), self.luck.random()))

    def worth(self, choice, move):
        match move:
            case ClaimRoute(route, _):
                return 10 * choice.edition.board.routes[route].length
            case KeepTickets(tickets):
                return -sum(choice.edition.board.tickets[ticket].points for ticket in tickets)
            case TakeCard(card):
                return choice.view.hands[choice.seat][card]  # more of what there is already
            case DrawBlind():
                return 1
            case BuildStation():
                return -1
        return 0
