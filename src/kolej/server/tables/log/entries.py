"""Log entries: one struct for each kind of entry in the log of a table.

A log contains everything, hidden hands too; what of it a viewer receives is decided in `broadcast/`. Seeds are not in
the log: they are kept among the secrets of the store.
"""

import msgspec

from kolej.server.wire.base import EarlyEnd
from kolej.server.wire.tables import TableSettings
from kolej.shapes import Shape
from kolej.store.models import Entry, NewEntry

ABSENT = "absent"
CLOCK = "clock"
LEFT = "left"
RESIGNED = "resigned"
"""Why a substitute bot plays for a person."""

MUTE = "mute"
REMOVE = "remove"
ALLOW = "allow"
"""What the host does to a spectator."""

PERSON = "person"
BOT = "bot"
"""Who made a move."""


class Body(msgspec.Struct, frozen=True):
    """The content of an entry. The entry's `kind` is the tag of the class in `BODIES`."""


class TableOpened(Body, frozen=True):
    """The table was opened."""

    settings: TableSettings
    host: int
    after: str | None = None
    """The code of the table that this one is a rematch of."""


class SettingsChanged(Body, frozen=True):
    """The host changed the settings before the game started."""

    settings: TableSettings
    bots: tuple[tuple[int, str], ...] = ()
    """Seats that now have bots of these levels."""
    names: tuple[tuple[int, str], ...] = ()
    """The names of these bots; they had none of their own before names were stored."""


class SeatTaken(Body, frozen=True):
    """A person took a seat."""

    seat: int
    person: int
    name: str
    shape: Shape | None = None
    """The shape that was chosen with the seat."""


class SeatLeft(Body, frozen=True):
    """A person left a seat. During a game a bot plays the seat until another person takes it."""

    seat: int
    host: int
    """The host from now on."""


class PersonForgotten(Body, frozen=True):
    """A person was deleted: they have left their seats, and neutral names have taken the place of theirs."""

    person: int
    seats: tuple[int, ...]
    """The seats that nobody has taken after them."""
    host: int
    """The host from now on."""


class SeatRequested(Body, frozen=True):
    """Somebody asks for a seat that was left during the game. It is written again for each person who agrees."""

    seat: int
    person: int
    name: str
    agreed: tuple[int, ...] = ()
    """Seats of those who have agreed."""


class SeatRequestDropped(Body, frozen=True):
    """A request for a seat was refused, withdrawn or not answered in time. (Other changes of seats drop it too.)"""

    seat: int | None
    """The seat that refused it."""


class SeatResigned(Body, frozen=True):
    """A person gave up the game."""

    seat: int
    host: int
    """The host from now on."""
    plays_on: bool
    """Whether a bot plays the seat on; otherwise the game ends with this."""


class EndRequested(Body, frozen=True):
    """A player asks the others to end the game as it stands. It is written again for each person who agrees."""

    seat: int
    agreed: tuple[int, ...] = ()
    """Seats of others who have agreed."""


class EndDropped(Body, frozen=True):
    """A request to end the game was refused, withdrawn or not answered in time. (Moves and changes of seats drop it
    too.)"""

    seat: int | None
    """The seat that refused or withdrew it."""


class EndedEarly(Body, frozen=True):
    """The game was ended as it stood, which is no move."""

    why: EarlyEnd
    events: msgspec.Raw
    """Unredacted."""
    hash: str
    """The checksum of the game's state after it."""


class StationsChosen(Body, frozen=True):
    """After the game a seat chose what its stations borrow."""

    seat: int
    routes: tuple[tuple[int, int | None], ...]
    """Cities and the routes that the stations there borrow, None for no route."""
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    """The result with it."""


class BotSeated(Body, frozen=True):
    """A bot was put on a seat."""

    seat: int
    level: str
    shape: Shape | None = None
    """The shape that was chosen with the seat."""
    name: str | None = None
    """Its own name; None in entries from before bots had any."""


class ShapeChosen(Body, frozen=True):
    """A seat got the shape that was chosen for it, before the game started."""

    seat: int
    shape: Shape


class SeatEmptied(Body, frozen=True):
    """The host made a seat free."""

    seat: int


class DealStarted(Body, frozen=True):
    """The fair deal started: the server committed to its seed."""

    table: str
    """The unique name of this deal."""
    rules: int
    board: str
    server: str
    """The server's commitment."""
    waits_for: tuple[int, ...]
    """Seats that may commit to their own seed before the deal goes on."""
    house: tuple[str, ...] = ()
    method: int = 1
    """The method of fair deals; entries without it were written when there was only the first."""


class SeedCommitted(Body, frozen=True):
    """A seat committed to its own seed."""

    seat: int
    hash: str


class CommitmentsFixed(Body, frozen=True):
    """The final commitments, by seat: whose seed it is, and its hash."""

    commitments: tuple[tuple[str, str], ...]


class SeedOpened(Body, frozen=True):
    """A seat opened its seed, to the server only."""

    seat: int


class FallbackAsked(Body, frozen=True):
    """The deal has waited long enough for these seats: the others are asked whether the server's seed may be used."""

    seats: tuple[int, ...]


