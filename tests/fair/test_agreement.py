"""The fair dealer and the independent verifier agree on every outcome of whole games."""

import ast
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from kolej import editions
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.record.recorded_game import RecordedGame, Undone
from kolej.engine.record.replay import read
from kolej.engine.ruleset.rows import BOTTOM, BOX, SHUFFLED
from kolej.fair_verifier import FairDealFile
from tests.fair.deals import begun, go_on, other_returns
from tests.support.random_games import MOST_STEPS, TABLES, TASTES, choose
from tests.support.seeds import SEEDED, SEEDS

SOURCES = Path(__file__).parents[2] / "src"


def agree(recorded: RecordedGame) -> None:
    """The game is over, and the verifier accepts its file."""
    assert recorded.game.over
    FairDealFile(recorded.text()).check(recorded.edition)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(number=SEEDS)
@settings(SEEDED, max_examples=2)
def test_on_every_outcome_of_every_game(name: str, seats: int, number: int) -> None:
    server = [seat for seat in range(seats) if number >> seat & 1]
    agree(go_on(begun(name, seats, number, server, number % seats if number % 3 == 0 else None), number))


def test_many_decks_are_made_in_them() -> None:
    """Players who only draw empty the deck again and again, so that reshuffles are covered."""
    recorded = go_on(begun("europe", 5, 1), 1)
    assert recorded.game._state.decks > 20
    agree(recorded)


def wandering(recorded: RecordedGame, number: int) -> None:
    """Play to the end, with occasional undos of any depth."""
    rng, taste, game = Random(number), list(TASTES)[number % len(TASTES)], recorded.game
    for _ in range(MOST_STEPS):
        if game.over:
            return
        if rng.random() < 0.03:
            back = rng.randrange(max(0, len(recorded.steps) - 40), len(recorded.steps))
            try:
                recorded.undo(back)
            except KolejError:
                assert recorded.text()
            continue
        seat = rng.choice(game.to_act())
        recorded.apply(seat, choose(game, game.legal(seat), rng, taste))


@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if table[1] == 3])
@given(number=SEEDS)
@settings(SEEDED, max_examples=1)
def test_also_where_something_was_undone(name: str, seats: int, number: int) -> None:
    recorded = begun(name, seats, number)
    wandering(recorded, number)
    assert any(isinstance(step.move, Undone) for step in recorded.steps)
    agree(recorded)
    assert read(recorded.text(), "again", editions.load).text() == recorded.text()


@pytest.mark.parametrize("opening", [BOX, BOTTOM, SHUFFLED])
@pytest.mark.parametrize("play", [BOX, BOTTOM, SHUFFLED])
@pytest.mark.parametrize("name", ["japan", "new_york"])
def test_wherever_tickets_go_that_are_not_kept(name: str, opening: int, play: int) -> None:
    """The boards that come with Kolej have few of these; a custom board may have any."""
    agree(go_on(begun(other_returns(name, opening, play), 2, 7), 7))


def test_a_game_taken_up_again_has_the_cards_that_it_would_have_had() -> None:
    for number, (name, seats) in enumerate([("japan", 2), ("new_york", 4), ("nordic", 2)]):
        stayed = go_on(begun(name, seats, number), number, moves=40)
        resumed = read(stayed.text(), "saved", editions.load, begun(name, seats, number).dealer)
        go_on(stayed, number + 1)
        go_on(resumed, number + 1)
        assert stayed.game.over and resumed.text() == stayed.text()


def test_a_game_without_a_record_is_dealt_the_same() -> None:
    recorded = begun("nordic", 3, 5)
    game = Game.start(recorded.edition, 3, recorded.dealer)
    assert game.fingerprint() == recorded.game.fingerprint()


FIRST_IMPLEMENTATION = (
    "kolej.engine.chance.dealer",
    "kolej.engine.chance.fair.commitment_round",
    "kolej.engine.chance.fair.dealer",
    "kolej.engine.chance.fair.file_lines",
    "kolej.engine.chance.fair.protocol",
    "kolej.engine.core.card_draws",
    "kolej.engine.chance.rng",
    "kolej.engine.core.ticket_offers",
    "kolej.engine.core.turn",
    "kolej.engine.record.game_file",
)


def modules_of(path: Path) -> set[str]:
    """The modules that a source file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def reached(module: str, seen: set[str]) -> set[str]:
    """A module and every module of Kolej that it imports, directly or not."""
    path = SOURCES / (module.replace(".", "/") + ".py")
    if module not in seen and path.is_file():
        seen.add(module)
        for name in modules_of(path):
            reached(name, seen)
    return seen


def test_the_second_implementation_owes_nothing_to_the_first() -> None:
    source = SOURCES / "kolej" / "fair_verifier.py"
    assert {name for name in modules_of(source) if not name.startswith("kolej")} == {
        "hashlib",
        "hmac",
        "collections",
        "collections.Counter",
    }
    all_of_it = reached("kolej.fair_verifier", set())
    assert "kolej.engine.board.model" in all_of_it
    for module in FIRST_IMPLEMENTATION:
        assert (SOURCES / (module.replace(".", "/") + ".py")).is_file(), f"{module} has moved: name it here again"
        assert module not in all_of_it
    assert len(source.read_text(encoding="utf-8").splitlines()) < 220
