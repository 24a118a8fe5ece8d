"""The command `kolej sim`: output, files, errors and interruption."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from kolej.sim.summary import wilson

KOLEJ = [sys.executable, "-c", "from kolej.cli import main; main()"]

BOTS = """
from kolej.bots.random import RandomBot

class Thinks:
    def __init__(self, seed): pass
    def choose(self, decision):
        while True: pass

class Raises(RandomBot):
    def choose(self, decision): return 1 // 0

class Cheats(RandomBot):
    def choose(self, decision): return 12345
"""


def kolej(*arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*KOLEJ, *arguments], capture_output=True, text=True, check=False, cwd=cwd, timeout=60)


def cells(text: str, label: str) -> list[str]:
    """The cells of the first row of a table with that label."""
    line = next(line for line in text.splitlines() if line[:20].strip() == label)
    return [line[at : at + 12].strip() for at in range(20, len(line), 12)]


def without_run(text: str) -> str:
    """The JSON without the one line that may differ between two runs."""
    return re.sub(r'^"run": .*$', "", text, flags=re.MULTILINE)


def test_the_same_seed_gives_the_same_bytes_for_any_number_of_jobs(tmp_path: Path) -> None:
    runs, files, tables = [], set(), set()
    for jobs in ("1", "2", "4"):
        run = kolej(
            *("sim", "berlin", "--seats", "3", "--games", "20", "--bots", "greedy,random", "--seed", "9"),
            *("--jobs", jobs, "--json", f"{jobs}.json", "--with-games", "--csv", f"{jobs}.csv"),
            cwd=tmp_path,
        )
        assert run.returncode == 0, run.stderr
        text = (tmp_path / f"{jobs}.json").read_text()
        runs.append(json.loads(text)["run"])
        files.add((without_run(text), (tmp_path / f"{jobs}.csv").read_bytes()))
        tables.add(run.stdout)
        summary = run.stderr.splitlines()[0]
        assert re.fullmatch(rf"20 games in .* s, .* per second with {jobs} process(es)? \(engine: \w+\)", summary)
    assert len(files) == len(tables) == 1
    assert [run["jobs"] for run in runs] == [1, 2, 4]
    assert all(run["complete"] for run in runs)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"{jobs}.{kind}" for jobs in "124" for kind in ("csv", "json")
    ]


def test_table_json_and_csv_say_the_same(tmp_path: Path) -> None:
    run = kolej(
        *("sim", "europe", "--seats", "3", "--games", "30", "--bots", "greedy,random,random", "--from", "100"),
        *("--json", "out.json", "--with-games", "--csv", "out.csv"),
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr
    assert max(map(len, run.stdout.splitlines())) <= 80
    assert run.stdout.startswith("Europe, 3 seats, games 100 to 129 of seed 1\n")
    with (tmp_path / "out.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    data = json.loads((tmp_path / "out.json").read_text())
    assert data["settings"] == {
        "edition": "europe",
        "seats": 3,
        "bots": ["greedy", "random", "random"],
        "seed": 1,
        "rotate": True,
        "from": 100,
        "games": 30,
        "house": [],
    }
    assert [int(row["game"]) for row in rows] == [game["number"] for game in data["games"] for _ in range(3)]
    for row in rows:
        game, seat = data["games"][int(row["game"]) - 100], int(row["seat"])
        assert int(row["points"]) == game["points"][seat] == sum(line[seat] for line in game["lines"].values())
        assert int(row["points_routes"]) == game["lines"]["routes"][seat]
        assert (row["bot"], int(row["seed"])) == (game["bots"][seat], game["seed"])
        assert (int(row["rank"]) == 1) == (seat in game["winners"])
    assert cells(run.stdout, "bot") == ["greedy", "random"]
    for column, bot in enumerate(data["summary"]["bots"]):
        mine = [row for row in rows if row["bot"] == bot["bot"]]
        sharers = {
            row["game"]: sum(each["game"] == row["game"] and each["rank"] == "1" for each in rows) for row in mine
        }
        wins = sum(1 / sharers[row["game"]] for row in mine if row["rank"] == "1")
        low, high = wilson(wins, 30)
        assert cells(run.stdout, "wins, %")[column] == f"{100 * wins / 30:.1f}" == f"{100 * bot['wins']['share']:.1f}"
        assert cells(run.stdout, "95 % interval")[column] == f"{100 * low:.1f}–{100 * high:.1f}"
        mean = sum(int(row["points"]) for row in mine) / len(mine)
        assert cells(run.stdout, "points")[column] == f"{mean:.1f}" == f"{bot['points']:.1f}"
        kept = sum(int(row["tickets_kept"]) for row in mine) / len(mine)
        assert cells(run.stdout, "tickets kept")[column] == f"{kept:.2f}" == f"{bot['tickets_kept']:.2f}"
        for line, points in bot["lines"].items():
            assert cells(run.stdout, line)[column] == f"{points:.1f}"
    turns = [int(row["turns"]) for row in rows if row["seat"] == "0"]
    assert cells(run.stdout, "turns")[::3] == [str(min(turns)), str(max(turns))]
    assert f"{sum(row['ending'] == 'last round' for row in rows) // 3} ended with a last round" in run.stdout


def test_standard_output_holds_nothing_but_what_was_asked_for() -> None:
    run = kolej("sim", "new_york", "--games", "4", "--json", "-")
    assert json.loads(run.stdout)["summary"]["games"] == 4
    assert "wins, %" in run.stderr
    run = kolej("sim", "new_york", "--games", "4", "--csv", "-")
    assert len(list(csv.DictReader(io.StringIO(run.stdout)))) == 8


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("atlantis",), 'there is no edition "atlantis"; there are berlin'),
        (("europe", "--seats", "9"), "Europe is for 2 to 5 seats, not 9 [setup.deal]"),
        (("europe", "--bots", "greedy,gredy"), 'there is no bot "gredy"; there are random, greedy'),
        (("europe", "--bots", "mine.py:Missing"), 'mine.py has no class "Missing"; it has Thinks, Raises, Cheats'),
        (("europe", "--games", "0"), "--games must be at least 1, not 0"),
        (("europe", "--jobs", "0"), "--jobs must be at least 1, not 0"),
        (("europe", "--json", "no/such/folder/x"), "can't write no/such/folder/x: No such file or directory"),
        (("europe", "--csv", "."), "can't write .: it is a folder; name a file"),
        (("europe", "--csv", "-", "--json", "-"), "--json and --csv can't both go to -"),
        (("europe", "--with-games"), "name its file with --json FILE"),
        (
            ("europe", "--seats", "2", "--bots", "mine.py:Raises,random", "--json", "x.json"),
            "bot mine.py:Raises on seat 0 of europe with 2 seats raised ZeroDivisionError: integer division or modulo "
            "by zero (mine.py, line 10); to see it again: --seed 1 --from 0 --games 1",
        ),
        (
            ("japan", "--seats", "3", "--bots", "random,mine.py:Cheats,random", "--seed", "8"),
            "bot mine.py:Cheats on seat 1 of japan with 3 seats chose 12345, which is not legal",
        ),
    ],
)
def test_what_goes_wrong_is_reported_in_one_line(tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    (tmp_path / "mine.py").write_text(BOTS)
    run = kolej("sim", *arguments, cwd=tmp_path)
    assert run.returncode == 2
    assert run.stdout == ""
    assert run.stderr.startswith("kolej: ")
    assert run.stderr.count("\n") == 1
    assert said in run.stderr
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["mine.py"]


Start = Callable[..., "subprocess.Popen[str]"]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a command in its own process group, as a terminal would; no process outlives the test."""
    runs: list[subprocess.Popen[str]] = []

    def started(*arguments: str) -> "subprocess.Popen[str]":
        pipe = subprocess.PIPE
        command = [*KOLEJ, *arguments]
        runs.append(
            subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=tmp_path, start_new_session=True)
        )
        return runs[-1]

    yield started
    for run in runs:
        with suppress(ProcessLookupError):
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def soon(met: Callable[[], bool]) -> bool:
    """Whether a condition is met within some seconds."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if met():
            return True
        time.sleep(0.02)
    return False


def is_gone(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_ctrl_c_sums_up_what_is_done(tmp_path: Path, start: Start, number: signal.Signals, code: int) -> None:
    (tmp_path / "out.json").write_text("what was there before")
    run = start(
        *("sim", "new_york", "--games", "10000000", "--jobs", "2"),
        *("--json", "out.json", "--with-games", "--csv", "out.csv"),
    )
    assert soon(lambda: any(path.stat().st_size for path in tmp_path.glob(".out.csv.*.part")))
    assert (tmp_path / "out.json").read_text() == "what was there before"
    os.killpg(run.pid, number)
    said, errors = run.communicate(timeout=20)
    assert run.returncode == code
    assert re.fullmatch(r"stopped: \d+ games in .* with 2 processes \(engine: \w+\)", errors.splitlines()[0])
    assert soon(lambda: is_gone(run.pid)), "processes are left"
    data = json.loads((tmp_path / "out.json").read_text())
    done = data["summary"]["games"]
    assert data["run"]["complete"] is False
    assert [game["number"] for game in data["games"]] == list(range(done)), "not the first games of the plan"
    assert said.startswith(f"New York, 2 seats, games 0 to {done - 1} of seed 1\n")
    with (tmp_path / "out.csv").open(newline="") as file:
        assert len(list(csv.DictReader(file))) == 2 * done
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.csv", "out.json"]


def test_ctrl_c_before_the_first_game_is_done_leaves_nothing(tmp_path: Path, start: Start) -> None:
    (tmp_path / "mine.py").write_text(BOTS)
    run = start("sim", "new_york", "--bots", "mine.py:Thinks", "--jobs", "2", "--json", "out.json")
    assert soon(lambda: any(tmp_path.glob(".out.json.*.part")))
    os.killpg(run.pid, signal.SIGINT)
    assert run.communicate(timeout=20) == ("", "stopped: no game was finished\n")
    assert run.returncode == 130
    assert soon(lambda: is_gone(run.pid)), "processes are left"
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["mine.py"]


def test_workers_end_when_the_command_is_killed(tmp_path: Path, start: Start) -> None:
    run = start("sim", "new_york", "--games", "10000000", "--jobs", "3", "--csv", "out.csv")
    assert soon(lambda: any(path.stat().st_size for path in tmp_path.glob(".out.csv.*.part")))
    run.kill()
    # The output ends when the last process that could write to it is gone.
    run.communicate(timeout=20)
    assert not (tmp_path / "out.csv").exists()


def test_a_reader_that_has_enough_ends_it(start: Start) -> None:
    run = start("sim", "new_york", "--games", "10000000", "--jobs", "2", "--csv", "-")
    assert run.stdout is not None
    assert run.stdout.readline().startswith("game,seed,edition")
    run.stdout.close()
    run.stdout = None  # or `communicate` would read on
    assert run.communicate(timeout=20)[1] == ""
    assert run.returncode == 1
    assert soon(lambda: is_gone(run.pid)), "processes are left"
