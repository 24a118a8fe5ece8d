"""A custom edition is played without changes to Kolej, with its own board, kind of route and award."""

from pathlib import Path
from random import Random

import pytest

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core import cards as counts
from kolej.engine.core.claims import open_options
from kolej.engine.errors import BoardError, IllegalMove, KolejError, RulesError
from kolej.engine.game import Game
from kolej.engine.knowledge.events import RouteClaimed
from kolej.engine.moves.moves import ClaimRoute
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.standings import Standings
from tests.support import state_laws
from tests.support.move_laws import WRITTEN, listed_is_accepted, some_of, unlisted_is_refused
from tests.support.possible_states import is_possible
from tests.support.random_games import TASTES, Step, steps
from tests.support.secrecy_laws import (
    cannot_tell,
    folding_gives_the_view,
    spectators_know_what_all_know,
    viewers,
    views_of,
)

BOARD = """\
id = "ridge"
name = "Ridge"
box = "a board for tests"
colors = ["red", "blue", "green"]
wild = "mule"
aspect = 1.4

cities = [
    { id = "ash",   name = "Ash",   x = 0.1, y = 0.1 },
    { id = "birch", name = "Birch", x = 0.5, y = 0.1, tags = ["summit"] },
    { id = "cedar", name = "Cedar", x = 0.9, y = 0.1 },
    { id = "dogw",  name = "Dogw",  x = 0.1, y = 0.5 },
    { id = "elm",   name = "Elm",   x = 0.5, y = 0.5, tags = ["summit"] },
    { id = "fir",   name = "Fir",   x = 0.9, y = 0.5, tags = ["summit"] },
    { id = "gorse", name = "Gorse", x = 0.5, y = 0.9 },
]

routes = [
    { a = "ash",   b = "birch", length = 2, color = "red",   kind = "plain" },
    { a = "birch", b = "cedar", length = 2, color = "blue",  kind = "mountain" },
    { a = "ash",   b = "dogw",  length = 1, color = "gray",  kind = "plain" },
    { a = "dogw",  b = "elm",   length = 2, color = "green", kind = "mountain" },
    { a = "elm",   b = "fir",   length = 2, color = "gray",  kind = "plain", pair = 1 },
    { a = "elm",   b = "fir",   length = 2, color = "red",   kind = "plain", pair = 1 },
    { a = "cedar", b = "fir",   length = 1, color = "blue",  kind = "plain" },
    { a = "birch", b = "elm",   length = 3, color = "gray",  kind = "mountain" },
    { a = "dogw",  b = "gorse", length = 3, color = "blue",  kind = "plain" },
    { a = "gorse", b = "fir",   length = 3, color = "green", kind = "plain" },
]

tickets = [
    { a = "ash",   b = "cedar", points = 5 },
    { a = "ash",   b = "fir",   points = 6 },
    { a = "dogw",  b = "fir",   points = 5 },
    { a = "gorse", b = "birch", points = 7 },
    { a = "gorse", b = "cedar", points = 6 },
    { a = "ash",   b = "gorse", points = 4 },
    { a = "dogw",  b = "cedar", points = 8 },
    { a = "birch", b = "fir",   points = 4 },
]
"""

RULES = """\
from dataclasses import dataclass

from kolej.engine.ruleset.rows import Claim, End
from kolej.engine.ruleset.rules import Rules
from kolej.engine.scoring.award import Award
from kolej.rules.awards import Tickets
from kolej.rules.claims import Plain, colors_of
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, Opening, offer
from kolej.rules.ties import ByTickets

POINTS = {1: 1, 2: 2, 3: 4}


@dataclass(frozen=True)
class Mountain:
    points: dict
    piece: str

    def claims(self, number, route, board):
        yield Claim(
            number,
            cards=route.length,
            colors=colors_of(route, board),
            wilds=(0, route.length),
            piece=self.piece,
            pieces=route.length + 1,
            points=self.points[route.length] + 1,
            pays_by="claim.set",
        )


class Summits(Award):
    id = "summits"

    def points(self, sheet):
        return [3 * sheet.touched(seat, "summit") for seat in range(sheet.seats)]


RULES = Rules(
    version=1,
    seats=range(2, 4),
    deck=Deck(each=5, wilds=4),
    pieces={"cart": 9},
    opening=Opening(cards=2, deal=offer(keep=1, returns=BOTTOM, regular=2)),
    market=Market(face_up=4, wild_alone=True, flush_at=3),
    claims={"plain": Plain(POINTS, "cart"), "mountain": Mountain(POINTS, "cart")},
    doubles=Doubles(both_from=3),
    tickets=offer(keep=1, returns=BOTTOM, regular=2),
    end=End(pieces=("cart",), at_most=1),
    awards=(Tickets(), Summits()),
    ties=(ByTickets(),),
)
"""


