"""HTTP endpoints for tables: create, list, change, history and game file; and the WebSocket of a table."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import address_of, required_identity, service_of, viewer_of
from kolej.server.http.endpoints import JSON, delete, get, post
from kolej.server.http.headers import NO_STORE
from kolej.server.limits import Turn
from kolej.server.service import Service
from kolej.server.tables import deletion
from kolej.server.tables.search import find_table, limited_search
from kolej.server.tables.table import CHANGES, Table
from kolej.server.wire.base import Seat
from kolej.server.wire.frames import History
from kolej.server.wire.tables import Change, NewSettings, NewTable, SpectatorInfo, TableDeletion, TableInfo

_SIMPLE_CHANGES = [what for what in CHANGES if what != "settings"]
"""Changes whose body is a `Change`."""

CODE = {"code": "The code of a table, six to ten letters."}
WHAT = {"what": f"One of: {', '.join(_SIMPLE_CHANGES)}."}


class TablesQuery(msgspec.Struct):
    """The query of a request for a list of tables."""

    mine: bool = False
    open: bool = False
    before: Annotated[
        Annotated[str, Meta(max_length=10)] | None, Meta(description="Continue after the table with this code.")
    ] = None
    limit: Annotated[int, Meta(ge=1, le=100, description="How many at most.")] = 20


class HistoryQuery(msgspec.Struct):
    """The query of a request for the history of a table."""

    seat: Annotated[
        Seat | None, Meta(description="One of your own seats, after the game any seat; omit it to view as a spectator.")
    ] = None
    after: Annotated[int, Meta(ge=0, le=2**53, description="The `next` of the previous page.")] = 0


async def _table(request: Request, viewer: Identity | None) -> Table:
    service = service_of(request)
    return await find_table(service.registry, service.limits, request.path_params["code"], viewer, address_of(request))


async def list_tables(request: Request, query: TablesQuery) -> list[TableInfo]:
    """Tables, newest first: those where you have a seat (`mine=1`), or those that anybody may join (`open=1`)."""
    service = service_of(request)
    if query.mine == query.open:
        raise Refusal("bad-command", "ask for mine=1 or for open=1")
    viewer = await viewer_of(request) if query.open else await required_identity(request)
    address = address_of(request)
    service.limits.lists.check(address)
    turn = partial(service.limits.lists.turn, address)
    if query.before is None:
        return await _listed(service, viewer, query, turn)
    async with limited_search(service.limits, address):
        return await _listed(service, viewer, query, turn)


async def _listed(service: Service, viewer: Identity | None, query: TablesQuery, turn: Turn) -> list[TableInfo]:
    if query.open or viewer is None:
        return await service.registry.open_tables(viewer, query.before, query.limit, turn)
    return await service.registry.mine(viewer, query.before, query.limit, turn)


async def open_table(request: Request, new: NewTable) -> TableInfo:
    """Create a table. The same id sent again returns the same table."""
    service, identity, address = service_of(request), await required_identity(request), address_of(request)
    async with _counted_table(service, address):
        return await service.registry.create(identity, new)


async def one_table(request: Request) -> TableInfo:
    """A table as everyone sees it."""
    viewer = await viewer_of(request)
    return (await _table(request, viewer)).info(viewer)


async def change_settings(request: Request, new: NewSettings) -> TableInfo:
    """Change settings of a table whose game has not started. The same id sent again has no further effect."""
    identity = await required_identity(request)
    return await (await _table(request, identity)).change(identity, "settings", new)


async def change_table(request: Request, change: Change) -> TableInfo:
    """Seats, start, resignation and rematch of a table. The same id sent again has no further effect."""
    identity, what = await required_identity(request), request.path_params["what"]
    table = await _table(request, identity)
    if what not in _SIMPLE_CHANGES:
        raise Refusal("unknown", f"there is no such change; there are {', '.join(CHANGES)}")
    if what != "rematch" or table.state.rematch is not None:
        return await table.change(identity, what, change)
    # A game can be given up at once, so that rematches alone could fill the store.
    async with _counted_table(service_of(request), address_of(request)):
        return await table.change(identity, what, change)


@asynccontextmanager
async def _counted_table(service: Service, address: str) -> AsyncIterator[None]:
    """Something that creates a table: refused if too many came from the address, and not counted if it is refused."""
    await service.limits.tables.take(address)
    try:
        yield
    except Refusal:
        service.limits.tables.give_back(address)
        raise


async def spectators(request: Request) -> list[SpectatorInfo]:
    """The people who watch a table without a seat; only for its host."""
    identity = await required_identity(request)
    return await (await _table(request, identity)).spectators(identity)


async def delete_table(request: Request) -> TableDeletion:
    """Delete a table whose game has not started, is over, or was left by everybody, once all who must have agreed."""
    service, identity = service_of(request), await required_identity(request)
    table = await _table(request, identity)
    deleted = await service.registry.delete(table, identity, service.people.can_return)
    if deleted:
        service.game_files.drop(table)
    return TableDeletion(deleted, deletion.consent(table.state))


async def history(request: Request, query: HistoryQuery) -> Response:
    """The frames of a table so far, as this viewer may see them, in pages of about a megabyte."""
    viewer, service = await viewer_of(request), service_of(request)
    await service.limits.reads.take(address_of(request))
    table = await _table(request, viewer)
    page = await service.histories.page(table, viewer, query.seat, query.after)
    return Response(page, media_type=JSON)


async def game_file(request: Request) -> Response:
    """The game file of a finished game."""
    service = service_of(request)
    await service.limits.reads.take(address_of(request))
    table = await _table(request, await viewer_of(request))
    response = (await service.game_files.of(table)).respond(request, NO_STORE)
    response.headers["content-disposition"] = f'attachment; filename="{table.code}.kolej"'
    return response


class LiveSocket:
    """The WebSocket of a table, as an ASGI application."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a socket from its handshake to its close."""
        service: Service = scope["app"].state.service
        await service.sockets.serve(scope["path_params"]["code"], scope, receive, send)


LIVE = WebSocketRoute("/api/tables/{code}/live", LiveSocket())
ENDPOINTS = (
    get("/api/tables", list_tables, query=TablesQuery, gives=list[TableInfo]),
    post("/api/tables", open_table, body=NewTable, gives=TableInfo, status=201),
    get("/api/tables/{code}", one_table, gives=TableInfo, parameters=CODE),
    delete("/api/tables/{code}", delete_table, gives=TableDeletion, parameters=CODE),
    post("/api/tables/{code}/settings", change_settings, body=NewSettings, gives=TableInfo, parameters=CODE),
    post("/api/tables/{code}/{what}", change_table, body=Change, gives=TableInfo, parameters={**CODE, **WHAT}),
    get("/api/tables/{code}/spectators", spectators, gives=list[SpectatorInfo], parameters=CODE),
    get("/api/tables/{code}/history", history, query=HistoryQuery, gives=History, parameters=CODE),
    get("/api/tables/{code}/file", game_file, media_type="text/plain", parameters=CODE),
)
