"""A seated game: a recorded game with its players, its bots and the file it is saved in."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from kolej import bots, editions
from kolej.bots.base import Bot
from kolej.cli.terminal.input.shape_list import read_shapes
from kolej.cli.wording import counted
from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event
from kolej.engine.moves.moves import Move
from kolej.engine.record.endings import AGREEMENT, RESIGNATION
from kolej.engine.record.game_file import GameFileError
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import load, save
from kolej.engine.ruleset.rules import Edition
from kolej.shapes import Shape

BOT = "bot:"
"""The prefix of a bot's name in a game file."""
DEFAULT_BOT = "medium"
DEFAULT_NAME = "Player"


class SetupError(KolejError):
    """A game that cannot be set up: players that do not fit the seats, or a file that is in the way."""


class BotFailure(KolejError):
    """A bot that raised an error or chose an illegal move."""


@contextmanager
def bot_errors(name: str) -> Iterator[None]:
    """Turn every error of a bot, which may be anyone's code, into a `BotFailure` that names the bot."""
    try:
        yield
    except KolejError:
        raise
    except (Exception, SystemExit) as error:
        raise BotFailure(f"the bot {name} failed: {type(error).__name__}: {error}") from error


class SeatedGame:
    """One game with its players."""

    def __init__(self, recorded: RecordedGame, seed: int, path: Path | None = None, edition_folder: str = "") -> None:
        self.recorded = recorded
        self.path = path
        self.edition_folder = edition_folder
        """The folder of a custom edition; empty for one that comes with Kolej."""
        self.seed: int | None = None
        """The seed of the whole game; None for a resumed game, which several seeds have dealt."""
        self.shapes: Sequence[Shape] = ()
        """The shapes of the seats on the screen, if they were chosen; the file does not contain them."""
        self.save_error = ""
        """Why the last move could not be saved."""
        self.players = recorded.header.players
        self.names = [player_name(player, seat) for seat, player in enumerate(self.players)]
        self._seed = seed
        self.bots: dict[int, Bot] = {}
        for seat, player in enumerate(self.players):
            if player.startswith(BOT):
                self._seat_bot(seat, player.removeprefix(BOT))
        for resigned in recorded.ending.resigned:
            self._seat_bot(resigned.seat, DEFAULT_BOT)
        self.events: list[Event] = [event for step in recorded.steps for event in step.events]

    def _seat_bot(self, seat: int, bot: str) -> None:
        # Every seat needs its own random numbers, and a resumed game must not repeat those of the first part.
        with bot_errors(self.names[seat]):
            self.bots[seat] = bots.find(bot)(self._seed * 1000 + len(self.recorded.steps) * 10 + seat)

    @property
    def game(self) -> Game:
        """The game as it stands, to read from; moves go through `apply`."""
        return self.recorded.game

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.players)) if seat not in self.bots]

    def apply(self, seat: int, move: Move | int) -> list[Event]:
        """Make a move and save the game. If saving fails, the move stands and `save_error` says why."""
        events = self.recorded.apply(seat, move)
        self.events += events
        self._save()
        return events

    def _save(self) -> None:
        self.save_error = ""
        if self.path is not None:
            try:
                save(self.recorded, self.path)
            except GameFileError as error:
                self.save_error = str(error)

    def resign(self, seat: int) -> None:
        """Give up a seat: a bot plays on, or the game ends if no other person plays."""
        self.recorded.resign(seat)
        if [other for other in self.people if other != seat]:
            self._seat_bot(seat, DEFAULT_BOT)
        else:
            self.events += self.recorded.end_early(RESIGNATION)
        self._save()

    def end_by_agreement(self) -> None:
        """End the game as it stands."""
        self.events += self.recorded.end_early(AGREEMENT)
        self._save()

    def choose_stations(self, seat: int, choice: Mapping[int, int | None]) -> None:
        """Choose what the stations of a seat borrow, once the game is over."""
        self.recorded.choose_stations(seat, choice)
        self._save()

    def play_bot(self, seat: int) -> list[Event]:
        """Make the move that the bot of a seat chooses."""
        with bot_errors(self.names[seat]):
            move = self.bots[seat].choose(self.game.decision(seat))
            if move not in self.game.legal(seat):
                raise ValueError(f"it chose {move!r}, which is not legal")
        return self.apply(seat, move)

    def events_seen(self, seat: int) -> int:
        """The number of events up to the seat's last move, with the outcomes of chance that followed it."""
        seen = count = 0
        mover: int | None = None
        for step in self.recorded.steps:
            mover = mover if step.seat is None else step.seat
            count += len(step.events)
            if mover == seat:
                seen = count
        return seen

    def save(self, path: Path) -> None:
        """Write the game to a file, which must be new or the game's own."""
        if path != self.path:
            refuse_existing(path)
        save(self.recorded, path)
        self.path = path


