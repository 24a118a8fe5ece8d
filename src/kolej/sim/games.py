"""One game of a simulation: the bots play it, and its result is returned."""

import inspect
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from kolej import bots
from kolej.bots import Bot
from kolej.bots.external.process import ProcessFault
from kolej.bots.external.python_file import describe_error
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import IllegalMove, KolejError
from kolej.engine.silent_game import SilentGame
from kolej.sim.plan import SimulationPlan, derive_seed, edition_of

FIRST = 0
"""The seat that begins every game. It is not random: bots take turns on it, which is fairer."""

MOST_DECISIONS = 100_000
"""Hundreds of times as many as a game takes; only bots that never end a game need more."""

LAST_ROUND = "last round"
ALL_PASSED = "all passed"


class BotFault(KolejError):
    """A bot raised an error, chose an illegal move, or keeps a game from ending."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """The result of one game. Tuples with a value for each seat are in seat order."""

    number: int
    edition: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    first: int
    """The seat that began."""
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    """The points by line of the score sheet, as the edition scores them."""
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    """One seat, or several that share the victory."""
    kept: tuple[int, ...]
    completed: tuple[int, ...]
    decisions: int
    turns: int
    ending: str
    """`LAST_ROUND` if pieces ran out, `ALL_PASSED` if no seat could go on."""


def play(plan: SimulationPlan, number: int) -> GameResult:
    """Play one game of a plan."""
    reproduce = f"to see it again: --seed {plan.seed} --from {number} --games 1"
    seed = plan.game_seed(number)
    setup = GameSetup(plan.edition, plan.seating(number), seed, reproduce, plan.makers, plan.house)
    game = run_game(setup)
    standings = game.standings()
    return GameResult(
        number=number,
        edition=plan.edition,
        seats=plan.seats,
        seed=setup.seed,
        bots=setup.bots,
        first=game.first,
        lines=tuple((line, tuple(points)) for line, points in standings.lines),
        points=tuple(standings.totals),
        ranks=tuple(standings.ranks),
        winners=tuple(standings.winners),
        kept=tuple(game.held),
        completed=tuple(standings.sheet.completed),
        decisions=game.decisions,
        turns=game.turns,
        ending=LAST_ROUND if game.ran_out else ALL_PASSED,
    )


@dataclass(frozen=True, slots=True)
class GameSetup:
    """Everything that determines a game: with the same setup, bots play the same game."""

    edition: str
    bots: tuple[str, ...]
    """By seat."""
    seed: int
    reproduce: str
    """How to play this game again, for error messages."""
    makers: Mapping[str, Callable[[int], Bot]] = field(default_factory=dict)
    """How to make bots that are given as Python objects, by name."""
    house: tuple[str, ...] = ()
    """House rules, by id."""


def run_game(setup: GameSetup, moves: list[tuple[int, int]] | None = None) -> SilentGame:
    """Play a game to its end, and append each seat and move to `moves`. Bots with a `close` are closed in any case."""
    game = SilentGame(edition_of(setup.edition, setup.house), len(setup.bots), SeededDealer(setup.seed), FIRST)
    with ExitStack() as stack:
        players = [_make_bot(setup, seat, stack) for seat in range(len(setup.bots))]
        while not game.over:
            seat = game.decision.seat
            try:
                move = players[seat].choose(game.decision)
            except (Exception, SystemExit) as error:
                raise _fault(setup, seat, _failure(players[seat], error)) from error
            try:
                if type(move) is not int:
                    move = game.decision.number(move)
                game.apply(move)
            except IllegalMove as refusal:
                raise _fault(setup, seat, f"chose {move!r}, which is not legal: {refusal}") from refusal
            except KolejError as error:
                raise _fault(setup, seat, f"chose something else than a legal move: {error}") from error
            if moves is not None:
                moves.append((seat, move))
            if game.decisions >= MOST_DECISIONS:
                raise _fault(setup, seat, f"went on after {MOST_DECISIONS:,} decisions: the game does not end")
    return game


def _make_bot(setup: GameSetup, seat: int, stack: ExitStack) -> Bot:
    make = setup.makers.get(setup.bots[seat]) or bots.find(setup.bots[seat])
    try:
        bot = make(derive_seed("bot", setup.seed, seat))
    except (Exception, SystemExit) as error:
        raise _fault(setup, seat, f"can't be made: {describe_bot_error(make, error)}") from error
    if hasattr(bot, "close"):
        stack.callback(bot.close)
    return bot


def _failure(bot: Bot, error: BaseException) -> str:
    return error.what if isinstance(error, ProcessFault) else f"raised {describe_bot_error(bot, error)}"


def describe_bot_error(bot: object, error: BaseException) -> str:
    """An error of a bot in one line, with the line of the bot's file if that is known."""
    try:
        source = inspect.getfile(bot if isinstance(bot, type) else type(bot))
    except TypeError:
        source = ""
    return describe_error(Path(source), error)


def _fault(setup: GameSetup, seat: int, what: str) -> BotFault:
    place = f"on seat {seat} of {setup.edition} with {len(setup.bots)} seats"
    return BotFault(f"bot {setup.bots[seat]} {place} {what}; {setup.reproduce}")
