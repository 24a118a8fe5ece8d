"""What can be played: editions, their boards, the rules in words, and opponents. The same for everyone."""

from functools import cache
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import PathParameter, QueryParameter

from kolej import editions
from kolej.bots.levels import LEVELS
from kolej.drawing.geometry import Drawing
from kolej.engine.board.model import fingerprint as fingerprint_of
from kolej.engine.ruleset.rules import Edition
from kolej.server.errors import Refusal
from kolej.server.http.cached_response import Kept
from kolej.server.http.dependencies import Given
from kolej.server.http.error_handlers import Asked
from kolej.server.http.headers import ASK_AGAIN, FOR_EVER
from kolej.server.http.static_site import PAGE
from kolej.server.service import Service
from kolej.server.wire import EditionCard, EditionData, LevelCard, RuleText
from kolej.server.wire.editions import edition_card, edition_data, rule_text

JSON = "application/json"
SVG = "image/svg+xml"

Id = Annotated[str, PathParameter(description="The id of an edition.")]
RuleId = Annotated[str, PathParameter(description="The id of a rule.")]
Fingerprint = Annotated[
    str | None, QueryParameter(max_length=80, description="The board's fingerprint, to keep the answer for ever.")
]


@cache
def _cards() -> Kept:
    return Kept.of(msgspec.json.encode([edition_card(editions.load(name)) for name in editions.names()]), JSON)


@cache
def _data(edition: Edition) -> Kept:
    return Kept.of(msgspec.json.encode(edition_data(edition)), JSON)


def _edition(id: str) -> Edition:
    # Only those that come with Kolej: a name is never a path here.
    if id not in editions.names():
        raise Refusal("unknown", f"there is no such edition; there are {', '.join(editions.names())}")
    return editions.load(id)


def _keep(edition: Edition, fingerprint: str | None) -> str:
    """A board that is asked for by its fingerprint will never be another."""
    return FOR_EVER if fingerprint == fingerprint_of(edition.board) else ASK_AGAIN


@get("/api/editions", opt={"gives": list[EditionCard], "kept": True})
async def all_editions(request: Asked) -> Response[bytes]:
    """Every edition, in a few words each."""
    return _cards().answer(request)


@get("/api/editions/{id:str}", opt={"gives": EditionData, "kept": True})
async def one_edition(request: Asked, id: Id, fingerprint: Fingerprint = None) -> Response[bytes]:
    """Everything printed on a board."""
    edition = _edition(id)
    return _data(edition).answer(request, _keep(edition, fingerprint))


@get("/api/editions/{id:str}/drawing", opt={"gives": Drawing, "kept": True})
async def drawing(request: Asked, service: Given[Service], id: Id) -> Response[bytes]:
    """Where everything on a board lies."""
    return (await service.drawings.of(_edition(id))).answer(request)


@get("/api/editions/{id:str}/ground.svg", media_type=SVG, opt={"kept": True})
async def ground(request: Asked, id: Id) -> Response[bytes]:
    """The map under a board, in the coordinates of its drawing."""
    kept = PAGE.file(f"art/{_edition(id).id}.svg")
    if kept is None:
        raise Refusal("unknown", "there is no map under this board, or the page has not been built")
    return kept.answer(request)


@get("/api/rules/{id:str}", opt={"gives": RuleText, "kept": True})
async def one_rule(request: Asked, id: RuleId) -> Response[bytes]:
    """One rule in words."""
    return Kept.of(msgspec.json.encode(rule_text(id)), JSON).answer(request)


@get("/api/levels", opt={"gives": list[LevelCard], "kept": True})
async def levels(request: Asked) -> Response[bytes]:
    """The opponents to choose from, easiest first."""
    cards = [LevelCard(level.name, level.character) for level in LEVELS]
    return Kept.of(msgspec.json.encode(cards), JSON).answer(request)


ROUTES = [all_editions, one_edition, drawing, ground, one_rule, levels]