def written(folder: Path, board: str = BOARD, rules: str | None = RULES) -> Path:
    """A folder with the files of an edition; `rules=None` leaves those out."""
    folder.mkdir(exist_ok=True)
    (folder / "board.toml").write_text(board, encoding="utf-8")
    if rules is not None:
        (folder / "rules.py").write_text(rules, encoding="utf-8")
    return folder


@pytest.fixture
def ridge(tmp_path: Path) -> Edition:
    return editions.load_folder(written(tmp_path / "ridge"))


def mountains(edition: Edition) -> list[int]:
    return [number for number, route in enumerate(edition.board.routes) if route.kind == "mountain"]


@pytest.mark.parametrize("seats", [2, 3])
def test_every_law_holds_on_a_board_of_ones_own(ridge: Edition, seats: int) -> None:
    for seed, taste in enumerate(TASTES):
        game, rng, guesses = Game.start(ridge, seats), Random(seed), Rng(seed)
        views, history = views_of(game), list[Step]()
        for place, step in enumerate(steps(game, rng, taste)):
            history.append(step)
            state_laws.everything_adds_up(game)
            views = folding_gives_the_view(views, step.events, game)
            spectators_know_what_all_know(views)
            if game.over:
                continue
            viewer = viewers(game)[place % (seats + 1)]
            sampled = cannot_tell(game, viewer, guesses)
            if place % 20 == 0:
                is_possible(history, game, viewer, sampled)
                for seat in game.to_act():
                    listed_is_accepted(game, seat, game.legal(seat))
                if game.to_act():
                    unlisted_is_refused(game, some_of(game, rng, 60))
        state_laws.ranks_are_a_recount(game)


@pytest.mark.parametrize("seats", [2, 3])
def test_the_kind_and_the_award_count(ridge: Edition, seats: int) -> None:
    claimed = awarded = 0
    for seed in range(20):
        game = Game.start(ridge, seats, SeededDealer(seed))
        rng = Random(seed)
        left = [9] * seats
        while not game.over:
            seat = game.to_act()[0]
            for event in game.apply(seat, rng.choice(game.legal(seat))):
                if isinstance(event, RouteClaimed):
                    route = ridge.board.routes[event.route]
                    left[event.seat] -= route.length + (route.kind == "mountain")
                    assert event.supply == (left[event.seat],)
                    claimed += route.kind == "mountain"
        standings = game.standings()
        assert dict(standings.lines)["routes"] == [points_of(game, seat) for seat in range(seats)]
        assert dict(standings.lines)["summits"] == [3 * summits_of(game, seat) for seat in range(seats)]
        assert total(standings) == standings.totals
        awarded += sum(dict(standings.lines)["summits"])
    assert claimed > 10 and awarded > 10, "what is new on this board hardly ever came up"


def points_of(game: Game, seat: int) -> int:
    worth = {1: 1, 2: 2, 3: 4}
    owned = [route for route, owner in enumerate(game.view().owner) if owner == seat]
    return sum(worth[game.edition.board.routes[n].length] + (n in mountains(game.edition)) for n in owned)


def summits_of(game: Game, seat: int) -> int:
    owned = [game.edition.board.routes[n] for n, owner in enumerate(game.view().owner) if owner == seat]
    touched = {end for route in owned for end in (route.a, route.b)}
    return sum("summit" in game.edition.board.cities[city].tags for city in touched)


def total(standings: Standings) -> list[int]:
    return [sum(column) for column in zip(*(points for _, points in standings.lines), strict=True)]


def test_a_mountain_that_pieces_cannot_fill_is_refused_by_its_rule(ridge: Edition) -> None:
    game = Game.start(ridge, 2, SeededDealer(3), first=0)
    for seat in (0, 1):
        game.apply(seat, game.legal(seat)[-1])
    s, green = game._state, ridge.board.colors.index("green") + 1
    for mine, count in ((green, 2), (0, 0)):
        moved = count - s.hands[mine]
        s.deck[mine] -= moved
        s.deck_left -= moved
        s.hands[mine] += moved
        s.hand_size[0] += moved
    claim = ClaimRoute(ridge.board.route("dogw-elm"), counts.of(game._tables.kinds, green, 2))
    game.copy().apply(0, claim)
    s.supply[0] = 2
    open_options(game._tables, s)
    with pytest.raises(IllegalMove, match="takes 3 carts; you have 2") as refusal:
        game.apply(0, claim)
    assert refusal.value.rule == "claim.pieces"


def test_the_same_folder_twice_is_two_editions(tmp_path: Path) -> None:
    folder = written(tmp_path / "ridge")
    one, other = editions.load_folder(folder), editions.load_folder(folder)
    assert one is not other and one.board == other.board
    assert Game.start(one, 2, SeededDealer(1)).fingerprint() == Game.start(other, 2, SeededDealer(1)).fingerprint()


def test_postponed_annotations_are_no_obstacle(tmp_path: Path) -> None:
    """A custom rules file may define dataclasses and postpone annotations."""
    rules = "from __future__ import annotations\n\n" + RULES
    edition = editions.load_folder(written(tmp_path / "ridge", rules=rules))
    assert Game.start(edition, 2, SeededDealer(1)).to_act() == [0, 1]


