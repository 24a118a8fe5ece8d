"""Who one is: guests, names, accounts, tokens."""

from litestar import Response, get, post

from kolej.server.accounts.people import cookie, shown_token
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import Given
from kolej.server.http.error_handlers import Asked
from kolej.server.http.origins import from_foreign_page
from kolej.server.service import Service
from kolej.server.wire import Credentials, Me, NewName, NewPassword, NewToken
from kolej.store.protocol import Person


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.password is not None)


def _with_cookie(request: Asked, service: Service, person: Person, token: str, status: int = 200) -> Response[Me]:
    secure = service.settings.https or request.scope["scheme"] == "https"
    return Response(_me(person), status_code=status, headers={"set-cookie": cookie(token, secure)})


@get("/api/me")
async def who_am_i(
    request: Asked, service: Given[Service], visitor: Given[Person | None], address: Given[str]
) -> Response[Me]:
    """Who is asking. A browser that is not known yet becomes a guest and gets a cookie."""
    token, of_program = shown_token(request.scope["headers"])
    if visitor is not None:
        if of_program or token is None:
            return Response(_me(visitor))
        # The cookie lasts from the last visit, not from the first.
        return _with_cookie(request, service, visitor, token)
    if of_program:
        raise Refusal("no-token", "this token is not known; ask for a new one")
    if from_foreign_page(request.scope["headers"]):
        raise Refusal("wrong-origin", "pages of other servers can't make guests here")
    person, token = await service.people.arrive(address)
    return _with_cookie(request, service, person, token)


@post("/api/me", status_code=200, opt={"takes": NewName})
async def rename(service: Given[Service], person: Given[Person], posted: Given[NewName]) -> Me:
    """Take another name."""
    return _me(await service.people.rename(person, posted.name))


@post("/api/account", status_code=200, opt={"takes": Credentials})
async def become_account(
    service: Given[Service], person: Given[Person], posted: Given[Credentials], address: Given[str]
) -> Me:
    """Choose a name and a password to come back by; all that one has stays."""
    service.limits.accounts.take(address)
    return _me(await service.people.become_account(person, posted.name, posted.password))


@post("/api/password", status_code=204, opt={"takes": NewPassword})
async def change_password(
    request: Asked, service: Given[Service], person: Given[Person], posted: Given[NewPassword], address: Given[str]
) -> None:
    """Take another password. Whoever is known as this person elsewhere, by cookie or token, is nobody there again."""
    token, _ = shown_token(request.scope["headers"])
    assert token is not None, "nobody is somebody without a token"
    await service.people.change_password(person, token, posted.old, posted.new, address)
    await service.sockets.forget_others(person.id, token)


@post("/api/login", status_code=200, opt={"takes": Credentials})
async def log_in(
    request: Asked, service: Given[Service], posted: Given[Credentials], address: Given[str]
) -> Response[Me]:
    """Come back by name and password."""
    person, token = await service.people.log_in(posted.name, posted.password, address)
    return _with_cookie(request, service, person, token)


@post("/api/logout", status_code=204)
async def log_out(request: Asked, service: Given[Service]) -> Response[None]:
    """Be nobody again here: the token is worth nothing from now on."""
    token, of_program = shown_token(request.scope["headers"])
    if token:
        await service.people.log_out(token)
        await service.sockets.forget(token)
    secure = service.settings.https or request.scope["scheme"] == "https"
    headers = {} if of_program else {"set-cookie": cookie("", secure)}
    return Response(None, status_code=204, headers=headers)


@post("/api/tokens", status_code=201)
async def new_token(service: Given[Service], person: Given[Person]) -> NewToken:
    """A token for a program that plays in one's name."""
    return NewToken(await service.people.token_for_program(person))


ROUTES = [who_am_i, rename, become_account, change_password, log_in, log_out, new_token]
