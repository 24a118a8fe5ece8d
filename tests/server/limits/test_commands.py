"""Commands that come too fast, over one socket and over all of a person or a network."""

import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from kolej.server.websocket.command_rates import CommandRates
from tests.server.limits.clients import from_address, network
from tests.support.running_server import Running, running


def test_commands_that_come_too_fast(strict: Running) -> None:
    host = from_address(strict, "10.0.0.9")
    host.me()
    with host.socket(host.table(), **{"x-forwarded-for": "10.4.0.1"}) as talk:
        talk.frame()
        for n in range(30):
            talk.say(f'{{"id": "p{n}", "type": "ping"}}')
        answers = [talk.frame() for _ in range(30)]
        assert [each["id"] for each in answers] == [f"p{n}" for n in range(30)]
        assert {each["type"] for each in answers[:10]} == {"ok"}
        assert answers[-1]["code"] == "too-fast"
        time.sleep(0.5)
        assert talk.ask("ping")["type"] == "ok"
        with pytest.raises(ConnectionClosed):
            # On a busy machine, a command is allowed again before a hundred were refused.
            for _ in range(20):
                # At once: a client that sends to a socket that is closed could lose its last frame.
                # The thread that receives would send frames of its own in between.
                with talk.connection.protocol_mutex:
                    for n in range(300):
                        talk.connection.protocol.send_text(f'{{"id": "q{n}", "type": "ping"}}'.encode())
                    talk.connection.socket.sendall(b"".join(talk.connection.protocol.data_to_send()))
                for _ in range(300):
                    talk.frame()
        assert talk.frames[-1]["type"] == "gone"
        assert talk.frames[-1]["code"] == "too-fast"


def test_commands_over_all_sockets_of_a_person_and_of_a_network() -> None:
    rates = CommandRates(20)
    sent = [rates.take(1, "10.0.0.1", 0.0) for _ in range(20 * 20)]
    assert sum(sent) == 120, "the burst of a person, over however many sockets"
    assert sum(rates.take(1, "10.0.0.1", 1.0) for _ in range(400)) == 60
    # Another person in the same network, and people without a name in others.
    assert rates.take(2, "10.0.0.1", 1.0) and rates.take(None, "10.0.0.2", 1.0)
    assert sum(rates.take(person, "10.0.0.3", 1.0) for person in range(10, 30) for _ in range(50)) == 600
    assert rates.take(30, "10.0.0.4", 1.0)
    assert sum(rates.take(None, "10.0.0.5", 1.0) for _ in range(4000)) == 600


def test_a_person_sends_too_much_over_several_sockets(tmp_path: Path) -> None:
    with running(tmp_path, commands_per_second=5) as server:
        host = server.client()
        host.me()
        code = host.table()
        with ExitStack() as stack:
            sockets = [stack.enter_context(host.socket(code)) for _ in range(8)]
            begun, codes = time.monotonic(), list[str]()
            for talk in sockets:
                # Each sends no more than one socket may at once.
                codes += [talk.ask("ping").get("code", "ok") for _ in range(10)]
            most = 3 * 5 * (2 + time.monotonic() - begun)
            assert codes.count("ok") <= most + 1 and codes[:30] == ["ok"] * 30
            assert set(codes[30:]) <= {"ok", "too-fast"}


def test_commands_of_the_networks_of_one_client_share_one_rate() -> None:
    rates = CommandRates(20)
    assert sum(rates.take(None, network(n), 0.0) for n in range(1000)) == 600
    assert rates.take(None, network(0, "2001:db8:2"), 0.0)


def test_strangers_of_one_network_send_too_much_over_many_sockets(tmp_path: Path) -> None:
    with running(tmp_path, commands_per_second=1) as server:
        host = server.client()
        host.me()
        code = host.table()
        with ExitStack() as stack:
            sockets = [stack.enter_context(server.client().socket(code)) for _ in range(30)]
            begun = time.monotonic()
            # Each sends no more than one socket may at once.
            codes = [talk.ask("ping").get("code", "ok") for talk in sockets for _ in range(2)]
            most = 15 * (2 + time.monotonic() - begun)
        assert codes[:30] == ["ok"] * 30 and codes.count("ok") <= most + 1
        assert set(codes[30:]) <= {"ok", "too-fast"}
