"""Replay of a log: the game after the moves that were not undone, with the recorded outcomes of chance."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from kolej.engine.chance.fair.protocol import Terms
from kolej.engine.errors import UnknownName
from kolej.engine.game import Game
from kolej.engine.ruleset.rules import Edition
from kolej.server.limits import Turn, one_turn
from kolej.server.tables.log.entries import Body, EndedEarly, GameStarted, Moved, Undone
from kolej.server.tables.log.notation import ReplayDealer, Unreadable, notation_of, read_move
from kolej.server.tables.offered_editions import OFFERED

MOVES_AT_ONCE = 16
"""Moves that are replayed before other tasks get their turn."""


class MoveLine:
    """The moves that led to the current state: all that were not undone, each with the number of its entry."""

    def __init__(self, bodies: Iterable[tuple[int, Body]] = ()) -> None:
        self.started: GameStarted | None = None
        self.moves: list[tuple[int, Moved]] = []
        self.ended_early = False
        """Whether the game was ended after them as it stood."""
        self.hash = ""
        """The checksum of the state after them."""
        for number, body in bodies:
            self.add(number, body)

    def add(self, number: int, body: Body) -> None:
        """Go on by one entry."""
        if isinstance(body, Moved):
            self.moves.append((number, body))
            self.hash = body.hash
        elif isinstance(body, GameStarted):
            self.started = body
            self.hash = body.hash
        elif isinstance(body, EndedEarly):
            self.ended_early = True
            self.hash = body.hash
        elif isinstance(body, Undone):
            self.remove_from(body.entry)
            self.hash = body.hash

    def remove_from(self, entry: int) -> None:
        """Remove the move of an entry and all later ones."""
        while self.moves and self.moves[-1][0] >= entry:
            self.moves.pop()


def edition_of(terms: Terms) -> Edition:
    """The edition that a deal is for, by the version of the rules and the house rules that it began with."""
    try:
        edition = OFFERED.load(terms.edition, terms.rules, terms.house)
    except UnknownName:
        edition = None
    if edition is None or edition.fingerprint != terms.board:
        raise Unreadable("it was played by another version of the rules or of the board than is installed")
    return edition


def terms_of(name: str, edition: Edition, seats: int, first: int | None) -> Terms:
    """The terms of a new deal."""
    return Terms(name, edition.id, edition.rules.version, edition.fingerprint, seats, first, edition.rules.house)


def replayed(
    terms: Terms, started: GameStarted, moves: Sequence[Moved], hash: str | None = None, ended_early: bool = False
) -> Game:
    """The game after these moves, without a dealer. Its checksum must be `hash`, if one is given."""
    *_, game = _pieces(terms, started, moves, hash, ended_early)
    return game


async def replayed_in_turns(
    terms: Terms,
    started: GameStarted,
    moves: Sequence[Moved],
    hash: str | None = None,
    ended_early: bool = False,
    turn: Turn = one_turn,
) -> Game:
    """The same, a few moves in each turn."""
    pieces = _pieces(terms, started, moves, hash, ended_early)
    game: Game | None = None
    while True:
        async with turn():
            piece = next(pieces, None)
        if piece is None:
            break
        game = piece
    assert game is not None, "the game after all moves comes last"
    return game


def repeated(game: Game, moves: Sequence[Moved]) -> Game:
    """The game after these moves too. The game that is passed in stays as it is."""
    edition, after = game.edition.id, game.copy()
    for moved in moves:
        after.dealer = outcomes = ReplayDealer(notation_of(edition), moved.outcomes)
        after.repeat(moved.seat, read_move(edition, moved.move))
        if not outcomes.used_up():
            raise Unreadable("the log has more outcomes of chance than the installed rules need")
    after.dealer = game.dealer
    if after.checksum() != moves[-1].hash:
        raise Unreadable("the installed rules lead to another state than those of the process that has written it")
    return after


def _pieces(
    terms: Terms, started: GameStarted, moves: Sequence[Moved], hash: str | None = None, ended_early: bool = False
) -> Iterator[Game]:
    """The game after each few moves, and after all of them."""
    edition = edition_of(terms)
    outcomes = chain(started.outcomes, chain.from_iterable(moved.outcomes for moved in moves))
    dealer = ReplayDealer(notation_of(terms.edition), outcomes)
    game = Game.start(edition, terms.seats, dealer, terms.first)
    game.opening_events = []
    for number, moved in enumerate(moves, 1):
        game.repeat(moved.seat, read_move(terms.edition, moved.move))
        if number % MOVES_AT_ONCE == 0:
            yield game
    game.dealer = None
    if ended_early:
        game.end_early()
    if not dealer.used_up() or (hash is not None and game.checksum() != hash):
        raise Unreadable("the installed rules lead to another state than when it was played")
    yield game
