"""Familiar networks: those from which somebody has logged in to an account, so that strangers elsewhere can't lock it.

They are in the memory of one process only: addresses are not stored, and after a restart every network is new again.
"""

from collections import OrderedDict

MAX_ACCOUNTS = 20_000
MAX_NETWORKS = 8
"""Networks of one account; the least recently used is forgotten."""


class FamiliarNetworks:
    """The networks from which accounts were used with the right password, by name."""

    def __init__(self) -> None:
        self._by_name: OrderedDict[str, OrderedDict[str, None]] = OrderedDict()

    def add(self, name: str, network: str) -> None:
        """Somebody has just proved that an account is theirs."""
        networks = self._by_name.setdefault(name, OrderedDict())
        self._by_name.move_to_end(name)
        if len(self._by_name) > MAX_ACCOUNTS:
            self._by_name.popitem(last=False)
        networks[network] = None
        networks.move_to_end(network)
        if len(networks) > MAX_NETWORKS:
            networks.popitem(last=False)

    def __contains__(self, login: tuple[str, str]) -> bool:
        name, network = login
        return network in self._by_name.get(name, ())
