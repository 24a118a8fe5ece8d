"""`check_bot`: a bot plays every edition with every number of seats, and is watched.

Three of it sit on each of its seats, made with the same seed. The first plays. The second is asked the same, and must
choose the same. The third is asked in other worlds: all that its seat can't see is dealt anew before every choice, and
it must choose the same still.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from kolej import editions as known
from kolej.bots import Bot
from kolej.bots.external.process import ProgramFault
from kolej.bots.random import RandomBot
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.chance.rng import Luck
from kolej.engine.decision import Choice
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View, view_of
from kolej.engine.record.notation import Notation
from kolej.engine.ruleset.rules import Edition
from kolej.engine.silent_game import QuietChoice
from kolej.sim.games import told
from kolej.sim.plan import derived
from kolej.testing.report import BLIND, ENDS, ERRORS, LEGAL, QUICK, SAME, Report, WrongBot

MOST_DECISIONS = 20_000
"""Far more than a game takes, even at random."""
SECONDS = 10.0

Make = Callable[[int], Bot]


class Abandoned(Exception):
    """A game that can't go on."""


class TooSlow(Exception):
    """Nobody wants to wait for the rest."""


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
    """Watch a bot play, and report; raises `WrongBot` with the report if it does not play as a bot must.

    `make` makes the bot from a seed. At every table, an edition with a number of seats, it plays so many games: by
    turns alone among random players, and on all seats. No decision may take longer than `seconds`. A bot that thinks by
    the clock is `timed`: it can't be asked to choose the same again, and so not whether it sees what is hidden either.
    """
    chosen = [known.find(place) for place in editions or known.names()]
    tables = [(edition, seats) for edition in chosen for seats in edition.rules.seats]
    unchecked = frozenset((SAME, BLIND)) if timed else frozenset[str]()
    report = Report(name or getattr(make, "__name__", str(make)), len(tables), unchecked=unchecked)
    try:
        for edition, seats in tables:
            for number in range(games):
                _Watched(make, report, edition, seats, number, seed, seconds).play()
                progress(report.games, len(tables) * games)
    except TooSlow:
        # One decision that takes too long is enough to know.
        pass
    if SAME in report.faults:
        # Whatever differs by itself differs in other worlds as well; that says nothing about secrets.
        report.faults.pop(BLIND, None)
        report.unchecked |= {BLIND}
    if not report.fine:
        raise WrongBot(report)
    return report


class _Watched:
    """One game with the bot in it."""

    def __init__(
        self, make: Make, report: Report, edition: Edition, seats: int, number: int, seed: int, seconds: float
    ) -> None:
        self.make = make
        self.report = report
        self.edition = edition
        self.seats = seats
        self.number = number
        self.seed = derived("check", seed, edition.id, seats, number)
        self.seconds = seconds
        self.luck = Luck(self.seed)
        self.decisions = 0
        self.differs = SAME in report.unchecked
        """Whether the bot no longer is what another of it would be; then there is nothing left to compare."""

    def play(self) -> None:
        """Play to the end, or as far as the bot lets it."""
        self.report.games += 1
        game = Game.start(self.edition, self.seats, SeededDealer(self.seed), first=0)
        with ExitStack() as stack:
            try:
                trios = {seat: self._made(seat, stack) for seat in self._seats()}
                others = RandomBot(derived("others", self.seed))
                while not game.over:
                    seat = game.to_act()[0]
                    asked = (
                        self._decision(trios[seat], game, seat) if seat in trios else others.choose(game.choice(seat))
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
            with self._blamed(self.make, seat):
                bot = self.make(derived("bot", self.seed, seat))
            if hasattr(bot, "close"):
                stack.callback(bot.close)
            out.append(bot)
        return out

    def _decision(self, trio: list[Bot], game: Game, seat: int) -> int:
        self.decisions += 1
        if self.decisions > MOST_DECISIONS:
            self._fault(ENDS, seat, f"the game is not over after {MOST_DECISIONS:,} decisions")
            raise Abandoned
        began = time.perf_counter()
        with self._blamed(trio[0], seat):
            number = asked(trio[0], game, seat)
        took = time.perf_counter() - began
        self.report.seconds.append(took)
        if type(number) is not int:
            self._fault(LEGAL, seat, f"chose {number!r}, which is not an int")
            raise Abandoned
        if number not in game.legal(seat):
            self._fault(LEGAL, seat, f"chose {number!r}, which is not legal: {_refusal(game, seat, number)}")
            raise Abandoned
        if took > self.seconds:
            self._fault(QUICK, seat, f"thought for {took:.3g} s, and {self.seconds:g} s are allowed")
            raise TooSlow
        self._compare(trio, game, seat, number)
        return number

    def _compare(self, trio: list[Bot], game: Game, seat: int, number: int) -> None:
        """Ask the other two, as long as they are still alike."""
        if self.differs:
            return
        with self._blamed(trio[1], seat):
            again = asked(trio[1], game, seat)
        if again != number:
            self._different(SAME, game, seat, number, again, "and with the same seed in the same place")
            return
        imagined = game.determinize(game.view(seat), self.luck)
        with self._blamed(trio[2], seat):
            elsewhere = asked(trio[2], imagined, seat)
        if elsewhere != number:
            self._different(BLIND, game, seat, number, elsewhere, "and when what it can't see was dealt anew")

    def _different(self, check: str, game: Game, seat: int, number: int, other: int, when: str) -> None:
        notation = Notation(self.edition.board)
        legal = game.legal(seat)
        first, second = (notation.move(game.move(seat, n)) if n in legal else repr(n) for n in (number, other))
        self._fault(check, seat, f'chose "{first}", {when} "{second}"')
        self.differs = True

    def _fault(self, check: str, seat: int, what: str) -> None:
        where = f"{self.edition.id}, {self.seats} seats, game {self.number}, seat {seat}, decision {self.decisions}"
        self.report.fault(check, where, what)

    @contextmanager
    def _blamed(self, bot: object, seat: int) -> Iterator[None]:
        """Whatever is raised inside is the bot's fault."""
        try:
            yield
        except (Exception, SystemExit) as error:
            what = error.what if isinstance(error, ProgramFault) else f"raised {told(bot, error)}"
            self._fault(ERRORS, seat, what)
            raise Abandoned from error


def asked(bot: Bot, game: Game, seat: int) -> int:
    """What a bot chooses. It is asked as in simulations; whatever it finds by digging belongs to this one world."""
    return bot.choose(_laid_before(game, seat))


def _laid_before(game: Game, seat: int) -> Choice:
    t, s = game._tables, game._state

    def look() -> View:
        return view_of(t, s, seat)

    return QuietChoice(game.edition, t, look, seat, game.legal(seat))


def _refusal(game: Game, seat: int, number: int) -> str:
    try:
        game.apply(seat, number)
    except KolejError as error:
        return str(error)
    raise AssertionError("a move that is not listed was accepted")
