"""What goes over the wire, in types: requests and answers over HTTP, commands and frames over a socket.

Everything that comes in is decoded into one of these, strictly: a field too many, too long or of the wrong kind is
refused before anybody looks at it. Everything that goes out is one of these too, so that `docs/protocol.md`, the
OpenAPI schema and the page's own types are all made from this file.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

Id = Annotated[str, Meta(min_length=1, max_length=36, pattern=r"^[A-Za-z0-9_-]+\Z", description="Names a command.")]
Code = Annotated[str, Meta(pattern=r"^[A-Za-z]{6}\Z", description="The six letters of a table.")]
Seat = Annotated[int, Meta(ge=0, le=15)]
Name = Annotated[str, Meta(min_length=1, max_length=24)]
Count = Annotated[int, Meta(ge=0, le=15)]
Cards = Annotated[list[Count], Meta(min_length=1, max_length=16, description="How many of each kind, the wild first.")]
Level = Annotated[str, Meta(min_length=1, max_length=16)]
Password = Annotated[str, Meta(min_length=8, max_length=128)]
Numbers = list[int]


class Strict(msgspec.Struct, forbid_unknown_fields=True):
    """Something that comes in: what is not known here is refused."""


class Out(msgspec.Struct):
    """Something that goes out."""


# Refusals


class Problem(Out):
    """Why a request was refused."""

    code: str
    reason: str
    rule: str | None = None


# People


class Me(Out):
    """Who is asking."""

    person: int
    name: str
    account: bool


class NewName(Strict):
    """What somebody wants to be called."""

    name: Name


class Credentials(Strict):
    """A name and a password."""

    name: Name
    password: Password


class NewPassword(Strict):
    """Another password, by whoever knows the one there is."""

    old: Password
    new: Password


class NewToken(Out):
    """A token for a program that plays in one's name; it is shown once."""

    token: str


# Tables


class Clock(Strict):
    """Time to think: a bank of seconds for the whole game, and more for every move."""

    bank: Annotated[int, Meta(ge=10, le=86_400)]
    more: Annotated[int, Meta(ge=0, le=3_600)]


class NewTable(Strict):
    """A table to be opened."""

    id: Id
    edition: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    people: Annotated[list[Name], Meta(max_length=16, description="Who shares this screen; seats from the first.")] = []
    bots: Annotated[dict[str, Level], Meta(max_length=16, description="Levels by seat number.")] = {}
    open: bool = False
    undo: Literal["none", "agreed", "free"] = "agreed"
    pace: Annotated[int, Meta(ge=0, le=10_000, description="Milliseconds before a bot's move is shown.")] = 1200
    hints: bool = False
    clock: Clock | None = None
    absent: Annotated[int, Meta(ge=10, le=86_400)] | None = 90
    first: Seat | None = None


class Change(Strict):
    """A change at a table that has not begun, or a word about one that has ended."""

    id: Id
    seat: Seat | None = None
    name: Name | None = None
    level: Level | None = None


class NewSettings(Strict):
    """What a table that has not begun is to be set to; what is left out stays as it is."""

    id: Id
    seats: Annotated[int, Meta(ge=1, le=16)] | UnsetType = UNSET
    bots: Annotated[dict[str, Level], Meta(max_length=16, description="Levels by seat number.")] | UnsetType = UNSET
    open: bool | UnsetType = UNSET
    undo: Literal["none", "agreed", "free"] | UnsetType = UNSET
    pace: Annotated[int, Meta(ge=0, le=10_000)] | UnsetType = UNSET
    hints: bool | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    absent: Annotated[int, Meta(ge=10, le=86_400)] | UnsetType | None = UNSET
    first: Seat | UnsetType | None = UNSET


class SeatInfo(Out):
    """A seat as everyone sees it."""

    seat: int
    kind: Literal["free", "person", "bot"]
    name: str
    yours: bool
    online: bool
    absent: bool
    """A bot plays for an absent person."""
    level: str | None = None
    clock: float | None = None
    """Seconds left, at a table with clocks."""
    ticking: bool = False
    """Whether its choice is due, and its clock runs if it has one."""


class TableInfo(Out):
    """A table as everyone sees it."""

    code: str
    edition: str
    state: Literal["open", "running", "finished", "abandoned"]
    stage: Literal["gathering", "dealing", "playing", "over"]
    version: int
    seats: list[SeatInfo]
    host: bool
    """Whether you opened it."""
    hot_seat: bool
    open: bool
    undo: str
    pace: int
    hints: bool
    clock: Clock | None
    absent: int | None
    created: int
    watchers: int = 0
    next: str | None = None
    """The code of the rematch."""


# Editions


