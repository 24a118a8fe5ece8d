"""The history of a table: in pages, with the last chat messages, in a limited amount of memory."""

import asyncio
import gc
import itertools
import tracemalloc
from random import Random
from typing import Any

import msgspec
import pytest

from kolej.server.errors import Refusal
from kolej.server.tables.broadcast import history
from kolej.server.tables.log.entries import ChatSent, new_entry
from kolej.server.tables.table import Table
from kolej.server.wire.commands import Agree, Chat, Undo
from kolej.server.wire.frames import History
from tests.support.fake_server import FakeServer, FakeSubscriber
from tests.support.turns import counted_by_turn, others_turns

MEGABYTE = 2**20


async def pages(table: Table, subscriber: FakeSubscriber | None) -> list[History]:
    """Every page of a history for one viewer."""
    identity, seat = (None, None) if subscriber is None else (subscriber.identity, subscriber.seat)
    found: list[History] = []
    after: int | None = 0
    while after is not None:
        found.append(msgspec.json.decode(await table.history(identity, seat, after), type=History))
        assert found[-1].next is None or found[-1].next > after
        after = found[-1].next
    return found


def frames(found: list[History]) -> list[Any]:
    return [frame for page in found for frame in page.frames]


async def fill(server: FakeServer, table: Table, chats: int, text: str = "hello") -> None:
    """Append chat messages to the log of a table."""
    id = table.journal.id
    last = (await server.store.table(id)).last
    for start in range(0, chats, 400):
        said = [ChatSent(None, "Eve", f"{n} {text}") for n in range(start, min(start + 400, chats))]
        last = await server.store.append(id, last, [new_entry(each, 0, None) for each in said])


async def test_pages_are_together_what_one_page_is(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> None:
    table, ada, bob = await server.pair(undo="agreed")
    played = 0

    def some() -> bool:
        nonlocal played
        played += 1
        return played > 12

    for number in range(3):
        played = 0
        await server.play(table, [ada, bob], Random(number), some)
        await server.ask(table, ada, Chat(id=f"hello {number}".replace(" ", "-"), text=f"hello {number}"))
        await server.ask(table, ada, Undo(id=server.id(), seat=0))
        await server.ask(table, bob, Agree(id=server.id(), seat=1, agree=True))
    await server.ask(table, bob, Chat(id="last", text="last"))
    await server.play(table, [ada, bob], Random(9))
    await server.ask(table, bob, Chat(id="after", text="after the end"))
    assert table.state.undo_count > 0
    for viewer in (None, ada, bob):
        [whole] = await pages(table, viewer)
        assert {frame["type"] for frame in whole.frames} == {"view", "events", "chat"}
        assert [frame["version"] for frame in whole.frames] == sorted({frame["version"] for frame in whole.frames})
        monkeypatch.setattr(history, "PAGE_BYTES", 3_000)
        split = await pages(table, viewer)
        monkeypatch.undo()
        assert len(split) > 10
        assert frames(split) == whole.frames
        assert [each for page in split for each in page.completed] == whole.completed
        assert [each for page in split for each in page.undone] == whole.undone
        assert {page.version for page in split} == {whole.version}
        assert all(len(msgspec.json.encode(page)) < 40_000 for page in split)


async def test_a_history_names_what_was_undone(server: FakeServer) -> None:
    table, ada, bob = await server.pair(undo="agreed")
    await server.play(table, [ada, bob], Random(3), lambda: table.state.version > 30)
    [before] = await pages(table, None)
    assert before.undone == []
    line = await table.journal.move_line()
    last = max(entry for entry, moved in line.moves if moved.seat == 0)
    await server.ask(table, ada, Undo(id=server.id(), seat=0))
    await server.ask(table, bob, Agree(id=server.id(), seat=1, agree=True))
    [after] = await pages(table, None)
    [(version, first)] = after.undone
    assert first == last
    assert [frame["type"] for frame in after.frames if frame["version"] == version] == ["view"]


async def test_a_history_says_when_tickets_were_completed(server: FakeServer) -> None:
    completed = 0
    for seed in range(40):
        table, ada, bob = await server.pair()
        await server.play(table, [ada, bob], Random(seed))
        game = table.journal.game
        assert game is not None
        done = game.standings().sheet.done
        for player in (ada, bob):
            assert player.seat is not None
            [page] = await pages(table, player)
            own = game.view(player.seat).tickets[player.seat] or ()
            last = page.completed[-1][1] if page.completed else []
            assert last == [ticket for ticket in own if done[ticket]]
            assert [version for version, _ in page.completed] == sorted({version for version, _ in page.completed})
            completed += len(last)
        [seen] = await pages(table, None)
        assert seen.completed == []
        # Nobody chooses the cards: in one game of two, nobody completes a ticket by random moves.
        if completed and seed >= 2:
            break
    assert completed > 0


async def test_other_seats_have_a_history_only_after_the_game(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    eve = await server.person("Eve")
    await server.play(table, [ada, bob], Random(4), lambda: table.state.version > 30)
    for stranger, seat in ((ada.identity, 1), (eve, 0), (None, 0)):
        with pytest.raises(Refusal, match="not yours"):
            await table.history(stranger, seat)
    await server.play(table, [ada, bob], Random(5))
    own = await table.history(bob.identity, 1)
    for stranger in (ada.identity, eve, None):
        assert await table.history(stranger, 1) == own
    with pytest.raises(Refusal, match="there is no seat 2"):
        await table.history(ada.identity, 2)


async def test_a_history_has_the_last_chat_messages(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(1), lambda: table.state.version > 20)
    await fill(server, table, 1_000)
    await server.restart()
    again = await server.registry.table(table.code)
    ada = await server.subscribe(again, ada.identity)
    await server.ask(again, ada, Chat(id="newest", text="newest"))
    [page] = await pages(again, None)
    texts = [frame["text"] for frame in page.frames if frame["type"] == "chat"]
    assert texts == [*(f"{n} hello" for n in range(801, 1_000)), "newest"]
    assert page.frames[-1]["version"] == again.state.version


async def test_a_long_log_needs_little_memory(server: FakeServer) -> None:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(1), lambda: table.state.version > 20)
    await fill(server, table, 12_000, "\N{STEAM LOCOMOTIVE}" * 395)
    stored = 12_000 * 1_600
    gc.collect()
    tracemalloc.start()
    try:
        await server.restart()
        again = await server.registry.table(table.code)
        await asyncio.gather(*(again.history(None, None) for _ in range(6)))
        await asyncio.gather(*(again.history(ada.identity, 0) for _ in range(6)))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # Six readers have six pages, each with no more than the last chat messages.
    assert peak < 8 * MEGABYTE < stored / 2, f"{peak / MEGABYTE:.1f} MB"


async def test_others_get_their_turn_while_a_history_is_made(
    server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, ada, bob = await server.pair()
    await server.play(table, [ada, bob], Random(2))
    # A clock on which every step takes a quarter of the time after which others get their turn.
    times = itertools.count()
    monkeypatch.setattr(history, "perf_counter", lambda: next(times) * history.SLICE_SECONDS / 4)
    with others_turns() as turns:
        stepped = counted_by_turn(monkeypatch, history._Stepper, "step", turns)
        await table.history(None, None)
    assert stepped.total() > 40
    assert max(stepped.values()) <= 5