class FallbackAgreed(Body, frozen=True):
    """A seat agreed that the server's seed is used for these seats."""

    seat: int
    seats: tuple[int, ...]


class DealFinished(Body, frozen=True):
    """All seeds are known."""

    # Stored under an old name, which here has nothing to do with cards that stand in for others.
    fallbacks: tuple[tuple[int, str], ...] = msgspec.field(name="stand_ins")
    """Seats that did not open the seed they had committed to, and why; the server's fallback seed was used."""


class GameStarted(Body, frozen=True):
    """The game started."""

    players: tuple[str, ...]
    """Names as in the game file."""
    outcomes: tuple[str, ...]
    """Outcomes of chance, in notation."""
    events: msgspec.Raw
    hash: str
    """The checksum of the game's state."""


class Moved(Body, frozen=True):
    """A seat made a move; the outcomes of chance that followed belong to it."""

    seat: int
    move: str
    outcomes: tuple[str, ...]
    by: str
    """PERSON or BOT."""
    spent: int
    """Milliseconds since the decision was due."""
    choosing: bool
    """An opening choice while others still choose: it changes nothing for them."""
    events: msgspec.Raw
    """Unredacted."""
    hash: str


class UndoRequested(Body, frozen=True):
    """An undo needs the consent of others. It is written again for each seat that agrees."""

    seat: int
    entry: int
    """The entry of the decision to undo."""
    needed: tuple[int, ...]
    agreed: tuple[int, ...] = ()


class UndoDropped(Body, frozen=True):
    """A request for an undo was refused, withdrawn or not answered in time. (A move drops it too, without this.)"""

    seat: int | None
    """The seat that refused or withdrew it."""


class Undone(Body, frozen=True):
    """The last decision of a seat was undone, with everything after it."""

    seat: int
    entry: int
    """The entry of that decision."""
    epoch: int
    """How often the cards to come have been shuffled again."""
    agreed: tuple[int, ...]
    hash: str


class ChatSent(Body, frozen=True):
    """A chat message."""

    seat: int | None
    name: str
    text: str
    person: int | None = None
    """Who wrote it; unknown in logs of older servers. Nobody is shown it: the host moderates by message."""


class SpectatorModerated(Body, frozen=True):
    """The host muted or removed a spectator, or allowed them to chat and watch again."""

    person: int
    action: str
    """MUTE, REMOVE or ALLOW."""


class DeletionAgreed(Body, frozen=True):
    """A person agreed that the table is deleted, whose game is over or was left by everybody."""

    person: int


class PlayerAway(Body, frozen=True):
    """From now on a substitute bot plays for a person."""

    seat: int
    why: str
    """ABSENT or CLOCK."""


class PlayerBack(Body, frozen=True):
    """The person plays again."""

    seat: int


class GameEnded(Body, frozen=True):
    """The game is over."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class RematchOpened(Body, frozen=True):
    """A table for a rematch was opened."""

    code: str


DealBody = DealStarted | SeedCommitted | CommitmentsFixed | SeedOpened | FallbackAsked | FallbackAgreed | DealFinished
"""Entries of the fair deal."""

CHAT, MOVED, ENDED = "said", "moved", "ended"
"""The tags of a chat message, of a move and of the end of a game."""

BODIES: dict[str, type[Body]] = {
    "opened": TableOpened,
    "settled": SettingsChanged,
    "sat": SeatTaken,
    "left": SeatLeft,
    "forgotten": PersonForgotten,
    "requested": SeatRequested,
    "declined": SeatRequestDropped,
    "bot": BotSeated,
    "shape": ShapeChosen,
    "resigned": SeatResigned,
    "ending": EndRequested,
    "kept": EndDropped,
    "stopped": EndedEarly,
    "stations": StationsChosen,
    "emptied": SeatEmptied,
    "dealing": DealStarted,
    "committed": SeedCommitted,
    "fixed": CommitmentsFixed,
    "seeded": SeedOpened,
    "missing": FallbackAsked,
    "consented": FallbackAgreed,
    "dealt": DealFinished,
    "began": GameStarted,
    MOVED: Moved,
    "asked": UndoRequested,
    "lapsed": UndoDropped,
    "undone": Undone,
    CHAT: ChatSent,
    "moderated": SpectatorModerated,
    "deletion": DeletionAgreed,
    "away": PlayerAway,
    "back": PlayerBack,
    ENDED: GameEnded,
    "rematch": RematchOpened,
}
"""Every body by its tag, the `kind` of its entry. Tags and field names are stored and never change: a class may be
renamed, a field only if `msgspec.field(name=...)` keeps its stored name."""
_DECODERS = {tag: msgspec.json.Decoder(body) for tag, body in BODIES.items()}
_TAGS = {body: tag for tag, body in BODIES.items()}
_encode = msgspec.json.Encoder().encode


def new_entry(body: Body, at: int, command: str | None) -> NewEntry:
    """The entry that stores a body; `command` is its idempotency key."""
    return NewEntry(_TAGS[type(body)], _encode(body).decode(), at, command)


def body_of(entry: Entry) -> Body:
    """The content of a stored entry."""
    return _DECODERS[entry.kind].decode(entry.body)
