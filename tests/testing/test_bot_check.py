"""`check_bot` passes correct bots, and finds every kind of faulty one."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from kolej import bots
from kolej.bots import Bot
from kolej.bots.greedy import GreedyBot
from kolej.bots.random import RandomBot
from kolej.cli import main
from kolej.engine.decision import Decision
from kolej.engine.knowledge.view import Phase
from kolej.testing import Report, WrongBot, check_bot
from kolej.testing.report import BLIND, CHECKS, ENDS, ERRORS, LEGAL, QUICK, SAME

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = ("new_york",)


def wrong(make: Callable[[int], Bot], **options: Any) -> Report:
    with pytest.raises(WrongBot) as found:
        check_bot(make, **{"editions": SMALL, **options})
    assert str(found.value) == str(found.value.report)
    return found.value.report


@pytest.mark.parametrize("name", ["random", "greedy", "planner", f"{EXAMPLES / 'my_bot.py'}:MyBot"])
def test_bots_that_are_right_pass_on_every_edition(name: str) -> None:
    report = check_bot(bots.find(name), games=1)
    assert report.fine
    assert (report.tables, report.games) == (16, 16)
    assert 0 < report.median <= report.p99 <= max(report.seconds)
    assert str(report).count("yes") == len(CHECKS)


class Illegal(RandomBot):
    def choose(self, decision: Decision) -> int:
        return decision.legal[-1] + 1 if len(decision.legal) > 3 else super().choose(decision)


class Truth(RandomBot):
    def choose(self, decision: Decision) -> int:
        return True


class Half(RandomBot):
    def choose(self, decision: Decision) -> int:
        return 0.5  # type: ignore[return-value]


class Word(RandomBot):
    """Chooses in the notation, but a move that is not legal while tickets are chosen."""

    def choose(self, decision: Decision) -> int:
        return "draw"  # type: ignore[return-value]


class Nonsense(RandomBot):
    def choose(self, decision: Decision) -> int:
        return "fly to the moon"  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (Illegal, "which is not legal: "),
        (Truth, "chose something else than a legal move: True is not a move"),
        (Half, "chose something else than a legal move: 0.5 is not a move"),
        (Word, "chose something else than a legal move: DrawBlind() is not one of `decision.moves`"),
        (Nonsense, 'chose something else than a legal move: there is no move "fly'),
    ],
)
def test_illegal_moves_are_found(make: Callable[[int], Bot], said: str) -> None:
    report = wrong(make)
    assert set(report.faults) == {LEGAL}
    assert said in report.faults[LEGAL]
    assert report.count[LEGAL] == report.games == 6


class Unseeded(RandomBot):
    def __init__(self, seed: int) -> None:
        self.dice = Random()

    def choose(self, decision: Decision) -> int:
        return self.dice.choice(decision.legal)


class Shared(RandomBot):
    """Seeded, but with one generator for all instances."""

    dice = Random(1)

    def choose(self, decision: Decision) -> int:
        return self.dice.choice(decision.legal)


@pytest.mark.parametrize("make", [Unseeded, Shared])
def test_chance_without_a_seed_is_found(make: Callable[[int], Bot]) -> None:
    report = wrong(make)
    assert set(report.faults) == {SAME}
    assert 'and with the same seed in the same place "' in report.faults[SAME]
    assert "blind to secrets  not checked" in str(report)


class LuckyAtFirst(RandomBot):
    """Chooses by chance, but the first two instances begin alike."""

    made = 0

    def __init__(self, seed: int) -> None:
        LuckyAtFirst.made += 1
        self.dice = Random(LuckyAtFirst.made)
        self.asked = 0
        self.third = LuckyAtFirst.made % 3 == 0

    def choose(self, decision: Decision) -> int:
        self.asked += 1
        return decision.legal[-1 if self.third else 0] if self.asked < 3 else self.dice.choice(decision.legal)


def test_chance_is_not_taken_for_a_look_at_secrets() -> None:
    LuckyAtFirst.made = 0
    assert set(wrong(LuckyAtFirst, games=1).faults) == {SAME}


class LooksUp(GreedyBot):
    """Finds the game in the calling frames, and plays by the cards of the next player."""

    def choose(self, decision: Decision) -> int:
        game = sys._getframe(1).f_locals["game"]
        return _by(game._state, decision)


class DigsDown(GreedyBot):
    """Finds the state behind the view, as it could in a simulation."""

    def choose(self, decision: Decision) -> int:
        look: Any = decision._view
        (state,) = (cell.cell_contents for cell in look.__closure__ if hasattr(cell.cell_contents, "hands"))
        return _by(state, decision)


def _by(state: Any, decision: Decision) -> int:
    kinds = len(decision.view.unseen)
    other = (decision.seat + 1) % decision.view.seats
    secret: int = sum(kind * count for kind, count in enumerate(state.hands[other * kinds : (other + 1) * kinds]))
    return decision.legal[secret % len(decision.legal)]


@pytest.mark.parametrize("make", [LooksUp, DigsDown])
def test_cheating_is_found(make: Callable[[int], Bot]) -> None:
    report = wrong(make)
    assert set(report.faults) == {BLIND}
    assert "and when what it can't see was dealt again \"" in report.faults[BLIND]


class Slow(RandomBot):
    def choose(self, decision: Decision) -> int:
        time.sleep(0.06)
        return super().choose(decision)


def test_slowness_is_found_and_not_suffered() -> None:
    report = wrong(Slow, seconds=0.05)
    assert set(report.faults) == {QUICK}
    assert "s, and 0.05 s are allowed" in report.faults[QUICK]
    assert report.decisions == 1


class Raises(RandomBot):
    def choose(self, decision: Decision) -> int:
        if decision.view.phase is Phase.TURN:
            raise KeyError("no\nidea")
        return super().choose(decision)


class Leaves(RandomBot):
    def choose(self, decision: Decision) -> int:
        raise SystemExit(3)


class Unmade(RandomBot):
    def __init__(self, seed: int) -> None:
        raise ValueError("not today")


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (Raises, r"raised KeyError: 'no\nidea' (test_bot_check.py, line"),
        (Leaves, "raised SystemExit: 3 (test_bot_check.py, line"),
        (Unmade, "raised ValueError: not today (test_bot_check.py, line"),
    ],
)
def test_errors_are_found(make: Callable[[int], Bot], said: str) -> None:
    report = wrong(make)
    assert set(report.faults) == {ERRORS}
    assert said.replace(r"\n", "\\n") in report.faults[ERRORS]
    assert ("yes" in str(report)) == (report.decisions > 0), "what was never looked at is not praised"


def test_games_without_end_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kolej.testing.bot_check.MOST_DECISIONS", 20)
    report = wrong(RandomBot)
    assert set(report.faults) == {ENDS}
    assert "the game is not over after 20 decisions" in report.faults[ENDS]


def test_a_bot_that_spoils_its_choice_harms_nobody_else() -> None:
    class Shuffles(RandomBot):
        def choose(self, decision: Decision) -> int:
            number = super().choose(decision)
            decision.legal.clear()
            return number

    assert check_bot(Shuffles, editions=SMALL).fine


def test_a_bot_that_thinks_by_the_clock_is_not_asked_again() -> None:
    report = check_bot(Unseeded, editions=SMALL, timed=True)
    assert str(report).count("not checked") == 2


def test_bots_with_a_close_are_closed() -> None:
    class Careful(RandomBot):
        open = 0

        def __init__(self, seed: int) -> None:
            super().__init__(seed)
            Careful.open += 1

        def close(self) -> None:
            Careful.open -= 1

    check_bot(Careful, editions=SMALL, games=1)
    assert Careful.open == 0


def test_the_command_says_what_was_found(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(
        "from kolej.bots.random import RandomBot\n"
        "class Good(RandomBot): pass\n"
        "class Bad(RandomBot):\n"
        "    def choose(self, decision): return -1\n"
    )
    good = CliRunner().invoke(main, ["check-bot", f"{path}:Good", "--edition", "new_york"])
    assert good.exit_code == 0, good.output
    assert good.output.startswith(f"{path}:Good: 6 games at 3 tables, ")
    bad = CliRunner().invoke(main, ["check-bot", f"{path}:Bad", "--edition", "new_york", "--games", "1"])
    assert bad.exit_code == 2
    assert (
        "legal moves only  no\n  new_york, 2 seats, game 0, seat 0, decision 1: chose -1, which is not l" in bad.output
    )
    assert "(and in 2 more games)" in bad.output
    for arguments, said in (
        (["check-bot", "nobody"], 'there is no bot "nobody"'),
        (["check-bot", "random", "--edition", "atlantis"], 'there is no edition "atlantis"'),
        (["check-bot", "random", "--games", "0"], "--games must be greater than 0, not 0"),
    ):
        refused = CliRunner().invoke(main, arguments)
        assert refused.exit_code == 2
        assert said in refused.output


def test_a_program_is_checked_like_any_other() -> None:
    make = bots.find(f"program:{sys.executable} {EXAMPLES / 'line_bot.py'}")
    assert check_bot(make, editions=SMALL, games=1).fine
