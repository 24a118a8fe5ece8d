"""HTTP endpoints for editions, rule texts and bot levels: responses that are equal for every client."""

from functools import cache, lru_cache
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.requests import Request
from starlette.responses import Response

from kolej.bots.levels import LEVELS
from kolej.drawing.geometry import Drawing
from kolej.engine.board.model import fingerprint as fingerprint_of
from kolej.engine.ruleset.rules import Edition
from kolej.locale import ENGLISH, LANGUAGES
from kolej.server.errors import Refusal
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.dependencies import service_of
from kolej.server.http.endpoints import JSON, get
from kolej.server.http.headers import IMMUTABLE, REVALIDATE
from kolej.server.tables.offered_editions import OFFERED
from kolej.server.wire.editions import (
    EditionCard,
    EditionData,
    LevelCard,
    RuleText,
    edition_card,
    edition_data,
    rule_text,
)
from kolej.server.wire.rules import RuleBook, rule_book

SVG = "image/svg+xml"
EDITION = {"id": "The id of an edition."}
RULE = {"id": "The id of a rule."}


class EditionQuery(msgspec.Struct):
    """The query of a request for an edition."""

    fingerprint: Annotated[
        Annotated[str, Meta(max_length=80)] | None,
        Meta(description="The board's fingerprint, to cache the answer permanently."),
    ] = None


class RulesQuery(msgspec.Struct):
    """The query of a request for the rulebook."""

    edition: Annotated[
        Annotated[str, Meta(max_length=80)] | None, Meta(description="Only the rules that apply to this edition.")
    ] = None
    language: Annotated[
        Annotated[str, Meta(max_length=20)], Meta(description="The language of the texts; English if it is unknown.")
    ] = ENGLISH


@lru_cache(maxsize=1)
def _cards(offered: tuple[Edition, ...]) -> CachedResponse:
    cards = [edition_card(edition) for edition in offered]
    # Short games first: the home page shows them in this order.
    cards.sort(key=lambda card: (card.minutes[1], card.routes))
    return CachedResponse.of(msgspec.json.encode(cards), JSON)


@cache
def _data(edition: Edition) -> CachedResponse:
    return CachedResponse.of(msgspec.json.encode(edition_data(edition)), JSON)


@lru_cache(maxsize=1000)
def _rule(id: str) -> CachedResponse:
    return CachedResponse.of(msgspec.json.encode(rule_text(id)), JSON)


@cache
def _levels() -> CachedResponse:
    cards = [LevelCard(each.name, each.character, each.seconds) for each in LEVELS]
    return CachedResponse.of(msgspec.json.encode(cards), JSON)


@cache
def _book(edition: Edition | None, language: str) -> CachedResponse:
    return CachedResponse.of(msgspec.json.encode(rule_book(edition, language)), JSON)


def _edition(request: Request) -> Edition:
    return _named(request.path_params["id"])


def _named(id: str) -> Edition:
    # By id only: a name from a request must never be used as a path.
    if id not in OFFERED.names():
        raise Refusal("unknown", f"there is no such edition; there are {', '.join(OFFERED.names())}")
    return OFFERED.load(id)


def _cache_control(edition: Edition, fingerprint: str | None) -> str:
    """A board requested by its fingerprint never changes."""
    return IMMUTABLE if fingerprint == fingerprint_of(edition.board) else REVALIDATE


async def all_editions(request: Request) -> Response:
    """Every edition with a short description."""
    return _cards(tuple(map(OFFERED.load, OFFERED.names()))).respond(request)


async def one_edition(request: Request, query: EditionQuery) -> Response:
    """Everything printed on a board."""
    edition = _edition(request)
    return _data(edition).respond(request, _cache_control(edition, query.fingerprint))


async def drawing(request: Request) -> Response:
    """The layout of a board."""
    return (await service_of(request).drawings.of(_edition(request), "drawing")).respond(request)


async def ground(request: Request) -> Response:
    """The map under a board, in the coordinates of its drawing."""
    return (await service_of(request).drawings.of(_edition(request), "ground")).respond(request)


async def picture(request: Request) -> Response:
    """A picture for lists, which stands alone: the poster of an edition, or a small map of a custom board."""
    return (await service_of(request).drawings.of(_edition(request), "picture")).respond(request)


async def all_rules(request: Request, query: RulesQuery) -> Response:
    """The rules, all of them or those that apply to an edition."""
    edition = None if query.edition is None else _named(query.edition)
    return _book(edition, query.language if query.language in LANGUAGES else ENGLISH).respond(request)


async def one_rule(request: Request) -> Response:
    """The text of one rule."""
    return _rule(request.path_params["id"]).respond(request)


async def levels(request: Request) -> Response:
    """The bot levels to choose from, easiest first."""
    return _levels().respond(request)


ENDPOINTS = (
    get("/api/editions", all_editions, gives=list[EditionCard]),
    get("/api/editions/{id}", one_edition, query=EditionQuery, gives=EditionData, parameters=EDITION),
    get("/api/editions/{id}/drawing", drawing, gives=Drawing, parameters=EDITION),
    get("/api/editions/{id}/ground.svg", ground, media_type=SVG, parameters=EDITION),
    get("/api/editions/{id}/picture.svg", picture, media_type=SVG, parameters=EDITION),
    get("/api/rules", all_rules, query=RulesQuery, gives=RuleBook),
    get("/api/rules/{id}", one_rule, gives=RuleText, parameters=RULE),
    get("/api/levels", levels, gives=list[LevelCard]),
)
