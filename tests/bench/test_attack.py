"""The attack benchmark: its bounds and verdicts, and a few abuses in their smallest form."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.attack.abuse import Bounds, Effort
from bench.attack.abuses import ABUSES
from bench.attack.honest import Felt
from bench.attack.report import Phase, Row
from bench.attack.trial import default_limits

ROOT = Path(__file__).parents[2]
SMALL = ("--tables", "2", "--quiet", "1", "--scale", "0.02")
FUNCTIONAL = ("foreign-host", "half-frame", "seat-peek", "history-lengths", "names")
"""Abuses without load, whose verdict is the same on any machine."""
QUIET = Felt([0.002] * 100)


@contextmanager
def attacking(folder: Path, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """The command, ended so that it can stop its servers even if the test fails."""
    command = [sys.executable, "-m", "bench.attack", *SMALL, "--into", str(folder), *words]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    with run:
        try:
            yield run
        finally:
            run.terminate()


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Let commands be interrupted that a test starts, even if a shell has started the tests in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def row(felt: Felt, **fields: int) -> Row:
    made = Row("abuse", "what it does", Phase.of(QUIET), Phase.of(felt))
    for name, value in fields.items():
        setattr(made, name, value)
    made.judge()
    return made


def test_every_abuse_says_what_it_does_and_when_it_stops() -> None:
    unbounded = Bounds(seconds=1)
    for abuse in ABUSES.values():
        assert abuse.about.endswith("."), abuse.name
        assert abuse.bounds.seconds <= 60, abuse.name
        assert abuse.bounds.count < unbounded.count, f"{abuse.name} has no bound of its count"


def test_an_effort_ends_with_its_first_bound() -> None:
    for size, count in ((10, 0), (0, 3)):
        effort = Effort(Bounds(seconds=60, count=3, bytes=10))
        assert effort.more()
        effort.spend(count, size)
        assert not effort.more()
    effort = Effort(Bounds(seconds=0.01))
    time.sleep(0.02)
    assert not effort.more() and effort.seconds_left() == 0


def test_a_smaller_effort_still_lasts_a_second() -> None:
    assert Bounds(seconds=30, count=100).scaled(0.1).seconds == 3
    assert Bounds(seconds=30, count=100).scaled(0.01) == Bounds(seconds=1, count=1, bytes=round(2**40 * 0.01))


def test_the_server_keeps_its_default_limits() -> None:
    assert default_limits()["KOLEJ_TABLES_PER_HOUR"] == "60"


@pytest.mark.parametrize(
    ("felt", "fields", "failure"),
    [
        (Felt([0.0059] * 100, unanswered=0.9, bot_waits=[2.9]), {"memory_peak": 399_000_000, "log_bytes": 9000}, None),
        (Felt([0.002] * 90 + [0.0061] * 10), {}, "acknowledgements took 3.1 times as long"),
        (Felt([]), {}, "no move was acknowledged"),
        (Felt([0.002], unanswered=1.1), {}, "no answer for 1.1 s"),
        (Felt([0.002], bot_waits=[0.1, 3.1]), {}, "a bot took 3.1 s"),
        (Felt([0.002], disconnected=2), {}, "2 sockets of other people were closed"),
        (Felt([0.002]), {"memory_peak": 401_000_000}, "memory rose to 401 MB"),
        (Felt([0.002]), {"log_bytes": 150_000}, "the log grew by 150 kB"),
    ],
)
def test_a_verdict_follows_from_the_figures(felt: Felt, fields: dict[str, int], failure: str | None) -> None:
    assert row(felt, **fields).failures == ([] if failure is None else [failure])


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_abuses_are_reported_as_rows(tmp_path: Path) -> None:
    names = ["endless-head", *FUNCTIONAL]
    figures = tmp_path / "figures.json"
    folder = tmp_path / "servers"
    folder.mkdir()
    with attacking(folder, "--only", *names, "--json", str(figures)) as run:
        printed, errors = run.communicate(timeout=120)
    assert run.returncode in (0, 1), printed + errors
    rows = json.loads(figures.read_text())
    assert [each["abuse"] for each in rows] == names
    for each in rows:
        problems = [failure for failure in each["failures"] if "carried out" in failure or "did not stop" in failure]
        # How long others wait says little beside other tests; what the server should not have allowed says all.
        assert not (each["failures"] if each["abuse"] in FUNCTIONAL else problems), each
        assert each["counts"] and each["memory_peak"] >= each["memory_before"] > 10_000_000
        assert (each["attack"] is None) == (each["abuse"] in FUNCTIONAL)
        if each["attack"] is not None:
            assert each["quiet"]["moves"] > 5 and each["attack"]["unanswered"] > 0
        assert f"\n{each['abuse']:<20}" in printed
    assert list(folder.iterdir()) == [], "nothing is left behind"


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")
def test_nothing_is_left_behind_when_it_is_interrupted(tmp_path: Path, interruptible: None) -> None:
    with attacking(tmp_path, "--only", "idle-connections", "--scale", "1") as run:
        assert run.stdout is not None
        for line in run.stdout:
            if line.startswith("abuse "):
                break
        time.sleep(1.5)
        servers = _with_text(str(tmp_path), "KOLEJ_DATA")
        run.send_signal(signal.SIGINT)
        _, errors = run.communicate(timeout=60)
    assert servers, "the server of the trial was running"
    assert run.returncode == 130 and errors.endswith("stopped\n"), errors
    assert list(tmp_path.iterdir()) == []
    assert not _with_text(str(tmp_path), "KOLEJ_DATA")


def _with_text(folder: str, variable: str) -> list[str]:
    """The processes whose environment has a folder in a variable."""
    found = []
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            environment = path.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        found += [path.parent.name for each in environment if each.startswith(f"{variable}={folder}")]
    return found
