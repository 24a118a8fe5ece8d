"""Moves: read as a client sends them, and made in a copy of the game, which counts only once it is written."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, Protocol, TypeVar

from kolej import editions
from kolej.engine.chance.dealer import Dealer
from kolej.engine.core import cards as packed
from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.knowledge.frozen_record import record
from kolej.engine.moves.moves import BeginBundles, ClaimRoute, KeepTickets, Move, PickCard
from kolej.engine.record.notation import Notation, NotationError
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import Moved
from kolej.server.tables.log.redacted_events import Told
from kolej.server.wire import Payment

T = TypeVar("T")


class Owing(Protocol):
    """As much of a state as it takes to spell what chance did."""

    @property
    def owes(self) -> int: ...


class Noting:
    """A dealer that deals as another does, and notes it in notation."""

    def __init__(self, dealer: Dealer, notation: Notation) -> None:
        self.noted: list[str] = []
        self._dealer = dealer
        self._notation = notation

    def outcome(self, t: Any, s: Any) -> int:
        """What the other one says."""
        outcome = self._dealer.outcome(t, s)
        owing: Owing = s
        self.noted.append(self._notation.outcome(owing.owes, outcome))
        return outcome


@cache
def notation_of(edition: str) -> Notation:
    """The notation of a board."""
    return Notation(editions.load(edition).board)


@lru_cache(maxsize=1024)
def move_of(edition: str, text: str) -> Move:
    """The move that a line of a log stands for. A server that starts reads the same ones over and over."""
    return notation_of(edition).read_move(text)


@lru_cache(maxsize=1024)
def text_of(edition: str, move: Move) -> str:
    """A move as a line of a log."""
    return notation_of(edition).move(move)


@record
class Made:
    """A move that was made, but in a copy of the game."""

    game: Game
    move: Move
    moved: Moved
    told: Told


def make(game: Game, seat: int, said: Move | int, by: str, spent: float) -> Made:
    """Make a move in a copy. IllegalMove when it may not be made."""
    notation = notation_of(game.edition.id)
    dealer = game.dealer
    assert dealer is not None, "a game at a table has its dealer"
    noting = Noting(dealer, notation)
    opening = len(game.to_act()) > 1
    after, events = game.after(seat, said, noting)
    after.dealer = dealer
    told = Told(events)
    move = game.meaning(seat, said) if isinstance(said, int) else said
    choosing = isinstance(move, KeepTickets) and opening
    moved = Moved(
        seat=seat,
        move=text_of(game.edition.id, move),
        outcomes=tuple(noting.noted),
        by=by,
        spent=round(spent * 1000),
        choosing=choosing,
        events=told.whole(),
        hash=after.checksum(),
    )
    return Made(after, move, moved, told)


def must_be_whole(move: Move) -> None:
    """Refuse half a payment: it would be in the log while nobody can finish it."""
    if isinstance(move, BeginBundles | PickCard):
        whole = 'a payment with stand-ins is sent whole: {"claim": [route, cards by kind]}, or "claim ROUTE CARDS"'
        raise Refusal("illegal", whole, "claim.choice")


def read_move(game: Game, said: int | str | Payment) -> Move | int:
    """The move that a client means; whether it may be made is for the game to say."""
    if isinstance(said, int):
        return said
    if isinstance(said, str):
        try:
            return notation_of(game.edition.id).read_move(said)
        except NotationError as error:
            raise Refusal("bad-command", str(error)) from error
    route, cards = said.claim
    kinds = 1 + len(game.edition.board.colors)
    if len(cards) != kinds:
        raise Refusal("bad-command", f"there are {kinds} kinds of cards, so name {kinds} counts, not {len(cards)}")
    return ClaimRoute(route, packed.pack(cards))


def lawful(work: Callable[[], T]) -> T:
    """Do it, or refuse it with the rule that forbids it."""
    try:
        return work()
    except IllegalMove as error:
        raise Refusal("illegal", error.reason, error.rule) from error
