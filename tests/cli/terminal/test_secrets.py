"""No secrets on the screen: it is the same in every possible state that looks the same to the viewer."""

import pytest
from hypothesis import given, settings

from kolej.cli.terminal.input.name_lookup import NameLookup
from kolej.cli.terminal.output.inspector import Inspector
from kolej.cli.terminal.output.labels import Labels
from kolej.engine.chance.rng import Rng
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event, redact
from tests.support.random_games import TABLES, one_step, seated
from tests.support.seeds import SEEDED, SEEDS


def everything_shown(game: Game, seat: int, events: list[Event]) -> str:
    """Everything that a player can make the terminal show."""
    names = [f"Player {each}" for each in range(game.seats)]
    board = game.edition.board
    inspector = Inspector(game.decision(seat), Labels(board, names, seat), NameLookup(board), events, 0, 80)
    said = [inspector.commands[word]("") for word in ("look", "hand", "tickets", "board", "score", "log", "moves")]
    return "\n".join(line for lines in [*said, inspector.brief(), inspector.log("all")] for line in lines)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_screen_shows_nothing_that_its_viewer_may_not_know(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    events = list(game.opening_events)
    stop = rng.randrange(40, 200)
    for _ in range(stop):
        before = game.copy()
        step = one_step(game, rng, taste)
        if step is None:
            game = before
            break
        events += step.events
    while game.outcomes():
        step = one_step(game, rng, taste)
        assert step is not None
        events += step.events
    if game.over:
        return
    for seat in game.to_act():
        imagined = game.determinize(game.view(seat), Rng(seed))
        known = [event for each in events if (event := redact(each, seat)) is not None]
        assert everything_shown(imagined, seat, known) == everything_shown(game, seat, events)
