"""Thousands may look on: what they are all told alike is made once."""

from kolej.server import wire
from tests.support.fake_server import Looker, World


async def test_spectators_share_their_frames(world: World) -> None:
    table, ada, bob = await world.pair()
    spectators = [await world.look(table, await world.person(f"S{n}")) for n in range(3)]
    strangers = [await world.look(table, None) for _ in range(2)]
    assert table.info(None).watchers == 7
    assert ada.legal is not None
    await world.act(table, ada, ada.legal.keep[0][0])
    assert len({id(looker.raw[-1]) for looker in (*spectators, *strangers)}) == 1
    assert len({looker.raw[-1] for looker in (ada, bob, spectators[0])}) == 3
    table.detach(bob)
    assert len({id(looker.raw[-1]) for looker in spectators}) == 1
    assert ada.table is not None and [seat.online for seat in ada.table.seats] == [True, False]


async def test_whoever_comes_twice_is_told_once(world: World) -> None:
    table, ada, bob = await world.pair()
    seen = len(bob.raw)
    await table.attach(ada, None, None)
    assert len(bob.raw) == seen
    before = len(ada.of(wire.TableFrame))
    table.detach(Looker(ada.who))
    assert len(ada.of(wire.TableFrame)) == before and table.info(None).seats[0].online
