"""Replays of recorded games: every `*.kolej` file in this folder."""

from pathlib import Path

import pytest

from kolej import editions
from kolej.engine.record.replay import load
from tests.support import state_laws

GAMES = sorted(Path(__file__).parent.glob("*.kolej"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: str(path.stem))
def test_every_step_leads_where_it_led(path: Path) -> None:
    """Loading compares the hash after every step, and the result."""
    recorded = load(path, editions.load)
    assert recorded.text().encode() == path.read_bytes()
    state_laws.everything_adds_up(recorded.game)
    if recorded.game.over:
        state_laws.ranks_are_a_recount(recorded.game)


def test_every_edition_has_a_game_that_was_finished_and_some_game_goes_on() -> None:
    ends = {path: path.read_text(encoding="utf-8").splitlines()[-1] for path in GAMES}
    finished = {path.name.split("-")[0] for path, end in ends.items() if end.startswith("result ")}
    assert finished >= set(editions.names())
    assert any(end.startswith("goes on ") for end in ends.values())


def test_they_stay_small() -> None:
    assert sum(path.stat().st_size for path in GAMES) < 300_000
