"""Other settings for a table that has not begun. Nobody loses a seat by them."""

from msgspec import UNSET, structs

from kolej.server.accounts.identity import Who
from kolej.server.errors import Refusal
from kolej.server.tables.log.entries import Body, Settled
from kolej.server.tables.log.table_state import Course
from kolej.server.tables.setup.seats import gathering_only, host_only
from kolej.server.tables.setup.settings import Settings, checked_bots, checked_settings
from kolej.server.wire import NewSettings


def resettle(course: Course, who: Who, new: NewSettings) -> list[Body]:
    """What the host wants changed, all of it or nothing."""
    host_only(course, who, "change the settings")
    gathering_only(course)
    wanted = {name: value for name, value in structs.asdict(new).items() if name != "id" and value is not UNSET}
    if not wanted:
        raise Refusal("bad-command", "say what is to be changed")
    bots = wanted.pop("bots", {})
    settings = _changed(course.settings, wanted)
    _keep_people(course, settings.seats)
    seated = checked_bots(bots, settings.seats)
    for seat in seated:
        if seat < len(course.seats) and course.seats[seat].person is not None:
            raise Refusal("taken", f"{course.seats[seat].name} sits on seat {seat}; make it free before a bot gets it")
    return [Settled(settings, tuple(seated.items()))]


def _changed(settings: Settings, wanted: dict[str, object]) -> Settings:
    changed = structs.replace(settings, **wanted)
    if "first" not in wanted and changed.first is not None and changed.first >= changed.seats:
        # The seat that was to begin falls away: chance decides, as where nobody says anything.
        changed = structs.replace(changed, first=None)
    return checked_settings(changed)


def _keep_people(course: Course, seats: int) -> None:
    """Refuse to take a seat away from under somebody."""
    sitting = [(n, seat.name) for n, seat in enumerate(course.seats) if n >= seats and seat.person is not None]
    if sitting:
        names = " and ".join(f"{name} on seat {seat}" for seat, name in sitting)
        raise Refusal("taken", f"{names} would lose their place; make it free first, or keep {len(course.seats)} seats")
