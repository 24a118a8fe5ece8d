"""Limits of open sockets, by person, by address and by table. Each test uses other addresses."""

import asyncio
from contextlib import ExitStack

import pytest
from websockets.exceptions import InvalidStatus

from kolej.server.errors import Refusal
from kolej.server.limits import SOCKETS_AT_TABLE, ConcurrencyLimit, Limits
from kolej.server.settings import Settings
from tests.server.limits.clients import from_address, network
from tests.support.running_server import Client, Running, wait_for


def test_what_is_open_is_counted() -> None:
    async def test() -> None:
        limit = ConcurrencyLimit(1, "one is enough")
        await limit.enter("a")
        await limit.enter("b")
        with pytest.raises(Refusal, match="one is enough"):
            await limit.enter("a")
        limit.leave("a")
        await limit.enter("a")

    asyncio.run(test())


def test_sockets_of_the_networks_of_one_client_share_a_wider_limit() -> None:
    async def test() -> None:
        limit = ConcurrencyLimit(2, "too many passengers", by_network=True)
        for n in range(8):
            await limit.enter(network(n))
        with pytest.raises(Refusal, match="too many passengers"):
            await limit.enter(network(8))
        await limit.enter(network(0, "2001:db8:2"))
        limit.leave(network(3))
        await limit.enter(network(8))
        for n in (0, 1, 2, 4, 5, 6, 7, 8):
            limit.leave(network(n))
        # What was refused left nothing behind.
        for _ in range(2):
            await limit.enter(network(8))

    asyncio.run(test())


def test_sockets_of_one_person(strict: Running) -> None:
    client = from_address(strict, "10.0.0.7")
    client.me()
    code = client.table()
    with (
        client.socket(code, **{"x-forwarded-for": "10.2.0.1"}) as one,
        client.socket(code, **{"x-forwarded-for": "10.2.0.2"}),
        client.socket(code, **{"x-forwarded-for": "10.2.0.3"}) as three,
    ):
        assert three.frame()["code"] == "too-many"
        assert one.ask("ping")["type"] == "ok"


def test_sockets_of_one_address(strict: Running) -> None:
    host = from_address(strict, "10.0.0.8")
    host.me()
    code = host.table()
    strangers = [from_address(strict, "10.3.0.1") for _ in range(4)]
    same = {"x-forwarded-for": "10.3.0.1"}
    with strangers[0].socket(code, **same), strangers[1].socket(code, **same), strangers[2].socket(code, **same):
        with pytest.raises(InvalidStatus) as refused:
            strangers[3].socket(code, **same)
        assert refused.value.response.status_code == 429
        assert strangers[3].get("/health").status_code == 200
    # Anybody could fill the log with it.
    assert '"level": "error"' not in strict.logged()


def test_sockets_of_one_address_at_one_table(server: Running, ada: Client) -> None:
    code, other, stranger = ada.table(), ada.table(), server.client()
    before = ada.get("/health").json()["sockets"]
    with ExitStack() as stack:
        for _ in range(SOCKETS_AT_TABLE):
            stack.enter_context(stranger.socket(code)).frame()
        refused = stack.enter_context(ada.socket(code)).frame()
        assert (refused["type"], refused["code"]) == ("gone", "too-many")
        # Another table is another matter.
        assert stack.enter_context(ada.socket(other)).frame()["type"] == "table"
    wait_for(lambda: ada.get("/health").json()["sockets"] == before)
    with ada.socket(code) as talk:
        assert talk.frame()["type"] == "table"


def test_a_wider_network_may_have_four_times_as_many_sockets_as_an_address() -> None:
    async def test() -> None:
        limit = Limits(Settings()).address_sockets
        for n in range(4 * limit.limit):
            await limit.enter(network(n))
        with pytest.raises(Refusal):
            await limit.enter(network(4 * limit.limit))
        await limit.enter(network(0, "2001:db8:2"))

    asyncio.run(test())


def test_a_wider_network_may_have_four_times_as_many_sockets_at_one_table_as_an_address() -> None:
    async def test() -> None:
        limit = Limits(Settings()).table_sockets
        for n in range(4 * limit.limit):
            await limit.enter(("BCDFGH", network(n)))
        with pytest.raises(Refusal):
            await limit.enter(("BCDFGH", network(4 * limit.limit)))
        await limit.enter(("BCDFGH", network(0, "2001:db8:2")))
        await limit.enter(("BCDFGK", network(0)))
        limit.leave(("BCDFGH", network(0)))
        await limit.enter(("BCDFGH", network(1)))

    asyncio.run(test())