def refuse_existing(path: Path) -> None:
    """Raise an error if the file exists: another game is never overwritten."""
    if os.path.lexists(path):
        raise SetupError(f"{path} exists already; name another file (`kolej play --resume {path}` continues a game)")


def player_name(player: str, seat: int) -> str:
    """The name of a player on the screen: people by their names, bots by type and seat."""
    if not player.startswith(BOT):
        return player
    kind = player.removeprefix(BOT).rpartition(":")[2]
    return f"{kind[:1].upper()}{kind[1:]} {seat}"


def assign_seats(
    edition: Edition, seats: int | None, people: Sequence[str] | None, named_bots: Sequence[str]
) -> list[str]:
    """The players by seat: people first, then the named bots, the last of them repeated to fill the seats."""
    everyone = [DEFAULT_NAME] if people is None else list(people)
    if len({name.casefold() for name in everyone}) < len(everyone):
        raise SetupError("two people have the same name; give everyone a different name")
    for name in everyone:
        if name.startswith(BOT):
            raise SetupError(f'a name can\'t begin with "{BOT}"; choose bots with --bots')
    for bot in named_bots:
        bots.find(bot)
    fewest = edition.rules.seats.start
    count = seats or max(fewest, len(everyone) + (len(named_bots) or (1 if people is None else 0)))
    free = count - len(everyone)
    if free < 0:
        raise SetupError(
            f"{len(everyone)} people do not fit on {counted(count, 'seat')}; take more seats or fewer people"
        )
    if len(named_bots) > free:
        named, room = counted(len(named_bots), "named bot"), counted(free, "free seat")
        raise SetupError(f"{named} for {room}; take more seats or fewer bots")
    filling = [*named_bots, *[(named_bots or [DEFAULT_BOT])[-1]] * free][:free]
    return [*everyone, *(BOT + bot for bot in filling)]


def new_game(
    edition: Edition,
    players: Sequence[str],
    seed: int,
    path: Path | None,
    edition_folder: str = "",
    first: int | None = None,
    shapes: str = "",
) -> SeatedGame:
    """Start a new game; `first` is the seat that begins, by default a random one. `shapes` were chosen by seat."""
    marks = read_shapes(shapes, len(players))
    if path is not None:
        refuse_existing(path)
    recorded = RecordedGame.start(edition, len(players), players, SeededDealer(seed), first)
    seated = SeatedGame(recorded, seed, path, edition_folder)
    seated.seed = seed
    seated.shapes = marks
    if path is not None:
        save(recorded, path)
    return seated


def load_recorded(file: Path, edition_folder: str, dealer: Dealer | None = None) -> RecordedGame:
    """Load the game in a file. Only the user, never the file, decides which custom rules are run."""
    if not edition_folder:
        return load(file, editions.load, dealer)
    return load(file, lambda _, rules, house: editions.find(edition_folder, rules, house), dealer)


def resume_game(
    file: Path, seed: int, path: Path | None, edition_folder: str, trusted: Sequence[str], shapes: str = ""
) -> SeatedGame:
    """Continue the game in a file; it is saved in the same file unless another path is given.

    Custom bots are run only if they are `trusted`: a file from elsewhere must not decide what code is run.
    """
    recorded = load_recorded(file, edition_folder, SeededDealer(seed))
    for player in recorded.header.players:
        bot = player.removeprefix(BOT)
        if player.startswith(BOT) and bot not in bots.names() and bot not in trusted:
            raise SetupError(
                f'{file} asks for the bot "{bot}", which is not one of Kolej\'s; to run it, add --bots {bot}'
            )
    marks = read_shapes(shapes, len(recorded.header.players))
    if path is not None and path != file:
        refuse_existing(path)
        save(recorded, path)
    seated = SeatedGame(recorded, seed, path or file, edition_folder)
    seated.shapes = marks
    return seated
