"""Whole games of every edition, with people, bots and spectators, and all that is left of them."""

from random import Random

import msgspec
import pytest

from kolej import editions
from kolej.engine.record.replay import read
from kolej.fair_verifier import Deal
from kolej.server import wire
from tests.support.fake_server import FRAMES, Looker, World, game_of, until

SEATS = {"berlin": 3, "europe": 4, "japan": 3, "new_york": 2, "nordic": 3}


@pytest.mark.parametrize("edition", editions.names())
async def test_a_game_of_people_and_a_bot(world: World, edition: str) -> None:
    seats = SEATS[edition]
    ada, *others = [await world.person(f"P{n}") for n in range(seats - 1)]
    table = await world.table(ada, edition=edition, seats=seats, bots={str(seats - 1): "easy"})
    for other in others:
        await world.change(table, other, "join")
    await world.change(table, ada, "start")
    people = [await world.look(table, who) for who in (ada, *others)]
    spectator, stranger = await world.look(table, await world.person("S")), Looker(None)
    await table.attach(stranger, None, None)
    await world.play(table, people, Random(edition))
    game = game_of(table)
    assert game.over
    everyone = [*people, spectator, stranger]
    for looker in everyone:
        # Folded from events alone, it is what the engine would show.
        assert looker.view == game.view(looker.seat)
        assert looker.version == table.course.version
        assert looker.result is not None and looker.result.totals == list(game.standings().totals)
        assert looker.table is not None and looker.table.stage == "over" and looker.table.state == "finished"
    text = await table.file(ada)
    recorded = read(text, "table", editions.load)
    assert recorded.game.hash() == game.hash()
    Deal(text).check(recorded.edition)
    await history_is_what_was_sent(world, table.code, people[0])


async def history_is_what_was_sent(world: World, code: str, looker: Looker) -> None:
    table = await world.hall.table(code)
    history = msgspec.json.decode(await table.history(looker.who, looker.seat), type=wire.History)
    again = Looker(looker.who)
    again.seat = looker.seat
    for frame in history.frames:
        read_back = FRAMES.decode(msgspec.json.encode(frame))
        again.version = read_back.version - 1
        again.send(msgspec.json.encode(frame))
    assert again.view == looker.view
    assert again.result == looker.result
    sent = {frame.version: frame.events for frame in looker.of(wire.EventsFrame)}
    told = {frame.version: frame.events for frame in again.of(wire.EventsFrame)}
    assert sent == told


async def test_bots_alone_play_to_the_end(world: World) -> None:
    ada = await world.person("Ada")
    table = await world.table(ada, seats=3, people=[], bots={"0": "easy", "1": "medium", "2": "easy"})
    looker = await world.look(table, ada)
    info = await world.change(table, ada, "start")
    assert info.stage == "playing"
    await until(lambda: table.course.stage == "over")
    assert looker.view == game_of(table).view()
    assert {bot for _, bot, _ in world.thinkers.asked} == {"easy", "medium"}
    assert len({seed for _, _, seed in world.thinkers.asked}) == 3


async def test_every_entry_is_one_frame_for_every_viewer(world: World) -> None:
    table, ada, bob = await world.pair(open=True)
    start = {id(each): each.version for each in (ada, bob)}
    await world.ask(table, bob, wire.Chat(id="hello", text="hello"))
    await world.play(table, [ada, bob], Random(1))
    for looker in (ada, bob):
        versions = [frame.version for frame in looker.frames]
        assert versions == sorted(versions)
        assert set(range(start[id(looker)], table.course.version + 1)) == set(versions)
        # Frames are put together by hand, and yet are what the types say, byte by byte.
        assert all(msgspec.json.encode(FRAMES.decode(raw)) == raw for raw in looker.raw)


async def test_a_finished_table_is_read_from_its_log(world: World) -> None:
    table, ada, bob = await world.pair()
    await world.play(table, [ada, bob], Random(2))
    text, view = await table.file(ada.who), ada.view
    await world.restart()
    assert world.hall.live == 0
    again = await world.hall.table(table.code)
    assert again.info(ada.who).stage == "over"
    assert (await world.look(again, ada.who)).view == view
    assert await again.file(None) == text
    await history_is_what_was_sent(world, table.code, ada)


async def test_what_is_told_to_whom_is_told_in_notation_too(world: World) -> None:
    table, ada, bob = await world.pair()
    await world.play(table, [ada, bob], Random(3))
    kept = [frame for frame in bob.of(wire.EventsFrame) if frame.move.seat == 0 and frame.move.text.startswith("keep")]
    assert kept and all(frame.move.text == "keep" for frame in kept)
    own = [frame for frame in bob.of(wire.EventsFrame) if frame.move.seat == 1 and frame.move.text.startswith("keep")]
    assert own and all("-" in frame.move.text for frame in own)


async def test_no_file_before_the_end(world: World) -> None:
    table, ada, _ = await world.pair()
    with pytest.raises(Exception, match="when the game is over") as refused:
        await table.file(ada.who)
    assert getattr(refused.value, "code", "") == "not-over"


async def test_seeds_are_nowhere_in_the_log(world: World) -> None:
    table, ada, bob = await world.pair()
    await world.play(table, [ada, bob], Random(4), lambda: table.course.version > 30)
    seed = await world.store.secret(table.book.id, "seed")
    assert seed is not None
    said = "".join(entry.body for entry in await world.entries(table)) + "".join(map(str, ada.raw))
    assert seed.hex() not in said
