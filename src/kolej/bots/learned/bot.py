"""`learned`: looks at its moves once, and tells by what it has been taught which one beats the planner's."""

from kolej.bots.learned.features import Eye
from kolej.bots.learned.network import Lessons
from kolej.bots.learned.weights import lessons_for
from kolej.bots.planner.planner import Mind
from kolej.bots.search.candidates import worth_trying
from kolej.bots.wits import wits_for
from kolej.engine.core.state import PICKING, TUNNEL, State
from kolej.engine.decision import Choice

DOUBT = 0.02
"""How much more than the planner's a move must promise, in victories."""


class LearnedBot:
    """Judges moves by what it was taught on this board; thinks for milliseconds and imagines nothing.

    On a board without lessons it plays as the planner does.
    """

    def __init__(self, seed: int, lessons: Lessons | None = None, doubt: float = DOUBT) -> None:
        self.lessons = lessons
        self.doubt = doubt
        self._mind: Mind | None = None
        self._eye: Eye | None = None

    def choose(self, choice: Choice) -> int:
        """The move that promises most."""
        if self._mind is None or self._eye is None:
            self._mind, guesses = wits_for(choice)
            self._eye = Eye(self._mind, guesses)
            self.lessons = self.lessons or lessons_for(choice.edition.id)
        known = choice.known()
        usual = self._mind.choose(known)
        if self.lessons is None or not can_be_judged(known):
            return usual
        moves = worth_trying(choice, usual, self._mind.plan)
        if len(moves) == 1:
            return usual
        promises = [self.lessons.worth(row) for row in self._eye.look(known, usual, moves)]
        promises[0] += self.doubt
        return moves[max(range(len(moves)), key=promises.__getitem__)]


def can_be_judged(s: State) -> bool:
    """Whether this is not the middle of a tunnel or a payment: there a planner remembers what it has tried in vain."""
    return s.phase not in (TUNNEL, PICKING)
