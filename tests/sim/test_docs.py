"""docs/simulating.md is correct about bots, and complete about files and options."""

import re
from pathlib import Path

import pytest

from kolej.cli.commands.sim import sim
from kolej.sim.files import rows_of
from kolej.sim.games import play
from kolej.sim.plan import plan_simulation

TEXT = (Path(__file__).parents[2] / "docs" / "simulating.md").read_text()


SOURCES = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)


def test_the_bot_in_the_text_plays(tmp_path: Path) -> None:
    (source,) = (each for each in SOURCES if "class Longest" in each)
    (tmp_path / "longest.py").write_text(source)
    plan = plan_simulation("europe", 2, [f"{tmp_path}/longest.py:Longest", "random"], 1, True)
    results = [play(plan, number) for number in range(4)]
    claimed = [result.lines[0][1][result.bots.index(plan.bots[0])] for result in results]
    assert min(claimed) > 0


def test_the_script_in_the_text_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (source,) = (each for each in SOURCES if "kolej.simulate(" in each)
    exec(source.replace("games=100, jobs=2", "games=4"), {})
    *table, share = capsys.readouterr().out.splitlines()
    assert table[0] == "Europe, 2 seats, games 0 to 3 of seed 1" and 0 <= float(share) <= 1


def test_every_column_and_every_option_is_documented() -> None:
    columns = rows_of(play(plan_simulation("europe", 2, ["random"], 1, True), 0))[0]
    documented = set(re.findall(r"`([a-z_]+)`", TEXT))
    assert {column for column in columns if not column.startswith("points_")} <= documented
    options = {
        option for each in sim.params for option in (*each.opts, *each.secondary_opts) if option.startswith("--")
    }
    assert not {option for option in options if option not in TEXT and option != "--rotate"}
