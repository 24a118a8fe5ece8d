"""Commands: what a client sends over the WebSocket of a table."""

from typing import Annotated, Literal

from msgspec import Meta

from kolej.server.wire.base import Cards, Id, Inbound, Seat


class Act(Inbound, tag_field="type", tag="act"):
    """Make a move. `version` is the last one seen; `move` is a number of `legal`, notation, or a whole payment."""

    id: Id
    seat: Seat
    version: Annotated[int, Meta(ge=0)]
    move: Annotated[int, Meta(ge=0)] | Annotated[str, Meta(max_length=400)] | "Payment"


class Payment(Inbound):
    """A route and all cards that are paid for it."""

    claim: tuple[Annotated[int, Meta(ge=0)], Cards]


class Look(Inbound, tag_field="type", tag="look"):
    """Show the table from another seat of the same user."""

    id: Id
    seat: Seat


class Undo(Inbound, tag_field="type", tag="undo"):
    """Undo the last decision of a seat, or ask the other players for it."""

    id: Id
    seat: Seat


class Agree(Inbound, tag_field="type", tag="agree"):
    """Agree to what is asked for, or refuse it: an undo, a request for a seat, or the end of the game."""

    id: Id
    seat: Seat
    agree: bool
    about: Literal["undo", "seat", "end"] = "undo"
    version: Annotated[int, Meta(ge=0)] | None = None
    """The last one seen: an answer to a request that was made later is refused."""


class Resign(Inbound, tag_field="type", tag="resign"):
    """Give up the game with one seat. A bot plays on, or the game ends, as the table is set."""

    id: Id
    seat: Seat


class End(Inbound, tag_field="type", tag="end"):
    """Ask everybody to end the game as it stands."""

    id: Id
    seat: Seat


class Stations(Inbound, tag_field="type", tag="stations"):
    """Choose what the stations of a seat borrow, once the game is over."""

    id: Id
    seat: Seat
    routes: Annotated[
        list[tuple[Annotated[int, Meta(ge=0)], Annotated[int, Meta(ge=0)] | None]],
        Meta(min_length=1, max_length=16, description="Cities and the routes that are borrowed there, null for none."),
    ]


class Chat(Inbound, tag_field="type", tag="chat"):
    """Send a chat message to everyone at the table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Moderate(Inbound, tag_field="type", tag="moderate"):
    """Mute or remove a spectator, or allow them to chat and watch again. Only for the host.

    The spectator is the one who wrote a message, or one in the list of spectators.
    """

    id: Id
    action: Literal["mute", "remove", "allow"]
    chat: Annotated[int, Meta(ge=1, description="The version of the message.")] | None = None
    spectator: Annotated[str, Meta(max_length=20, description="The `id` in the list of spectators.")] | None = None


class Commit(Inbound, tag_field="type", tag="commit"):
    """Commit to a seed for the deal."""

    id: Id
    seat: Seat
    hash: Annotated[str, Meta(pattern=r"^[0-9a-f]{64}\Z")]


class Open(Inbound, tag_field="type", tag="open"):
    """Open the commitment: send its seed."""

    id: Id
    seat: Seat
    seed: Annotated[str, Meta(max_length=128)]


class Fallback(Inbound, tag_field="type", tag="fallback"):
    """Agree that the server's fallback seeds are used for missing seats."""

    id: Id
    seat: Seat
    missing: Annotated[list[Seat], Meta(min_length=1, max_length=16, description="The missing seats, as last shown.")]


class Why(Inbound, tag_field="type", tag="why"):
    """Ask why a route can't be claimed, or why the seat can't build in a city."""

    id: Id
    seat: Seat
    route: Annotated[int, Meta(ge=0)] | None = None
    city: Annotated[int, Meta(ge=0)] | None = None


class StandIns(Inbound, tag_field="type", tag="stand-ins"):
    """Ask which cards may be added to a payment with stand-ins."""

    id: Id
    seat: Seat
    route: Annotated[int, Meta(ge=0)]
    cards: Cards


class Reach(Inbound, tag_field="type", tag="reach"):
    """Ask what the tickets of a seat still need."""

    id: Id
    seat: Seat


class Odds(Inbound, tag_field="type", tag="odds"):
    """Ask how likely a tunnel costs additional cards."""

    id: Id
    seat: Seat
    route: Annotated[int, Meta(ge=0)]
    cards: Cards


class Ping(Inbound, tag_field="type", tag="ping"):
    """Check the connection."""

    id: Id


Command = (
    Act
    | Look
    | Undo
    | Agree
    | Resign
    | End
    | Stations
    | Chat
    | Moderate
    | Commit
    | Open
    | Fallback
    | Why
    | StandIns
    | Reach
    | Odds
    | Ping
)