class EditionCard(Out):
    """An edition on the first page."""

    id: str
    name: str
    box: str
    seats: Numbers
    minutes: Numbers
    """A short and a long game."""
    cities: int
    routes: int
    tickets: int
    differences: list[str]
    reconstructed: bool
    note: str


class CityData(Out):
    """A city of a board."""

    id: str
    name: str
    tags: list[str]
    alias: str


class RouteData(Out):
    """A route of a board; `color` counts from 1 as in `colors`, and is null for gray."""

    id: str
    a: int
    b: int
    length: int
    color: int | None
    kind: str
    symbols: int
    pair: int | None
    spaces: int


class TicketData(Out):
    """A ticket of a board."""

    id: str
    a: int
    b: int
    points: int
    deck: str


class KindData(Out):
    """How a kind of route looks."""

    outline: str
    words: str


class WayData(Out):
    """A way to take a route, by number as in `view.taken`."""

    route: int
    piece: str
    pieces: int
    points: int
    track: int
    shared: bool
    reveals: int


class EditionData(Out):
    """Everything printed on a board, and what a screen must know of its rules to show it."""

    id: str
    name: str
    box: str
    fingerprint: str
    rules: int
    colors: list[str]
    wild: str
    aspect: float
    reconstructed: bool
    note: str
    seats: Numbers
    cities: list[CityData]
    routes: list[RouteData]
    tickets: list[TicketData]
    kinds: dict[str, KindData]
    ways: list[WayData]
    pieces: dict[str, int]
    piece_order: list[str]
    """The pieces in the order of `view.supply`."""
    pool: int
    opening_cards: int
    opening_keep: int
    tickets_keep: int
    face_up: int
    wild_alone: bool
    """A wild from the display is a whole draw."""
    flush_at: int
    both_from: int
    """With fewer seats, a double route is closed once one of its halves is taken; a seat never takes both."""
    builder: str | None
    """The piece that is built in cities."""
    end_pieces: int
    """The last round begins when a seat has this many pieces left, or fewer."""
    differences: list[str]


class RuleText(Out):
    """One rule, in words."""

    id: str
    title: str
    text: str


class LevelCard(Out):
    """An opponent to choose."""

    name: str
    character: str


# Commands over a socket


class Act(Strict, tag_field="do", tag="act"):
    """Make a move. `version` is the last one seen; `move` a number of `legal`, notation, or a whole payment."""

    id: Id
    seat: Seat
    version: Annotated[int, Meta(ge=0)]
    move: Annotated[int, Meta(ge=0)] | Annotated[str, Meta(max_length=400)] | "Payment"


class Payment(Strict):
    """A route, and all the cards that are paid for it."""

    claim: tuple[Annotated[int, Meta(ge=0)], Cards]


class Look(Strict, tag_field="do", tag="look"):
    """See the table from another of one's own seats."""

    id: Id
    seat: Seat


class Undo(Strict, tag_field="do", tag="undo"):
    """Take one's last decision back, or ask for it."""

    id: Id
    seat: Seat


class Agree(Strict, tag_field="do", tag="agree"):
    """Agree to an undo, or refuse it."""

    id: Id
    seat: Seat
    agree: bool


class Chat(Strict, tag_field="do", tag="chat"):
    """Say something to everyone at the table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Commit(Strict, tag_field="do", tag="commit"):
    """Promise a seed for the deal."""

    id: Id
    seat: Seat
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Open(Strict, tag_field="do", tag="open"):
    """Open the seed that was promised."""

    id: Id
    seat: Seat
    seed: Annotated[str, Meta(max_length=128)]


class Why(Strict, tag_field="do", tag="why"):
    """Ask why a route can't be taken, or a city not be built in."""

    id: Id
    seat: Seat
    route: Annotated[int, Meta(ge=0)] | None = None
    city: Annotated[int, Meta(ge=0)] | None = None


class Picks(Strict, tag_field="do", tag="picks"):
    """Ask which cards may be added to a payment with stand-ins."""

    id: Id
    seat: Seat
    route: Annotated[int, Meta(ge=0)]
    cards: Cards


class Reach(Strict, tag_field="do", tag="reach"):
    """Ask what one's tickets still lack."""

    id: Id
    seat: Seat


class Odds(Strict, tag_field="do", tag="odds"):
    """Ask how likely a tunnel costs more."""

    id: Id
    seat: Seat
    route: Annotated[int, Meta(ge=0)]
    cards: Cards


class Ping(Strict, tag_field="do", tag="ping"):
    """Ask whether the server is there."""

    id: Id


Command = Act | Look | Undo | Agree | Chat | Commit | Open | Why | Picks | Reach | Odds | Ping


# Frames over a socket

EventPair = tuple[str, dict[str, Any]]
"""The name of an event and its fields, as in `kolej.engine.knowledge.events`."""


