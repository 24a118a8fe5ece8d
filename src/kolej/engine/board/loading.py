"""Loading a board file: read, check, and build a `Board`."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

from kolej.engine.board.check_network import GRAY
from kolej.engine.board.check_values import check
from kolej.engine.board.model import Board, City, Route, Ticket
from kolej.engine.errors import BoardError, Fault


def load(path: str | os.PathLike[str]) -> Board:
    """Read a board file. Raises `BoardError` with every fault in it."""
    source = os.fspath(path)
    try:
        raw = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        fault = Fault(source, 0, "file", f"cannot be read: {reason}", "name a board file")
        raise BoardError([fault]) from error
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        fault = Fault(source, line, "file", "this is not text in UTF-8", "save the file as UTF-8")
        raise BoardError([fault]) from error
    return loads(text, source)


def loads(text: str, source: str) -> Board:
    """Build a board from the text of a board file. Raises `BoardError` with every fault in it."""
    faults = check(text, source)
    if faults:
        raise BoardError(faults)
    return _build(tomllib.loads(text))


def _build(values: dict[str, Any]) -> Board:
    colors = tuple(values["colors"])
    number_of = {entry["id"]: number for number, entry in enumerate(values["cities"])}
    color_of = {color: number for number, color in enumerate(colors, start=1)} | {GRAY: None}
    route_ids = _ids(values["routes"])
    ticket_ids = _ids(values["tickets"])
    return Board(
        id=values["id"],
        name=values["name"],
        box=values["box"],
        colors=colors,
        wild=values["wild"],
        cities=tuple(_city(entry) for entry in values["cities"]),
        routes=tuple(
            Route(
                id=id,
                a=number_of[entry["a"]],
                b=number_of[entry["b"]],
                length=entry["length"],
                color=color_of[entry["color"]],
                kind=entry["kind"],
                symbols=entry.get("symbols", 0),
                pair=entry.get("pair"),
            )
            for id, entry in zip(route_ids, values["routes"], strict=True)
        ),
        tickets=tuple(
            Ticket(
                id=id,
                a=number_of[entry["a"]],
                b=number_of[entry["b"]],
                points=entry["points"],
                deck=entry.get("deck", "regular"),
            )
            for id, entry in zip(ticket_ids, values["tickets"], strict=True)
        ),
        aspect=float(values["aspect"]),
        reconstructed=values.get("reconstructed", False),
        note=values.get("note", ""),
    )


def _city(entry: dict[str, Any]) -> City:
    lat, lon, inset = entry.get("lat"), entry.get("lon"), entry.get("inset")
    return City(
        id=entry["id"],
        name=entry["name"],
        tags=tuple(entry.get("tags", ())),
        x=float(entry["x"]),
        y=float(entry["y"]),
        lat=None if lat is None else float(lat),
        lon=None if lon is None else float(lon),
        country=entry.get("country", ""),
        area=entry.get("area", ""),
        inset=None if inset is None else (float(inset[0]), float(inset[1])),
        alias=entry.get("alias", ""),
    )


def _ids(entries: list[dict[str, Any]]) -> list[str]:
    """The ids of routes or tickets: `a-b`, then `a-b/2` for the second between the same two cities, and so on."""
    seen: dict[frozenset[str], int] = {}
    ids = []
    for entry in entries:
        ends = frozenset((entry["a"], entry["b"]))
        seen[ends] = seen.get(ends, 0) + 1
        ids.append(f"{entry['a']}-{entry['b']}" + (f"/{seen[ends]}" if seen[ends] > 1 else ""))
    return ids
