"""The connection to Redis: commands, messages, and what callers see while Redis is lost, hung or full."""

import asyncio
import logging
import time

import pytest

from kolej.server.cluster import redis_connection
from kolej.server.cluster.redis_connection import UNAVAILABLE, RedisConnection, Script, without_password
from kolej.server.metrics import Metrics
from tests.support.event_loop import run_limited, until
from tests.support.redis_server import RedisServer

ADD = Script("return redis.call('INCRBY', KEYS[1], ARGV[1])")


def test_commands_and_scripts(redis_server: RedisServer) -> None:
    async def test() -> None:
        async with RedisConnection(redis_server.url) as redis:
            assert redis.available
            assert await redis.execute("SET", redis.key("a", 1), b"x") == b"OK"
            assert await redis.execute("GET", "kolej:0:a:1") == b"x"
            assert await redis.execute("GET", redis.key("nothing")) is None
            # The second time the script is known to Redis.
            assert [await redis.run(ADD, (redis.key("sum"),), 2) for _ in range(3)] == [2, 4, 6]
            many = await asyncio.gather(*(redis.run(ADD, (redis.key("many"),), 1) for _ in range(500)))
            assert many == list(range(1, 501))

    run_limited(test())


def test_a_refused_command_is_unavailable_and_the_connection_goes_on(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with RedisConnection(redis_server.url) as redis:
            assert await redis.execute("INCRBY", redis.key("secret"), "secret text") is UNAVAILABLE
            assert redis.available and await redis.execute("PING") == b"PONG"

    run_limited(test())
    assert "Redis refused a command" in caplog.text and "secret" not in caplog.text


def test_messages_go_to_subscribers_of_their_channel_and_database(
    redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        heard: list[bytes] = []

        def fail(_: bytes) -> None:
            heard.clear()
            raise ValueError("secret")

        async with (
            RedisConnection(redis_server.url) as sender,
            RedisConnection(redis_server.url) as one,
            RedisConnection(f"{redis_server.url}?db=1") as other,
        ):
            await one.subscribe("news", heard.append)
            await one.subscribe("bad", fail)
            await other.subscribe("news", lambda _: heard.append(b"never"))
            assert sender.publish({"elsewhere": b"0"}) and sender.publish({"news": b"1"})
            await until(lambda: heard == [b"1"])
            sender.publish({"bad": b"secret"})
            await until(lambda: not heard)
            sender.publish({"news": b"2"})
            await until(lambda: heard == [b"2"])
            one.unsubscribe("news")
            await one.subscribe("last", heard.append)
            sender.publish({"news": b"3"})
            sender.publish({"last": b"4"})
            await until(lambda: heard == [b"2", b"4"])

    run_limited(test())
    assert "a message from Redis could not be handled" in caplog.text and "secret" not in caplog.text


@pytest.mark.parametrize("way", ["killed", "hung"])
def test_losing_redis_is_an_answer_and_it_comes_back(
    way: str, own_redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def test(server: RedisServer) -> None:
        metrics = Metrics()
        changes: list[bool] = []
        heard: list[bytes] = []
        async with RedisConnection(server.url, metrics) as redis, RedisConnection(server.url) as sender:
            redis.on_change(changes.append)
            await redis.subscribe("news", heard.append)
            assert "kolej_redis_available 1" in metrics.text()
            if way == "killed":
                server.kill()
            else:
                server.hang()
            asked = asyncio.get_running_loop().time()
            assert await redis.execute("PING") is UNAVAILABLE
            assert asyncio.get_running_loop().time() - asked < 2
            await until(lambda: changes == [False] and not sender.available)
            assert await redis.execute("PING") is UNAVAILABLE
            assert not redis.publish({"news": b"lost"})
            await redis.subscribe("more", heard.append)
            if way == "killed":
                server.start()
            else:
                server.resume()
            await until(lambda: changes == [False, True] and sender.available)
            assert await redis.execute("PING") == b"PONG"
            sender.publish({"news": b"1", "more": b"2"})
            await until(lambda: heard == [b"1", b"2"])
            assert redis.losses == 1

    run_limited(test(own_redis_server))
    assert caplog.text.count("Redis is not available") == 2
    assert caplog.text.count("Redis is available again") == 2


def test_time_in_which_the_event_loop_stands_still_is_not_time_that_redis_takes(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_connection, "TIMEOUT", 0.15)

    async def test() -> None:
        async with RedisConnection(redis_server.url) as redis:
            for steps in range(3):
                # The command waits to be written, or its reply waits to be read.
                asked = asyncio.ensure_future(redis.execute("PING"))
                for _ in range(steps):
                    await asyncio.sleep(0)
                time.sleep(0.3)
                assert await asked == b"PONG"
            assert redis.losses == 0

    run_limited(test())


def test_a_user_who_may_not_go_without_replies_is_refused(
    own_redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    """Else the refusal would be taken for the reply to the next command."""
    own_redis_server.client().acl_setuser(
        "bound", enabled=True, passwords=["+word"], keys=["*"], channels=["*"], commands=["+@all", "-client|reply"]
    )

    async def test() -> None:
        async with RedisConnection(f"unix://bound:word@{own_redis_server.socket}") as redis:
            assert not redis.available

    run_limited(test())
    (line,) = [record for record in caplog.records if record.message == "Redis is not available"]
    assert line.fields["problem"] == "it answered NOPERM"  # type: ignore[attr-defined]


def test_without_redis_at_the_start_everything_is_unavailable(caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        async with RedisConnection("redis://me:secret@127.0.0.1:1/3") as redis:
            assert not redis.available
            assert await redis.execute("PING") is UNAVAILABLE
            assert await redis.run(ADD, ("x",), 1) is UNAVAILABLE

    run_limited(test())
    (line,) = [record for record in caplog.records if record.message == "Redis is not available"]
    assert line.fields == {"address": "redis://127.0.0.1:1/3", "problem": "it can't be reached"}  # type: ignore[attr-defined]


def test_a_wrong_password_is_named_as_the_problem_and_not_shown(
    own_redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def test(server: RedisServer) -> None:
        async with RedisConnection(f"unix://:guess@{server.socket}") as redis:
            assert not redis.available

    own_redis_server.client().config_set("requirepass", "secret")
    run_limited(test(own_redis_server))
    (line,) = [record for record in caplog.records if record.message == "Redis is not available"]
    assert line.fields["problem"] == "it refuses the user or the password of the URL"  # type: ignore[attr-defined]
    assert "guess" not in str(line.fields)  # type: ignore[attr-defined]


def test_no_password_in_an_address() -> None:
    assert (
        without_password("rediss://me:se@cret@redis.example.org:6380/2?ssl_ca=x") == "rediss://redis.example.org:6380/2"
    )
