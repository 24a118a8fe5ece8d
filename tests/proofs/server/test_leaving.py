"""Whoever gets up from a seat sees no more of it than anybody else does, on every socket that was open."""

import asyncio
from pathlib import Path
from random import Random

import msgspec

from kolej.server import wire
from kolej.server.accounts.identity import Who
from kolej.server.tables.registry import Hall
from kolej.store.sqlite import SqliteStore
from tests.support.scripted_games import cut, invented
from tests.support.scripted_table import Eye, Nobody, Scripted, Stage, Still, nothing_random


async def left_behind(folder: Path) -> tuple[list[bytes], list[bytes]]:
    """What the last holder of a seat, and a spectator, are sent once somebody else has it and plays on."""
    story = invented("europe", 3, Random(5))
    opening, rest = cut(story, 8), story.deeds[8:40]
    dealer = Scripted()
    with nothing_random(dealer):
        async with SqliteStore.open(folder) as store:
            hall = Hall(store, Nobody(), Still())
            await hall.open()
            stage = Stage(hall, store, dealer, opening, viewer=None)
            await stage.play(seed=1)
            seat = next(n for n in range(3) if n not in stage.telling.game.to_act())
            gone, heir = stage.eyes[seat], await store.add_person("Gil", 1)
            assert gone.who is not None
            await stage.table.change(gone.who, "leave", wire.Change("leave"))
            await stage.table.change(Who(heir.id, "Gil"), "join", wire.Change("join", seat=seat))
            stage.eyes[seat] = Eye(Who(heir.id, "Gil"), [])
            await stage.table.attach(stage.eyes[seat], None, None)
            gone.heard.clear()
            stage.played.heard.clear()
            for at, deed in enumerate(rest):
                await stage._do(deed, f"after{at}")
            await hall.close()
            return gone.heard, stage.played.heard


def test_whoever_has_left_a_seat_is_told_what_a_spectator_is_told(tmp_path: Path) -> None:
    gone, spectator = asyncio.run(left_behind(tmp_path / "data"))
    assert len(gone) > 20
    # What is one's own in the table itself, such as the button to join, may differ; the game may not.
    games = [
        [frame for frame in map(msgspec.json.decode, heard) if frame["type"] != "table"] for heard in (gone, spectator)
    ]
    assert games[0] == games[1]


async def sat_down(folder: Path) -> Eye:
    """Somebody who watched before sitting down."""
    with nothing_random(Scripted()):
        async with SqliteStore.open(folder) as store:
            hall = Hall(store, Nobody(), Still())
            await hall.open()
            people = [Who((await store.add_person(name, 1)).id, name) for name in ("Ada", "Ben")]
            info = await hall.create(people[0], wire.NewTable("new", "europe", 2, people=["Ada"]))
            table = await hall.table(info.code)
            eye = Eye(people[1], [])
            await table.attach(eye, None, None)
            await table.change(people[1], "join", wire.Change("join"))
            await hall.close()
            return eye


def test_whoever_sits_down_looks_from_that_seat(tmp_path: Path) -> None:
    assert asyncio.run(sat_down(tmp_path / "data")).seat == 1
