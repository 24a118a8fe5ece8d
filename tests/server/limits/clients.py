"""Clients by their networks, and a clock, for tests of limits."""

from tests.support.running_server import Client, Running


class Clock:
    """A clock that tests advance."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def network(number: int, of: str = "2001:db8:1") -> str:
    return f"{of}:{number:x}::/64"


def from_address(server: Running, address: str) -> Client:
    return server.client(**{"x-forwarded-for": address})
