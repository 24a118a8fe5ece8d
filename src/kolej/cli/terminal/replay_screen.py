"""A recorded game, looked at move by move: forward and back, as a seat saw it, as a spectator, or all open."""

from kolej.cli.terminal.console import Console, Left
from kolej.cli.terminal.input.name_lookup import Names, Unclear, one_of
from kolej.cli.terminal.output.labels import Words
from kolej.cli.terminal.output.result import result_lines
from kolej.cli.terminal.output.route_list import RouteList
from kolej.cli.terminal.output.screen import Screen
from kolej.cli.terminal.seated_game import player_name
from kolej.engine.errors import KolejError
from kolej.engine.knowledge.events import redact
from kolej.engine.record.replay import Recorded
from kolej.engine.ruleset.compile import compile_tables

HELP = (
    "Enter, n       the next move            b            the one before",
    "N              the game after N moves   start, end   the first, the last",
    "seat N         as seat N saw it         spectator    what everyone saw",
    "all            everything open          board WORD   routes, as in the game",
    "help           this list                quit         leave (or Ctrl-D)",
)
WORDS = ("next", "back", "start", "end", "seat", "spectator", "all", "board", "look", "help", "quit")
KEYS = {"": "next", "n": "next", "b": "back", "s": "seat", "q": "quit", "?": "help"}


class Stepper:
    """Goes through one recorded game."""

    def __init__(self, recorded: Recorded, console: Console, seat: int | None, everything: bool) -> None:
        self.recorded = recorded
        self.console = console
        self.everything = everything
        self.seat: int | None = None
        self.at = 0
        self.board = recorded.edition.board
        self.names = [player_name(player, seat) for seat, player in enumerate(recorded.header.players)]
        self.tables = compile_tables(self.board, recorded.edition.rules, recorded.header.seats)
        self.moments = moments(recorded)
        self.watch(seat)

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.moments) - 1

    def words(self) -> Words:
        """How the game is spoken of to the present viewer."""
        return Words(self.board, self.names, None if self.everything else self.seat, self.console.paint)

    def watch(self, seat: int | None) -> None:
        """Look through the eyes of a seat, or of a spectator."""
        if seat is not None and not 0 <= seat < len(self.names):
            raise Unclear(f"there is no seat {seat}; seats are 0 to {len(self.names) - 1}")
        self.seat = seat

    def go_to(self, number: int) -> None:
        """Look at the game after so many moves."""
        if not 0 <= number <= self.last:
            raise Unclear(f"there is no move {number}; the game has 0 to {self.last}")
        self.at = number

    def told(self, number: int) -> list[str]:
        """What happened in a move, as the viewer may know it; move 0 is the setting up."""
        words = self.words()
        first = self.moments[number - 1] if number else 0
        events = [event for step in self.recorded.steps[first : self.moments[number]] for event in step.events]
        seen = events if self.everything else [redact(event, self.seat) for event in events]
        return [line for event in seen if event is not None and (line := words.event(event))]

    def headline(self) -> str:
        """Where in the game we are, and through whose eyes."""
        eyes = "everything open" if self.everything else "as a spectator"
        if not self.everything and self.seat is not None:
            eyes = f"as {self.names[self.seat]} saw it"
        return f"move {self.at} of {self.last}, {eyes}"

    def screen(self) -> list[str]:
        """The table after the present move."""
        game = self.recorded.at(self.moments[self.at])
        view = game.view(None if self.everything else self.seat)
        screen = Screen(self.words(), self.tables, self.console.width)
        lines = [*self.told(self.at), *screen.whole(view, self.headline())]
        if self.everything:
            for seat, name in enumerate(self.names):
                own = game.view(seat)
                lines += [self.console.paint.strong(name), *screen.hand(own), *screen.tickets(own)]
        if game.over:
            words = Words(self.board, self.names, None, self.console.paint)
            standings = game.standings()
            lines += ["", *result_lines(self.recorded.edition, view, standings, words, self.console.width)]
        return lines

    def whole(self) -> list[str]:
        """The game from the first move to the last."""
        lines: list[str] = []
        for number in range(len(self.moments)):
            told = self.told(number)
            lines += [f"{f'{number}.' if line is told[0] else '':<5}{line}" for line in told]
        self.at = self.last
        return [*lines, "", *self.screen()[len(self.told(self.last)) :]]

    def run(self, line: str) -> None:
        """Carry out commands, beginning with this one, until the person leaves."""
        try:
            while self.command(line):
                line = self.console.ask("replay> ")
        except (Left, KeyboardInterrupt):
            return

    def command(self, line: str) -> bool:
        """Carry out one command; False when the person leaves."""
        word, _, rest = line.casefold().partition(" ")
        try:
            if word.isdecimal():
                self.go_to(int(word[:9]))
            else:
                command = one_of("command", KEYS.get(word, word), WORDS)
                if command == "quit":
                    return False
                if not self.moves_on(command, rest.strip()):
                    return True
            self.console.show(["", *self.screen()])
        except KolejError as error:
            self.console.show(
                [f"{error}; `help` lists what can be typed" if isinstance(error, Unclear) else str(error)]
            )
        return True

    def moves_on(self, command: str, rest: str) -> bool:
        """Change what is looked at; False if the command has shown something else."""
        match command:
            case "next":
                self.go_to(min(self.at + 1, self.last))
            case "back":
                self.go_to(max(self.at - 1, 0))
            case "start":
                self.go_to(0)
            case "end":
                self.go_to(self.last)
            case "seat":
                if not rest.isdecimal():
                    raise Unclear("which seat? like `seat 1`")
                self.watch(int(rest[:9]))
                self.everything = False
            case "spectator":
                self.watch(None)
                self.everything = False
            case "all":
                self.everything = True
            case "board":
                view = self.recorded.at(self.moments[self.at]).view(self.seat)
                self.console.show(RouteList(self.words(), Names(self.board), self.tables, view).lines(rest))
                return False
            case "help":
                self.console.show(HELP)
                return False
        return True


def moments(recorded: Recorded) -> list[int]:
    """How many steps there are after the setting up, and after each move with all that chance did then."""
    counts = [0]
    for number, step in enumerate(recorded.steps, start=1):
        if step.seat is not None:
            counts.append(number)
        counts[-1] = number
    return counts
