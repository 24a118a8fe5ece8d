"""`Rules` and `Edition`: the rules of a game as a composition of parts, and the protocol of each part."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from kolej.engine.board.model import Board, Route, fingerprint
from kolej.engine.ruleset.rows import Build, Claim, Deal, EmptyDeck, End, Travel
from kolej.engine.scoring.award import Award, Tie


class Deck(Protocol):
    """The deck: how many cards of each colour, and how many wilds."""

    @property
    def each(self) -> int: ...
    @property
    def wilds(self) -> int: ...


class Market(Protocol):
    """The display of face-up cards and what may be taken from it."""

    @property
    def face_up(self) -> int: ...
    @property
    def wild_alone(self) -> bool: ...
    @property
    def flush_at(self) -> int: ...


class Doubles(Protocol):
    """From how many seats on both halves of a double route may be claimed."""

    @property
    def both_from(self) -> int: ...


class ClaimKind(Protocol):
    """How routes of one kind are claimed."""

    def claims(self, number: int, route: Route, board: Board) -> Iterable[Claim]:
        """The claim options of this route."""
        ...


class Opening(Protocol):
    """The cards and tickets that each seat is dealt before the first turn."""

    @property
    def cards(self) -> int: ...
    @property
    def deal(self) -> Deal: ...


class Builds(Protocol):
    """What can be built in cities."""

    @property
    def piece(self) -> str: ...
    def builds(self) -> Iterable[Build]:
        """The price of the first, second ... of them."""
        ...


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game: each slot holds a part with its own numbers."""

    version: int
    """Increased when the behaviour of the rules changes, so that old game files are not replayed with new rules."""
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
    empty_deck: EmptyDeck = field(default_factory=EmptyDeck)
    differences: tuple[str, ...] = ()
    """Sentences for players: how this edition differs from the base game."""
    house: tuple[str, ...] = ()
    """The house rules that these rules were changed by, sorted; `kolej.rules.house` sets it."""


@dataclass(frozen=True, eq=False)
class Edition:
    """A game that can be played: a board and its rules. Compared by identity, so that it can be the key of a cache."""

    id: str
    """Its name, as `load_edition` takes it."""
    board: Board
    """What is printed: cities, routes and tickets."""
    rules: Rules
    """How it is played: a composition of rule parts."""
    source: str = ""
    """The name or the folder that it was loaded from, which a pickle refers to; empty if it was made in code."""

    @cached_property
    def fingerprint(self) -> str:
        """A hash of what is played on: the board and the house rules. Without house rules it is the board's alone."""
        return fingerprint(self.board, self.rules.house)

    def __repr__(self) -> str:
        board, seats = self.board, self.rules.seats
        return (
            f"<Edition {self.id}: {len(board.cities)} cities, {len(board.routes)} routes, "
            f"{len(board.tickets)} tickets, {seats.start} to {seats.stop - 1} seats>"
        )

    def __copy__(self) -> "Edition":
        return self

    def __deepcopy__(self, memo: object) -> "Edition":
        return self
