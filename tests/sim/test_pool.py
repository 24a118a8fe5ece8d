"""The worker pool: the same games in the same order for any number of processes, and failures of processes."""

from collections.abc import Iterator
from itertools import islice
from multiprocessing import Process, active_children
from pathlib import Path

import pytest

from kolej.sim.games import play
from kolej.sim.plan import plan_simulation
from kolej.sim.pool import PoolError, results

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

BOTS = """
import os
from kolej.bots.random import RandomBot
from kolej.sim.plan import SimulationPlan, derive_seed

PLAN = SimulationPlan("new_york", 2, (), 1)
FATAL = {derive_seed("bot", PLAN.game_seed(number), seat) for number in (7, 9) for seat in (0, 1)}

class Careful(RandomBot):
    def __init__(self, seed):
        super().__init__(seed)
        self.fatal = seed in FATAL

class Raises(Careful):
    def choose(self, decision):
        if self.fatal:
            raise ValueError("not\\nthis one")
        return super().choose(decision)

class Dies(Careful):
    def choose(self, decision):
        if self.fatal:
            os._exit(3)
        return super().choose(decision)
"""


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert not active_children()


@pytest.fixture
def bots(tmp_path: Path) -> str:
    path = tmp_path / "fragile.py"
    path.write_text(BOTS)
    return str(path)


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_results_are_those_of_games_played_one_by_one(jobs: int) -> None:
    plan = plan_simulation("berlin", 2, ["greedy", "random"], 1, True)
    numbers = range(5, 30)
    assert list(results(plan, numbers, jobs)) == [play(plan, number) for number in numbers]


@pytest.mark.parametrize("jobs", [1, 3])
def test_a_fault_comes_after_all_games_before_it(bots: str, jobs: int) -> None:
    plan = plan_simulation("new_york", 2, ["random", f"{bots}:Raises"], 1, True)
    done = []
    with pytest.raises(PoolError) as stopped:
        for result in results(plan, range(40), jobs):
            done.append(result.number)
    assert done == list(range(7))
    assert str(stopped.value) == (
        f"bot {bots}:Raises on seat 0 of new_york with 2 seats raised ValueError: not this one (fragile.py, line 17); "
        "to see it again: --seed 1 --from 7 --games 1"
    )


def test_a_worker_that_dies_is_noticed(bots: str) -> None:
    plan = plan_simulation("new_york", 2, [f"{bots}:Dies"], 1, True)
    with pytest.raises(PoolError, match=r"ended by itself \(exit code 3\)"):
        list(results(plan, range(40), 2))


def test_games_end_when_asked_to() -> None:
    plan = plan_simulation("new_york", 2, ["random"], 1, True)
    done: list[int] = []
    for result in results(plan, range(10**6), 2, stop=lambda: len(done) >= 3):
        done.append(result.number)
    assert done == list(range(len(done)))
    assert 3 <= len(done) < 10**6


def test_games_end_when_nobody_asks_for_more() -> None:
    played = results(plan_simulation("new_york", 2, ["random"], 1, True), range(10**6), 2)
    assert [result.number for result in islice(played, 3)] == [0, 1, 2]
    assert len(active_children()) == 2
    played.close()


def test_too_many_processes_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Process) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("kolej.sim.pool.Process.start", fails)
    with pytest.raises(PoolError, match="can't start 2 worker processes: Resource temporarily unavailable"):
        list(results(plan_simulation("new_york", 2, ["random"], 1, True), range(10), 2))
