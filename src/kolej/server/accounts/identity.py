"""Identity: the current user as tables see them."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Identity:
    """A person who was authenticated by a cookie or a token."""

    person: int
    name: str
    network: str = field(default="", compare=False)
    """The network that the request came from, as limits count it; empty if unknown. It is never stored."""
