"""A game played in a terminal: people and bots choose in turn until it is over, or the person leaves."""

from pathlib import Path

from kolej.cli.terminal.console import Console, Left
from kolej.cli.terminal.input.commands import command_of
from kolej.cli.terminal.input.completion import Completer
from kolej.cli.terminal.input.move_parser import Reader
from kolej.cli.terminal.input.name_lookup import Names, Unclear
from kolej.cli.terminal.input.stand_ins import compose
from kolej.cli.terminal.output.inspector import Looks
from kolej.cli.terminal.output.labels import Words
from kolej.cli.terminal.output.result import result_lines
from kolej.cli.terminal.seated_game import Table
from kolej.engine.errors import IllegalMove, KolejError
from kolej.engine.knowledge.events import Event, redact
from kolej.engine.moves.moves import BeginBundles, Move


class Session:
    """One sitting: what is at the table, and who is at the screen."""

    def __init__(self, table: Table, console: Console) -> None:
        self.table = table
        self.console = console
        self.edition = table.recorded.edition
        self.names = Names(self.edition.board)
        self.reader = Reader(self.names)
        self.completer = Completer(self.names)
        self.at_screen: int | None = None
        self.seen = {seat: table.told(seat) for seat in table.people}
        """How many events each person has been told of."""

    def words(self, viewer: int | None) -> Words:
        """How this table is spoken of to a viewer."""
        return Words(self.edition.board, self.table.names, viewer, self.console.paint)

    def play(self) -> None:
        """Play on until the game is over or the person leaves."""
        self.console.complete_with(self.completer.candidates)
        game = self.table.game
        try:
            while not game.over:
                seat = game.to_act()[0]
                if seat in self.table.bots:
                    self.tell_of(seat, self.table.bot_moves(seat))
                else:
                    self.person_moves(seat)
            self.finish()
        except (Left, KeyboardInterrupt):
            self.leave()
        except KolejError:
            # A bot has failed, and the game can't go on without it.
            self.leave()
            raise

    def tell(self, events: list[Event], viewer: int | None) -> None:
        """Say what happened, as a viewer may know it."""
        words = self.words(viewer)
        redacted = (redact(event, viewer) for event in events)
        self.console.show(f"  {line}" for event in redacted if event is not None and (line := words.event(event)))

    def person_moves(self, seat: int) -> None:
        """Show a person the screen, and carry out commands until one of them is a move."""
        stays = self.at_screen == seat
        self.hand_over(seat)
        looks = self.looks(seat)
        self.completer.choice = looks.choice
        self.console.show(looks.brief() if stays and looks.in_turn else ["", *looks.whole()])
        prompt = f"{self.table.names[seat]}> "
        while not self.command(looks, self.console.ask(prompt)):
            pass
        self.completer.choice = None

    def looks(self, seat: int) -> Looks:
        """What a person who has to choose can look at."""
        choice = self.table.game.choice(seat)
        return Looks(choice, self.words(seat), self.names, self.table.events, self.seen[seat], self.console.width)

    def hand_over(self, seat: int) -> None:
        """Where several people share a screen, clear it before the next one looks."""
        if len(self.table.people) > 1 and self.at_screen != seat:
            if self.console.interactive:
                if self.at_screen is not None:
                    self.console.ask("Press Enter to clear the screen. ")
                self.console.clear()
                self.console.ask(f"Pass to {self.table.names[seat]}, then press Enter. ")
                self.console.clear()
            else:
                self.console.show(["", f"Pass to {self.table.names[seat]}."])
        self.at_screen = seat

    def command(self, looks: Looks, line: str) -> bool:
        """Carry out a line; True if it was a move that has been made."""
        if not line:
            return False
        try:
            word, _, rest = line.partition(" ")
            if looks.listed.offer and line.replace(" ", "").isdecimal():
                word, rest = "keep", line
            if word.isdecimal():
                if rest:
                    raise Unclear(f"a number alone plays a move of the list; what is `{rest}` for?")
                return self.make(looks, looks.listed.move(int(word[:9])))
            command = command_of(word)
            rest = rest.strip()
            if command.word in looks.by_word:
                self.console.show(looks.by_word[command.word](rest))
                return False
            if command.word == "save":
                self.save(rest)
                return False
            if command.word == "quit":
                self.offer_to_save()
                raise Left
            moves = self.reader.moves(looks.choice, command.word, rest)
            if len(moves) == 1:
                return self.make(looks, moves[0])
            self.console.show(["Several payments; a number chooses one:"])
            self.console.show(looks.listed.lines(moves, self.console.paint, self.console.width))
        except IllegalMove as refusal:
            self.console.show([f"refused: {refusal} - `rule {refusal.rule}` explains"])
        except KolejError as error:
            self.console.show([str(error)])
        return False

    def make(self, looks: Looks, move: Move) -> bool:
        """Make a move of the person at the screen, and say what came of it."""
        seat = looks.choice.seat
        if isinstance(move, BeginBundles) and move in looks.listed.moves:
            composed = compose(self.table.game, seat, move, self.words(seat), self.console)
            if composed is None:
                return False
            move = composed
        self.tell_of(seat, self.table.apply(seat, move))
        return True

    def tell_of(self, seat: int, events: list[Event]) -> None:
        """Say what came of a seat's move to whoever is at the screen."""
        if seat in self.seen:
            self.tell(events, seat)
            self.seen[seat] = len(self.table.events)
        elif not self.seen:
            self.tell(events, None)
        if self.table.trouble:
            self.console.show([self.console.paint.warn(f"not saved: {self.table.trouble}")])

    def save(self, name: str) -> None:
        """Write the game to a file."""
        if not name:
            raise Unclear("save to which file? like `save evening.kolej`")
        self.table.save(Path(name).expanduser())
        self.console.show([f"Saved in {name}; every move from now on is saved there too."])

    def offer_to_save(self) -> None:
        """Ask a person for a file, until there is one or the person wants none."""
        while self.console.interactive and self.table.path is None:
            name = self.console.ask("Save the game to which file? (Enter: don't save) ")
            if not name:
                return
            try:
                self.save(name)
            except KolejError as error:
                self.console.show([str(error)])

    def finish(self) -> None:
        """The game is over: nothing is secret any more."""
        viewer = self.table.people[0] if len(self.table.people) == 1 else None
        if self.seen:
            self.tell(self.table.events[max(self.seen.values()) :], viewer)
        game, words = self.table.game, self.words(None)
        lines = result_lines(self.edition, game.view(), game.standings(), words, self.console.width)
        if self.table.dealt_by is not None:
            lines.append(f"The cards were dealt by the seed {self.table.dealt_by}.")
        self.console.show(["", *lines])
        self.offer_to_save()
        if self.table.path is not None:
            folder = ["--edition", self.table.source] if self.table.source else []
            self.console.show(["To go through the game again:"])
            self.console.show_command("kolej", "replay", *folder, str(self.table.path))

    def leave(self) -> None:
        """The person is gone before the end: say how to go on."""
        if self.table.path is None:
            self.console.show(["You have left the game; it was not saved (`save FILE`, or --save FILE, keeps one)."])
        elif not self.table.game.over:
            folder = [self.table.source] if self.table.source else []
            self.console.show(["You have left the game. To go on with it:"])
            self.console.show_command("kolej", "play", *folder, "--resume", str(self.table.path))
