"""Dependencies of HTTP handlers: the service, the client's address, the current user and the decoded body."""

from typing import TypeVar

from litestar.di import NamedDependency, Provide
from litestar.params import SkipValidation

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.people import identity_of, token_in
from kolej.server.errors import Refusal
from kolej.server.http.error_handlers import AnyRequest, decoded_body
from kolej.server.limits import client_network
from kolej.server.service import Service
from kolej.store.models import Person

T = TypeVar("T")
Injected = NamedDependency[SkipValidation[T]]
"""Marks a parameter of a handler that is filled from `DEPENDENCIES` by its name."""


async def service_of(request: AnyRequest) -> Service:
    """The running server."""
    service: Service | None = request.app.state.get("service")
    if service is None:
        raise Refusal("busy", "the server is starting; try again in a moment")
    return service


async def address_of(request: AnyRequest) -> str:
    """The client's address or network, as rate limits count it."""
    return client_network(request.client.host if request.client else "")


async def current_person(request: AnyRequest, service: Injected[Service]) -> Person | None:
    """The person whose token was sent; None without a valid one."""
    token, _ = token_in(request.scope["headers"])
    return await service.people.by_token(token)


async def person(current_person: Injected[Person | None]) -> Person:
    """The person whose token was sent; without a valid one the request is refused."""
    if current_person is None:
        raise Refusal("no-token", "this needs an identity: request GET /api/me first, or send a valid Bearer token")
    return current_person


async def identity(person: Injected[Person]) -> Identity:
    """The current user as tables see them; without one the request is refused."""
    return identity_of(person)


async def viewer(current_person: Injected[Person | None]) -> Identity | None:
    """The current user as tables see them; None without one."""
    return identity_of(current_person) if current_person else None


DEPENDENCIES = {
    "service": Provide(service_of),
    "address": Provide(address_of),
    "current_person": Provide(current_person),
    "person": Provide(person),
    "identity": Provide(identity),
    "viewer": Provide(viewer),
    "payload": Provide(decoded_body),
}
