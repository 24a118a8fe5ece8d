"""`Rules`: one composition of parts per game, and what the engine expects of each part."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from kolej.engine.board.model import Board, Route
from kolej.engine.ruleset.rows import Build, Claim, Deal, End, Travel
from kolej.engine.scoring.standings import Award, Tie


class Deck(Protocol):
    """The cards in the box."""

    @property
    def each(self) -> int: ...
    @property
    def wilds(self) -> int: ...


class Market(Protocol):
    """The display and what may be taken from it."""

    @property
    def face_up(self) -> int: ...
    @property
    def wild_alone(self) -> bool: ...
    @property
    def flush_at(self) -> int: ...


class Doubles(Protocol):
    """When both halves of a double route may be taken."""

    @property
    def both_from(self) -> int: ...


class ClaimKind(Protocol):
    """How routes of one kind are taken."""

    def claims(self, number: int, route: Route, board: Board) -> Iterable[Claim]:
        """The ways to take this route."""
        ...


class Opening(Protocol):
    """What each seat gets before the first turn."""

    @property
    def cards(self) -> int: ...
    @property
    def deal(self) -> Deal: ...


class Builds(Protocol):
    """What may be built in cities."""

    @property
    def piece(self) -> str: ...
    def builds(self) -> Iterable[Build]:
        """The price of the first, second ... building."""
        ...


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game: every slot a part with its own numbers."""

    version: int
    """Changes when behaviour changes, never for speed or form."""
    seats: range
    deck: Deck
    pieces: Mapping[str, int]
    opening: Opening
    market: Market
    claims: Mapping[str, ClaimKind]
    doubles: Doubles
    tickets: Deal
    end: End
    awards: tuple[Award, ...]
    ties: tuple[Tie, ...]
    builds: tuple[Builds, ...] = ()
    pool: int = 0
    """Pieces shared by all seats."""
    travel: Travel = field(default_factory=Travel)
    differences: tuple[str, ...] = ()
    """What a player of the base game must know, in words."""


@dataclass(frozen=True, eq=False)
class Edition:
    """A game to play: a board and its rules. Two are the same only if they are one object."""

    id: str
    board: Board
    rules: Rules
