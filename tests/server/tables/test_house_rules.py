"""House rules of a table: offered by edition, changed until the start, shown to everybody, and kept in log and file."""

from random import Random

import pytest

from kolej import editions
from kolej.engine.record.replay import read
from kolej.server.errors import Refusal
from kolej.server.wire.editions import edition_card
from kolej.server.wire.frames import DealFrame
from kolej.server.wire.tables import NewSettings
from tests.support.fake_server import FakeServer, game_of, new_settings


def test_editions_offer_what_would_change_something() -> None:
    offered = {name: edition_card(editions.load(name)).house for name in editions.names()}
    assert offered["europe"] == ["both-doubles", "no-flush", "no-longest-path"]
    assert "no-flush" not in offered["nordic"] and "no-longest-path" not in offered["new_york"]


async def test_a_table_is_played_by_its_house_rules(server: FakeServer) -> None:
    table, ada = await server.alone(edition="europe", house=["no-longest-path", "both-doubles", "no-flush"])
    house = ["both-doubles", "no-flush", "no-longest-path"]
    assert table.info(None).settings.house == house
    rules = game_of(table).edition.rules
    assert list(rules.house) == house and rules.doubles.both_from == 2
    assert ada.frames[1].closes == [], "with two players both halves of a double are open"
    await server.play(table, [ada], Random(1), lambda: table.state.version > 30)
    await server.restart()
    table = await server.registry.table(table.code)
    assert list(game_of(table).edition.rules.house) == house
    ada = await server.subscribe(table, ada.identity)
    assert ada.of(DealFrame)[-1].terms["house"] == house
    await server.play(table, [ada], Random(1))
    assert ada.result is not None and "longest" not in [row.award for row in ada.result.rows]
    text = await table.file()
    assert "\nhouse both-doubles no-flush no-longest-path " in text
    assert list(read(text, "file", editions.load).edition.rules.house) == house


async def test_the_host_changes_them_until_the_start(server: FakeServer) -> None:
    ada, bob = await server.person("Ada"), await server.person("Bob")
    table = await server.table(ada, edition="europe")
    await server.change(table, bob, "join")
    watching = await server.subscribe(table, bob)
    await table.change(ada, "settings", new_settings("on", house=["no-flush"]))
    assert watching.table is not None and watching.table.settings.house == ["no-flush"]
    assert [info.settings.house for info in await server.registry.mine(bob)] == [["no-flush"]]
    with pytest.raises(Refusal) as error:
        await table.change(bob, "settings", new_settings("his", house=[]))
    assert error.value.code == "not-host"
    await server.change(table, ada, "start")
    with pytest.raises(Refusal) as error:
        await table.change(ada, "settings", new_settings("late", house=[]))
    assert error.value.code == "started"


@pytest.mark.parametrize(
    ("edition", "house", "words"),
    [
        ("europe", ["no-flsh"], 'no house rule "no-flsh"'),
        ("nordic", ["no-flush"], "changes nothing in this edition"),
        ("europe", ["x" * 500], "no house rule"),
    ],
)
async def test_what_an_edition_does_not_have_is_refused(
    server: FakeServer, edition: str, house: list[str], words: str
) -> None:
    ada = await server.person("Ada")
    with pytest.raises(Refusal, match=words) as error:
        await server.table(ada, edition=edition, house=house)
    assert error.value.code == "bad-command" and len(error.value.reason) < 300
    table = await server.table(ada, edition=edition)
    version = table.state.version
    with pytest.raises(Refusal, match=words):
        await table.change(ada, "settings", NewSettings(id="s", settings={"house": house}))
    assert table.state.version == version


async def test_a_rematch_has_the_same(server: FakeServer) -> None:
    table, ada = await server.alone(house=["no-flush"])
    await server.play(table, [ada], Random(1))
    assert ada.identity is not None
    code = (await server.change(table, ada.identity, "rematch")).rematch or ""
    assert (await server.registry.table(code)).state.settings.house == ["no-flush"]


async def test_unknown_house_rules_are_refused_without_reading_files(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Anybody may send any names, as often as they like."""
    ada = await server.person("Ada")
    await server.table(ada, edition="europe")

    def never(*_: object) -> None:
        raise AssertionError("files were read")

    monkeypatch.setattr(editions, "load_folder", never)
    with pytest.raises(Refusal, match="no house rule"):
        await server.table(ada, edition="europe", house=["unknown"])
