"""Settings of a table: the checks before it is opened, and changes until its game starts."""

from collections.abc import Mapping

import msgspec

from kolej import bots
from kolej.engine.errors import UnknownHouseRule
from kolej.engine.ruleset.rules import Edition
from kolej.rules.house import with_house_rules
from kolej.server.accounts.identity import Identity
from kolej.server.accounts.names import checked_name
from kolej.server.errors import Refusal
from kolej.server.tables import permissions
from kolej.server.tables.log.entries import SettingsChanged
from kolej.server.tables.log.journal import Batch
from kolej.server.tables.log.table_state import TableState
from kolej.server.tables.offered_editions import OFFERED
from kolej.server.tables.setup.bot_names import names_of_bots
from kolej.server.wire.tables import NewSettings, NewTable, TableSettings
from kolej.store.names import skeleton

FIXED = ("edition", "hot_seat")
"""Settings that can't be changed after the table was opened."""


def settings_of(new: NewTable) -> TableSettings:
    """The settings of a new table, checked."""
    return checked_settings(msgspec.structs.replace(new.settings, hot_seat=len(new.people) > 1))


def checked_settings(settings: TableSettings) -> TableSettings:
    """Settings that fit the edition."""
    edition, seats, first = edition_of(settings.edition), settings.seats, settings.first
    allowed = edition.rules.seats
    if seats not in allowed:
        raise Refusal("bad-command", f"{edition.board.name} is for {allowed[0]} to {allowed[-1]} seats, not {seats}")
    try:
        # Cheaper than loading the edition with them, which reads its files: anybody may send any names.
        with_house_rules(edition.rules, settings.house)
    except UnknownHouseRule as error:
        raise Refusal("bad-command", str(error)) from None
    settings.house = sorted(set(settings.house))
    if first is not None and first >= seats:
        raise Refusal("bad-command", f"seat {first} can't begin; seats are 0 to {seats - 1}")
    return settings


def edition_of(name: str) -> Edition:
    """An edition that the server offers: a client must not choose whose code runs here."""
    if name not in OFFERED.names():
        raise Refusal("bad-command", f"there is no edition {name!r}; there are {', '.join(OFFERED.names())}")
    return OFFERED.load(name)


def checked_level(level: str) -> str:
    """The level of a bot that comes with Kolej."""
    if level not in bots.BOTS:
        raise Refusal("bad-command", f"there is no bot {level!r}; there are {', '.join(bots.BOTS)}")
    return level


def checked_people(new: NewTable) -> dict[int, str]:
    """The people of a new table by seat: from the first seat on, without those that bots have."""
    seats = new.settings.seats
    taken = checked_bots(new.bots, seats)
    free = [seat for seat in range(seats) if seat not in taken]
    if len(new.people) > len(free):
        many = f"{len(new.people)} people have no room on {len(free)} seats"
        raise Refusal("bad-command", f"{many}; take more seats, fewer people or fewer bots")
    names = [checked_name(name) for name in new.people]
    if len({skeleton(name) for name in names}) < len(names):
        raise Refusal("same-name")
    return dict(zip(free, names, strict=False))


def checked_bots(bots: Mapping[str, str], seats: int) -> dict[int, str]:
    """The levels of bots by seat."""
    seated: dict[int, str] = {}
    for key, level in bots.items():
        seated[permissions.seat_number(key, seats)] = checked_level(level)
    return seated


def change_settings(state: TableState, identity: Identity, new: NewSettings) -> Batch:
    """Change settings before the game starts, all that are named or none. Nobody loses a seat."""
    permissions.host_only(state, identity)
    permissions.before_start(state)
    if not new.settings and not new.bots:
        raise Refusal("bad-command", "say what is to be changed")
    settings = _changed(state.settings, new.settings)
    _keep_people(state, settings.seats)
    seated = checked_bots(new.bots, settings.seats)
    for seat in seated:
        if seat < len(state.seats) and state.seats[seat].person is not None:
            raise Refusal("seat-occupied", params={"name": state.seats[seat].name})
    others = [seat.name for n, seat in enumerate(state.seats[: settings.seats]) if n not in seated]
    names = names_of_bots(seated, others, state.code)
    return Batch([SettingsChanged(settings, tuple(seated.items()), tuple(names.items()))])


def _changed(settings: TableSettings, changes: Mapping[str, object]) -> TableSettings:
    for name in FIXED:
        if name in changes:
            raise Refusal("bad-command", f"{name!r} can't be changed; open another table")
    try:
        changed = msgspec.convert(msgspec.to_builtins(settings) | changes, TableSettings)
    except msgspec.ValidationError as error:
        raise Refusal("bad-command", str(error)) from None
    if "first" not in changes and changed.first is not None and changed.first >= changed.seats:
        # The seat that was to begin is gone: chance decides, which is the default.
        changed.first = None
    return checked_settings(changed)


def _keep_people(state: TableState, seats: int) -> None:
    """Refuse to remove seats that people sit on."""
    sitting = [seat.name for seat in state.seats[seats:] if seat.person is not None]
    if sitting:
        raise Refusal("seats-occupied", params={"names": ", ".join(sitting)})
