"""Frames: what the server sends over the WebSocket of a table."""

from typing import Any, Literal

from msgspec import field

from kolej.server.wire.base import Numbers, Outbound
from kolej.server.wire.legal import Legal
from kolej.server.wire.results import Result
from kolej.server.wire.tables import TableInfo

EventPair = tuple[str, dict[str, Any]]
"""The tag of an event and its fields, as in `kolej.engine.knowledge.events`."""


class TableFrame(Outbound, tag_field="type", tag="table"):
    """The table, sent whenever something about it has changed."""

    version: int
    table: TableInfo


class ViewFrame(Outbound, tag_field="type", tag="view"):
    """Everything that a viewer may know of the game."""

    version: int
    seat: int | None
    view: dict[str, Any]
    due: Numbers
    """The seats whose decision is due."""
    closes: list[tuple[int, int]]
    """Pairs of routes: once the first is claimed, nobody can claim the second any more."""
    legal: Legal | None
    """The legal moves of `seat`, when its decision is due."""
    players: list[str]
    result: Result | None


class EventsFrame(Outbound, tag_field="type", tag="events"):
    """The events of a move, as a viewer may see them."""

    version: int
    seat: int | None
    events: list[EventPair]
    due: Numbers | None
    """The seats whose decision is due; null where newer events follow at once."""
    legal: Legal | None
    """The legal moves of `seat`, when its decision is due."""
    result: Result | None = None


class ChatFrame(Outbound, tag_field="type", tag="chat"):
    """A chat message."""

    version: int
    at: int
    seat: int | None
    name: str
    text: str


class DealFrame(Outbound, tag_field="type", tag="deal"):
    """The progress of the fair deal."""

    version: int
    stage: Literal["commit", "open", "dealt"]
    server: str
    terms: dict[str, Any]
    commitments: list[dict[str, Any]] | None
    waits_for: Numbers
    missing: Numbers = field(default_factory=list)
    """Seats that were waited for long enough: those who are there are asked for the server's fallback seeds."""
    agreed: Numbers = field(default_factory=list)
    """Seats that have agreed to that."""


class UndoFrame(Outbound, tag_field="type", tag="undo"):
    """A requested undo; nobody requests one when `asked_by` is null."""

    version: int
    asked_by: int | None
    agreed: Numbers
    needed: Numbers


class ResultFrame(Outbound, tag_field="type", tag="result"):
    """The result has changed: somebody chose what their stations borrow."""

    version: int
    result: Result


class Ok(Outbound, tag_field="type", tag="ok"):
    """A command has taken effect and is durable."""

    id: str
    version: int


class Refused(Outbound, tag_field="type", tag="refused"):
    """A command was refused and has changed nothing."""

    id: str
    code: str
    reason: str
    rule: str | None = None
    params: dict[str, int | str] | None = None
    """The parameters of the code's sentence; null where only the English reason is precise."""


class Answer(Outbound, tag_field="type", tag="answer"):
    """The answer to a question."""

    id: str
    answer: "WhyAnswer | StandInsAnswer | ReachAnswer | OddsAnswer"


class WhyAnswer(Outbound, tag_field="type", tag="why"):
    """Why the seat can't take a route or build in a city, as a refused move says it; or that it can."""

    claimable: bool
    reason: str | None
    rule: str | None
    code: str | None = None
    params: dict[str, int | str] = field(default_factory=dict)


class StandInsAnswer(Outbound, tag_field="type", tag="stand-ins"):
    """The kinds that may be added; `whole` when the payment can be made as it is."""

    next: Numbers
    whole: bool
    paid: int
    """How many spaces of the route the cards pay for."""


class TicketReach(Outbound):
    """What a ticket still needs: the cheapest path, its cards, and its routes that are still to be claimed."""

    ticket: int
    done: bool
    possible: bool
    cards: int
    routes: Numbers
    pieces_short: int
    path: Numbers
    """The whole path, with the routes that the seat may travel already."""


class ReachAnswer(Outbound, tag_field="type", tag="reach"):
    """What each ticket of the seat still needs."""

    tickets: list[TicketReach]


class OddsAnswer(Outbound, tag_field="type", tag="odds"):
    """The probabilities that a tunnel costs no additional card, one, two ..."""

    chances: list[float]


class Gone(Outbound, tag_field="type", tag="gone"):
    """The server closes this socket."""

    code: str
    reason: str


class History(Outbound):
    """The frames of a game so far, for one viewer; a long history comes in pages."""

    version: int
    players: list[str]
    seats: int
    frames: list[Any]
    """Frames as they were sent: the first view, events, views after an undo, the last chat messages."""
    next: int | None
    """The version after which the next page starts; null at the end."""
    completed: list[tuple[int, Numbers]] = field(default_factory=list)
    """Whenever it has changed: the version, and the tickets of the viewing seat that are completed since then."""
    undone: list[tuple[int, int]] = field(default_factory=list)
    """For each undo its version, and that of the first entry that it has taken back."""


Frame = (
    TableFrame
    | ViewFrame
    | EventsFrame
    | ChatFrame
    | DealFrame
    | UndoFrame
    | ResultFrame
    | Ok
    | Refused
    | Answer
    | Gone
)
