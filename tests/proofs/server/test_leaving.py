"""A player who leaves a seat sees no more of it than a spectator, on every socket that was open."""

import asyncio
from pathlib import Path
from random import Random

import msgspec

from kolej.server.accounts.identity import Identity
from kolej.server.tables.actions.seat_requests import PRIORITY_MINUTES
from kolej.server.tables.registry import TableRegistry
from kolej.server.wire.commands import Agree
from kolej.server.wire.tables import Change, NewTable, TableSettings
from kolej.store.sqlite import SqliteStore
from tests.support.scripted_games import cut, random_script
from tests.support.scripted_table import (
    NoBotPool,
    RecordingSubscriber,
    ScriptedOutcomes,
    ScriptedTable,
    StoppedTime,
    nothing_random,
)


class SteppingTime(StoppedTime):
    """A clock that stands still until it is set forward."""

    seconds = 1000.0

    def ticks(self) -> float:
        return self.seconds


async def left_behind(folder: Path) -> tuple[list[bytes], list[bytes]]:
    """What the last holder of a seat, and a spectator, are sent once somebody else has it and plays on."""
    script = random_script("europe", 3, Random(5))
    opening, rest = cut(script, 8), script.deeds[8:40]
    dealer, time = ScriptedOutcomes(), SteppingTime()
    with nothing_random(dealer):
        async with SqliteStore.open(folder) as store:
            registry = TableRegistry(store, NoBotPool(), time)
            await registry.open()
            table_run = ScriptedTable(registry, store, dealer, opening, viewer=None)
            await table_run.play(seed=1)
            seat = next(n for n in range(3) if n not in table_run.script_player.game.to_act())
            gone, heir = table_run.subscribers[seat], await store.add_person("Gil", 1)
            assert gone.identity is not None
            await table_run.table.change(gone.identity, "leave", Change("leave"))
            time.seconds += PRIORITY_MINUTES * 60
            await table_run.table.change(Identity(heir.id, "Gil"), "join", Change("join", seat=seat))
            for n in range(3):
                if n != seat:
                    agree = Agree(f"agree{n}", n, agree=True, about="seat")
                    await table_run.table.command(table_run.subscribers[n], agree)
            table_run.subscribers[seat] = RecordingSubscriber(Identity(heir.id, "Gil"), [])
            await table_run.table.attach(table_run.subscribers[seat], None, None)
            gone.received.clear()
            table_run.played.received.clear()
            for at, deed in enumerate(rest):
                await table_run._do(deed, f"after{at}")
            await registry.close()
            return gone.received, table_run.played.received


def test_a_player_who_has_left_is_sent_what_a_spectator_is_sent(tmp_path: Path) -> None:
    gone, spectator = asyncio.run(left_behind(tmp_path / "data"))
    assert len(gone) > 20
    # What depends on the viewer in the table frame, such as whether it may join, may differ; the game may not.
    games = [
        [frame for frame in map(msgspec.json.decode, received) if frame["type"] != "table"]
        for received in (gone, spectator)
    ]
    assert games[0] == games[1]


async def sat_down(folder: Path) -> RecordingSubscriber:
    """A player who was a spectator before taking a seat."""
    with nothing_random(ScriptedOutcomes()):
        async with SqliteStore.open(folder) as store:
            registry = TableRegistry(store, NoBotPool(), StoppedTime())
            await registry.open()
            people = [Identity((await store.add_person(name, 1)).id, name) for name in ("Ada", "Ben")]
            info = await registry.create(people[0], NewTable("new", TableSettings("europe", 2), people=["Ada"]))
            table = await registry.table(info.code)
            subscriber = RecordingSubscriber(people[1], [])
            await table.attach(subscriber, None, None)
            await table.change(people[1], "join", Change("join"))
            await registry.close()
            return subscriber


def test_a_player_who_sits_down_looks_from_that_seat(tmp_path: Path) -> None:
    assert asyncio.run(sat_down(tmp_path / "data")).seat == 1
