"""`learned`: rates its candidate moves with a small neural network, and plays the one that beats the planner's move."""

from kolej.bots.board_weights import weights_of
from kolej.bots.learned.features import FeatureExtractor
from kolej.bots.learned.network import Network
from kolej.bots.learned.weights import network_for
from kolej.bots.planner.bot import planner_for
from kolej.bots.planner.planner import Planner
from kolej.bots.search.candidates import candidates_for
from kolej.bots.search.opponent_tickets import beliefs_for
from kolej.engine.core.state import PAYING, TUNNEL, State
from kolej.engine.decision import Decision

DOUBT = 0.02
"""How much higher than the planner's move a move must be rated, in wins."""


class LearnedBot:
    """Rates moves with the network of its edition, in milliseconds and without playouts.

    On an edition without trained weights it plays as the planner does.
    """

    def __init__(self, seed: int, network: Network | None = None, doubt: float = DOUBT) -> None:
        self.network = network
        self.doubt = doubt
        self._planner: Planner | None = None
        self._features: FeatureExtractor | None = None

    def choose(self, decision: Decision) -> int:
        """The candidate with the highest rating."""
        if self._planner is None or self._features is None:
            weights = weights_of(decision.edition)
            self._planner = planner_for(decision, weights.planner)
            self._features = FeatureExtractor(self._planner, beliefs_for(self._planner, weights.ticket_beliefs))
            self.network = self.network or network_for(decision.edition.id)
        known = decision.known()
        default = self._planner.choose(known)
        if self.network is None or not can_be_rated(known):
            return default
        moves = candidates_for(decision, default, self._planner.plan)
        if len(moves) == 1:
            return default
        ratings = [self.network.rate(features) for features in self._features.extract(known, default, moves)]
        ratings[0] += self.doubt
        return moves[max(range(len(moves)), key=ratings.__getitem__)]


def can_be_rated(s: State) -> bool:
    """Whether the network may decide. In a tunnel or a payment the planner does: it knows what it has tried already."""
    return s.phase not in (TUNNEL, PAYING)
