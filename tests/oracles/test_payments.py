"""Payments, computed independently from the text of the rules: cards are put on spaces, one space after another.

Nothing here knows how the engine counts. A space says which single cards may lie on it; where stand-ins are allowed,
that many cards of any kinds may lie on it instead. A payment is whatever can be laid so that every space is filled.
"""

from collections.abc import Iterator
from functools import cache
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from kolej.engine.board.model import Route
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import NONE
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, PayCard, RefuseTunnel, TopUp
from tests.support.arranged_game import Table

Hand = tuple[int, ...]
"""How many cards of each kind, the wild first."""
Spaces = tuple[frozenset[int], ...]
"""For each space the kinds of which a single card fills it."""


def every_part(hand: Hand) -> Iterator[Hand]:
    """Every sub-multiset of a hand."""
    return product(*(range(count + 1) for count in hand))


def without(hand: Hand, part: Hand) -> Hand:
    return tuple(count - gone for count, gone in zip(hand, part, strict=True))


def single(kind: int, kinds: int) -> Hand:
    return tuple(int(kind == each) for each in range(kinds))


@cache
def fillings(spaces: Spaces, stand_in: int, hand: Hand) -> frozenset[Hand]:
    """All cards that can fill these spaces; `stand_in` cards of any kind may fill one, unless it is 0."""
    if not spaces:
        return frozenset({(0,) * len(hand)})
    on_first = [single(kind, len(hand)) for kind in spaces[0] if hand[kind] > 0]
    if stand_in:
        on_first += [part for part in every_part(hand) if sum(part) == stand_in]
    return frozenset(
        tuple(map(int.__add__, part, rest))
        for part in on_first
        for rest in fillings(spaces[1:], stand_in, without(hand, part))
    )


def payments(route: Route, hand: Hand, *, alone: bool, stand_in: int) -> set[Hand]:
    """All payments for a route; `alone` says whether a single wild may lie on a space of the colour."""
    colors = range(1, len(hand)) if route.color is None else [route.color]
    out: set[Hand] = set()
    for color in colors:
        symbols = (frozenset({WILD}),) * route.symbols
        others = (frozenset({WILD, color} if alone else {color}),) * (route.length - route.symbols)
        out |= fillings(symbols + others, stand_in, hand)
    return out


def offered(table: Table, number: int) -> set[Hand]:
    """All payments that the engine lists, or accepts card by card."""
    kinds = table.t.kinds
    moves = table.moves(0)
    claims = [move.cards for move in moves if isinstance(move, ClaimRoute) and move.route == number]
    out = set(claims)
    assert len(out) == len(claims)
    for move in moves:
        if isinstance(move, BeginStandIns) and move.route == number:
            game = table.game.copy()
            game.apply(0, move)
            picked = list(picks(game, number, (0,) * kinds))
            # Every sequence of cards ends in a different payment, and none leads nowhere.
            assert picked
            assert len(set(picked)) == len(picked)
            assert out.isdisjoint(picked)
            out |= set(picked)
    return out


def picks(game: Game, number: int, so_far: Hand) -> Iterator[Hand]:
    """Follow every sequence of cards to its end."""
    if game.view().owner[number] != NONE:
        assert game.view().discard == so_far
        yield so_far
        return
    moves = [game.move(0, each) for each in game.legal(0)]
    assert moves, "a payment was begun that can't be finished"
    for move in moves:
        assert isinstance(move, PayCard)
        after = game.copy()
        after.apply(0, move)
        yield from picks(after, number, tuple(map(int.__add__, so_far, single(move.card, len(so_far)))))


def accepted(game: Game, move: ClaimRoute) -> bool:
    """Whether a claim is accepted as one move; a refusal changes nothing."""
    trial = game.copy()
    before = trial.fingerprint()
    try:
        trial.apply(0, move)
    except IllegalMove:
        assert trial.fingerprint() == before
        return False
    return trial.view().owner[move.route] == 0


def table_with(edition: str, hand: dict[str, int]) -> tuple[Table, Hand]:
    table = Table(edition, 2)
    for seat in range(2):
        table.give(seat)
    table.show("purple", "white", "yellow", "purple", "white")
    table.give(0, **hand)
    return table, table.cards(**hand)


def hands(most: int, *colors: str, wilds: int = 3) -> st.SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({"wild": st.integers(0, wilds)} | {color: st.integers(0, most) for color in colors})


FERRIES = ("arhus-kobenhavn", "alborg-goteborg", "kristiansand-stavanger/2", "helsinki-tallinn", "umea-vaasa")
LONG_FERRIES = ("helsinki-stockholm/2", "mo_i_rana-narvik", "andalsnes-bergen")


