"""HTTP endpoints for accounts: the current user, names, passwords, log-in and tokens."""

from litestar import Response, get, post

from kolej.server.accounts.people import session_cookie, token_in
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import Injected
from kolej.server.http.error_handlers import AnyRequest
from kolej.server.http.origins import from_foreign_page
from kolej.server.service import Service
from kolej.server.wire.people import Credentials, Me, NewName, NewPassword, NewToken
from kolej.store.models import Person


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.password is not None)


def _with_cookie(request: AnyRequest, service: Service, person: Person, token: str) -> Response[Me]:
    return Response(_me(person), headers={"set-cookie": session_cookie(token, _secure(request, service))})


def _secure(request: AnyRequest, service: Service) -> bool:
    return service.settings.https or request.scope["scheme"] == "https"


@get("/api/me")
async def who_am_i(
    request: AnyRequest,
    service: Injected[Service],
    current_person: Injected[Person | None],
    address: Injected[str],
) -> Response[Me]:
    """The current user. A browser without a valid cookie becomes a guest and gets one."""
    token, from_header = token_in(request.scope["headers"])
    if current_person is not None:
        if from_header or token is None:
            return Response(_me(current_person))
        # Set again, so that the cookie expires a fixed time after the last visit.
        return _with_cookie(request, service, current_person, token)
    if from_header:
        raise Refusal("no-token", "this token is not known; ask for a new one")
    if from_foreign_page(request.scope["headers"]):
        raise Refusal("wrong-origin", "pages of other servers can't make guests here")
    person, token = await service.people.new_guest(address)
    return _with_cookie(request, service, person, token)


@post("/api/me", status_code=200, opt={"takes": NewName})
async def rename(service: Injected[Service], person: Injected[Person], payload: Injected[NewName]) -> Me:
    """Change the name of the current user."""
    return _me(await service.people.rename(person, payload.name))


@post("/api/account", status_code=200, opt={"takes": Credentials})
async def register(
    service: Injected[Service], person: Injected[Person], payload: Injected[Credentials], address: Injected[str]
) -> Me:
    """Turn a guest into an account with a name and a password. Its tables and tokens stay."""
    service.limits.accounts.take(address)
    return _me(await service.people.register(person, payload.name, payload.password))


@post("/api/password", status_code=204, opt={"takes": NewPassword})
async def change_password(
    request: AnyRequest,
    service: Injected[Service],
    person: Injected[Person],
    payload: Injected[NewPassword],
    address: Injected[str],
) -> None:
    """Change the password. All other cookies and tokens of the account are revoked."""
    token, _ = token_in(request.scope["headers"])
    assert token is not None, "a known person has sent a token"
    await service.people.change_password(person, token, payload.old, payload.new, address)
    await service.sockets.close_other_sessions(person.id, token)


@post("/api/login", status_code=200, opt={"takes": Credentials})
async def log_in(
    request: AnyRequest, service: Injected[Service], payload: Injected[Credentials], address: Injected[str]
) -> Response[Me]:
    """Log in with a name and a password."""
    person, token = await service.people.log_in(payload.name, payload.password, address)
    return _with_cookie(request, service, person, token)


@post("/api/logout", status_code=204)
async def log_out(request: AnyRequest, service: Injected[Service]) -> Response[None]:
    """Log out: revoke the token of this request."""
    token, from_header = token_in(request.scope["headers"])
    if token:
        await service.people.log_out(token)
        await service.sockets.close_session(token)
    headers = {} if from_header else {"set-cookie": session_cookie("", _secure(request, service))}
    return Response(None, status_code=204, headers=headers)


@post("/api/tokens", status_code=201)
async def new_token(service: Injected[Service], person: Injected[Person]) -> NewToken:
    """Create a token for a program that plays as the current user."""
    return NewToken(await service.people.new_program_token(person))


ROUTES = [who_am_i, rename, register, change_password, log_in, log_out, new_token]
