"""A session of `kolej play`: people and bots move in turn until the game is over or the user leaves."""

from pathlib import Path

from kolej.cli.terminal.console import Console, InputClosed
from kolej.cli.terminal.input.commands import command_of
from kolej.cli.terminal.input.completion import Completer
from kolej.cli.terminal.input.move_parser import MoveParser
from kolej.cli.terminal.input.name_lookup import NameLookup, UnclearInput
from kolej.cli.terminal.input.stand_ins import compose
from kolej.cli.terminal.output.event_sentences import EventSentences
from kolej.cli.terminal.output.inspector import Inspector
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.result import ending_lines, result_lines
from kolej.cli.terminal.seated_game import SeatedGame
from kolej.engine.errors import IllegalMove, KolejError
from kolej.engine.knowledge.events import Event
from kolej.engine.moves.moves import BeginStandIns, Move
from kolej.engine.ruleset.compile import tables_of


class Session:
    """One game at one console, which several people may share."""

    def __init__(self, seated: SeatedGame, console: Console) -> None:
        self.seated = seated
        self.console = console
        self.edition = seated.recorded.edition
        self.names = NameLookup(self.edition.board)
        self.parser = MoveParser(self.names)
        self.completer = Completer(self.names)
        self.at_screen: int | None = None
        """The seat of the person who looks at the screen."""
        self.seen = {seat: seated.events_seen(seat) for seat in seated.people}
        """The number of events that each person has seen."""

    def labels(self, viewer: int | None) -> Labels:
        """The labels of this game for a viewer."""
        return Labels(self.edition.board, self.seated.names, viewer, self.console.paint, self.seated.shapes)

    def play(self) -> None:
        """Play until the game is over or the user leaves."""
        self.console.complete_with(self.completer.candidates)
        game = self.seated.game
        try:
            while not game.over:
                seat = game.to_act()[0]
                if seat in self.seated.bots:
                    self.after_move(seat, self.seated.play_bot(seat))
                else:
                    self.person_moves(seat)
            self.finish()
        except (InputClosed, KeyboardInterrupt):
            self.leave()
        except KolejError:
            # A bot has failed, and the game can't continue without it.
            self.leave()
            raise

    def show_events(self, start: int, viewer: int | None) -> None:
        """Print the events from a number on, as a viewer may know them."""
        tables = tables_of(self.edition, self.seated.game.seats)
        lines = EventSentences(self.labels(viewer), tables).lines(self.seated.events, start)
        self.console.show(f"  {line}" for line in lines)

    def person_moves(self, seat: int) -> None:
        """Show a person the screen, and carry out commands until one of them is a move."""
        stays = self.at_screen == seat
        self.hand_over(seat)
        inspector = self.inspector(seat)
        self.completer.decision = inspector.decision
        self.console.show(inspector.brief() if stays and inspector.in_turn else ["", *inspector.whole()])
        prompt = f"{self.seated.names[seat]}> "
        while not self.command(inspector, self.console.ask(prompt)):
            pass
        self.completer.decision = None

    def inspector(self, seat: int) -> Inspector:
        """The inspector of a person who has a decision to make."""
        decision = self.seated.game.decision(seat)
        seen = self.seen[seat]
        return Inspector(decision, self.labels(seat), self.names, self.seated.events, seen, self.console.width)

    def hand_over(self, seat: int) -> None:
        """Where several people share the screen, clear it before the next one looks."""
        if len(self.seated.people) > 1 and self.at_screen != seat:
            if self.console.interactive:
                if self.at_screen is not None:
                    self.console.ask("Press Enter to clear the screen. ")
                self.console.clear()
                self.console.ask(f"Pass to {self.seated.names[seat]}, then press Enter. ")
                self.console.clear()
            else:
                self.console.show(["", f"Pass to {self.seated.names[seat]}."])
        self.at_screen = seat

    def command(self, inspector: Inspector, line: str) -> bool:
        """Carry out a line; True if it was a move that has been made."""
        if not line:
            return False
        try:
            word, _, rest = line.partition(" ")
            if inspector.move_list.offer and line.replace(" ", "").isdecimal():
                word, rest = "keep", line
            if word.isdecimal():
                if rest:
                    raise UnclearInput(f"a number alone plays a move of the list; what is `{rest}` for?")
                return self.make_move(inspector, inspector.move_list.move(int(word[:9])))
            command = command_of(word)
            rest = rest.strip()
            if command.word in inspector.commands:
                self.console.show(inspector.commands[command.word](rest))
                return False
            if command.word == "save":
                self.save(rest)
                return False
            if command.word in ("resign", "end"):
                return self.stop(inspector.decision.seat, command.word)
            if command.word == "quit":
                self.offer_to_save()
                raise InputClosed
            moves = self.parser.moves(inspector.decision, command.word, rest)
            if len(moves) == 1:
                return self.make_move(inspector, moves[0])
            self.console.show(["There are several payments; choose one by its number:"])
            self.console.show(inspector.move_list.lines(moves, self.console.paint, self.console.width))
        except IllegalMove as refusal:
            reason = self.labels(inspector.decision.seat).refusal(refusal)
            self.console.show([f"Refused: {reason} (`rule {refusal.rule}` explains)"])
        except KolejError as error:
            self.console.show([str(error)])
        return False

    def make_move(self, inspector: Inspector, move: Move) -> bool:
        """Make a move of the person at the screen; False if the person went back from composing a payment."""
        seat = inspector.decision.seat
        if isinstance(move, BeginStandIns) and move in inspector.move_list.moves:
            composed = compose(self.seated.game, seat, move, self.labels(seat), self.console)
            if composed is None:
                return False
            move = composed
        self.after_move(seat, self.seated.apply(seat, move))
        return True

    def after_move(self, seat: int, events: list[Event]) -> None:
        """Print what a move did: a person's own moves, or every move where only bots play."""
        start = len(self.seated.events) - len(events)
        if seat in self.seen:
            self.show_events(start, seat)
            self.seen[seat] = len(self.seated.events)
        elif not self.seen:
            self.show_events(start, None)
        self.show_save_error()

    def stop(self, seat: int, how: str) -> bool:
        """Resign, or end the game by agreement, if the people at the screen say so; False if they play on."""
        alone = len(self.seated.people) == 1
        if how == "resign":
            question = "Give up? The game ends with it." if alone else "Give up? A bot plays on for you."
        else:
            question = "End the game as it stands?" if alone else "End the game as it stands? Do all players agree?"
        if self.console.ask(f"{question} (yes/no) ").casefold() not in ("y", "yes"):
            self.console.show(["The game goes on."])
            return False
        if how == "resign":
            self.seated.resign(seat)
            self.seen.pop(seat, None)
        else:
            self.seated.end_by_agreement()
        self.show_save_error()
        return True

    def ask_stations(self) -> None:
        """Ask the owners of stations what they borrow; Enter takes what is best for them."""
        for seat in self.seated.people if self.console.interactive else []:
            labels, choice = self.labels(None), dict[int, int | None]()
            for use in self.seated.game.stations(seat):
                if not use.routes:
                    continue
                routes: list[int | None] = [*use.routes, None]
                best = routes.index(use.best) + 1
                names = ["nothing" if route is None else labels.route(route) for route in routes]
                self.console.show([f"{labels.name(seat)}, your station in {labels.city(use.city)} may borrow:"])
                self.console.show([f"  {n}) {name}" for n, name in enumerate(names, start=1)])
                chosen = self.ask_number(f"Which? (Enter: {best}, the best) ", len(routes), best)
                if chosen != best:
                    choice[use.city] = routes[chosen - 1]
            if choice:
                self.seated.choose_stations(seat, choice)
                self.show_save_error()

    def ask_number(self, question: str, last: int, default: int) -> int:
        """Ask for a number from 1 on; Enter, or the end of the input, takes the default."""
        while True:
            try:
                answer = self.console.ask(question)
            except InputClosed:
                return default
            if not answer:
                return default
            if answer.isdecimal() and 1 <= int(answer[:9]) <= last:
                return int(answer)
            self.console.show([f"a number from 1 to {last}, or Enter"])

    def show_save_error(self) -> None:
        """Say that the game could not be saved."""
        if self.seated.save_error:
            self.console.show([self.console.paint.warn(f"not saved: {self.seated.save_error}")])

    def save(self, name: str) -> None:
        """Write the game to a file."""
        if not name:
            raise UnclearInput("save to which file? like `save evening.kolej`")
        self.seated.save(Path(name).expanduser())
        self.console.show([f"Saved in {name}; every move from now on is saved there too."])

    def offer_to_save(self) -> None:
        """Ask for a file until the game is saved, or the user does not want to save it."""
        while self.console.interactive and self.seated.path is None:
            name = self.console.ask("Save the game to which file? (Enter: don't save) ")
            if not name:
                return
            try:
                self.save(name)
            except KolejError as error:
                self.console.show([str(error)])

    def finish(self) -> None:
        """Show the result of a game that is over: nothing is secret any more."""
        viewer = self.seated.people[0] if len(self.seated.people) == 1 else None
        if self.seen:
            self.show_events(max(self.seen.values()), viewer)
        self.ask_stations()
        recorded, labels = self.seated.recorded, self.labels(None)
        lines = [
            *ending_lines(recorded.ending, labels),
            *result_lines(self.edition, recorded.game.view(), recorded.standings(), labels, self.console.width),
        ]
        if self.seated.seed is not None:
            lines.append(f"The cards were dealt with seed {self.seated.seed}.")
        self.console.show(["", *lines])
        self.offer_to_save()
        if self.seated.path is not None:
            folder = ["--edition", self.seated.edition_folder] if self.seated.edition_folder else []
            self.console.show(["To replay the game:"])
            self.console.show_command("kolej", "replay", *folder, str(self.seated.path))

    def leave(self) -> None:
        """Say how to continue a game that the user left before its end."""
        if self.seated.path is None:
            self.console.show(["You have left the game; it was not saved (`save FILE` or --save FILE saves it)."])
        elif not self.seated.game.over:
            folder = [self.seated.edition_folder] if self.seated.edition_folder else []
            self.console.show(["You have left the game. To continue it:"])
            self.console.show_command("kolej", "play", *folder, "--resume", str(self.seated.path))
