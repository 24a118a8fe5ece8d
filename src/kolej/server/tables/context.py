"""What all tables of a server share."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kolej.server.errors import Refusal
from kolej.server.tables.bot_moves import Thinkers
from kolej.server.tables.hub import Hub
from kolej.server.time import Time
from kolej.store.protocol import Store

if TYPE_CHECKING:
    from kolej.server.tables.table import Table


@dataclass
class House:
    """What all tables of a server share."""

    store: Store
    thinkers: Thinkers
    time: Time
    hub: Hub
    patience: float
    """Seconds that a deal waits for commitments, and again for seeds."""
    moves: int = 0
    closed: bool = False
    running: "set[Table]" = field(default_factory=set)
    """Tables that have to stay in memory: their bots move and their clocks run."""

    def still_open(self) -> None:
        """Refuse what comes too late."""
        if self.closed:
            raise Refusal("busy", "the server is shutting down; it will go on when it is back")