@settings(max_examples=40, deadline=None)
@given(route=st.sampled_from(FERRIES), hand=hands(4, "orange", "purple", "red"))
def test_nordic_ferries(route: str, hand: dict[str, int]) -> None:
    table, cards = table_with("nordic", hand)
    number = table.board.route(route)
    expected = payments(table.board.routes[number], cards, alone=True, stand_in=3)
    assert offered(table, number) == expected
    for part in every_part(cards):
        assert accepted(table.game, ClaimRoute(number, part)) is (part in expected)


@settings(max_examples=60, deadline=None)
@given(route=st.sampled_from(LONG_FERRIES), hand=hands(5, "black", "orange"))
def test_long_nordic_ferries(route: str, hand: dict[str, int]) -> None:
    table, cards = table_with("nordic", hand)
    number = table.board.route(route)
    expected = payments(table.board.routes[number], cards, alone=True, stand_in=3)
    assert offered(table, number) == expected
    for part in every_part(cards):
        assert accepted(table.game, ClaimRoute(number, part)) is (part in expected)


@settings(max_examples=25, deadline=None)
@given(
    hand=st.fixed_dictionaries(
        {
            "wild": st.integers(0, 3),
            "green": st.integers(4, 10),
            "red": st.integers(0, 6),
            "blue": st.integers(0, 2),
        }
    )
)
def test_the_nine_spaces_of_nordic(hand: dict[str, int]) -> None:
    table, cards = table_with("nordic", hand)
    number = table.board.route("lieksa-murmansk")
    expected = payments(table.board.routes[number], cards, alone=False, stand_in=4)
    assert offered(table, number) == expected
    for part in every_part(cards):
        if sum(part) >= 8:
            assert accepted(table.game, ClaimRoute(number, part)) is (part in expected)


@settings(max_examples=40, deadline=None)
@given(
    route=st.sampled_from(("amsterdam-london", "athina-brindisi", "palermo-smyrna", "sevastopol-sochi")),
    hand=hands(6, "blue", "red", wilds=6),
)
def test_europes_ferries(route: str, hand: dict[str, int]) -> None:
    table, cards = table_with("europe", hand)
    number = table.board.route(route)
    expected = payments(table.board.routes[number], cards, alone=True, stand_in=0)
    assert offered(table, number) == expected
    for part in every_part(cards):
        assert accepted(table.game, ClaimRoute(number, part)) is (part in expected)


TUNNELS = (
    ("europe", "venezia-zurich"),
    ("europe", "angora-constantinople"),
    ("europe", "paris-zurich"),
    ("nordic", "kristiansand-stavanger"),
    ("nordic", "lillehammer-trondheim"),
)


@settings(max_examples=80, deadline=None)
@given(
    tunnel=st.sampled_from(TUNNELS),
    hand=hands(5, "green", "orange", wilds=5),
    turned=st.lists(st.sampled_from(("wild", "green", "orange", "black")), min_size=3, max_size=3),
    data=st.data(),
)
def test_tunnels(tunnel: tuple[str, str], hand: dict[str, int], turned: list[str], data: st.DataObject) -> None:
    edition, route = tunnel
    table, cards = table_with(edition, hand)
    number = table.board.route(route)
    expected = payments(table.board.routes[number], cards, alone=True, stand_in=0)
    assert offered(table, number) == expected
    if not expected:
        return
    paid = data.draw(st.sampled_from(sorted(expected)))
    # By the rule: a revealed card matches if it is wild or, unless only wilds were paid, of the colour paid.
    matching = {WILD} | {kind for kind, count in enumerate(paid) if count}
    due = sum(table.kind(card) in matching for card in turned)
    left = without(cards, paid)
    answers = {
        part
        for part in every_part(left)
        if sum(part) == due and all(kind in matching for kind, count in enumerate(part) if count)
    }
    table.stack(*turned)
    table.play(0, ClaimRoute(number, paid))
    if due == 0:
        assert table.game.view().owner[number] == 0
        return
    assert table.game.view().owner[number] == NONE
    moves = table.moves(0)
    assert moves[0] == RefuseTunnel()
    asked = [move.cards for move in moves if isinstance(move, TopUp)]
    assert len(asked) == len(moves) - 1
    assert sorted(asked) == sorted(answers)
    for part in every_part(left):
        if part not in answers:
            assert table.refused(0, TopUp(part)).rule == "tunnel.reveal"
