"""Refusals of moves: every code is reached, and has the same sentence in the engine and in the English catalogue."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from kolej import editions
from kolej.engine.board.model import Board, Route
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.cards import Cards
from kolej.engine.core.state import KEEPING, OVER
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.moves.reasons import SENTENCES
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.rules import Edition
from kolej.engine.silent_game import SilentGame
from kolej.locale import LANGUAGES, load
from kolej.locale.message import parse, placeholders
from kolej.locale.refusals import refusal_text
from kolej.rules.claims import Bullet
from tests.support.arranged_game import Table, cleared

Case = Callable[[], tuple[Board, IllegalMove | None]]
CASES: dict[str, Case] = {}
SEATS = ("seat 0", "seat 1", "seat 2", "seat 3")
DERIVED = {"wild", "cost"}
"""Values that a sentence may have besides its parameters."""


def case(code: str) -> Callable[[Case], Case]:
    """Register a case that is refused with this code."""

    def add(build: Case) -> Case:
        assert code not in CASES
        CASES[code] = build
        return build

    return add


def europe(**hand: int) -> Table:
    table = cleared("europe", 2)
    table.give(0, **hand)
    return table


def raised(work: Callable[[], object]) -> IllegalMove:
    with pytest.raises(IllegalMove) as error:
        work()
    return error.value


def refused(code: str, arrange: Callable[[], Table], move: Callable[[Table], Move | int], seat: int = 0) -> None:
    """Register a move that is refused on an arranged table."""

    @case(code)
    def build() -> tuple[Board, IllegalMove | None]:
        table = arrange()
        return table.board, raised(lambda: table.game.apply(seat, move(table)))


def unopened() -> Table:
    return Table("europe", 2, opened=False)


def one_chosen() -> Table:
    table = unopened()
    table.game.apply(0, table.game.legal(0)[-1])
    return table


def over() -> Table:
    table = europe()
    table.s.phase = OVER
    return table


def second_card() -> Table:
    table = europe()
    table.take(0, "purple")
    return table


def second_card_with_a_wild() -> Table:
    table = europe()
    table.show("purple", "white", "yellow", "purple", "wild")
    table.take(0, "purple")
    return table


def keeping() -> Table:
    table = europe()
    table.play(0, DrawTickets())
    return table


def a_single_ticket() -> Table:
    table = europe()
    table.drop_tickets(keep=1)
    table.play(0, DrawTickets())
    assert table.s.phase == KEEPING
    return table


FERRY, PLAIN, GRAY = "amsterdam-london", "lisboa-madrid", "lieksa-murmansk"


def tunnel(*top: str, **hand: int) -> Callable[[], Table]:
    """A gray tunnel of two cards that has been begun, and costs more by these cards from the deck."""

    def arrange() -> Table:
        table = europe()
        route = next(r for r in table.board.routes if r.kind == "tunnel" and r.color is None and r.length == 2)
        table.give(0, **hand)
        table.stack(*top)
        paid = {"wild": 2} if "red" not in hand else {"red": 2}
        table.claim(0, route.id, **paid)
        return table

    return arrange


def nordic(**hand: int) -> Callable[[], Table]:
    def arrange() -> Table:
        table = cleared("nordic", 2)
        table.give(0, **hand)
        return table

    return arrange


def paying(*cards: str) -> Callable[[], Table]:
    """A ferry that is being paid for with one stand-in; these cards have been paid."""

    def arrange() -> Table:
        table = nordic(orange=2, red=4, blue=2)()
        table.play(0, BeginStandIns(table.board.route("kristiansand-stavanger/2"), 1))
        for card in cards:
            table.play(0, PayCard(table.kind(card)))
        return table

    return arrange


def claim(route: str, **cards: int) -> Callable[[Table], ClaimRoute]:
    return lambda table: ClaimRoute(table.board.route(route), table.cards(**cards))


def build(city: str, **cards: int) -> Callable[[Table], BuildStation]:
    return lambda table: BuildStation(table.board.city(city), table.cards(**cards))


refused("over", over, lambda table: DrawBlind())
refused("not-your-turn", europe, lambda table: DrawBlind(), seat=1)
refused("tickets-first", unopened, lambda table: DrawBlind())
refused("tickets-chosen", one_chosen, lambda table: KeepTickets(()))
refused("second-card", second_card, lambda table: DrawTickets())
refused("keep-first", keeping, lambda table: DrawBlind())
refused("tunnel-first", tunnel("red", "red", "red", red=4), lambda table: DrawBlind())
refused("payment-first", paying(), lambda table: DrawBlind())
refused("no-tunnel", europe, lambda table: RefuseTunnel())
refused("no-offer", europe, lambda table: KeepTickets((0,)))
refused("no-payment", europe, lambda table: PayCard(1))
refused("no-pass", europe, lambda table: Pass())
refused("unknown-move", europe, lambda table: True)
refused("unknown-seat", europe, lambda table: DrawBlind(), seat=7)
refused("unknown-card", europe, lambda table: TakeCard(12))
refused("unknown-route", europe, lambda table: ClaimRoute(2**70, ()))
refused("unknown-city", europe, lambda table: BuildStation(-1, ()))
refused("not-in-display", europe, lambda table: TakeCard(table.kind("red")))
refused("wild-second", second_card_with_a_wild, lambda table: TakeCard(0))
refused("ticket-not-offered", keeping, lambda table: KeepTickets((999,)))
refused("ticket-twice", keeping, lambda table: KeepTickets((table.s.offer[0], table.s.offer[0])))
refused("last-ticket", a_single_ticket, lambda table: KeepTickets(()))
refused("keep-more", keeping, lambda table: KeepTickets(()))
refused("not-in-hand", lambda: europe(purple=1), claim(PLAIN, purple=3))
refused("few-wilds", lambda: europe(red=2), claim(FERRY, red=2))
refused("card-count", lambda: europe(purple=4), claim(PLAIN, purple=1))
refused("no-such-payment", lambda: europe(red=3), claim(PLAIN, red=3))
refused("no-stand-ins", lambda: europe(purple=3), lambda table: BeginStandIns(table.board.route(PLAIN), 1))
refused("stand-in-count", nordic(red=9), lambda table: BeginStandIns(table.board.route(GRAY), 1))
refused("none-in-hand", paying(), lambda table: PayCard(table.kind("yellow")))
refused("card-order", paying("orange"), lambda table: PayCard(table.kind("blue")))
refused("top-up", tunnel("red", "green", "green", red=4), lambda table: TopUp(table.cards()))
refused("top-up-wilds", tunnel("wild", "green", "green", wild=4), lambda table: TopUp(table.cards()))
refused("nothing-built", lambda: cleared("japan", 2), lambda table: BuildStation(0, ()))
refused("build-cost", lambda: europe(red=3), build("paris", red=3))


def exhausted() -> Table:
    table = europe()
    table.hoard(1)
    return table


def no_tickets() -> Table:
    table = europe()
    table.drop_tickets()
    return table


def owned(*routes: str, seat: int = 1) -> Callable[[], Table]:
    def arrange() -> Table:
        table = europe(purple=3)
        table.own(seat, *routes)
        return table

    return arrange


def few_trains() -> Table:
    table = europe(purple=3)
    table.pieces(0, train=1)
    return table


def built(seat: int) -> Table:
    table = europe(red=3)
    table.station(seat, "paris")
    return table


def no_stations() -> Table:
    table = europe(red=3)
    table.pieces(0, station=0)
    return table


refused("deck-empty", exhausted, lambda table: DrawBlind())
refused("no-tickets", no_tickets, lambda table: DrawTickets())
refused("route-taken", owned(PLAIN), claim(PLAIN, purple=3))
refused("double-own", owned("bruxelles-paris", seat=0), claim("bruxelles-paris/2", purple=2))
refused("double-few", owned("bruxelles-paris"), claim("bruxelles-paris/2", purple=2))
refused("pieces", few_trains, claim(PLAIN, purple=3))
refused("no-wilds", nordic(wild=3, red=3), lambda table: ClaimRoute(*plain_route(table)))
refused("card-other", paying(), lambda table: PayCard(table.kind("red")))
refused("built", lambda: built(1), build("paris", red=1))
refused("none-left", no_stations, build("paris", red=1))


def plain_route(table: Table) -> tuple[int, Cards]:
    """A plain route of two cards, and two wilds."""
    number = next(n for n, route in enumerate(table.board.routes) if route.kind == "plain" and route.length == 2)
    return number, table.cards(wild=2)


class OnlyShared(Bullet):
    """Bullet-train routes that can't be taken any more once the pool is empty."""

    def claims(self, number: int, route: Route, board: Board) -> Iterator[Claim]:
        yield next(super().claims(number, route, board))


