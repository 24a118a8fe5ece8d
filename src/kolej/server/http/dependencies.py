"""What handlers depend on: the service, the client's address and the current user, each from a request."""

from starlette.requests import Request

from kolej.server.accounts.identity import Identity
from kolej.server.accounts.people import identity_of, token_in
from kolej.server.errors import Refusal
from kolej.server.limits import client_network
from kolej.server.service import Service
from kolej.store.models import Person


def service_of(request: Request) -> Service:
    """The running server."""
    service: Service | None = request.app.state.service
    if service is None:
        raise Refusal("busy", "the server is starting; try again in a moment")
    return service


def address_of(request: Request) -> str:
    """The client's address or network, as rate limits count it."""
    return client_network(request.client.host if request.client else "")


async def current_person(request: Request) -> Person | None:
    """The person whose token was sent; None without a valid one."""
    token, _ = token_in(request.scope["headers"])
    return await service_of(request).people.by_token(token)


async def required_person(request: Request) -> Person:
    """The person whose token was sent; without a valid one the request is refused."""
    person = await current_person(request)
    if person is None:
        raise Refusal("no-token", "this needs an identity: request GET /api/me first, or send a valid Bearer token")
    return person


async def required_identity(request: Request) -> Identity:
    """The current user as tables see them; without one the request is refused."""
    return identity_of(await required_person(request), address_of(request))


async def viewer_of(request: Request) -> Identity | None:
    """The current user as tables see them; None without one."""
    person = await current_person(request)
    return identity_of(person, address_of(request)) if person else None
