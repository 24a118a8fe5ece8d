"""HTTP endpoints for tables: create, list, change, history and game file; and the WebSocket of a table."""

from typing import Annotated

from litestar import Response, WebSocket, get, post, websocket
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import Injected
from kolej.server.service import Service
from kolej.server.tables.table import CHANGES
from kolej.server.wire.frames import History
from kolej.server.wire.tables import Change, NewSettings, NewTable, TableInfo

Code = Annotated[str, PathParameter(description="The six letters of a table.")]
Limit = Annotated[int, QueryParameter(ge=1, le=100, description="How many at most.")]
Before = Annotated[str | None, QueryParameter(max_length=6, description="Continue after the table with this code.")]
ViewerSeat = Annotated[
    int | None, QueryParameter(ge=0, le=15, description="One of your own seats; omit it to view as a spectator.")
]

_SIMPLE_CHANGES = [what for what in CHANGES if what != "settings"]
"""Changes whose body is a `Change`."""


@get("/api/tables")
async def list_tables(
    service: Injected[Service],
    viewer: Injected[Identity | None],
    mine: FromQuery[bool] = False,
    open: FromQuery[bool] = False,
    before: Before = None,
    limit: Limit = 20,
) -> list[TableInfo]:
    """Tables, newest first: those where you have a seat (`mine=1`), or those that anybody may join (`open=1`)."""
    if mine == open:
        raise Refusal("bad-command", "ask for mine=1 or for open=1")
    if open:
        return await service.registry.open_tables(viewer, before, limit)
    if viewer is None:
        raise Refusal("no-token", "this needs an identity: request GET /api/me first, or send a valid Bearer token")
    return await service.registry.mine(viewer, before, limit)


@post("/api/tables", status_code=201, opt={"takes": NewTable})
async def open_table(
    service: Injected[Service], identity: Injected[Identity], payload: Injected[NewTable], address: Injected[str]
) -> TableInfo:
    """Create a table. The same id sent again returns the same table."""
    service.limits.tables.take(address)
    try:
        return await service.registry.create(identity, payload)
    except Refusal:
        service.limits.tables.give_back(address)
        raise


@get("/api/tables/{code:str}")
async def one_table(service: Injected[Service], viewer: Injected[Identity | None], code: Code) -> TableInfo:
    """A table as everyone sees it."""
    return (await service.registry.table(code)).info(viewer)


@post("/api/tables/{code:str}/settings", status_code=200, opt={"takes": NewSettings})
async def change_settings(
    service: Injected[Service], identity: Injected[Identity], payload: Injected[NewSettings], code: Code
) -> TableInfo:
    """Change settings of a table whose game has not started. The same id sent again has no further effect."""
    return await (await service.registry.table(code)).change(identity, "settings", payload)


@post("/api/tables/{code:str}/{what:str}", status_code=200, opt={"takes": Change})
async def change_table(
    service: Injected[Service],
    identity: Injected[Identity],
    payload: Injected[Change],
    code: Code,
    what: Annotated[str, PathParameter(description=f"One of: {', '.join(_SIMPLE_CHANGES)}.")],
) -> TableInfo:
    """Seats, start and rematch of a table. The same id sent again has no further effect."""
    table = await service.registry.table(code)
    if what not in _SIMPLE_CHANGES:
        raise Refusal("unknown", f"there is no such change; there are {', '.join(CHANGES)}")
    return await table.change(identity, what, payload)


@get("/api/tables/{code:str}/history", opt={"gives": History})
async def history(
    service: Injected[Service],
    viewer: Injected[Identity | None],
    code: Code,
    seat: ViewerSeat = None,
) -> Response[bytes]:
    """Every frame of a table so far, as this viewer may see it."""
    table = await service.registry.table(code)
    return Response(await table.history(viewer, seat), media_type="application/json")


@get("/api/tables/{code:str}/file", media_type="text/plain")
async def game_file(service: Injected[Service], code: Code) -> Response[str]:
    """The game file of a finished game."""
    table = await service.registry.table(code)
    text = await table.file()
    name = f'attachment; filename="{code.upper()}.kolej"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


@websocket("/api/tables/{code:str}/live")
async def live(socket: WebSocket, code: FromPath[str]) -> None:  # type: ignore[type-arg]
    """The WebSocket of a table."""
    service: Service = socket.app.state.service
    await service.sockets.serve(code, socket.scope, socket.receive, socket.send)


ROUTES = [list_tables, open_table, one_table, change_settings, change_table, history, game_file, live]
