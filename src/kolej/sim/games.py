"""One game of bots from a plan, and what came of it."""

import inspect
from dataclasses import dataclass
from pathlib import Path

from kolej import bots
from kolej.bots import Bot
from kolej.bots.own import where_in
from kolej.engine.dealer import SeededDealer
from kolej.engine.errors import IllegalMove, KolejError
from kolej.engine.quiet import QuietGame
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
    seed = plan.game_seed(number)
    names = plan.seating(number)
    game = QuietGame(edition_of(plan.edition), plan.seats, SeededDealer(seed), FIRST)
    players = [_made(plan, number, seat) for seat in range(plan.seats)]
    while not game.over:
        seat = game.choice.seat
        try:
            move = players[seat].choose(game.choice)
        except (Exception, SystemExit) as error:
            raise _fault(plan, number, seat, f"raised {_told(players[seat], error)}") from error
        if not isinstance(move, int):
            raise _fault(plan, number, seat, f"chose {move!r}, which is not an int")
        try:
            game.apply(move)
        except IllegalMove as refusal:
            raise _fault(plan, number, seat, f"chose {move!r}, which is not legal: {refusal}") from refusal
        if game.decisions >= MOST_DECISIONS:
            raise _fault(plan, number, seat, f"went on after {MOST_DECISIONS:,} decisions: the game does not end")
    standings = game.standings()
    return Result(
        number=number,
        edition=plan.edition,
        seats=plan.seats,
        seed=seed,
        bots=names,
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


def _made(plan: Plan, number: int, seat: int) -> Bot:
    make = bots.find(plan.seating(number)[seat])
    try:
        return make(derived("bot", plan.game_seed(number), seat))
    except (Exception, SystemExit) as error:
        raise _fault(plan, number, seat, f"can't be made: {_told(make, error)}") from error


def _told(bot: object, error: BaseException) -> str:
    source = inspect.getfile(bot if isinstance(bot, type) else type(bot))
    return where_in(Path(source), error)


def _fault(plan: Plan, number: int, seat: int, what: str) -> BotFault:
    return BotFault(
        f"bot {plan.seating(number)[seat]} on seat {seat} of {plan.edition} with {plan.seats} seats {what}; "
        f"to see it again: --seed {plan.seed} --from {number} --games 1"
    )
