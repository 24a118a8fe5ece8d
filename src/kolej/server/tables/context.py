"""Table context: what all tables of a server share."""

from collections import deque
from dataclasses import dataclass, field

from kolej.server.errors import Refusal
from kolej.server.limits import TimeLimit
from kolej.server.tables.bot_moves import MoveChooser
from kolej.server.tables.hub import Hub
from kolej.server.time import Time
from kolej.store.protocol import Store

RECENT = 64
"""Idle tables stay in memory until this many others have been asked for."""

RECENT_FINISHED = 16
"""The same for those whose game is over. With the game they are larger, and few people come back to them."""

QUESTION_SHARE, QUESTION_BURST = 0.03, 0.2
"""The part of the event loop's time that questions from one network may take, and the seconds that they may at once."""


@dataclass
class TableContext:
    """The store, the bots, the time and the counters that all tables share."""

    store: Store
    bot_pool: MoveChooser
    time: Time
    hub: Hub
    deal_timeout: float
    """Seconds that a deal waits for commitments of people who are online, and then again for their seeds."""
    moves: int = 0
    """Moves since the server started."""
    followed: int = 0
    """Appends of other processes that tables here have followed, since the server started."""
    closed: bool = False
    running: set[object] = field(default_factory=set)
    """Tables that have to stay in memory: their bots move and their clocks run."""
    recent: deque[object] = field(default_factory=lambda: deque(maxlen=RECENT))
    """Tables that were asked for last, except those whose game is over."""
    finished: deque[object] = field(default_factory=lambda: deque(maxlen=RECENT_FINISHED))
    """Tables that were asked for last after their game was over: each would be read from its log again."""

    def __post_init__(self) -> None:
        """Note the start of this process, and limit the time for questions of players and for what they have missed."""
        self.started = self.time.ticks()
        reason = "you ask a lot; wait a moment"
        self.questions = TimeLimit(QUESTION_SHARE, QUESTION_BURST, reason, self.time.ticks)
        self.catch_ups = TimeLimit(QUESTION_SHARE, QUESTION_BURST, reason, self.time.ticks)
        """For what clients have missed. Those above it are sent the whole game, which is cheaper to make."""

    def check_open(self) -> None:
        """Refuse everything once the server is shutting down."""
        if self.closed:
            raise Refusal("busy", "the server is shutting down; it will go on when it is back")
