"""Replays of recorded games: every `*.kolej` file in this folder."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from kolej import editions
from kolej.cli import main
from kolej.engine.record.game_file import sealed
from kolej.engine.record.replay import load
from kolej.fair_verifier import FairDealFile, Unfair
from tests.fair.deals import bodies
from tests.replays.make_fair import FAIR
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


def test_the_fair_game_of_a_real_server_is_verified() -> None:
    """Its deal is of method 2, whose commitment of the server contains the house rules."""
    text = FAIR.read_text(encoding="utf-8")
    assert "\nfair 2 " in text and "\nhouse no-flush " in text
    result = CliRunner().invoke(main, ["verify", str(FAIR)])
    assert result.exit_code == 0, result.output
    assert "all 2 seats contributed their own seed" in result.output
    # The server has committed to the house rules: its seed does not fit the same game without them.
    without = sealed([line for line in bodies(text) if not line.startswith("house ")])
    with pytest.raises(Unfair, match="the server's seed does not fit its commitment"):
        FairDealFile(without).check(load(FAIR, editions.load).edition)


def test_they_stay_small() -> None:
    assert sum(path.stat().st_size for path in GAMES) < 300_000
