"""Editions as the page shows them: a card for the first page, and all that is printed on a board."""

from functools import lru_cache

from kolej.drawing.style import kinds_of, spaces_of
from kolej.engine.board.model import fingerprint
from kolej.engine.errors import UnknownName
from kolej.engine.rulebook import rule
from kolej.engine.ruleset.compile import written_claims
from kolej.engine.ruleset.rules import Edition
from kolej.server.errors import Refusal
from kolej.server.wire import (
    CityData,
    EditionCard,
    EditionData,
    KindData,
    RouteData,
    RuleText,
    TicketData,
    WayData,
)

PIECES_A_MINUTE = 3
"""How quickly people build: a game is about as long as all its pieces take."""


@lru_cache(maxsize=64)
def edition_card(edition: Edition) -> EditionCard:
    """An edition in a few numbers and words."""
    board, rules = edition.board, edition.rules
    return EditionCard(
        id=edition.id,
        name=board.name,
        box=board.box,
        seats=list(rules.seats),
        minutes=[minutes(edition, rules.seats[0]), minutes(edition, rules.seats[-1])],
        cities=len(board.cities),
        routes=len(board.routes),
        tickets=len(board.tickets),
        differences=list(rules.differences),
        reconstructed=board.reconstructed,
        note=board.note,
    )


def minutes(edition: Edition, seats: int) -> int:
    """How long a game of people takes, in steps of five minutes: the pieces of all seats set the pace."""
    rules = edition.rules
    pieces = seats * sum(rules.pieces[name] for name in rules.end.pieces) + rules.pool
    return max(5, 5 * round(pieces / PIECES_A_MINUTE / 5))


@lru_cache(maxsize=64)
def edition_data(edition: Edition) -> EditionData:
    """Everything that a screen needs to show the board and to follow a game on it."""
    board, rules = edition.board, edition.rules
    routes = zip(board.routes, spaces_of(edition), strict=True)
    return EditionData(
        id=edition.id,
        name=board.name,
        box=board.box,
        fingerprint=fingerprint(board),
        rules=rules.version,
        colors=list(board.colors),
        wild=board.wild,
        aspect=board.aspect,
        reconstructed=board.reconstructed,
        note=board.note,
        seats=list(rules.seats),
        cities=[CityData(city.id, city.name, list(city.tags), city.alias) for city in board.cities],
        routes=[
            RouteData(r.id, r.a, r.b, r.length, r.color, r.kind, r.symbols, r.pair, spaces) for r, spaces in routes
        ],
        tickets=[TicketData(ticket.id, ticket.a, ticket.b, ticket.points, ticket.deck) for ticket in board.tickets],
        kinds={name: KindData(kind.outline.value, kind.words) for name, kind in kinds_of(edition).items()},
        ways=_ways(edition),
        pieces=dict(rules.pieces),
        piece_order=list(rules.pieces),
        pool=rules.pool,
        opening_cards=rules.opening.cards,
        opening_keep=rules.opening.deal.keep,
        tickets_keep=rules.tickets.keep,
        face_up=rules.market.face_up,
        wild_alone=rules.market.wild_alone,
        flush_at=rules.market.flush_at,
        both_from=rules.doubles.both_from,
        builder=rules.builds[0].piece if rules.builds else None,
        end_pieces=rules.end.at_most,
        differences=list(rules.differences),
    )


def _ways(edition: Edition) -> list[WayData]:
    """Every way to take a route; one that uses none of the seat's pieces is called after the kind of its route."""
    return [
        WayData(
            route=row.route,
            piece=row.piece if row.pieces else edition.board.routes[row.route].kind,
            pieces=row.pieces,
            points=row.points,
            track=row.steps,
            shared=row.shared,
            reveals=row.reveals,
        )
        for row in written_claims(edition.board, edition.rules)
    ]


def rule_text(id: str) -> RuleText:
    """One written rule: its id, the heading it stands under, its text."""
    try:
        found = rule(id)
    except UnknownName as error:
        raise Refusal("unknown", str(error)) from error
    return RuleText(found.id, found.section, found.text)
