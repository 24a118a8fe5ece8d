"""Tables: opened, listed, changed, remembered. What happens at one goes over its socket."""

from typing import Annotated

from litestar import Response, WebSocket, get, post, websocket
from litestar.params import FromPath, FromQuery, PathParameter, QueryParameter

from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import Given
from kolej.server.service import Service
from kolej.server.tables.changes import CHANGES
from kolej.server.wire import Change, History, NewSettings, NewTable, TableInfo

Code = Annotated[str, PathParameter(description="The six letters of a table.")]
Limit = Annotated[int, QueryParameter(ge=1, le=100, description="How many at most.")]
Before = Annotated[str | None, QueryParameter(max_length=6, description="The code of the last one of the page before.")]

Looked = Annotated[int | None, QueryParameter(ge=0, le=15, description="A seat of one's own; a spectator has none.")]

_PLAIN = [what for what in CHANGES if what != "settings"]
"""Changes that take a `Change`."""


@get("/api/tables")
async def list_tables(
    service: Given[Service],
    watcher: Given[Who | None],
    mine: FromQuery[bool] = False,
    open: FromQuery[bool] = False,
    before: Before = None,
    limit: Limit = 20,
) -> list[TableInfo]:
    """Tables, the newest first: those that one sits at (`mine=1`), or those that anybody may join (`open=1`)."""
    if mine == open:
        raise Refusal("bad-command", "ask for mine=1 or for open=1")
    if open:
        return await service.hall.open_tables(watcher, before, limit)
    if watcher is None:
        raise Refusal("no-token", "this needs somebody: open GET /api/me first, or send a Bearer token that is good")
    return await service.hall.mine(watcher, before, limit)


@post("/api/tables", status_code=201, opt={"takes": NewTable})
async def open_table(
    service: Given[Service], asker: Given[Who], posted: Given[NewTable], address: Given[str]
) -> TableInfo:
    """Open a table. The same id sent again gives the same table."""
    service.limits.tables.take(address)
    try:
        return await service.hall.create(asker, posted)
    except Refusal:
        service.limits.tables.give_back(address)
        raise


@get("/api/tables/{code:str}")
async def one_table(service: Given[Service], watcher: Given[Who | None], code: Code) -> TableInfo:
    """A table as everyone sees it."""
    return (await service.hall.table(code)).info(watcher)


@post("/api/tables/{code:str}/settings", status_code=200, opt={"takes": NewSettings})
async def change_settings(
    service: Given[Service], asker: Given[Who], posted: Given[NewSettings], code: Code
) -> TableInfo:
    """Set a table that has not begun to something else. The same id sent again changes nothing more."""
    return await (await service.hall.table(code)).change(asker, "settings", posted)


@post("/api/tables/{code:str}/{what:str}", status_code=200, opt={"takes": Change})
async def change_table(
    service: Given[Service],
    asker: Given[Who],
    posted: Given[Change],
    code: Code,
    what: Annotated[str, PathParameter(description=f"One of: {', '.join(_PLAIN)}.")],
) -> TableInfo:
    """Change something around the game. The same id sent again changes nothing more."""
    table = await service.hall.table(code)
    if what not in _PLAIN:
        raise Refusal("unknown", f"a table knows {', '.join(CHANGES)}, and nothing else")
    return await table.change(asker, what, posted)


@get("/api/tables/{code:str}/history", opt={"gives": History})
async def history(
    service: Given[Service],
    watcher: Given[Who | None],
    code: Code,
    seat: Looked = None,
) -> Response[bytes]:
    """Every frame of a table so far, as this viewer may see it."""
    table = await service.hall.table(code)
    return Response(await table.history(watcher, seat), media_type="application/json")


@get("/api/tables/{code:str}/file", media_type="text/plain")
async def game_file(service: Given[Service], watcher: Given[Who | None], code: Code) -> Response[str]:
    """The game file of a table whose game is over."""
    table = await service.hall.table(code)
    text = await table.file(watcher)
    name = f'attachment; filename="{code.upper()}.kolej"'
    return Response(text, media_type="text/plain", headers={"content-disposition": name})


@websocket("/api/tables/{code:str}/live")
async def live(socket: WebSocket, code: FromPath[str]) -> None:  # type: ignore[type-arg]
    """The socket of a table."""
    service: Service = socket.app.state.service
    await service.sockets.serve(code, socket.scope, socket.receive, socket.send)


ROUTES = [list_tables, open_table, one_table, change_settings, change_table, history, game_file, live]
