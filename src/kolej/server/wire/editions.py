"""Editions as clients show them: a short description for the home page, and everything about a board."""

from functools import lru_cache
from typing import Literal

from kolej.drawing.style import kinds_of, spaces_of
from kolej.engine.board.model import fingerprint
from kolej.engine.core.tunnels import counts_in_tunnel
from kolej.engine.errors import UnknownName
from kolej.engine.rulebook import rule
from kolej.engine.ruleset.compile import write_claims
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.rules import Edition
from kolej.rules.house import house_rules_of
from kolej.server.errors import Refusal
from kolej.server.wire.base import Numbers, Outbound
from kolej.server.wire.rules import RuleFacts, rule_facts


class EditionCard(Outbound):
    """An edition on the home page."""

    id: str
    name: str
    box: str
    seats: Numbers
    minutes: Numbers
    """The length of a game with the fewest and with the most seats."""
    cities: int
    routes: int
    tickets: int
    differences: list[str]
    reconstructed: bool
    note: str
    house: list[str]
    """The house rules that a table may agree on, by id."""
    hints: bool
    """Hints have something to say: the odds of tunnels."""


class CityData(Outbound):
    """A city of a board."""

    id: str
    name: str
    tags: list[str]
    alias: str


class RouteData(Outbound):
    """A route of a board; `color` counts from 1 as in `colors`, and is null for gray."""

    id: str
    a: int
    b: int
    length: int
    color: int | None
    kind: str
    symbols: int
    pair: int | None
    spaces: int


class TicketData(Outbound):
    """A ticket of a board."""

    id: str
    a: int
    b: int
    points: int
    deck: str


class KindData(Outbound):
    """How a kind of route is drawn."""

    outline: str
    words: str


class StandInData(Outbound):
    """Several cards of any kind that stand in for one card of a payment."""

    cards: int
    """How many cards stand in for one."""
    replaces: Literal["wild", "any"]
    """Which cards they may replace: wilds, or any card of the payment."""


class ClaimOptionData(Outbound):
    """A way to claim a route. `view.taken`, `status.option` and `legal` have its number."""

    route: int
    piece: str
    """The piece that is drawn on the route."""
    pieces: int
    """How many pieces of the seat it uses; 0 if they come from the shared pool."""
    points: int
    track: int
    """How far the seat's marker moves on the track."""
    shared: bool
    """Every seat may travel the route."""
    reveals: int
    """Cards that are turned up before the claim is complete; each may cost one card more."""
    stand_in: StandInData | None


class EditionData(Outbound):
    """Everything printed on a board, and what a client must know of its rules to show a game."""

    id: str
    name: str
    box: str
    fingerprint: str
    rules: int
    colors: list[str]
    wild: str
    aspect: float
    reconstructed: bool
    note: str
    seats: Numbers
    cities: list[CityData]
    routes: list[RouteData]
    tickets: list[TicketData]
    kinds: dict[str, KindData]
    options: list[ClaimOptionData]
    tunnel_matches: list[Numbers]
    """By the colour of a payment, the kinds of revealed cards that each cost one card more."""
    pieces: dict[str, int]
    piece_order: list[str]
    """The pieces in the order of `view.supply`."""
    pool: int
    """Pieces in the shared pool at the start."""
    pool_piece: str | None
    """What these pieces are called; null where there is no pool."""
    tickets_keep: int
    """How many drawn tickets must be kept at least."""
    face_up: int
    """Cards in the display."""
    builder: str | None
    """The piece that is built in cities; null where none is."""
    end_pieces: int
    """The last round begins when a seat has this many pieces left, or fewer."""
    differences: list[str]
    facts: RuleFacts


class RuleText(Outbound):
    """The text of one rule."""

    id: str
    title: str
    text: str


class LevelCard(Outbound):
    """A bot level to choose."""

    name: str
    character: str
    seconds: float
    """About how long it thinks at every decision; 0 is too short to notice."""


PIECES_A_MINUTE = 3
"""How many pieces people place in a minute, which determines the length of a game."""


@lru_cache(maxsize=64)
def edition_card(edition: Edition) -> EditionCard:
    """The short description of an edition."""
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
        house=house_rules_of(rules),
        hints=any(row.reveals for row in write_claims(board, rules)),
    )


def minutes(edition: Edition, seats: int) -> int:
    """The estimated length of a game between people, in steps of five minutes."""
    rules = edition.rules
    pieces = seats * sum(rules.pieces[name] for name in rules.end.pieces) + rules.pool
    return max(5, 5 * round(pieces / PIECES_A_MINUTE / 5))


@lru_cache(maxsize=64)
def edition_data(edition: Edition) -> EditionData:
    """Everything that a client needs to show the board and a game on it."""
    board, rules = edition.board, edition.rules
    routes = zip(board.routes, spaces_of(edition), strict=True)
    options = _options(edition)
    kinds = range(1 + len(board.colors))
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
        kinds={name: KindData(kind.outline.value, kind.description) for name, kind in kinds_of(edition).items()},
        options=options,
        tunnel_matches=[[kind for kind in kinds if counts_in_tunnel(color, kind)] for color in kinds],
        pieces=dict(rules.pieces),
        piece_order=list(rules.pieces),
        pool=rules.pool,
        pool_piece=next((option.piece for option in options if not option.pieces), None),
        tickets_keep=rules.tickets.keep,
        face_up=rules.market.face_up,
        builder=rules.builds[0].piece if rules.builds else None,
        end_pieces=rules.end.at_most,
        differences=list(rules.differences),
        facts=rule_facts(edition),
    )


def _options(edition: Edition) -> list[ClaimOptionData]:
    """All claim options. The piece of one that uses none of the seat's pieces is named after the kind of its route."""
    return [
        ClaimOptionData(
            route=row.route,
            piece=row.piece if row.pieces else edition.board.routes[row.route].kind,
            pieces=row.pieces,
            points=row.points,
            track=row.steps,
            shared=row.shared,
            reveals=row.reveals,
            stand_in=_stand_in(row),
        )
        for row in write_claims(edition.board, edition.rules)
    ]


def _stand_in(claim: Claim) -> StandInData | None:
    if claim.stand_in is None:
        return None
    return StandInData(claim.stand_in.size, "wild" if claim.stand_in.wilds_single else "any")


def rule_text(id: str) -> RuleText:
    """A rule by its id; an unknown id is refused."""
    try:
        found = rule(id)
    except UnknownName as error:
        raise Refusal("unknown", str(error)) from error
    return RuleText(found.id, found.section, found.text)
