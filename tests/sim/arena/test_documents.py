"""docs/arena.md and docs/bots.md are correct and complete. Their commands are run with those of all documents."""

import json
import re
from pathlib import Path

import pytest

from kolej import bots
from kolej.bots.external import process
from kolej.bots.external.protocol import check_ready, decision_line, hello_line, read_move
from kolej.cli.commands.arena import arena
from kolej.cli.commands.check_bot import check_bot
from kolej.sim.arena.contest import make_arena
from kolej.sim.arena.figures import figures
from kolej.sim.arena.matches import DealResult
from kolej.sim.arena.report import to_json
from kolej.testing.report import CHECKS
from tests.support.random_games import somewhere

ROOT = Path(__file__).parents[3]
ARENA = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
BOTS = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def documented(text: str) -> set[str]:
    return set(re.findall(r"`([\w@-]+)`", text))


@pytest.mark.parametrize(("command", "text"), [(arena, ARENA), (check_bot, BOTS)])
def test_every_option_is_documented(command: object, text: str) -> None:
    options = {option for each in command.params for option in each.opts if option.startswith("--")}  # type: ignore[attr-defined]
    assert {option for option in options if option not in text} == set()


def test_every_bot_and_every_check_is_documented() -> None:
    assert set(bots.names()) <= documented(BOTS)
    for check in CHECKS:
        assert f"| {check} |" in BOTS


def test_every_key_of_the_json_is_documented() -> None:
    match = make_arena(["new_york"], 2, ["greedy", "random"], 4, 1)
    deal = DealResult(points=((9, 1), (1, 9)), winners=((0,), (1,)))
    data = to_json(match, figures(match, [{0: deal, 1: deal}]), {"jobs": 1, "seconds": 1.0, "complete": True})
    keys = set(data) | set(data["run"]) | {key for part in ("bots", "pairs") for each in data[part] for key in each}
    assert keys <= documented(ARENA)


def test_lines_are_as_shown() -> None:
    hello, ready, asked, answer = map(json.loads, re.findall(r"```json\n(.*?)\n```", BOTS, re.DOTALL))
    game, _ = somewhere("europe", 2, 1)
    decision = game.decision(game.to_act()[0])
    said = json.loads(hello_line(decision, 7))
    assert set(hello) == set(said)
    assert {**said, "board": 0, "seat": 0} == {**hello, "board": 0, "seat": 0}
    rows = [said["board"][name][0] for name in ("cities", "routes", "tickets")]
    assert set(said["board"]) | {key for row in rows for key in row} <= documented(BOTS)
    assert set(asked) == set(json.loads(decision_line(decision)))
    check_ready(json.dumps(ready))
    assert read_move(json.dumps(answer), [move["move"] for move in asked["moves"]]) == 5


def test_limits_are_as_documented() -> None:
    assert f"{process.START_SECONDS:g} seconds to start" in BOTS
    assert f"and {process.ANSWER_SECONDS:g} for every decision" in BOTS


def test_the_class_shown_is_the_example() -> None:
    shown = re.findall(r"```python\n(class MyBot:.*?)```", BOTS, re.DOTALL)[0]
    source = (ROOT / "examples" / "my_bot.py").read_text(encoding="utf-8")
    assert source.endswith(shown)


@pytest.mark.parametrize("name", ["my_bot.py", "line_bot.py"])
def test_examples_are_short(name: str) -> None:
    lines = (ROOT / "examples" / name).read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 40