def japan(pool: int, edition: Edition | None = None) -> Table:
    table = Table(edition or "japan", 2)
    table.give(0, red=3)
    table.pool(pool)
    return table


BULLET = "okayama-osaka"


def number_of(table: Table, pool: int) -> int:
    """The number of a payment as it is with another pool."""
    left = table.s.pool
    table.pool(pool)
    claims = ((n, table.game.move(0, n)) for n in table.game.legal(0))
    number = next(n for n, move in claims if isinstance(move, ClaimRoute) and move.route == table.board.route(BULLET))
    table.pool(left)
    return number


refused("pool-empty", lambda: japan(0), lambda table: number_of(table, 16))
refused("pool-left", lambda: japan(16), lambda table: number_of(table, 0))


@case("pool")
def _no_option_left() -> tuple[Board, IllegalMove | None]:
    edition = editions.load("japan")
    bullet = edition.rules.claims["bullet"]
    assert isinstance(bullet, Bullet)
    claims = {**edition.rules.claims, "bullet": OnlyShared(bullet.points, bullet.piece)}
    table = japan(0, Edition(edition.id, edition.board, replace(edition.rules, claims=claims)))
    return table.board, table.refused_claim(0, BULLET, red=3)


def not_claimable(code: str, arrange: Callable[[], Table], route: str) -> None:
    @case(code)
    def why() -> tuple[Board, IllegalMove | None]:
        table = arrange()
        return table.board, table.game.why_not_claim(0, table.board.route(route))


