"""Undo: what is taken back, who has to agree, and the batch that does it.

A seat takes back its last decision. It needs nobody's consent until it has seen something new since then: until chance
or somebody else has acted. After that everyone at the table must agree, unless one person has all seats that are not
bots' and the table allows undo freely. What was undone stays in the log.
"""

import msgspec

from kolej.engine.record.recorded_game import MOST_UNDONE
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.limits import TimeLimit, Turn
from kolej.server.tables import permissions
from kolej.server.tables.actions import questions
from kolej.server.tables.log.entries import Moved, UndoDropped, Undone, UndoRequested
from kolej.server.tables.log.journal import Batch, Journal
from kolej.server.tables.log.replay import MoveLine, replayed_in_turns
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.commands import Agree, Undo

TIMEOUT = 60.0
"""Seconds until a request that nobody answers is dropped; bots wait meanwhile. After a restart they start again."""

_pairs = msgspec.json.Decoder(list[tuple[str, dict[str, object]]])


async def request(journal: Journal, identity: Identity, command: Undo, limit: TimeLimit) -> Batch:
    """Undo the last decision of a seat, or ask the others for their consent.

    The log has to be read to know whether that is possible, so it counts as a question.
    """
    state = journal.state
    permissions.own_seat(state, identity, command.seat)
    _check_allowed(state)
    permissions.game_in_progress(state, journal.game)
    pending = state.undo_request
    if pending is not None:
        raise Refusal("undo-pending", params={"name": state.seats[pending.seat].name})
    turn = questions.turn_of(identity, limit)
    line = await journal.move_line(turn)
    entry = _last_decision(line, command.seat)
    needed = _needed(state, command.seat) if _seen_since(line, entry) else []
    return await _undo_if_granted(journal, UndoRequested(command.seat, entry, tuple(needed)), turn, line)


async def answer(journal: Journal, identity: Identity, command: Agree, limit: TimeLimit) -> Batch:
    """Agree to an undo or refuse it. The seat that requested it withdraws it by refusing."""
    permissions.own_seat(journal.state, identity, command.seat)
    pending = journal.state.undo_request
    if pending is None:
        raise Refusal("undo-not-asked")
    if command.seat != pending.seat and command.seat not in pending.needed:
        raise Refusal("undo-not-asked")
    permissions.request_was_seen(command, journal.state.undo_requested_at)
    if not command.agree:
        return Batch([UndoDropped(command.seat)])
    if command.seat == pending.seat:
        raise Refusal("undo-not-asked")
    if command.seat in pending.agreed:
        # It changes nothing, but the same command gets the same answer later only if the log has it.
        return Batch([pending])
    agreed = tuple(sorted([*pending.agreed, command.seat]))
    turn = questions.turn_of(identity, limit)
    return await _undo_if_granted(journal, msgspec.structs.replace(pending, agreed=agreed), turn)


async def _undo_if_granted(journal: Journal, request: UndoRequested, turn: Turn, line: MoveLine | None = None) -> Batch:
    if not set(request.agreed) >= set(request.needed):
        return Batch([request])
    state = journal.state
    game = permissions.game_in_progress(state, journal.game)
    line = line or await journal.move_line(turn)
    reshuffle = _chance_since(line, request.entry)
    line.remove_from(request.entry)
    assert state.deal is not None and line.started is not None
    moves = [moved for _, moved in line.moves]
    before = await replayed_in_turns(state.deal.terms, line.started, moves, turn=turn)
    epoch = state.epoch + reshuffle
    before.dealer = await journal.dealer(epoch) if reshuffle else game.dealer
    undone = Undone(request.seat, request.entry, epoch, request.agreed, before.checksum())
    return Batch([undone], before)


def _check_allowed(state: TableState) -> None:
    """Refuse where nothing can be undone."""
    if state.stage == "over":
        raise Refusal("over", "the game is over, and what was hidden is open; nothing can be undone any more")
    if state.settings.undo == "none":
        raise Refusal("no-undo")
    if state.undo_count >= MOST_UNDONE:
        raise Refusal("undo-limit", params={"count": MOST_UNDONE})


def _last_decision(line: MoveLine, seat: int) -> int:
    """The entry of the last decision of a seat."""
    for entry, moved in reversed(line.moves):
        if moved.seat == seat:
            return entry
    raise Refusal("undo-nothing")


def _chance_since(line: MoveLine, entry: int) -> bool:
    """Whether chance had a part in the game since a decision."""
    return any(moved.outcomes for number, moved in line.moves if number >= entry)


def _seen_since(line: MoveLine, entry: int) -> bool:
    """Whether the seat has seen anything new since its decision."""
    number, last = line.moves[-1]
    return number != entry or bool(last.outcomes) or _revealed_choices(last)


def _revealed_choices(moved: Moved) -> bool:
    """Whether a move revealed the opening choices of others, as the last of these choices does."""
    events = _pairs.decode(moved.events)
    return any(name == "TicketsKept" and fields["seat"] != moved.seat for name, fields in events)


def _needed(state: TableState, seat: int) -> list[int]:
    """The seats that have to agree: those of all other people whom no bot substitutes."""
    if state.settings.undo == "free" and len(state.people) <= 1:
        return []
    others = [n for n, other in enumerate(state.seats) if n != seat and other.person is not None and not other.away]
    if not others:
        raise Refusal("undo-alone")
    return others
