"""Who asks, and what with: what handlers are given."""

from typing import TypeVar

from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation

from kolej.server.accounts.identity import Who
from kolej.server.accounts.people import shown_token, who
from kolej.server.errors import Refusal
from kolej.server.http.error_handlers import Asked, posted
from kolej.server.limits import neighbourhood
from kolej.server.service import Service
from kolej.store.protocol import Person

T = TypeVar("T")
Given = NamedDependency[SkipValidation[T]]
"""Something that a handler gets from here."""


async def service_of(request: Asked) -> Service:
    """The running server."""
    service: Service | None = request.app.state.get("service")
    if service is None:
        raise Refusal("busy", "the server is starting; try again in a moment")
    return service


async def address_of(request: Asked) -> str:
    """Where a request comes from, as limits count it."""
    return neighbourhood(request.client.host if request.client else "")


async def visitor(request: Asked, service: Given[Service]) -> Person | None:
    """Who asks, if we know them."""
    token, _ = shown_token(request.scope["headers"])
    return await service.people.known(token)


async def person(visitor: Given[Person | None]) -> Person:
    """Who asks; nobody is refused."""
    if visitor is None:
        raise Refusal("no-token", "this needs somebody: open GET /api/me first, or send a Bearer token that is good")
    return visitor


async def asker(person: Given[Person]) -> Who:
    """Who asks, as tables know them; nobody is refused."""
    return who(person)


async def watcher(visitor: Given[Person | None]) -> Who | None:
    """Who asks, as tables know them, if we know them."""
    return who(visitor) if visitor else None


DEPENDENCIES = {
    "service": Provide(service_of),
    "address": Provide(address_of),
    "visitor": Provide(visitor),
    "person": Provide(person),
    "asker": Provide(asker),
    "watcher": Provide(watcher),
    "posted": Provide(posted),
}
