"""The progress bar of long runs."""

from io import StringIO

import pytest

from kolej.cli.progress import Progress, clock_time


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_terminal_sees_how_far_how_fast_and_how_long_yet() -> None:
    clock = Clock()
    progress = Progress(400, "game", Terminal(), clock)
    clock.now += 10
    progress.to(100)
    line = progress.line(79)
    assert len(line) == 79
    assert line.endswith("100/400 games  10.0/s  0:30 left")
    bar = line[1 : line.index("]")]
    assert bar.count("#") == len(bar) // 4
    assert set(bar) == {"#", "."}


@pytest.mark.parametrize("width", [5, 20, 40, 200])
def test_a_line_never_exceeds_the_terminal(width: int) -> None:
    clock = Clock()
    progress = Progress(10**6, "game", Terminal(), clock)
    for done in (0, 1, 10**6):
        clock.now += 1
        progress.to(done)
        assert len(progress.line(width)) <= width


def test_a_line_is_drawn_now_and_then_and_wiped_in_the_end() -> None:
    clock, terminal = Clock(), Terminal()
    with Progress(1000, "game", terminal, clock) as progress:
        for done in range(1000):
            clock.now += 0.01
            progress.to(done + 1)
    drawn = terminal.getvalue().split("\r")
    assert 90 <= len([line for line in drawn if "games" in line]) <= 101
    assert drawn[-1] == ""
    assert drawn[-2].strip() == ""
    assert len(drawn[-2]) >= len(drawn[-3].rstrip())


def test_no_progress_is_written_to_a_file() -> None:
    clock, file = Clock(), StringIO()
    with Progress(10, "game", file, clock) as progress:
        for done in range(10):
            clock.now += 1
            progress.to(done + 1)
    assert file.getvalue() == ""
    assert progress.summary() == "10 games in 10.0 s, 1.0 per second"


@pytest.mark.parametrize(
    ("seconds", "shown"), [(0, "0:00"), (7.4, "0:07"), (59.6, "1:00"), (750, "12:30"), (3723, "1:02:03")]
)
def test_time_is_shown_as_on_a_clock(seconds: float, shown: str) -> None:
    assert clock_time(seconds) == shown
