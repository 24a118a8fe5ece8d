"""WebSockets: refused frames, reconnecting, two tabs, slow readers, lost connections."""

import socket
import time
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.support.running_server import Client, Running, SocketClient, wait_for


@pytest.mark.parametrize(
    ("frame", "code", "name"),
    [
        ("", "bad-json", ""),
        ("nonsense", "bad-json", ""),
        ('{"id": "a1", "type": "ping"', "bad-json", ""),
        ('{"id": "\\ud800", "type": "ping"}', "bad-json", ""),
        ("[" * 5000, "bad-json", ""),
        ('{"id": "a1", "x": ' + "[" * 5000, "bad-json", ""),
        ("[]", "bad-command", ""),
        ("null", "bad-command", ""),
        ("{}", "bad-command", ""),
        ('{"id": "a1"}', "bad-command", "a1"),
        ('{"id": "a1", "type": "fly"}', "bad-command", "a1"),
        ('{"id": "a1", "type": "ping", "x": 1}', "bad-command", "a1"),
        ('{"type": "ping"}', "bad-command", ""),
        ('{"id": 5, "type": "ping"}', "bad-command", ""),
        ('{"id": "a b", "type": "ping"}', "bad-command", "a b"),
        ('{"id": "' + "x" * 100 + '", "type": "ping"}', "bad-command", "x" * 36),
        ('{"id": "a1", "type": "look", "seat": "0"}', "bad-command", "a1"),
        ('{"id": "a1", "type": "look", "seat": 99}', "bad-command", "a1"),
        ('{"id": "a1", "type": "act", "seat": 0, "version": 0, "move": -1}', "bad-command", "a1"),
        ('{"id": "a1", "type": "chat", "text": "' + "x" * 401 + '"}', "bad-command", "a1"),
        ('{"id": "a1", "type": "chat", "text": "' + "x" * 8200 + '"}', "too-long", "a1"),
        ('{"id": "a1", "type": "chat", "text": "' + "é" * 4100 + '"}', "too-long", "a1"),
        (b'{"id": "a1", "type": "ping"}', "bad-json", ""),
        (b"\x00\xff", "bad-json", ""),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_frame_that_is_no_command(ada: Client, frame: str | bytes, code: str, name: str) -> None:
    with ada.socket(ada.table()) as talk:
        version = talk.frame()["version"]
        talk.say(frame)
        refused = talk.frame()
        assert (refused["type"], refused["id"]) == ("refused", name), refused
        assert refused["code"] in ((code, "bad-command") if frame[:1] == "[" else (code,)), refused
        assert refused["reason"]
        assert talk.ask("ping") == {"type": "ok", "id": talk.frames[-1]["id"], "version": version}


def test_a_frame_that_is_far_too_long_ends_the_socket(ada: Client) -> None:
    with ada.socket(ada.table()) as talk:
        talk.frame()
        with pytest.raises(ConnectionClosed) as closed:
            talk.say("x" * 100_000)
            talk.frame()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


def test_text_that_is_no_text_ends_the_socket(ada: Client) -> None:
    with ada.socket(ada.table()) as talk:
        talk.frame()
        with pytest.raises(ConnectionClosed) as closed:
            talk.connection.send(b"\xff\xff", text=True)
            talk.frame()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007


@pytest.mark.parametrize(
    ("code", "query", "why"),
    [
        ("ZZZZZZ", "", "unknown-table"),
        ("%00", "", "unknown-table"),
        (None, "?seat=0", "not-your-seat"),
        (None, "?seat=x", "bad-command"),
        (None, "?since=-1", "bad-command"),
        (None, "?since=99999999999999999999", "bad-command"),
    ],
)
def test_a_socket_that_can_not_be(ada: Client, bob: Client, code: str | None, query: str, why: str) -> None:
    with bob.socket(code or ada.table(people=["Ada", "Ida"]), query) as talk:
        gone = talk.frame()
        assert (gone["type"], gone["code"]) == ("gone", why)
        with pytest.raises(ConnectionClosed) as closed:
            talk.frame()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, why)


def test_a_stranger_only_watches(server: Running, ada: Client) -> None:
    code = ada.game()
    with SocketClient(server, code, "", {"origin": server.url}) as talk:
        view = talk.until("view")
        assert view["seat"] is None
        assert talk.ask("chat", text="hello")["type"] == "refused"
        assert talk.ask("act", seat=0, version=view["version"], move=0)["code"] == "not-allowed"
        assert talk.ask("ping")["type"] == "ok"


def test_coming_back_brings_what_was_missed(ada: Client) -> None:
    code = ada.game()
    with ada.socket(code) as talk:
        seen = talk.until("view")["version"]
    with ada.socket(code) as other:
        version = other.until("view")["version"]
        for word in ("one", "two"):
            version = other.ask("chat", text=word)["version"]
    with ada.socket(code, f"?since={seen}") as again:
        assert again.frame()["type"] == "table"
        missed = [again.frame() for _ in range(version - seen)]
        assert [each["version"] for each in missed] == list(range(seen + 1, version + 1))
        assert [each["text"] for each in missed if each["type"] == "chat"] == ["one", "two"]


def test_a_command_sent_again_gets_the_answer_it_had(ada: Client) -> None:
    with ada.socket(ada.table()) as talk:
        talk.frame()
        first = talk.ask("chat", id="once", text="hello")
        talk.close()
    with ada.socket(talk_code(talk)) as again:
        again.frame()
        assert again.ask("chat", id="once", text="hello") == first
        assert not [each for each in again.frames if each["type"] == "chat"]


def talk_code(talk: SocketClient) -> str:
    return str(talk.frames[0]["table"]["code"])


def test_two_tabs_see_the_same(ada: Client) -> None:
    code = ada.game()
    with ada.socket(code) as one, ada.socket(code) as two:
        one.until("view"), two.until("view")
        version = one.ask("chat", text="hello")["version"]
        chat = two.until("chat")
        assert (chat["version"], chat["text"]) == (version, "hello")
        assert [each for each in one.frames if each["type"] == "chat"] == [chat]


def test_a_slow_reader_is_cut_off_and_comes_back(server: Running, ada: Client) -> None:
    code = ada.game(edition="europe")
    began = server.logged().count("too slow")
    # Nobody reads the answers: they fill the system's buffers, then the server's.
    with raw_socket(server, code, cookie=f"kolej={ada.token}", origin=server.url) as slow:
        with suppress(OSError):
            for _ in range(1000):
                slow.sendall(masked(f'{{"id": "{"p" * 36}", "type": "ping"}}') * 100)
        wait_for(lambda: server.logged().count("too slow") == began + 1)
    with ada.socket(code) as talk:
        last = talk.ask("chat", text="still here")["version"]
    with ada.socket(code, f"?since={last - 1}") as back:
        assert back.frame()["type"] == "table"
        assert back.frame()["text"] == "still here"


def raw_socket(server: Running, code: str, **headers: str) -> socket.socket:
    """A socket that reads nothing after the handshake."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(20)
    raw.connect(("127.0.0.1", server.port))
    said = {
        "Host": f"127.0.0.1:{server.port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
        **headers,
    }
    lines = [f"GET /api/tables/{code}/live HTTP/1.1", *(f"{name}: {value}" for name, value in said.items()), "", ""]
    raw.sendall("\r\n".join(lines).encode())
    assert b"101" in raw.recv(200)
    return raw


def masked(text: str) -> bytes:
    """A text frame of a client, with a mask of zeros."""
    data = text.encode()
    assert len(data) < 126
    return bytes([0x81, 0x80 | len(data), 0, 0, 0, 0]) + data


def sockets(client: Client) -> int:
    return int(client.get("/health").json()["sockets"])


def test_who_is_gone_without_a_word_is_noticed(strict: Running) -> None:
    host = strict.client(**{"x-forwarded-for": "10.1.0.1"})
    host.me()
    code = host.table()
    with raw_socket(strict, code):
        wait_for(lambda: sockets(host) == 1)
        # From here on it answers no ping.
        wait_for(lambda: sockets(host) == 0)


def test_half_a_handshake_harms_nobody(server: Running, ada: Client) -> None:
    for start in (b"GET /api/tables/ABCDEF/live HTTP/1.1\r\nUpgrade: websocket\r\n", b"\x16\x03\x01", b"\r\n\r\n"):
        with socket.create_connection(("127.0.0.1", server.port)) as half:
            half.sendall(start)
            time.sleep(0.02)
    assert ada.me()


def moves(legal: dict[str, Any]) -> list[int]:
    """Every number in a frame's legal moves that may be sent."""
    single = [legal[name] for name in ("draw", "tickets", "pass", "refuse") if legal.get(name) is not None]
    return single + [each[0] for name in ("take", "keep", "claim", "build", "pay") for each in legal.get(name) or []]


def test_a_whole_game_over_a_socket(ada: Client) -> None:
    code = ada.game()
    with ada.socket(code) as talk:
        frame = talk.until("view")
        version = frame["version"]
        while not frame.get("result"):
            version = frame["version"]
            if frame.get("legal"):
                choices = moves(frame["legal"])
                answer = talk.ask("act", seat=0, version=version, move=choices[len(choices) // 2])
                assert answer["type"] == "ok", answer
                seen = [each for each in talk.frames if each.get("version", 0) > version and each["type"] == "events"]
                frame = seen[-1] if seen else talk.until("events")
            else:
                frame = talk.until("events")
        played = [each["version"] for each in talk.frames if "version" in each and each["type"] == "events"]
        assert played == sorted(set(played))
    assert ada.get(f"/api/tables/{code}").json()["stage"] == "over"
    text = ada.get(f"/api/tables/{code}/file")
    assert text.headers["content-disposition"] == f'attachment; filename="{code}.kolej"'
    assert text.text.startswith("kolej")
    history = ada.get(f"/api/tables/{code}/history?seat=0").json()
    assert history["version"] >= played[-1]


def test_a_removed_spectator_is_disconnected_and_stays_out(ada: Client, bob: Client) -> None:
    code = ada.table(["Ada"])
    with ada.socket(code) as host, bob.socket(code) as spectator:
        host.frame(), spectator.frame()
        version = spectator.ask("chat", text="spam")["version"]
        assert host.ask("moderate", chat=version, action="remove")["type"] == "ok"
        gone = spectator.until("gone")
        assert gone["code"] == "removed"
        with pytest.raises(ConnectionClosed) as closed:
            spectator.frame()
        assert closed.value.rcvd is not None and (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, "removed")
        wait_for(lambda: ada.get(f"/api/tables/{code}").json()["subscribers"] == 1)
    with bob.socket(code) as again:
        assert again.frame()["code"] == "removed"
    answer = bob.post(f"/api/tables/{code}/join", {"id": "j"})
    assert (answer.status_code, answer.json()["code"]) == (403, "removed")


def test_chat_is_limited_over_all_sockets_of_a_person(ada: Client) -> None:
    code = ada.table(["Ada"])
    with ada.socket(code) as one, ada.socket(code) as two:
        answers = [each.ask("chat", text="spam")["type"] for _ in range(10) for each in (one, two)]
        # The clock runs: one or two more than the burst may have passed.
        assert 10 <= answers.count("ok") <= 13 and answers.count("refused") == 20 - answers.count("ok")
