"""The table: the recorded game, who sits where, and the file that it is kept in."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kolej import bots, editions
from kolej.bots.base import Bot
from kolej.engine.chance.dealer import Dealer, SeededDealer
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event
from kolej.engine.moves.moves import Move
from kolej.engine.record.replay import GameFileError, Recorded, load, save
from kolej.engine.ruleset.rules import Edition

BOT = "bot:"
"""How the name of a bot begins in a game file."""
DEFAULT_BOT = "medium"
DEFAULT_NAME = "Player"


class BadTable(KolejError):
    """People, bots and seats that don't go together, or a file that is in the way."""


@contextmanager
def blamed(name: str) -> Iterator[None]:
    """Turn whatever goes wrong in a bot, which may be anyone's, into an error that names the bot."""
    try:
        yield
    except KolejError:
        raise
    except (Exception, SystemExit) as error:
        raise BadTable(f"the bot {name} failed: {type(error).__name__}: {error}") from error


class Table:
    """One game with its players."""

    def __init__(self, recorded: Recorded, seed: int, path: Path | None = None, source: str = "") -> None:
        self.recorded = recorded
        self.path = path
        self.source = source
        """The folder of the edition, if it is not one that comes with Kolej."""
        self.dealt_by: int | None = None
        """The seed of the whole game; None where it was dealt by several."""
        self.trouble = ""
        """Why the last move could not be saved."""
        self.players = recorded.header.players
        self.names = [player_name(player, seat) for seat, player in enumerate(self.players)]
        self.bots: dict[int, Bot] = {}
        for seat, player in enumerate(self.players):
            if player.startswith(BOT):
                # Seats must differ in their luck, and a game that is taken up again must not repeat the old one's.
                with blamed(self.names[seat]):
                    self.bots[seat] = bots.find(player.removeprefix(BOT))(seed * 1000 + len(recorded.steps) * 10 + seat)
        self.events: list[Event] = [event for step in recorded.steps for event in step.events]

    @property
    def game(self) -> Game:
        """The game as it stands: to look at."""
        return self.recorded.game

    @property
    def people(self) -> list[int]:
        """The seats of people."""
        return [seat for seat in range(len(self.players)) if seat not in self.bots]

    def apply(self, seat: int, move: Move | int) -> list[Event]:
        """Make a move and save it. A full disk does not unmake a move: `trouble` tells of it, and play goes on."""
        events = self.recorded.apply(seat, move)
        self.events += events
        self.trouble = ""
        if self.path is not None:
            try:
                save(self.recorded, self.path)
            except GameFileError as error:
                self.trouble = str(error)
        return events

    def bot_moves(self, seat: int) -> list[Event]:
        """Let a bot choose."""
        with blamed(self.names[seat]):
            move = self.bots[seat].choose(self.game.choice(seat))
            if move not in self.game.legal(seat):
                raise ValueError(f"it chose {move!r}, which is not legal")
        return self.apply(seat, move)

    def told(self, seat: int) -> int:
        """How many events had happened when the seat's last move, and what chance did then, was done."""
        told = count = 0
        mover: int | None = None
        for step in self.recorded.steps:
            mover = mover if step.seat is None else step.seat
            count += len(step.events)
            if mover == seat:
                told = count
        return told

    def save(self, path: Path) -> None:
        """Write the game to a file, which must be a new one or its own."""
        if path != self.path:
            refuse_existing(path)
        save(self.recorded, path)
        self.path = path


def refuse_existing(path: Path) -> None:
    """Never write over another game."""
    if os.path.lexists(path):
        raise BadTable(f"{path} is there already; name another file (`kolej play --resume {path}` goes on with a game)")


def player_name(player: str, seat: int) -> str:
    """What a player is called at the table: people by their names, bots by kind and seat."""
    if not player.startswith(BOT):
        return player
    kind = player.removeprefix(BOT).rpartition(":")[2]
    return f"{kind[:1].upper()}{kind[1:]} {seat}"


def seated(edition: Edition, seats: int | None, people: Sequence[str] | None, named_bots: Sequence[str]) -> list[str]:
    """The players seat by seat: people first, then bots as named, the last of them as often as is needed."""
    everyone = [DEFAULT_NAME] if people is None else list(people)
    if len({name.casefold() for name in everyone}) < len(everyone):
        raise BadTable("two people have the same name; give each a name of their own")
    for name in everyone:
        if name.startswith(BOT):
            raise BadTable(f'a name can\'t begin with "{BOT}"; bots are chosen with --bots')
    for bot in named_bots:
        bots.find(bot)
    fewest = edition.rules.seats.start
    count = seats or max(fewest, len(everyone) + (len(named_bots) or (1 if people is None else 0)))
    free = count - len(everyone)
    if free < 0:
        raise BadTable(f"{len(everyone)} people have no room on {count} seats; take more seats or fewer people")
    if len(named_bots) > free:
        raise BadTable(f"{len(named_bots)} bots are named for {free} free seats; take more seats or fewer bots")
    filling = [*named_bots, *[(named_bots or [DEFAULT_BOT])[-1]] * free][:free]
    return [*everyone, *(BOT + bot for bot in filling)]


def new_table(edition: Edition, players: Sequence[str], seed: int, path: Path | None, source: str = "") -> Table:
    """A new game."""
    if path is not None:
        refuse_existing(path)
    table = Table(Recorded.start(edition, len(players), players, SeededDealer(seed)), seed, path, source)
    table.dealt_by = seed
    if path is not None:
        save(table.recorded, path)
    return table


def recorded_in(file: Path, source: str, dealer: Dealer | None = None) -> Recorded:
    """The game in a file. Only the person, never the file, says which folder's rules are run."""
    if not source:
        return load(file, editions.load, dealer)
    own = editions.find(source)
    return load(file, lambda _: own, dealer)


def resumed_table(file: Path, seed: int, path: Path | None, source: str, trusted: Sequence[str]) -> Table:
    """A game taken up again from a file, which goes on in that file unless another is named.

    Bots of one's own are run only if they are `trusted`: a file from elsewhere must not choose what code is run.
    """
    recorded = recorded_in(file, source, SeededDealer(seed))
    for player in recorded.header.players:
        bot = player.removeprefix(BOT)
        if player.startswith(BOT) and bot not in bots.names() and bot not in trusted:
            raise BadTable(
                f'{file} asks for the bot "{bot}", which is not one of Kolej\'s; to run it, add --bots {bot}'
            )
    if path is not None and path != file:
        refuse_existing(path)
        save(recorded, path)
    return Table(recorded, seed, path or file, source)
