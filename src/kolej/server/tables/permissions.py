"""Permission checks: who may do what at a table, and when. Each check raises a Refusal that says why not."""

from kolej.engine.game import Game
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.log.seat import Seat
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.commands import Agree


def known(identity: Identity | None) -> Identity:
    """Refuse anonymous clients."""
    if identity is None:
        raise Refusal("not-allowed", "anonymous clients may only watch; request GET /api/me to get an identity")
    return identity


def own_seat(state: TableState, identity: Identity | None, seat: int) -> Seat:
    """Refuse a seat that is not the person's, before anything about it is revealed."""
    if seat >= len(state.seats):
        raise no_such_seat(state, seat)
    mine = state.seats[seat]
    if identity is None or mine.person != identity.person:
        raise Refusal("not-your-seat", f"seat {seat} is not yours")
    return mine


def past_of_seat(state: TableState, identity: Identity | None, seat: int) -> None:
    """Refuse the past of a seat that is not the person's. After the game everything is open, as in the game file."""
    if seat >= len(state.seats):
        raise no_such_seat(state, seat)
    if state.stage != "over":
        own_seat(state, identity, seat)


def no_such_seat(state: TableState, seat: int) -> Refusal:
    """The refusal of a seat number that the table does not have."""
    return Refusal("bad-command", f"there is no seat {seat}; seats are 0 to {len(state.seats) - 1}")


def seat_number(key: str, seats: int) -> int:
    """The seat that a key of an object names. Keys of JSON are text."""
    seat = int(key) if key.isascii() and key.isdigit() and len(key) <= 2 else seats
    if seat >= seats or str(seat) != key:
        raise Refusal("bad-command", f"{key[:20]!r} is no seat; seats are 0 to {seats - 1}")
    return seat


def host_only(state: TableState, identity: Identity) -> None:
    """Refuse everyone but the host."""
    if identity.person != state.host:
        raise Refusal("not-host")


def before_start(state: TableState) -> None:
    """Refuse once the game has started."""
    if state.stage != "gathering":
        raise Refusal("started", "the game has begun; the table stays as it is")


def request_was_seen(command: Agree, requested_at: int) -> None:
    """Refuse the answer to a request that the person has not seen: another one may have taken its place."""
    if command.version is not None and command.version < requested_at:
        raise Refusal("stale")


def game_in_progress(state: TableState, game: Game | None) -> Game:
    """Refuse before the game has started and after it is over."""
    if state.stage == "over":
        raise Refusal("over", "the game is over")
    if game is None:
        raise Refusal("not-started", "the game has not begun")
    return game
