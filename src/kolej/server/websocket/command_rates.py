"""Command rates: how often all sockets of a person, and all of a network, may send commands together."""

from kolej.server.limits import wider_network
from kolej.server.uvicorn_ext.pacing import NetworkRates

BURST_SECONDS = 2
"""A burst may have as many commands as are allowed in this time."""
PERSON, NETWORK = 3, 15
"""What a person and a network may send in a second: this many times the rate of one socket."""


class CommandRates:
    """The rates of all people and networks."""

    def __init__(self, rate: float) -> None:
        """`rate` is the number of commands a second over one socket."""
        self._people = NetworkRates(PERSON * rate, PERSON * rate * BURST_SECONDS)
        self._networks = NetworkRates(NETWORK * rate, NETWORK * rate * BURST_SECONDS)

    def take(self, person: int | None, network: str, now: float) -> bool:
        """Count a command; False if the person or the network sends too many."""
        if person is not None and not self._people.take(str(person), now):
            return False
        return self._networks.take(wider_network(network), now)
