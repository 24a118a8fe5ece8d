"""HTTP endpoints for accounts: the current user, names, passwords, log-in, tokens and deletion."""

import re
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from kolej.server.accounts.device_label import device_label
from kolej.server.accounts.people import session_cookie, token_in
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import address_of, required_person, service_of
from kolej.server.http.endpoints import get, json_response, post
from kolej.server.http.origins import from_foreign_page
from kolej.server.wire.people import Credentials, Deletion, Me, NewName, NewPassword, NewToken, TokenInfo
from kolej.store.models import Person


class TokenQuery(msgspec.Struct):
    """The query of a request for a token."""

    label: Annotated[
        Annotated[str, Meta(max_length=40)], Meta(description="What the token is for, as your list of tokens shows it.")
    ] = ""


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.password is not None)


def _with_cookie(request: Request, person: Person, token: str) -> Response:
    return json_response(_me(person), headers=_cookie(request, token))


def _cookie(request: Request, token: str) -> dict[str, str]:
    settings = service_of(request).settings
    secure = settings.https or request.scope["scheme"] == "https"
    return {"set-cookie": session_cookie(token, secure, settings.prefix)}


def _label(request: Request) -> str:
    return device_label(request.headers.get("user-agent", ""))


def _token(request: Request) -> str:
    token, _ = token_in(request.scope["headers"])
    assert token is not None, "a known person has sent a token"
    return token


async def who_am_i(request: Request) -> Me | Response:
    """The current user. A browser without a valid cookie becomes a guest and gets one."""
    token, from_header = token_in(request.scope["headers"])
    person = await service_of(request).people.on_arrival(token)
    if person is not None:
        if from_header or token is None:
            return _me(person)
        # Set again, so that the cookie expires a fixed time after the last visit.
        return _with_cookie(request, person, token)
    if from_header:
        raise Refusal("no-token", "this token is not known; ask for a new one")
    if from_foreign_page(request.scope["headers"]):
        raise Refusal("wrong-origin", "pages of other servers can't make guests here")
    person, token = await service_of(request).people.new_guest(address_of(request), _label(request))
    return _with_cookie(request, person, token)


async def rename(request: Request, new: NewName) -> Me:
    """Change the name of the current user."""
    person = await required_person(request)
    await service_of(request).limits.names.take(person.id)
    return _me(await service_of(request).people.rename(person, new.name))


async def register(request: Request, credentials: Credentials) -> Me:
    """Turn a guest into an account with a name and a password. Its tables and tokens stay."""
    service, person, address = service_of(request), await required_person(request), address_of(request)
    await service.limits.accounts.take(address)
    return _me(await service.people.register(person, credentials.name, credentials.password, address))


async def change_password(request: Request, new: NewPassword) -> Response:
    """Change the password. All other cookies and tokens of the account are revoked."""
    service, person = service_of(request), await required_person(request)
    token = _token(request)
    await service.people.change_password(person, token, new.old, new.new, address_of(request))
    await service.sockets.close_other_sessions(person.id, token)
    return Response(status_code=204)


async def log_in(request: Request, credentials: Credentials) -> Response:
    """Log in with a name and a password."""
    people = service_of(request).people
    address, label = address_of(request), _label(request)
    person, token = await people.log_in(credentials.name, credentials.password, address, label)
    return _with_cookie(request, person, token)


async def log_out(request: Request) -> Response:
    """Log out: revoke the token of this request."""
    service = service_of(request)
    token, from_header = token_in(request.scope["headers"])
    # Anybody can send a made-up token: nothing is written for it, and no other server hears of it.
    if token and await service.people.log_out(token):
        await service.sockets.close_session(token)
    headers = {} if from_header else _cookie(request, "")
    return Response(status_code=204, headers=headers)


async def delete_me(request: Request, deletion: Deletion) -> Response:
    """Delete the current user: tokens, password and name. At tables a neutral name remains; seats are left."""
    service, person = service_of(request), await required_person(request)
    await service.people.delete(person, deletion.password, address_of(request))
    await service.sockets.close_person(person.id)
    service.retention.wake()
    return Response(status_code=204, headers=_cookie(request, ""))


async def list_tokens(request: Request) -> list[TokenInfo]:
    """The tokens of the current user, in browsers and programs, the last used first."""
    person = await required_person(request)
    found = await service_of(request).people.tokens(person, _token(request))
    return [TokenInfo(each.id, each.label, each.created, each.used, current) for each, current in found]


async def new_token(request: Request, query: TokenQuery) -> NewToken:
    """Create a token for a program that plays as the current user."""
    person = await required_person(request)
    label = "".join(each for each in query.label if each.isprintable()).strip()
    return NewToken(await service_of(request).people.new_program_token(person, label))


async def revoke_token(request: Request) -> Response:
    """Revoke a token of the current user. One that is not there is revoked already."""
    service, person = service_of(request), await required_person(request)
    number = request.path_params["id"]
    if not re.fullmatch("[0-9]{1,18}", number):
        raise Refusal("unknown", "the id of a token is a number; see GET /api/tokens")
    hash = await service.people.revoke(person, int(number))
    if hash is not None:
        await service.sockets.close_token(hash)
    return Response(status_code=204)


ENDPOINTS = (
    get("/api/me", who_am_i, gives=Me),
    post("/api/me", rename, body=NewName, gives=Me),
    post("/api/account", register, body=Credentials, gives=Me),
    post("/api/password", change_password, body=NewPassword, status=204),
    post("/api/login", log_in, body=Credentials, gives=Me),
    post("/api/logout", log_out, status=204),
    post("/api/me/delete", delete_me, body=Deletion, status=204),
    get("/api/tokens", list_tokens, gives=list[TokenInfo]),
    post("/api/tokens", new_token, query=TokenQuery, gives=NewToken, status=201),
    post("/api/tokens/{id}/revoke", revoke_token, status=204, parameters={"id": "The id of a token in your list."}),
)