# What is replaced in the rules, by what, and words that the error must have.
FAULTY_RULES = {
    "a kind that no rule claims": ('"mountain": Mountain', '"hill": Mountain', "kind 'mountain', which no rule claims"),
    "a wild range that can't be": ("wilds=(0, route.length)", "wilds=(3, 1)", "wilds from 3 to 1"),
    "more wilds than cards": ("wilds=(0, route.length)", "wilds=(0, 99)", "wilds from 0 to 99"),
    "a route for nothing": ("cards=route.length", "cards=0", "cards can't be 0; the least is 1"),
    "pieces below nothing": ("pieces=route.length + 1", "pieces=-1", "pieces can't be -1; the least is 0"),
    "no colour to pay with": ("colors=colors_of(route, board)", "colors=()", "colour None; colours are 1 to 3"),
    "a colour that is not there": ("colors=colors_of(route, board)", "colors=(4,)", "colour 4; colours are 1 to 3"),
    "a piece nobody has": ("piece=self.piece", 'piece="yak"', "uses 'yak', but seats have only cart"),
    "an end that counts what nobody has": ('pieces=("cart",)', 'pieces=("yak",)', "the end counts 'yak'"),
    "too few cards": ("Deck(each=5, wilds=4)", "Deck(each=1, wilds=1)", "4 cards are too few"),
    "too many cards of a kind": ("Deck(each=5", "Deck(each=40", "at most 15 cards of a kind"),
    "a deck of tickets that is not there": (
        "keep=1, returns=BOTTOM, regular=2))",
        "keep=1, returns=BOTTOM, long=2))",
        "no ticket is of deck 'long'; decks here: regular",
    ),
    "more to keep than is offered": (
        "keep=1, returns=BOTTOM, regular=2))",
        "keep=3, returns=BOTTOM, regular=2))",
        "3 can't be the least to keep",
    ),
    "too few tickets": (
        "keep=1, returns=BOTTOM, regular=2))",
        "keep=1, returns=BOTTOM, regular=5))",
        "8 tickets of 'regular' are too few",
    ),
    "a length without points": ("{1: 1, 2: 2,", "{1: 1,", "no points for the length 2"),
    "a building nobody has": (
        "ties=(ByTickets(),),",
        'ties=(ByTickets(),),\n    builds=(__import__("kolej.rules.stations", fromlist=["x"]).Stations((1,), "yak"),),',
        "'yak'",
    ),
}


@pytest.mark.parametrize("fault", FAULTY_RULES)
def test_rules_that_cannot_be_played_are_refused(tmp_path: Path, fault: str) -> None:
    old, new, words = FAULTY_RULES[fault]
    assert old in RULES
    edition = editions.load_folder(written(tmp_path / "ridge", rules=RULES.replace(old, new)))
    with pytest.raises(RulesError) as error:
        Game.start(edition, 2)
    assert words in str(error.value)
    assert error.value.rule in WRITTEN


def test_an_award_that_forgets_a_seat_is_named(tmp_path: Path) -> None:
    rules = RULES.replace("in range(sheet.seats)]", "in range(sheet.seats - 1)]")
    assert rules != RULES
    edition = editions.load_folder(written(tmp_path / "ridge", rules=rules))
    with pytest.raises(RulesError, match="award 'summits' gives 1 numbers for 2 seats"):
        Game.start(edition, 2).standings()


def test_seats_that_the_rules_do_not_allow(ridge: Edition) -> None:
    with pytest.raises(RulesError, match="Ridge is for 2 to 3 seats, not 4"):
        Game.start(ridge, 4)


def test_rules_that_are_missing(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r'ridge: there is no "rules.py" beside "board.toml"'):
        editions.load_folder(written(tmp_path / "ridge", rules=None))


@pytest.mark.parametrize(("rules", "found"), [("RULES = 7", "int"), ("", "NoneType")])
def test_rules_of_the_wrong_type(tmp_path: Path, rules: str, found: str) -> None:
    with pytest.raises(RulesError, match=rf'"RULES" must be a Rules\(...\), not {found}'):
        editions.load_folder(written(tmp_path / "ridge", rules=rules))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('b = "cedar"', 'b = "sedar"', 'no city "sedar"'),
        ("length = 3", "length = 0", "length is 0"),
        ('color = "blue"', 'color = "teal"', "teal"),
    ],
)
def test_a_faulty_board_is_refused_with_its_lines(tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(BoardError) as error:
        editions.load_folder(written(tmp_path / "ridge", board=BOARD.replace(old, new)))
    assert words in str(error.value)
    assert all(fault.line > 0 for fault in error.value.faults)


def test_a_folder_without_a_board(tmp_path: Path) -> None:
    with pytest.raises(KolejError, match="cannot be read"):
        editions.load_folder(tmp_path)