class Legal(Out):
    """A seat's legal moves, each with its number."""

    seat: int
    draw: int | None = None
    take: list[tuple[int, int]] = []
    tickets: int | None = None
    passes: int | None = msgspec.field(default=None, name="pass")
    refuse: int | None = None
    keep: list[tuple[int, Numbers]] = []
    claim: list[tuple[int, int, Numbers]] = []
    bundles: list[tuple[int, int, int]] = []
    build: list[tuple[int, int, Numbers]] = []
    pay: list[tuple[int, Numbers]] = []


class Made(Out):
    """A move in notation."""

    seat: int
    text: str


class TicketResult(Out):
    """A ticket at the end, with the routes that join its cities."""

    seat: int
    ticket: int
    done: bool
    path: Numbers


class AwardResult(Out):
    """What one award gave to each seat."""

    award: str
    points: Numbers
    words: str


class PathResult(Out):
    """The longest path of a seat."""

    seat: int
    routes: Numbers
    length: int


class TieResult(Out):
    """One step in telling those apart who have most points."""

    tie: str
    """What was compared: `points` first, then one tie-break after the other; `shared` where none was left."""
    seats: Numbers
    """Who was compared."""
    counts: Numbers
    """What each of them had."""
    level: Numbers
    """Who was still level after it; a single one has won by it."""
    words: str


class Result(Out):
    """How a game ended."""

    totals: Numbers
    ranks: Numbers
    winners: Numbers
    rows: list[AwardResult]
    tickets: list[TicketResult]
    longest: list[PathResult]
    ties: list[TieResult]


class TableFrame(Out, tag_field="type", tag="table"):
    """The table, whenever something about it changed."""

    version: int
    table: TableInfo


class ViewFrame(Out, tag_field="type", tag="view"):
    """All that a viewer may know of the game."""

    version: int
    seat: int | None
    view: dict[str, Any]
    legal: Legal | None
    players: list[str]
    result: Result | None


class EventsFrame(Out, tag_field="type", tag="events"):
    """What happened."""

    version: int
    seat: int | None
    events: list[EventPair]
    legal: Legal | None
    move: Made | None
    result: Result | None = None


class ChatFrame(Out, tag_field="type", tag="chat"):
    """What somebody said."""

    version: int
    at: int
    seat: int | None
    name: str
    text: str


class DealFrame(Out, tag_field="type", tag="deal"):
    """How far the fair deal has come."""

    version: int
    stage: Literal["commit", "open", "dealt"]
    server: str
    terms: dict[str, Any]
    commitments: list[dict[str, Any]] | None
    waits_for: Numbers


class UndoFrame(Out, tag_field="type", tag="undo"):
    """An undo that is asked for; nobody asks when `asked_by` is null."""

    version: int
    asked_by: int | None
    agreed: Numbers
    needed: Numbers


class Ok(Out, tag_field="type", tag="ok"):
    """A command has had its effect, and that is durable."""

    id: str
    version: int


class Refused(Out, tag_field="type", tag="refused"):
    """A command was refused, and changed nothing."""

    id: str
    code: str
    reason: str
    rule: str | None = None


class Answer(Out, tag_field="type", tag="answer"):
    """The answer to a question."""

    id: str
    answer: "WhyAnswer | PicksAnswer | ReachAnswer | OddsAnswer"


class WhyAnswer(Out, tag_field="to", tag="why"):
    """Why not; `claimable` when there is no reason."""

    claimable: bool
    reason: str | None
    rule: str | None
    code: str | None = None
    """The reason by name, for those who say it in words of their own."""
    numbers: dict[str, int] = {}
    """What such words speak of."""


class PicksAnswer(Out, tag_field="to", tag="picks"):
    """The kinds that may be added; `whole` when the payment can be made as it is."""

    next: Numbers
    whole: bool


class TicketReach(Out):
    """What a ticket still lacks: the cards of the cheapest way, and the routes it takes."""

    ticket: int
    done: bool
    possible: bool
    cards: int
    routes: Numbers
    pieces_short: int


class ReachAnswer(Out, tag_field="to", tag="reach"):
    """What each of one's tickets still lacks."""

    tickets: list[TicketReach]


class OddsAnswer(Out, tag_field="to", tag="odds"):
    """How likely it is that nothing more is due, one more card, two ..."""

    chances: list[float]


class Gone(Out, tag_field="type", tag="gone"):
    """The server lets go of this socket."""

    code: str
    reason: str


Frame = TableFrame | ViewFrame | EventsFrame | ChatFrame | DealFrame | UndoFrame | Ok | Refused | Answer | Gone


class History(Out):
    """Every frame of a table so far, for one viewer."""

    version: int
    players: list[str]
    seats: int
    frames: list[Any]
    """Frames as they were sent: events, view after an undo, chat."""