not_claimable("cards", lambda: europe(purple=2), PLAIN)
not_claimable("cards-for-one", nordic(red=1), GRAY)


@case("cards-no-wilds")
def _wilds_do_not_pay() -> tuple[Board, IllegalMove | None]:
    table = nordic(wild=3)()
    return table.board, table.game.why_not_claim(0, plain_route(table)[0])


@case("cards-for-wild")
def _others_stand_in_for_wilds() -> tuple[Board, IllegalMove | None]:
    table = nordic(red=1)()
    ferry = next(n for n, route in enumerate(table.board.routes) if route.symbols and route.length > route.symbols)
    return table.board, table.game.why_not_claim(0, ferry)


@case("build-cards")
def _a_second_station() -> tuple[Board, IllegalMove | None]:
    table = europe(red=1)
    table.station(0, "berlin")
    return table.board, table.game.why_not_build(0, table.board.city("paris"))


@case("dealing")
def _chance_is_due() -> tuple[Board, IllegalMove | None]:
    edition = editions.load("europe")
    return edition.board, Game.start(edition, 2).why_not_claim(0, 0)


def with_stations() -> Table:
    """A game that is over, in which seat 0 has a station in Paris and seat 1 a route into it."""
    table = europe()
    table.station(0, "paris")
    table.own(1, "frankfurt-paris")
    table.game.end_early()
    return table


def chosen(city: str, route: str) -> tuple[Board, IllegalMove | None]:
    table = with_stations()
    choice: dict[int, dict[int, int | None]] = {0: {table.board.city(city): table.board.route(route)}}
    return table.board, raised(lambda: table.game.check_stations(choice))


CASES["no-station"] = lambda: chosen("berlin", "frankfurt-paris")
CASES["route-elsewhere"] = lambda: chosen("paris", "berlin-warszawa")
CASES["route-not-lent"] = lambda: chosen("paris", "brest-paris")


@case("stations-later")
def _stations_before_the_end() -> tuple[Board, IllegalMove | None]:
    table = europe()
    return table.board, raised(lambda: table.game.check_stations({}))


@case("first-seat")
def _no_such_seat_begins() -> tuple[Board, IllegalMove | None]:
    edition = editions.load("europe")
    return edition.board, raised(lambda: Game.start(edition, 2, first=5))


@case("nothing-to-choose")
def _not_due() -> tuple[Board, IllegalMove | None]:
    table = europe()
    return table.board, raised(lambda: table.game.decision(1))


@case("decided")
def _looked_at_too_late() -> tuple[Board, IllegalMove | None]:
    edition = editions.load("europe")
    game = SilentGame(edition, 2, SeededDealer(1))
    decision = game.decision
    game.apply(decision.legal[0])
    return edition.board, raised(lambda: decision.view)


def capitalized(text: str) -> str:
    return text[0].upper() + text[1:]


def test_every_code_has_a_case() -> None:
    assert sorted(CASES) == sorted(SENTENCES)


@pytest.mark.parametrize("code", SENTENCES)
def test_a_refusal_has_its_code_and_the_sentence_of_the_catalogue(code: str) -> None:
    board, refusal = CASES[code]()
    assert refusal is not None and refusal.code == code
    assert all(type(value) in (int, str) for value in refusal.params.values())
    assert all(abs(value) < 2**53 for value in refusal.params.values() if isinstance(value, int))
    english = refusal_text(load("en"), board, SEATS, refusal)
    assert capitalized(english) == capitalized(refusal.reason).replace("'", "’") + "."
    for language in LANGUAGES:
        text = refusal_text(load(language), board, SEATS, refusal)
        assert not re.search(r"[{}]", text) and text.endswith(".")
        message = load(language).messages[f"refused.{code}"]
        used = {each.name for each in placeholders(parse(message))} - {"#"}
        assert used <= refusal.params.keys() | DERIVED


def test_counts_have_the_right_plural() -> None:
    table = europe(red=3)
    assert table.refused(0, BuildStation(table.board.city("paris"), table.cards(red=3))).reason == (
        "your next building costs 1 card of one colour"
    )
    table.station(0, "berlin")
    assert table.refused(0, BuildStation(table.board.city("paris"), table.cards(red=3))).reason == (
        "your next building costs 2 cards of one colour"
    )
