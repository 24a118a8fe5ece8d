"""Frames as they go over a socket, put together from parts that are encoded already."""

from functools import lru_cache
from typing import Literal

import msgspec

from kolej.engine.game import Game
from kolej.server.tables.log.entries import Asked, Moved, Said
from kolej.server.tables.log.redacted_events import Told
from kolej.server.tables.log.table_state import Course, Deal
from kolej.server.wire import ChatFrame, DealFrame, Made, Refused, UndoFrame
from kolej.server.wire.legal import legal_json
from kolej.server.wire.results import result_of

NULL = b"null"
encode = msgspec.json.Encoder().encode

_EVENTS = b'{"type":"events","version":%d,"seat":%b,"events":%b,"legal":%b,"move":%b,"result":%b}'
_VIEW = b'{"type":"view","version":%d,"seat":%b,"view":%b,"legal":%b,"players":%b,"result":%b}'
_OK = b'{"type":"ok","id":"%b","version":%d}'


def number(seat: int | None) -> bytes:
    """A seat, or nothing."""
    return NULL if seat is None else b"%d" % seat


def legal(game: Game, seat: int | None) -> bytes:
    """What a seat may do now."""
    return NULL if seat is None else legal_json(game, seat)


def result(game: Game) -> bytes:
    """How the game ended, once it has."""
    return encode(result_of(game)) if game.over else NULL


def made(moved: Moved, viewer: int | None) -> bytes:
    """The move in notation. Which tickets were kept is for the seat alone."""
    text = moved.move
    if viewer != moved.seat and text.startswith("keep"):
        text = "keep"
    return _made(moved.seat, text)


@lru_cache(maxsize=1024)
def _made(seat: int, text: str) -> bytes:
    return encode(Made(seat, text))


def events(version: int, moved: Moved, told: Told, viewer: int | None, may: bytes, ended: bytes) -> bytes:
    """What happened, for one viewer."""
    return _EVENTS % (version, number(viewer), told.to(viewer), may, made(moved, viewer), ended)


def view(version: int, game: Game, viewer: int | None, players: list[str], may: bytes) -> bytes:
    """All that a viewer may know."""
    seen = encode(game.view(viewer))
    return _VIEW % (version, number(viewer), seen, may, encode(players), result(game))


def chat(version: int, at: int, said: Said) -> bytes:
    """What somebody said."""
    return encode(ChatFrame(version, at, said.seat, said.name, said.text))


def deal(version: int, course: Course) -> bytes:
    """How far the fair deal has come."""
    now = course.deal
    assert now is not None, "only a deal that has begun is shown"
    stage: Literal["commit", "open", "dealt"] = "dealt" if now.dealt else "open" if now.fixed else "commit"
    terms = {
        "table": now.terms.table,
        "edition": now.terms.edition,
        "rules": now.terms.rules,
        "board": now.terms.board,
        "seats": now.terms.seats,
        "first": now.terms.first,
    }
    return encode(DealFrame(version, stage, now.server, terms, _commitments(now), sorted(now.waits_for)))


def _commitments(deal: Deal) -> list[dict[str, object]] | None:
    if not deal.fixed:
        return None
    broken = dict(deal.stand_ins)
    return [
        {"seat": n, "who": each.who, "hash": each.hash, "stand_in": broken.get(n)}
        for n, each in enumerate(deal.promised)
        if each is not None
    ]


def undo(version: int, asked: Asked | None) -> bytes:
    """An undo that is asked for, or that nobody asks for any more."""
    if asked is None:
        return encode(UndoFrame(version, None, [], []))
    return encode(UndoFrame(version, asked.seat, list(asked.agreed), list(asked.needed)))


def ok(id: str, version: int) -> bytes:
    """A command has had its effect. Its id is of letters that need no escape."""
    return _OK % (id.encode(), version)


def refused(id: str, code: str, reason: str, rule: str | None) -> bytes:
    """A command was refused."""
    return encode(Refused(id, code, reason, rule))
