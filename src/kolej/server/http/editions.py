"""HTTP endpoints for editions, rule texts and bot levels: responses that are equal for every client."""

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
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.dependencies import Injected
from kolej.server.http.error_handlers import AnyRequest
from kolej.server.http.headers import IMMUTABLE, REVALIDATE
from kolej.server.http.static_site import SITE
from kolej.server.service import Service
from kolej.server.wire.editions import (
    EditionCard,
    EditionData,
    LevelCard,
    RuleText,
    edition_card,
    edition_data,
    rule_text,
)

JSON = "application/json"
SVG = "image/svg+xml"

Id = Annotated[str, PathParameter(description="The id of an edition.")]
RuleId = Annotated[str, PathParameter(description="The id of a rule.")]
Fingerprint = Annotated[
    str | None, QueryParameter(max_length=80, description="The board's fingerprint, to cache the answer permanently.")
]


@cache
def _cards() -> CachedResponse:
    cards = [edition_card(editions.load(name)) for name in editions.names()]
    # Short games first: the home page shows them in this order.
    cards.sort(key=lambda card: (card.minutes[1], card.routes))
    return CachedResponse.of(msgspec.json.encode(cards), JSON)


@cache
def _data(edition: Edition) -> CachedResponse:
    return CachedResponse.of(msgspec.json.encode(edition_data(edition)), JSON)


def _edition(id: str) -> Edition:
    # Only built-in editions: a name from a request must never be used as a path.
    if id not in editions.names():
        raise Refusal("unknown", f"there is no such edition; there are {', '.join(editions.names())}")
    return editions.load(id)


def _cache_control(edition: Edition, fingerprint: str | None) -> str:
    """A board requested by its fingerprint never changes."""
    return IMMUTABLE if fingerprint == fingerprint_of(edition.board) else REVALIDATE


@get("/api/editions", opt={"gives": list[EditionCard], "precompressed": True})
async def all_editions(request: AnyRequest) -> Response[bytes]:
    """Every edition with a short description."""
    return _cards().respond(request)


@get("/api/editions/{id:str}", opt={"gives": EditionData, "precompressed": True})
async def one_edition(request: AnyRequest, id: Id, fingerprint: Fingerprint = None) -> Response[bytes]:
    """Everything printed on a board."""
    edition = _edition(id)
    return _data(edition).respond(request, _cache_control(edition, fingerprint))


@get("/api/editions/{id:str}/drawing", opt={"gives": Drawing, "precompressed": True})
async def drawing(request: AnyRequest, service: Injected[Service], id: Id) -> Response[bytes]:
    """The layout of a board."""
    return (await service.drawings.of(_edition(id))).respond(request)


@get("/api/editions/{id:str}/ground.svg", media_type=SVG, opt={"precompressed": True})
async def ground(request: AnyRequest, id: Id) -> Response[bytes]:
    """The map under a board, in the coordinates of its drawing."""
    cached = SITE.file(f"art/{_edition(id).id}.svg")
    if cached is None:
        raise Refusal("unknown", "there is no map under this board, or the page has not been built")
    return cached.respond(request)


@get("/api/rules/{id:str}", opt={"gives": RuleText, "precompressed": True})
async def one_rule(request: AnyRequest, id: RuleId) -> Response[bytes]:
    """The text of one rule."""
    return CachedResponse.of(msgspec.json.encode(rule_text(id)), JSON).respond(request)


@get("/api/levels", opt={"gives": list[LevelCard], "precompressed": True})
async def levels(request: AnyRequest) -> Response[bytes]:
    """The bot levels to choose from, easiest first."""
    cards = [LevelCard(level.name, level.character) for level in LEVELS]
    return CachedResponse.of(msgspec.json.encode(cards), JSON).respond(request)


ROUTES = [all_editions, one_edition, drawing, ground, one_rule, levels]
