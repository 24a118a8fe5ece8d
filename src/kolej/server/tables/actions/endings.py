"""Endings: players resign, agree to end the game as it stands, and choose at the end what their stations borrow.

None of these is a move: the engine's moves stay as they are. A player who resigns gives the seat to a bot, or ends the
game for all, as the table is set; where no other person plays, it ends in any case. To end it by agreement everyone who
has a seat must agree, whether they are there or not: otherwise somebody could wait until the others are offline.
"""

import msgspec

from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal, refused_move
from kolej.server.tables import permissions
from kolej.server.tables.log.entries import (
    Body,
    EndDropped,
    EndedEarly,
    EndRequested,
    GameEnded,
    SeatResigned,
    StationsChosen,
)
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.redacted_events import RedactedEvents
from kolej.server.tables.log.table_state import TableState
from kolej.server.wire.base import EarlyEnd
from kolej.server.wire.commands import Agree, End, Stations

TIMEOUT = 60.0
"""Seconds until a request that is not answered is dropped; bots wait meanwhile. After a restart they start again."""


def resign(state: TableState, game: Game | None, identity: Identity, seat: int | None) -> Batch:
    """Give up the game with the seat that is named, or with all seats of the person."""
    seats = state.seats_of(identity) if seat is None else [seat]
    if not seats:
        raise Refusal("no-seat")
    for each in seats:
        permissions.own_seat(state, identity, each)
    game = permissions.game_in_progress(state, game)
    others = [state.seats[n].person for n in state.people_seats if n not in seats]
    plays_on = state.settings.resign == "bot" and bool(others)
    host = state.host
    if plays_on and identity.person == host and host not in others:
        host = others[0] or host
    resigned: list[Body] = [SeatResigned(each, host, plays_on) for each in seats]
    return Batch(resigned) if plays_on else _ended(state, game, "resignation", resigned)


def request_end(state: TableState, game: Game | None, identity: Identity, command: End) -> Batch:
    """Ask everyone to end the game; where one person has all seats that are not bots', it ends at once."""
    permissions.own_seat(state, identity, command.seat)
    game = permissions.game_in_progress(state, game)
    if state.end_request is not None:
        raise Refusal("end-pending", params={"name": state.seats[state.end_request.seat].name})
    return _end_if_agreed(state, game, EndRequested(command.seat))


def answer(state: TableState, game: Game | None, identity: Identity, command: Agree) -> Batch:
    """Agree to end the game, for all seats of the person, or refuse it. Who asked for it withdraws it by refusing."""
    permissions.own_seat(state, identity, command.seat)
    game = permissions.game_in_progress(state, game)
    pending = state.end_request
    if pending is None:
        raise Refusal("end-not-asked")
    permissions.request_was_seen(command, state.end_requested_at)
    if not command.agree:
        return Batch([EndDropped(command.seat)])
    if command.seat not in state.asked_to_end(pending):
        raise Refusal("end-not-asked")
    agreed = {*pending.agreed, *state.seats_of(identity)}
    return _end_if_agreed(state, game, msgspec.structs.replace(pending, agreed=tuple(sorted(agreed))))


def _end_if_agreed(state: TableState, game: Game, request: EndRequested) -> Batch:
    if set(request.agreed) >= set(state.asked_to_end(request)):
        return _ended(state, game, "agreement", [])
    return Batch([request])


def _ended(state: TableState, game: Game, why: EarlyEnd, before: list[Body]) -> Batch:
    """The end of the game as it stands. What was hidden is open from now on."""
    after = game.copy()
    events = RedactedEvents.of(after.end_early())
    ended = EndedEarly(why, events.unredacted(), after.checksum())
    for body in (*before, ended):
        state = state.after(body)
    standings = after.standings(behind=state.ending.behind())
    over = GameEnded(tuple(standings.totals), tuple(standings.ranks))
    return Batch([*before, ended, over], after, events)


def choose_stations(state: TableState, game: Game | None, identity: Identity, command: Stations) -> Batch:
    """Choose what the stations of a seat borrow. It is done once; nothing chosen means what is best for the seat."""
    permissions.own_seat(state, identity, command.seat)
    if state.stage != "over" or game is None:
        raise Refusal("not-over", "stations borrow routes when the game is over; it is not over yet")
    if any(seat == command.seat for seat, _, _ in state.stations):
        raise Refusal("stations-chosen")
    routes = tuple(sorted(command.routes, key=lambda each: each[0]))
    if len({city for city, _ in routes}) < len(routes):
        raise Refusal("bad-command", "a city is named twice; name each station once")
    try:
        game.check_stations({command.seat: dict(routes)})
    except IllegalMove as error:
        raise refused_move(error) from error
    chosen = StationsChosen(command.seat, routes, (), ())
    ending = state.after(chosen).ending
    standings = game.standings(ending.choices(), ending.behind())
    totals, ranks = tuple(standings.totals), tuple(standings.ranks)
    return Batch([msgspec.structs.replace(chosen, totals=totals, ranks=ranks)])
