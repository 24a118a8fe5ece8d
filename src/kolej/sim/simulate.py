"""Simulations from Python: `simulate` plays many games, `play_game` one. Bots can be names, classes or functions."""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from inspect import isclass
from typing import Any

from kolej.bots import Bot
from kolej.engine.decision import Decision
from kolej.sim.games import GameResult, play
from kolej.sim.plan import PlanError, SimulationPlan, plan_simulation
from kolej.sim.pool import results
from kolej.sim.summary import Figures, Summary
from kolej.sim.summary_text import table

BotSpec = str | type | Callable[[Decision], object]
"""A bot: a name as the command line takes it, a class that is made with a seed, or a function of a decision."""


@dataclass(frozen=True)
class Simulation:
    """The games of a simulation and their statistics; `print` shows a table."""

    plan: SimulationPlan
    """What was played."""
    games: list[GameResult] = field(repr=False)
    """The result of each game, in order."""
    figures: Figures
    """Win rates with intervals, means and distributions."""

    def __str__(self) -> str:
        return table(self.plan, range(len(self.games)), self.figures)


def simulate(
    edition: str,
    bots: Sequence[BotSpec],
    *,
    games: int = 100,
    seats: int | None = None,
    seed: int = 1,
    rotate: bool = True,
    jobs: int = 1,
    house: Sequence[str] = (),
) -> Simulation:
    """Play many games between bots and count them.

    Args:
        edition: the name of an edition, or the folder of a custom one.
        bots: one for each seat, or fewer, which are repeated. A bot is a name such as `"planner"` or `"search@2s"`; a
            class, which is made with a seed for every game and has a method `choose(decision)`; or a function, which is
            called with each decision. Both return a legal move: a number, an object or text in the notation.
        games: how many games to play.
        seats: the number of seats; by default as many as bots, or the fewest of the edition.
        seed: the same seed plays the same games.
        rotate: move every bot to the next seat after each game.
        jobs: the number of processes. With 1 the games are played in this process.
        house: house rules, by id.
    """
    if games < 1 or jobs < 1:
        raise PlanError(f"games and jobs must be at least 1, not {games} and {jobs}")
    plan = _plan(edition, bots, seats, seed, rotate, house)
    if jobs == 1:
        played = [play(plan, number) for number in range(games)]
    else:
        with closing(results(plan, range(games), jobs)) as in_order:
            played = list(in_order)
    summary = Summary(plan)
    for result in played:
        summary.add(result)
    return Simulation(plan, played, summary.figures())


def play_game(edition: str, bots: Sequence[BotSpec], *, seed: int = 1) -> GameResult:
    """Play one game between bots, one for each seat, and return its result. The same seed plays the same game."""
    return play(_plan(edition, bots, len(bots), seed, rotate=False), 0)


def _plan(
    edition: str, bots: Sequence[BotSpec], seats: int | None, seed: int, rotate: bool, house: Sequence[str] = ()
) -> SimulationPlan:
    if isinstance(bots, str):
        raise PlanError(f'bots must be a list such as ["planner", "greedy"], not the text {bots!r}')
    makers: dict[str, Callable[[int], Bot]] = {}
    names = [bot if isinstance(bot, str) else _name(bot, makers) for bot in bots]
    return plan_simulation(edition, seats, names, seed, rotate, makers, house)


def _name(bot: type | Callable[[Decision], object], makers: dict[str, Callable[[int], Bot]]) -> str:
    """A name for a class or function of the caller's, under which its maker is kept."""
    if not callable(bot):
        raise PlanError(
            f"{bot!r} is no bot; give a name, a class with a method `choose(decision)`, or a function of a decision"
        )
    if isclass(bot) and not hasattr(bot, "choose"):
        raise PlanError(f"the class {bot.__name__} has no method `choose(decision)`, so it is no bot")
    make: Callable[[int], Any] = bot if isclass(bot) else _FunctionMaker(bot)
    name = plain = getattr(bot, "__name__", type(bot).__name__)
    count = 1
    while makers.get(name, make) != make:
        count += 1
        name = f"{plain}.{count}"
    makers[name] = make
    return name


@dataclass(frozen=True)
class _FunctionMaker:
    """Makes a bot of a function. A class and not a closure, so that it can be sent to worker processes."""

    choose: Callable[[Decision], object]

    def __call__(self, seed: int) -> "_FunctionBot":
        return _FunctionBot(self.choose)


@dataclass(frozen=True)
class _FunctionBot:
    choose: Callable[[Decision], object]
