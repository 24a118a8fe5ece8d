"""What stands in the log of a table: one struct for each kind of entry.

A log has everything in it, hands too; what of it a viewer is told, `telling.py` says. Seeds are not in it: they lie
with the secrets of the store.
"""

import msgspec

from kolej.server.tables.setup.settings import Settings
from kolej.store.protocol import Entry, NewEntry

ABSENT = "absent"
CLOCK = "clock"
LEFT = "left"
"""Why a bot plays for a person."""

PERSON = "person"
BOT = "bot"
"""Who decided a move."""


class Body(msgspec.Struct, frozen=True):
    """What an entry says. Its kind is the name of its class in small letters."""


class Opened(Body, frozen=True):
    """The table was opened."""

    settings: Settings
    host: int
    after: str | None = None
    """The table that this is the rematch of."""


class Settled(Body, frozen=True):
    """The host changed the settings before the game began."""

    settings: Settings
    bots: tuple[tuple[int, str], ...] = ()
    """Seats that have these bots from now on."""


class Sat(Body, frozen=True):
    """A person took a seat."""

    seat: int
    person: int
    name: str


class Left(Body, frozen=True):
    """A person got up. During a game a bot goes on for the seat, until somebody takes it over."""

    seat: int
    host: int
    """Who is the host from now on."""


class Bot(Body, frozen=True):
    """A bot was put on a seat."""

    seat: int
    level: str


class Emptied(Body, frozen=True):
    """The host made a seat free."""

    seat: int


class Dealing(Body, frozen=True):
    """The fair deal has begun: the server has committed to its seed."""

    table: str
    """The name of this deal, never used for another."""
    rules: int
    board: str
    server: str
    waits_for: tuple[int, ...]
    """Seats whose own commitments are waited for."""


class Committed(Body, frozen=True):
    """A seat has committed to a seed of its own."""

    seat: int
    hash: str


class Fixed(Body, frozen=True):
    """All commitments, which nobody can change any more: for each seat whose it is, and the hash."""

    commitments: tuple[tuple[str, str], ...]


class Seeded(Body, frozen=True):
    """A seat has opened its seed, to the server alone."""

    seat: int


class Dealt(Body, frozen=True):
    """Every seed is there."""

    stand_ins: tuple[tuple[int, str], ...]
    """Seats that broke their promise, and how."""


class Began(Body, frozen=True):
    """The game has begun."""

    players: tuple[str, ...]
    """As they stand in the game file."""
    outcomes: tuple[str, ...]
    events: msgspec.Raw
    hash: str


class Moved(Body, frozen=True):
    """A seat has moved, and chance has done its part."""

    seat: int
    move: str
    outcomes: tuple[str, ...]
    by: str
    """A person or a bot."""
    spent: int
    """Milliseconds since the choice was due."""
    choosing: bool
    """An opening choice, while others still choose: it changes nothing for them."""
    events: msgspec.Raw
    """Unredacted."""
    hash: str


class Asked(Body, frozen=True):
    """An undo waits for the consent of others. Whoever agrees writes it anew."""

    seat: int
    entry: int
    """The entry of the decision that would be taken back."""
    needed: tuple[int, ...]
    agreed: tuple[int, ...] = ()


class Lapsed(Body, frozen=True):
    """Nobody asks for an undo any more: it was refused, withdrawn or not answered. After a move nobody does either."""

    seat: int | None
    """Who refused or withdrew it."""


class Undone(Body, frozen=True):
    """A seat's last decision was taken back, with all that came after it."""

    seat: int
    entry: int
    """The entry of that decision."""
    epoch: int
    """How often the cards to come were shuffled anew."""
    agreed: tuple[int, ...]
    hash: str


class Said(Body, frozen=True):
    """Somebody said something."""

    seat: int | None
    name: str
    text: str


class Away(Body, frozen=True):
    """From now on a bot plays for a person."""

    seat: int
    why: str


class Back(Body, frozen=True):
    """The person plays again."""

    seat: int


class Ended(Body, frozen=True):
    """The game is over."""

    totals: tuple[int, ...]
    ranks: tuple[int, ...]


class Rematch(Body, frozen=True):
    """There is another table for the same people."""

    code: str


def _kind(body: type[Body]) -> str:
    return body.__name__.lower()


_DECODERS = {_kind(body): msgspec.json.Decoder(body) for body in Body.__subclasses__()}
KINDS = tuple(_DECODERS)
_KIND_OF = {body: _kind(body) for body in Body.__subclasses__()}
_encode = msgspec.json.Encoder().encode


def new_entry(body: Body, at: int, command: str | None) -> NewEntry:
    """The body as it goes into a log."""
    return NewEntry(_KIND_OF[type(body)], _encode(body).decode(), at, command)


def body_of(entry: Entry) -> Body:
    """What an entry of a log says."""
    return _DECODERS[entry.kind].decode(entry.body)
