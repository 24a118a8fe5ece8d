"""Messages about tables: opening and changing one, and a table as everyone sees it."""

from typing import Annotated, Any, Literal

from msgspec import Meta, field

from kolej.server.wire.base import EarlyEnd, Id, Inbound, Level, Name, Numbers, Outbound, Seat
from kolej.shapes import Shape


class Clock(Inbound):
    """Time limits: a bank of seconds for the whole game, and more seconds for every move."""

    bank: Annotated[int, Meta(ge=10, le=86_400)]
    more: Annotated[int, Meta(ge=0, le=3_600)]


class TableSettings(Inbound):
    """The settings of a table. They can't change any more once its game has started.

    They are stored in the log of the table as well: a limit may be widened, never narrowed.
    """

    edition: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=1, le=16)]
    open: bool = False
    """Listed for everyone to join."""
    undo: Literal["none", "agreed", "free"] = "agreed"
    pace: Annotated[int, Meta(ge=0, le=10_000, description="Milliseconds before a bot's move is shown.")] = 1200
    hints: bool = False
    clock: Clock | None = None
    absent: Annotated[int, Meta(ge=10, le=86_400)] | None = 90
    """Seconds after which a bot plays for an absent person."""
    resign: Literal["bot", "end"] = "bot"
    """What follows when a player resigns: a bot plays on, or the game ends as it stands."""
    first: Seat | None = None
    """The seat that begins; chance decides if it is null."""
    house: Annotated[list[str], Meta(max_length=8, description="House rules, by id; the edition lists its own.")] = (
        field(default_factory=list)
    )
    hot_seat: bool = False
    """Several people share the host's screen. The server sets it: see `people` of a new table."""


class NewTable(Inbound):
    """A table to be created."""

    id: Id
    settings: TableSettings
    people: Annotated[list[Name], Meta(max_length=16, description="Players who share this screen.")] = field(
        default_factory=list
    )
    bots: Annotated[dict[str, Level], Meta(max_length=16, description="Levels by seat number.")] = field(
        default_factory=dict
    )
    shapes: Annotated[dict[str, Shape], Meta(max_length=16, description="Shapes that were chosen, by seat number.")] = (
        field(default_factory=dict)
    )


class Change(Inbound):
    """A change of seats, the start of the game, a resignation, or a rematch."""

    id: Id
    seat: Seat | None = None
    name: Name | None = None
    level: Level | None = None
    shape: Shape | None = None


class NewSettings(Inbound):
    """New settings of a table whose game has not started."""

    id: Id
    settings: Annotated[
        dict[str, Any], Meta(max_length=16, description="The settings that change; all others stay as they are.")
    ] = field(default_factory=dict)
    bots: Annotated[dict[str, Level], Meta(max_length=16, description="Levels by seat number.")] = field(
        default_factory=dict
    )


class SeatInfo(Outbound):
    """A seat as everyone sees it."""

    seat: int
    kind: Literal["free", "person", "bot"]
    name: str
    yours: bool
    online: bool
    absent: bool
    """A bot plays for an absent person."""
    shape: Shape
    """The colour and shape of its pieces."""
    level: str | None = None
    clock: float | None = None
    """Seconds left, at a table with clocks."""
    ticking: bool = False
    """Whether its decision is due, so that its clock runs if it has one."""
    can_return: bool = False
    """Whether the viewer has left this seat and may return to it."""
    points: int | None = None
    """Its points, once the game is over."""
    rank: int | None = None
    """Its rank, 1 for a winner, once the game is over."""
    resigned: bool = False
    """Whether its player gave up; a bot plays on, or the game ended with it."""
    shape_chosen: bool = False
    """Whether the shape was chosen for this seat, so that no other seat can choose it."""


class SeatRequest(Outbound):
    """Somebody asks for a seat that was left during the game."""

    seat: int
    name: str
    yours: bool
    agreed: Numbers
    needed: Numbers
    """The seats that have to agree."""


class SpectatorInfo(Outbound):
    """Somebody who watches a table without a seat, as its host sees them. Anonymous clients have no name."""

    id: str
    """For the command `moderate`: the same as long as the table exists, and another one at every table."""
    name: str
    muted: bool
    removed: bool = False
    """Whether the host has removed them; listed as long as the server remembers who they were."""


class DeletionConsent(Outbound):
    """Who has to agree before a table is deleted."""

    agreed: Numbers
    needed: Numbers
    """The seats that have to agree, those that have agreed included; none where the host decides alone."""


class TableDeletion(Outbound):
    """The answer to a request to delete a table."""

    deleted: bool
    consent: DeletionConsent
    """If the table is not deleted yet: whose consent it waits for."""


class EndRequest(Outbound):
    """A player asks the others to end the game as it stands."""

    seat: int
    agreed: Numbers
    needed: Numbers
    """The seats that have to agree: those of all other people, whether they are there or not."""


class TableNote(Outbound):
    """Something for the log of a game that is no event of it: a resignation, or that all agreed to end it."""

    version: int
    type: Literal["resigned", "agreed"]
    seat: int | None
    """The seat that resigned."""


class TableInfo(Outbound):
    """A table as everyone sees it."""

    code: str
    status: Literal["open", "running", "finished", "abandoned"]
    stage: Literal["gathering", "dealing", "playing", "over"]
    version: int
    seats: list[SeatInfo]
    host: bool
    """Whether the viewer is the host."""
    settings: TableSettings
    created: int
    subscribers: int = 0
    """Open sockets of players and spectators."""
    rematch: str | None = None
    """The code of the table for the rematch."""
    request: SeatRequest | None = None
    """A request for a seat that waits for consent."""
    ending: EndRequest | None = None
    """A request to end the game that waits for consent."""
    early: EarlyEnd | None = None
    """Why the game was ended before its end."""
    notes: list[TableNote] = field(default_factory=list)
    """What the log of the game shows beside its events; empty in lists."""
    deletion: DeletionConsent | None = None
    """Who has to agree before the table is deleted; null if the viewer may not delete it now."""
