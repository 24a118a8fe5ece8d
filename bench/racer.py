"""`racer`: a bot that claims the longest route it can and keeps as few tickets as it may, to end the game early.

    kolej arena --edition europe --bots planner,bench/racer.py:Racer --games 100

It plays without a plan, and beats bots that neglect their tickets or waste turns: a yardstick for every new board.
"""

from random import Random

from kolej import Decision
from kolej.engine.moves.moves import ClaimRoute, DrawBlind, KeepTickets, Move, TakeCard, TopUp


class Racer:
    """Collects for the longest open route of the colour that it has most of, and claims it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, decision: Decision) -> int:
        """The best of the legal moves; chance decides between equals."""
        longest = self.longest_open(decision)
        return max(
            decision.legal,
            key=lambda number: (self.worth(decision, decision.moves[number], longest), self.rng.random()),
        )

    def longest_open(self, decision: Decision) -> int:
        """The length of the longest route that nobody has and that the seat's pieces can build."""
        view, routes = decision.view, decision.edition.board.routes
        pieces = max(view.supply[decision.seat])
        lengths = [route.length for route, owner in zip(routes, view.owner, strict=True) if owner == -1]
        return max((length for length in lengths if length <= pieces), default=0)

    def worth(self, decision: Decision, move: Move, longest: int) -> float:
        """What a move is worth to somebody who is in a hurry."""
        board, hand = decision.edition.board, decision.view.hands[decision.seat] or ()
        match move:
            case ClaimRoute(route, cards):
                # A route that is a little shorter than the longest is taken only when there is nothing to draw.
                wanted = board.routes[route].length >= longest - 1
                return (100 if wanted else -100) + 10 * board.routes[route].length - cards[0]
            case KeepTickets(tickets):
                return -sum(board.tickets[ticket].points for ticket in tickets)
            case TopUp(cards):
                return 10 - cards[0]
            case TakeCard(0):
                return -1
            case TakeCard(card):
                return hand[card]
            case DrawBlind():
                return 2
        return -1000
