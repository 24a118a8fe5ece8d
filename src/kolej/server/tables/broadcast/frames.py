"""Frames: messages to a socket as JSON, joined from parts that are encoded once and shared by many viewers."""

from functools import lru_cache
from typing import Literal

import msgspec

from kolej.engine.game import Game
from kolej.engine.record.endings import Ending
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.rules import Edition
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import ChatSent, UndoRequested
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.log.table_state import DealState, TableState
from kolej.server.wire.base import json_template
from kolej.server.wire.frames import ChatFrame, DealFrame, EventsFrame, Ok, Refused, ResultFrame, UndoFrame, ViewFrame
from kolej.server.wire.legal import legal_json
from kolej.server.wire.results import NO_ENDING, result_of

NULL = b"null"
encode = msgspec.json.Encoder().encode

_EVENTS = json_template(EventsFrame)
_VIEW = json_template(ViewFrame)
_OK = json_template(Ok)


def number(value: int | None) -> bytes:
    """A number or null in JSON."""
    return NULL if value is None else b"%d" % value


def legal(game: Game, seat: int | None) -> bytes:
    """The legal moves of a seat."""
    return NULL if seat is None else legal_json(game, seat)


def result(game: Game, ending: Ending) -> bytes:
    """The result of the game, null before its end."""
    return encode(result_of(game, ending)) if game.over else NULL


def new_result(version: int, game: Game, ending: Ending) -> bytes:
    """The result after a choice that changes it."""
    return encode(ResultFrame(version, result_of(game, ending)))


def events(version: int, events: RedactedEvents, viewer: int | None, due: bytes, legal: bytes, result: bytes) -> bytes:
    """The events of a move, for one viewer."""
    return _EVENTS % (number(version), number(viewer), events.seen_by(viewer), due, legal, result)


def view(
    version: int, game: Game, viewer: int | None, players: list[str], legal: bytes, ending: Ending = NO_ENDING
) -> bytes:
    """The whole game, as far as a viewer may know it."""
    seen, over = encode(game.view(viewer)), result(game, ending)
    closes = _closes(game.edition, game.seats)
    return _VIEW % (number(version), number(viewer), seen, due(game), closes, legal, encode(players), over)


def due(game: Game) -> bytes:
    """The seats whose decision is due."""
    return encode(game.to_act())


@lru_cache(maxsize=64)
def _closes(edition: Edition, seats: int) -> bytes:
    t = tables_of(edition, seats)
    return encode([] if t.both_open else [(route, twin) for route, twin in enumerate(t.twin) if twin >= 0])


def chat(version: int, at: int, sent: ChatSent) -> bytes:
    """A chat message."""
    return encode(ChatFrame(version, at, sent.seat, sent.name, sent.text))


def deal(version: int, state: TableState) -> bytes:
    """The progress of the fair deal."""
    now = state.deal
    assert now is not None, "only a deal that has started is shown"
    stage: Literal["commit", "open", "dealt"] = "dealt" if now.dealt else "open" if now.fixed else "commit"
    terms = {
        "table": now.terms.table,
        "edition": now.terms.edition,
        "rules": now.terms.rules,
        "board": now.terms.board,
        "seats": now.terms.seats,
        "first": now.terms.first,
        "house": list(now.terms.house),
        "method": now.terms.method,
    }
    missing = sorted(now.asked & now.waits_for)
    agreed = sorted(now.agreed) if missing else []
    return encode(
        DealFrame(version, stage, now.server, terms, _commitments(now), sorted(now.waits_for), missing, agreed)
    )


def _commitments(deal: DealState) -> list[dict[str, object]] | None:
    if not deal.fixed:
        return None
    fallbacks = dict(deal.fallbacks)
    # The published name "stand_in" means a fallback seed here (why it was used), not cards that replace others.
    return [
        {"seat": n, "who": each.who, "hash": each.hash, "stand_in": fallbacks.get(n)}
        for n, each in enumerate(deal.commitments)
        if each is not None
    ]


def undo(version: int, request: UndoRequested | None) -> bytes:
    """The pending request for an undo, or that there is none any more."""
    if request is None:
        return encode(UndoFrame(version, None, [], []))
    return encode(UndoFrame(version, request.seat, list(request.agreed), list(request.needed)))


def ok(id: str, version: int) -> bytes:
    """A command has had its effect. Its id has only letters that need no escape."""
    return _OK % (b'"%b"' % id.encode(), number(version))


def refused(id: str, refusal: Refusal) -> bytes:
    """A command was refused."""
    return encode(Refused(id, refusal.code, refusal.reason, refusal.rule, refusal.params))
