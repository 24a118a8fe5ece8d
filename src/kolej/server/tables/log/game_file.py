"""Game file of a finished table: every move and every seed, so that anyone can verify the deal."""

import asyncio
from collections.abc import Mapping

from kolej.engine.chance.fair.protocol import Seeds
from kolej.engine.record.endings import Resigned
from kolej.engine.record.game_file import Header
from kolej.engine.record.recorded_game import RecordedGame
from kolej.server.errors import Refusal
from kolej.server.tables.log import seeds
from kolej.server.tables.log.entries import Body, EndedEarly, GameStarted, Moved, SeatResigned, StationsChosen, Undone
from kolej.server.tables.log.journal import Journal
from kolej.server.tables.log.notation import Unreadable, notation_of, read_move
from kolej.server.tables.log.replay import edition_of
from kolej.server.tables.log.table_state import TableState

YIELD_EVERY = 8
"""Entries that are replayed before other tasks get their turn."""


async def game_file(journal: Journal) -> str:
    """The game file. It is refused before the end of the game: it contains every hidden card."""
    state = journal.state
    if state.stage != "over" or state.deal is None:
        raise Refusal("not-over", "the game file has all that is hidden in it; it is there when the game is over")
    bodies = await journal.bodies()
    dealer = seeds.dealer_of(state.deal, await journal.read_server_seed(), await journal.seat_seeds(), state.epoch)
    return await _text(state, bodies, dealer.opened())


async def _text(state: TableState, bodies: list[tuple[int, Body]], opened: Seeds) -> str:
    # Every move is made and hashed again. Not in a thread, although that takes long: all games of an edition share
    # their compiled tables, with room for one list of legal moves, and must not run at the same time.
    assert state.deal is not None
    terms, notation = state.deal.terms, notation_of(state.settings.edition)
    commitments = seeds.commitments_of(state.deal)
    header = Header(
        terms.edition,
        terms.rules,
        terms.board,
        terms.seats,
        terms.first,
        state.players,
        commitments,
        terms.house,
        terms.method,  # format 1 has fair deals of method 1, format 2 those of method 2
    )
    recorded = RecordedGame(edition_of(terms), header)
    steps_before: dict[int, int] = {}
    resigned: dict[int, int] = {}
    for count, (number, body) in enumerate(bodies):
        if count % YIELD_EVERY == 0:
            await asyncio.sleep(0)
        steps_before[number] = len(recorded.steps)
        if isinstance(body, Moved):
            recorded.apply(body.seat, read_move(terms.edition, body.move))
        if isinstance(body, Moved | GameStarted):
            for outcome in body.outcomes:
                recorded.resolve(notation.read_outcome(recorded.game.view().status.owes, outcome))
        if isinstance(body, Undone):
            recorded.undo(steps_before[body.entry])
            resigned = {seat: min(after, len(recorded.steps)) for seat, after in resigned.items()}
        if isinstance(body, SeatResigned):
            resigned.pop(body.seat, None)
            resigned[body.seat] = len(recorded.steps)
        if isinstance(body, EndedEarly):
            _add_resigned(recorded, state, resigned)
            recorded.end_early(body.why)
        if isinstance(body, StationsChosen):
            recorded.choose_stations(body.seat, dict(body.routes))
        if isinstance(body, Moved | GameStarted | Undone | EndedEarly) and recorded.game.checksum() != body.hash:
            raise Unreadable("the installed rules lead to another state than when it was played")
    if state.early is None:
        _add_resigned(recorded, state, resigned)
    recorded.seeds = opened
    return recorded.text()


def _add_resigned(recorded: RecordedGame, state: TableState, resigned: Mapping[int, int]) -> None:
    """Note who resigned and did not return, and after how many steps."""
    for seat, after in resigned.items():
        if seat in state.resigned:
            recorded.add_ending(Resigned(seat, after))
