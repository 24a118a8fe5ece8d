"""Moves: read what a client sent, check it, make it in a copy of the game, and return the batch to write.

The copy becomes the game of the table only when the batch has been written.
"""

from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, KeepTickets, Move, PayCard
from kolej.engine.record.notation import NotationError, notation_of
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal, refused_move
from kolej.server.tables import permissions
from kolej.server.tables.log.entries import BOT, PERSON, Body, GameEnded, Moved, PlayerBack
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.notation import RecordingDealer
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.turn_times import TurnTimes
from kolej.server.wire.commands import Act, Payment


def move(state: TableState, game: Game | None, identity: Identity, command: Act, times: TurnTimes) -> Batch:
    """The move of a person."""
    seat = command.seat
    mine = permissions.own_seat(state, identity, seat)
    game = permissions.game_in_progress(state, game)
    _check_version(state, command)
    try:
        made = _make(state, game, seat, _read(game, command.move), PERSON, times)
    except IllegalMove as error:
        raise refused_move(error) from error
    if mine.away:
        # A person who moves is back, also from the clock.
        made.bodies = [PlayerBack(seat), *made.bodies]
        made.key_entry = 1
    return made


def bot_move(state: TableState, game: Game, seat: int, move: Move, times: TurnTimes) -> Batch:
    """The move that a bot has chosen. Its key makes sure that it is made once, whichever process makes it."""
    made = _make(state, game, seat, move, BOT, times)
    made.key = f"bot:{seat}:{state.version}"
    return made


def _check_version(state: TableState, command: Act) -> None:
    """Refuse a move whose version is older than the last change of what this seat may choose from."""
    if command.version > state.version:
        raise Refusal("bad-command", f"there is no version {command.version} yet; the latest is {state.version}")
    if command.version < state.changed[command.seat]:
        raise Refusal("stale")


def _read(game: Game, sent: int | str | Payment) -> Move | int:
    """The move that a client means, by its number, in notation or as a payment. It may still be illegal."""
    if isinstance(sent, int):
        return sent
    if isinstance(sent, str):
        try:
            return notation_of(game.edition).read_move(sent)
        except NotationError as error:
            raise Refusal("bad-command", str(error)) from error
    route, cards = sent.claim
    kinds = 1 + len(game.edition.board.colors)
    if len(cards) != kinds:
        raise Refusal("bad-command", f"there are {kinds} kinds of cards, so name {kinds} counts, not {len(cards)}")
    return ClaimRoute(route, tuple(cards))


def _make(state: TableState, game: Game, seat: int, chosen: Move | int, by: str, times: TurnTimes) -> Batch:
    """Make a move in a copy of the game. Raises IllegalMove."""
    dealer, notation = game.dealer, notation_of(game.edition)
    assert dealer is not None, "a game at a table has its dealer"
    recording = RecordingDealer(dealer, notation)
    after, raw_events = game.after(seat, chosen, recording)
    after.dealer = dealer
    move = game.decode_move(seat, chosen) if isinstance(chosen, int) else chosen
    _check_whole(move)
    events = RedactedEvents.of(raw_events)
    moved = Moved(
        seat=seat,
        move=notation.move(move),
        outcomes=tuple(recording.outcomes),
        by=by,
        spent=round(times.spent(seat) * 1000),
        choosing=isinstance(move, KeepTickets) and len(times.due) > 1,
        events=events.unredacted(),
        hash=after.checksum(),
    )
    bodies: list[Body] = [moved]
    if after.over:
        standings = after.standings(behind=state.ending.behind())
        bodies.append(GameEnded(tuple(standings.totals), tuple(standings.ranks)))
    return Batch(bodies, after, events)


def _check_whole(move: Move) -> None:
    """Refuse a part of a payment: the log holds only whole moves."""
    if isinstance(move, BeginStandIns | PayCard):
        whole = 'a payment with stand-ins is sent whole: {"claim": [route, cards by kind]}, or "claim ROUTE CARDS"'
        raise Refusal("payment-in-parts", whole, "claim.choice")
