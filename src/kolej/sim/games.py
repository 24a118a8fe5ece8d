"""One game of bots from a plan, and what came of it."""

import inspect
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from kolej import bots
from kolej.bots import Bot
from kolej.bots.external.process import ProgramFault
from kolej.bots.external.python_file import where_in
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.errors import IllegalMove, KolejError
from kolej.engine.silent_game import QuietGame
from kolej.sim.plan import Plan, derived, edition_of

FIRST = 0
"""The seat that begins every game. Not drawn by lot: bots take turns at it, which is fairer than chance."""

MOST_DECISIONS = 100_000
"""Hundreds of times as many as a game takes; only bots that go round in circles need more."""

LAST_ROUND = "last round"
ALL_PASSED = "all passed"


class BotFault(KolejError):
    """A bot that raised an error, chose what is not legal, or keeps a game from ending."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one game. Whatever is kept for each seat is in seat order."""

    number: int
    edition: str
    seats: int
    seed: int
    bots: tuple[str, ...]
    first: int
    """The seat that began."""
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    """The points line by line, as the edition counts them."""
    points: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[int, ...]
    """One seat, or several that share the victory."""
    kept: tuple[int, ...]
    completed: tuple[int, ...]
    decisions: int
    turns: int
    ending: str
    """`LAST_ROUND` where pieces ran out, `ALL_PASSED` where nobody could go on."""


def play(plan: Plan, number: int) -> Result:
    """Play one game of a plan."""
    again = f"to see it again: --seed {plan.seed} --from {number} --games 1"
    seated = Seated(plan.edition, plan.seating(number), plan.game_seed(number), again)
    game = played(seated)
    standings = game.standings()
    return Result(
        number=number,
        edition=plan.edition,
        seats=plan.seats,
        seed=seated.seed,
        bots=seated.bots,
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
class Seated:
    """All that a game follows from: seated alike, bots play the same game."""

    edition: str
    bots: tuple[str, ...]
    """By seat."""
    seed: int
    again: str
    """Which game this is, for whoever has to mend a bot."""


def played(seated: Seated, moves: list[tuple[int, int]] | None = None) -> QuietGame:
    """Play a game to its end, and add each move and its seat to `moves`. Bots with a `close` are closed in any case."""
    game = QuietGame(edition_of(seated.edition), len(seated.bots), SeededDealer(seated.seed), FIRST)
    with ExitStack() as stack:
        players = [_made(seated, seat, stack) for seat in range(len(seated.bots))]
        while not game.over:
            seat = game.choice.seat
            try:
                move = players[seat].choose(game.choice)
            except (Exception, SystemExit) as error:
                raise _fault(seated, seat, _raised(players[seat], error)) from error
            if not isinstance(move, int):
                raise _fault(seated, seat, f"chose {move!r}, which is not an int")
            try:
                game.apply(move)
            except IllegalMove as refusal:
                raise _fault(seated, seat, f"chose {move!r}, which is not legal: {refusal}") from refusal
            if moves is not None:
                moves.append((seat, move))
            if game.decisions >= MOST_DECISIONS:
                raise _fault(seated, seat, f"went on after {MOST_DECISIONS:,} decisions: the game does not end")
    return game


def _made(seated: Seated, seat: int, stack: ExitStack) -> Bot:
    make = bots.find(seated.bots[seat])
    try:
        bot = make(derived("bot", seated.seed, seat))
    except (Exception, SystemExit) as error:
        raise _fault(seated, seat, f"can't be made: {told(make, error)}") from error
    if hasattr(bot, "close"):
        stack.callback(bot.close)
    return bot


def _raised(bot: Bot, error: BaseException) -> str:
    return error.what if isinstance(error, ProgramFault) else f"raised {told(bot, error)}"


def told(bot: object, error: BaseException) -> str:
    """An error of a bot in one line, with the line of the bot's own file where that is known."""
    try:
        source = inspect.getfile(bot if isinstance(bot, type) else type(bot))
    except TypeError:
        source = ""
    return where_in(Path(source), error)


def _fault(seated: Seated, seat: int, what: str) -> BotFault:
    place = f"on seat {seat} of {seated.edition} with {len(seated.bots)} seats"
    return BotFault(f"bot {seated.bots[seat]} {place} {what}; {seated.again}")
