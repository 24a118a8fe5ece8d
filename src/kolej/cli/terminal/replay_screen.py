"""The replay of a recorded game: step forward and back, as a seat or a spectator saw it, or with everything open."""

from kolej.cli.terminal.console import Console, InputClosed
from kolej.cli.terminal.input.name_lookup import NameLookup, UnclearInput, match_prefix
from kolej.cli.terminal.output.event_sentences import EventSentences
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.result import ending_lines, result_lines
from kolej.cli.terminal.output.route_list import RouteList
from kolej.cli.terminal.output.screen import Screen
from kolej.cli.terminal.seated_game import player_name
from kolej.engine.errors import KolejError
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.ruleset.compile import compile_tables

HELP = (
    "Enter, n       the next move            b            the previous move",
    "N              the game after N moves   start, end   the start, the end",
    "seat N         what seat N saw          spectator    what everyone saw",
    "all            everything, secrets too  board WORD   routes, as in the game",
    "help           this list                quit         leave (or Ctrl-D)",
)
COMMANDS = ("next", "back", "start", "end", "seat", "spectator", "all", "board", "look", "help", "quit")
KEYS = {"": "next", "n": "next", "b": "back", "s": "seat", "q": "quit", "?": "help"}


class ReplayScreen:
    """Steps through one recorded game."""

    def __init__(self, recorded: RecordedGame, console: Console, seat: int | None, everything: bool) -> None:
        self.recorded = recorded
        self.console = console
        self.everything = everything
        self.seat: int | None = None
        self.at = 0
        """The number of moves made so far."""
        self.board = recorded.edition.board
        self.players = [player_name(player, seat) for seat, player in enumerate(recorded.header.players)]
        self.tables = compile_tables(self.board, recorded.edition.rules, recorded.header.seats)
        self.move_ends = move_ends(recorded)
        self.set_viewer(seat)

    @property
    def last(self) -> int:
        """The number of the last move."""
        return len(self.move_ends) - 1

    def labels(self) -> Labels:
        """The labels for the present viewer."""
        return Labels(self.board, self.players, None if self.everything else self.seat, self.console.paint)

    def set_viewer(self, seat: int | None) -> None:
        """Show the game as a seat saw it; None for a spectator."""
        if seat is not None and not 0 <= seat < len(self.players):
            raise UnclearInput(f"there is no seat {seat}; seats are 0 to {len(self.players) - 1}")
        self.seat = seat

    def go_to(self, number: int) -> None:
        """Show the game after a number of moves."""
        if not 0 <= number <= self.last:
            raise UnclearInput(f"there is no move {number}; the game has 0 to {self.last}")
        self.at = number

    def sentences(self, number: int) -> list[str]:
        """What happened in a move, as the viewer may know it; move 0 is the setup."""
        steps = self.recorded.steps
        first = self.move_ends[number - 1] if number else 0
        before = [event for step in steps[:first] for event in step.events]
        events = [event for step in steps[first : self.move_ends[number]] for event in step.events]
        return EventSentences(self.labels(), self.tables, self.everything).lines([*before, *events], len(before))

    def headline(self) -> str:
        """The number of the move, and whose view is shown."""
        viewer = "everything open" if self.everything else "as a spectator"
        if not self.everything and self.seat is not None:
            viewer = f"as {self.players[self.seat]} saw it"
        return f"move {self.at} of {self.last}, {viewer}"

    def screen(self) -> list[str]:
        """The game after the present move."""
        game, ending = self.recorded.at(self.move_ends[self.at]), self.recorded.ending
        if self.at == self.last and ending.early:
            game.end_early()
        view = game.view(None if self.everything else self.seat)
        screen = Screen(self.labels(), self.tables, self.console.width)
        lines = [*self.sentences(self.at), *screen.whole(view, self.headline())]
        if self.everything:
            for seat, name in enumerate(self.players):
                own = game.view(seat)
                lines += [self.console.paint.strong(name), *screen.hand(own), *screen.tickets(own)]
        if game.over:
            labels = Labels(self.board, self.players, None, self.console.paint)
            standings = game.standings(ending.choices(), ending.behind())
            lines += ["", *ending_lines(ending, labels)]
            lines += [*result_lines(self.recorded.edition, view, standings, labels, self.console.width)]
        return lines

    def whole(self) -> list[str]:
        """The whole game: every move, then the last screen."""
        lines: list[str] = []
        for number in range(len(self.move_ends)):
            sentences = self.sentences(number)
            lines += [f"{f'{number}.' if at == 0 else '':<5}{line}" for at, line in enumerate(sentences)]
        self.at = self.last
        return [*lines, "", *self.screen()[len(self.sentences(self.last)) :]]

    def run(self, line: str) -> None:
        """Carry out commands, starting with this one, until the user leaves."""
        try:
            while self.command(line):
                line = self.console.ask("replay> ")
        except (InputClosed, KeyboardInterrupt):
            return

    def command(self, line: str) -> bool:
        """Carry out one command; False if it is `quit`."""
        word, _, rest = line.casefold().partition(" ")
        try:
            if word.isdecimal():
                self.go_to(int(word[:9]))
            else:
                command = match_prefix("command", KEYS.get(word, word), COMMANDS)
                if command == "quit":
                    return False
                if not self.change(command, rest.strip()):
                    return True
            self.console.show(["", *self.screen()])
        except KolejError as error:
            hint = "; `help` lists the commands" if isinstance(error, UnclearInput) else ""
            self.console.show([f"{error}{hint}"])
        return True

    def change(self, command: str, rest: str) -> bool:
        """Change the move or the viewer; False if the command has shown something itself."""
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
                    raise UnclearInput("which seat? like `seat 1`")
                self.set_viewer(int(rest[:9]))
                self.everything = False
            case "spectator":
                self.set_viewer(None)
                self.everything = False
            case "all":
                self.everything = True
            case "board":
                view = self.recorded.at(self.move_ends[self.at]).view(self.seat)
                self.console.show(RouteList(self.labels(), NameLookup(self.board), self.tables, view).lines(rest))
                return False
            case "help":
                self.console.show(HELP)
                return False
        return True


def move_ends(recorded: RecordedGame) -> list[int]:
    """The number of steps after the setup, and after each move with the outcomes of chance that follow it."""
    counts = [0]
    for number, step in enumerate(recorded.steps, start=1):
        if step.seat is not None:
            counts.append(number)
        counts[-1] = number
    return counts
