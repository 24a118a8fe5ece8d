"""`check_bot`: plays a bot in every edition with every number of seats, and checks its behaviour.

Three instances of the bot, made with the same seed, share each of its seats. The first one plays. The second gets the
same decision and must choose the same move. The third gets the decision in a possible state, in which everything that
the seat can't see was dealt again, and must still choose the same move.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

from kolej import editions as known
from kolej.bots import Bot
from kolej.bots.external.process import ProcessFault
from kolej.bots.random import RandomBot
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.decision import Decision
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.knowledge.build_view import view_of
from kolej.engine.knowledge.view import View
from kolej.engine.record.notation import Notation
from kolej.engine.ruleset.rules import Edition
from kolej.sim.games import describe_bot_error
from kolej.sim.plan import derive_seed
from kolej.testing.report import BLIND, ENDS, ERRORS, LEGAL, QUICK, SAME, Report, WrongBot

MOST_DECISIONS = 20_000
"""Limit of a game; far more than a random game takes."""
SECONDS = 10.0

Make = Callable[[int], Bot]


class Abandoned(Exception):
    """A game that can't go on."""


class TooSlow(Exception):
    """A decision took too long; the remaining games are skipped."""


def check_bot(
    make: Make,
    editions: Sequence[str] | None = None,
    games: int = 2,
    seed: int = 1,
    seconds: float = SECONDS,
    timed: bool = False,
    name: str = "",
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Report:
    """Check a bot and return the report; raises `WrongBot` with the report if a check fails.

    `make` makes the bot from a seed. For each table, which is an edition with a number of seats, it plays `games`
    games: alternately alone among random players, and on all seats. No decision may take longer than `seconds`. A bot
    that thinks for a given time is `timed`: its choices can't be repeated, so they are not compared.
    """
    chosen = [known.find(place) for place in editions or known.names()]
    tables = [(edition, seats) for edition in chosen for seats in edition.rules.seats]
    unchecked = frozenset((SAME, BLIND)) if timed else frozenset[str]()
    report = Report(name or getattr(make, "__name__", str(make)), len(tables), unchecked=unchecked)
    try:
        for edition, seats in tables:
            for number in range(games):
                _CheckedGame(make, report, edition, seats, number, seed, seconds).play()
                progress(report.games, len(tables) * games)
    except TooSlow:
        # One decision that takes too long is enough.
        pass
    if SAME in report.faults:
        # A bot that differs on its own differs in possible states as well; that says nothing about secrets.
        report.faults.pop(BLIND, None)
        report.unchecked |= {BLIND}
    if not report.fine:
        raise WrongBot(report)
    return report


class _CheckedGame:
    """One game with the bot in it."""

    def __init__(
        self, make: Make, report: Report, edition: Edition, seats: int, number: int, seed: int, seconds: float
    ) -> None:
        self.make = make
        self.report = report
        self.edition = edition
        self.seats = seats
        self.number = number
        self.seed = derive_seed("check", seed, edition.id, seats, number)
        self.seconds = seconds
        self.rng = Rng(self.seed)
        self.decisions = 0
        self.compared = {SAME, BLIND} - report.unchecked
        """Comparisons in which the instances of the bot have not diverged yet."""

    def play(self) -> None:
        """Play to the end, or until the bot fails."""
        self.report.games += 1
        game = Game.start(self.edition, self.seats, SeededDealer(self.seed), first=0)
        with ExitStack() as stack:
            try:
                instances = {seat: self._made(seat, stack) for seat in self._seats()}
                others = RandomBot(derive_seed("others", self.seed))
                while not game.over:
                    seat = game.to_act()[0]
                    asked = (
                        self._decision(instances[seat], game, seat)
                        if seat in instances
                        else others.choose(game.decision(seat))
                    )
                    game.apply(seat, asked)
            except Abandoned:
                return

    def _seats(self) -> range:
        alone = self.number // 2 % self.seats
        return range(self.seats) if self.number % 2 else range(alone, alone + 1)

    def _made(self, seat: int, stack: ExitStack) -> list[Bot]:
        out: list[Bot] = []
        for _ in range(1 if SAME in self.report.unchecked else 3):
            with self._blaming(self.make, seat):
                bot = self.make(derive_seed("bot", self.seed, seat))
            if hasattr(bot, "close"):
                stack.callback(bot.close)
            out.append(bot)
        return out

    def _decision(self, bots: list[Bot], game: Game, seat: int) -> int:
        self.decisions += 1
        if self.decisions > MOST_DECISIONS:
            self._fault(ENDS, seat, f"the game is not over after {MOST_DECISIONS:,} decisions")
            raise Abandoned
        began = time.perf_counter()
        with self._blaming(bots[0], seat):
            number = asked(bots[0], game, seat)
        took = time.perf_counter() - began
        self.report.seconds.append(took)
        if isinstance(number, NotAMove):
            self._fault(LEGAL, seat, f"chose something else than a legal move: {number.problem}")
            raise Abandoned
        if number not in game.legal(seat):
            self._fault(LEGAL, seat, f"chose {number!r}, which is not legal: {_refusal(game, seat, number)}")
            raise Abandoned
        if took > self.seconds:
            self._fault(QUICK, seat, f"thought for {took:.3g} s, and {self.seconds:g} s are allowed")
            raise TooSlow
        self._compare(bots, game, seat, number)
        return number

    def _compare(self, bots: list[Bot], game: Game, seat: int, number: int) -> None:
        """Compare the choice with that of the other two instances, as far as they have not diverged.

        A bot that chooses by chance may agree with the second instance and not with the third: whether it differs on
        its own shows sooner or later, so the second is compared to the end of the game.
        """
        if SAME not in self.compared:
            return
        with self._blaming(bots[1], seat):
            again = asked(bots[1], game, seat)
        if again != number:
            self._different(SAME, game, seat, number, again, "and with the same seed in the same place")
            return
        if BLIND not in self.compared:
            return
        possible = game.determinize(game.view(seat), self.rng)
        with self._blaming(bots[2], seat):
            elsewhere = asked(bots[2], possible, seat)
        if elsewhere != number:
            self._different(BLIND, game, seat, number, elsewhere, "and when what it can't see was dealt again")

    def _different(self, check: str, game: Game, seat: int, number: int, other: "int | NotAMove", when: str) -> None:
        notation = Notation(self.edition.board)
        legal = game.legal(seat)
        first, second = (
            notation.move(game.move(seat, n)) if isinstance(n, int) and n in legal else repr(n) for n in (number, other)
        )
        self._fault(check, seat, f'chose "{first}", {when} "{second}"')
        self.compared.discard(check)

    def _fault(self, check: str, seat: int, what: str) -> None:
        where = f"{self.edition.id}, {self.seats} seats, game {self.number}, seat {seat}, decision {self.decisions}"
        self.report.fault(check, where, what)

    @contextmanager
    def _blaming(self, bot: object, seat: int) -> Iterator[None]:
        """Report any exception raised inside as the bot's fault."""
        try:
            yield
        except (Exception, SystemExit) as error:
            what = error.what if isinstance(error, ProcessFault) else f"raised {describe_bot_error(bot, error)}"
            self._fault(ERRORS, seat, what)
            raise Abandoned from error


@dataclass(frozen=True)
class NotAMove:
    """What a bot chose instead of a legal move, in words."""

    problem: str


def asked(bot: Bot, game: Game, seat: int) -> int | NotAMove:
    """The number of the move that a bot chooses, given the same decision object as in a simulation."""
    decision = _decision_of(game, seat)
    chosen = bot.choose(decision)
    try:
        return decision.number(chosen)
    except KolejError as error:
        return NotAMove(str(error))


def _decision_of(game: Game, seat: int) -> Decision:
    t, s = game._tables, game._state

    def current_view() -> View:
        return view_of(t, s, seat)

    return Decision(game.edition, t, current_view, seat, game.legal(seat))


def _refusal(game: Game, seat: int, number: int) -> str:
    try:
        game.apply(seat, number)
    except KolejError as error:
        return str(error)
    raise AssertionError("a move that is not listed was accepted")
