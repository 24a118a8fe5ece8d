"""The ladder benchmark, as short as possible."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def ladder(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "bench/ladder.py", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)


def test_a_table_that_can_be_made_again(tmp_path: Path) -> None:
    words = ("--games", "4", "--edition", "new_york", "--edition", "berlin", "--add", "easy")
    run = ladder(*words, "--jobs", "1", "--resume", str(tmp_path / "ladder.jsonl"))
    assert run.returncode == 0, run.stderr
    (printed,) = re.findall(r"^`python bench/ladder.py (.*?)`, commit", run.stdout, re.MULTILINE)
    assert sorted(printed.split()) == sorted(words), "what has no part in the table is left out"
    assert str(tmp_path) not in run.stdout
    assert "| against | new_york | berlin | all |" in run.stdout
    rows = re.findall(
        r"^\| ([\w-]+) \| \d+\.\d \(.*\) \| \d+\.\d \(.*\) \| \d+\.\d \(.*\) \|$", run.stdout, re.MULTILINE
    )
    assert rows == ["random", "greedy", "path", "hungry", "one-step", "long-route", "easy"]
    assert ladder(*words, "--jobs", "2").stdout == run.stdout


def test_what_cannot_be_played_is_reported_in_one_line() -> None:
    run = ladder("--bot", "nobody")
    assert run.returncode == 1
    assert run.stderr.startswith('ladder: there is no bot "nobody"')
    assert run.stderr.count("\n") == 1
