"""The command `kolej arena`: output, errors, interruption and resuming."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kolej.cli import main
from tests.sim.arena.bots_for_arena import written

KOLEJ = [sys.executable, "-c", "from kolej.cli import main; main()"]
SMALL = ("arena", "--edition", "new_york", "--edition", "berlin", "--bots", "greedy,random,path", "--games", "6")

HANGS = """
import os, sys, time
open(f"pid-{os.getpid()}", "w").close()
print('{"ready": true}', flush=True)
time.sleep(600)
"""


def kolej(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*KOLEJ, *arguments], capture_output=True, text=True, check=False, cwd=cwd, timeout=60)


def without_run(text: str) -> dict[str, object]:
    return {key: value for key, value in json.loads(text).items() if key != "run"}


def test_the_same_for_any_number_of_jobs_and_after_being_cut_off(tmp_path: Path) -> None:
    one = kolej(*SMALL, "--jobs", "1", "--resume", "one.jsonl", "--json", "one.json", cwd=tmp_path)
    two = kolej(*SMALL, "--jobs", "2", "--resume", "two.jsonl", "--json", "two.json", cwd=tmp_path)
    assert one.returncode == two.returncode == 0, one.stderr + two.stderr
    raw = (tmp_path / "one.jsonl").read_bytes()
    assert raw == (tmp_path / "two.jsonl").read_bytes()
    (tmp_path / "cut.jsonl").write_bytes(raw[: len(raw) // 2])
    cut = kolej(*SMALL, "--jobs", "2", "--resume", "cut.jsonl", "--json", "cut.json", cwd=tmp_path)
    assert (tmp_path / "cut.jsonl").read_bytes() == raw
    assert re.search(r"^\d+ games in .* with 2 processes; \d+ more from cut.jsonl\n$", cut.stderr)
    assert one.stdout == two.stdout == cut.stdout
    figures = [without_run((tmp_path / f"{name}.json").read_text()) for name in ("one", "two", "cut")]
    assert figures[0] == figures[1] == figures[2]
    assert one.stderr.startswith("36 games in ")


def test_json_holds_settings_bots_and_pairs(tmp_path: Path) -> None:
    run = kolej(*SMALL, "--seed", "4", "--json", "-", cwd=tmp_path)
    data = json.loads(run.stdout)
    assert data["settings"]["bots"] == ["greedy", "random", "path"]
    assert (data["settings"]["seed"], data["settings"]["games"], data["settings"]["seats"]) == (4, 6, 2)
    assert {bot["bot"] for bot in data["bots"]} == {"greedy", "random", "path"}
    for bot in data["bots"]:
        low, high = bot["interval"]
        assert 0 <= low <= bot["win_rate"] <= high <= 1
        assert bot["rating_interval"][0] <= bot["rating"] <= bot["rating_interval"][1]
    assert [(pair["edition"], *pair["bots"]) for pair in data["pairs"]][3:] == [
        ("berlin", "greedy", "random"),
        ("berlin", "greedy", "path"),
        ("berlin", "random", "path"),
    ]
    assert data["run"]["complete"] is True
    table = run.stderr.splitlines()
    assert max(map(len, table)) <= 80
    assert table[0] == "new_york, berlin; 2 seats; seed 4"
    for pair in data["pairs"]:
        assert any(f"{100 * pair['win_rate']:.1f}" in line and pair["edition"] in line for line in table)


def test_records_are_game_files_of_all_games(tmp_path: Path) -> None:
    run = kolej(
        *("arena", "--edition", "new_york", "--seats", "3", "--bots", "greedy,random", "--games", "6"),
        *("--records", "games/here"),
        cwd=tmp_path,
    )
    assert run.returncode == 0, run.stderr
    files = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "games" / "here").iterdir())
    assert files == [f"games/here/new_york-greedy-random-0-{order}.kolej" for order in range(6)]
    verified = kolej("verify", *files, cwd=tmp_path)
    assert verified.returncode == 0
    assert verified.stdout.count("won by bot:greedy") >= 5


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--bots", "greedy"), "an arena needs at least two bots; separate their names by commas"),
        (("--bots", "greedy,random", "--games", "0"), "--games must be at least 1, not 0"),
        (("--bots", "greedy,random", "--jobs", "0"), "--jobs must be at least 1, not 0"),
        (("--bots", "greedy,random", "--resume", "."), "can't write .: Is a directory"),
        (("--bots", "greedy,random", "--resume", "x", "--json", "x"), "--json and --resume can't both go to x"),
        (("--bots", "greedy,random", "--records", "arena_bots.py"), "can't write games to arena_bots.py: File exists"),
        (("--bots", "greedy,program:no-such-program --fast"), 'there is no program "no-such-program"'),
    ],
)
def test_what_cannot_be_played_is_reported_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    written(tmp_path)
    monkeypatch.chdir(tmp_path)
    run = CliRunner().invoke(main, ["arena", "--edition", "new_york", *arguments])
    assert run.exit_code == 2
    assert run.stdout == ""
    assert run.stderr.startswith("kolej: ")
    assert run.stderr.count("\n") == 1
    assert said in run.stderr


def test_a_bot_that_fails_is_named_and_what_was_before_is_kept(tmp_path: Path) -> None:
    written(tmp_path)
    arguments = ("arena", "--edition", "new_york", "--bots", "random,arena_bots.py:Raises", "--games", "40")
    run = kolej(*arguments, "--resume", "deals.jsonl", "--seed", "3", cwd=tmp_path)
    assert run.returncode == 2
    fault = re.fullmatch(
        r"kolej: bot arena_bots.py:Raises on seat \d of new_york with 2 seats raised ValueError: enough "
        r"\(arena_bots.py, line 29\); deal (\d+) of seed 3, \S+,\S+\n",
        run.stderr,
    )
    assert fault, run.stderr
    assert int(fault[1]) > 0
    assert len((tmp_path / "deals.jsonl").read_text().splitlines()) == 1 + int(fault[1])
    assert run.stdout.startswith("new_york; 2 seats; seed 3\n")


def soon(met: Callable[[], bool]) -> bool:
    """Whether a condition is met within some seconds."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if met():
            return True
        time.sleep(0.02)
    return False


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_ctrl_c_sums_up_what_is_done_and_the_run_goes_on_later(tmp_path: Path) -> None:
    arguments = ("arena", "--edition", "new_york", "--bots", "greedy,random", "--games", "160", "--jobs", "2")
    log = tmp_path / "deals.jsonl"
    run = subprocess.Popen(
        [*KOLEJ, *arguments, "--resume", "deals.jsonl", "--json", "out.json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
    )
    assert soon(lambda: log.exists() and log.read_bytes().count(b"\n") > 3)
    os.killpg(run.pid, signal.SIGINT)
    said, errors = run.communicate(timeout=20)
    assert run.returncode == 130
    done = log.read_bytes().count(b"\n") - 1
    data = json.loads((tmp_path / "out.json").read_text())
    assert data["run"]["complete"] is False
    assert data["pairs"][0]["deals"] == done
    assert "greedy – random" in said
    assert errors.startswith(f"stopped: {2 * done} games in ")
    later = kolej(*arguments, "--resume", "deals.jsonl", cwd=tmp_path)
    whole = kolej(*arguments, cwd=tmp_path)
    assert later.stdout == whole.stdout
    assert f"; {2 * done} more from deals.jsonl" in later.stderr


def test_programs_that_hang_end_with_the_command(tmp_path: Path) -> None:
    (tmp_path / "hangs.py").write_text(HANGS)
    run = subprocess.Popen(
        [*KOLEJ, "arena", "--edition", "new_york", "--bots", f"program(300):{sys.executable} hangs.py,random"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        start_new_session=True,
    )
    assert soon(lambda: any(tmp_path.glob("pid-*")))
    pids = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    assert not any(map(gone, pids))
    os.killpg(run.pid, signal.SIGINT)
    said, errors = run.communicate(timeout=20)
    assert (run.returncode, said) == (130, "")
    assert errors == "stopped: no deal was finished\n"
    pids = [int(path.name.removeprefix("pid-")) for path in tmp_path.glob("pid-*")]
    assert soon(lambda: all(map(gone, pids))), "a program outlived the command"
