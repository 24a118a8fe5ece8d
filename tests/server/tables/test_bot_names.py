"""Names of bots: from the list of their level, each once at a table, stored with the seat."""

from kolej.bots.levels import LEVELS
from kolej.server.tables.log.entries import BotSeated, SettingsChanged, TableOpened
from kolej.server.tables.log.table_state import TableState, opened
from kolej.server.tables.setup.bot_names import names_of_bots
from kolej.server.wire.tables import TableSettings
from kolej.store.names import skeleton
from tests.support.fake_server import FakeServer

MOST_SEATS = 5


def test_every_level_has_more_names_than_a_table_has_seats() -> None:
    every = [skeleton(name) for level in LEVELS for name in level.names]
    assert len(set(every)) == len(every), "two bots could be mistaken for each other"
    assert all(len(level.names) > MOST_SEATS for level in LEVELS)


def test_no_two_bots_of_a_table_have_the_same_name() -> None:
    for table in map(str, range(50)):
        names = names_of_bots(dict.fromkeys(range(MOST_SEATS), "medium"), [], table)
        assert len(set(names.values())) == MOST_SEATS
        assert set(names.values()) <= set(LEVELS[1].names)
    assert len({names_of_bots({0: "easy"}, [], table)[0] for table in map(str, range(50))}) == len(LEVELS[0].names)


def test_a_bot_never_has_the_name_of_a_person_at_the_table() -> None:
    for name in LEVELS[0].names:
        assert skeleton(names_of_bots({1: "easy"}, [name.upper()], "t")[1]) != skeleton(name)


def test_bots_without_a_list_or_a_free_name_get_none() -> None:
    assert names_of_bots({0: "greedy", 1: "easy"}, LEVELS[0].names, "t") == {}


async def test_a_name_stays_with_the_seat_and_in_the_rematch(server: FakeServer) -> None:
    ada = await server.person("Ada")
    table = await server.table(ada, seats=2, bots={"1": "expert"})
    name = table.info(ada).seats[1].name
    assert name in LEVELS[3].names
    table.state.stage = "over"
    entries = [body for _, body in await table.journal.bodies() if isinstance(body, BotSeated)]
    assert [entry.name for entry in entries] == [name]


def state() -> TableState:
    return opened("ABCDEF", 0, "1:x", TableOpened(TableSettings("europe", 2), 1))


def test_tables_from_before_keep_the_names_they_had() -> None:
    old = state()
    old.apply(BotSeated(1, "medium"))
    assert old.seats[1].name == "Medium 2"
    old.apply(SettingsChanged(TableSettings("europe", 3), ((1, "hard"), (2, "easy"))))
    assert [seat.name for seat in old.seats[1:]] == ["Hard 2", "Easy 3"]
