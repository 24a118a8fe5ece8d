"""Logs contain no secrets, in whole games and for every kind of failure."""

import io
import json
import logging
import re

import pytest

from kolej.server import logs
from kolej.server.settings import Settings
from tests.server.websocket.test_sockets import moves
from tests.support.running_server import Client, Running

WORDS = "zanzibar-quagmire"
PASSWORD = "umbrella-firmament"
NAME = "Wenceslas"


def test_no_log_of_a_game_has_a_secret(server: Running, ada: Client) -> None:
    ada.post("/api/me", {"name": NAME})
    ada.post("/api/login", {"name": NAME, "password": PASSWORD})
    program = ada.post("/api/tokens").json()["token"]
    ada.get(f"/api/tables?mine=1&token={program}")
    ada.get(f"/{program}")
    ada.get("/api/tables/ZZZZZZ", headers={"x-secret": PASSWORD})
    code = ada.game()
    with ada.socket(code, f"?token={program}") as talk:
        frame = talk.until("view")
        talk.ask("chat", text=WORDS)
        talk.say(f'{{"id": "bad", "type": "chat", "text": "{WORDS}", "x": 1}}')
        talk.say(f"{WORDS}")
        turns = 0
        while not frame.get("result") and turns < 12:
            if frame.get("legal"):
                turns += 1
                talk.ask("act", seat=0, version=talk.frames[-1].get("version", frame["version"]), move=0)
                talk.ask("act", seat=0, version=frame["version"], move=moves(frame["legal"])[0])
            later = [each for each in talk.frames if each["type"] == "events" and each["version"] > frame["version"]]
            frame = later[-1] if later else talk.until("events")
    logged = server.logged()
    assert '"route": "/api/tables/{code}"' in logged
    secrets = [ada.token, program, WORDS, PASSWORD, NAME, "kolej=", "Bearer", "seed", *colors(ada)]
    assert [each for each in secrets if re.search(rf"\b{re.escape(each)}", logged)] == []


def colors(client: Client) -> list[str]:
    data = client.get("/api/editions/new_york").json()
    return [*data["colors"], data["wild"]]


def lines_of(format: str, *records: object) -> list[str]:
    stream = io.StringIO()
    names = ("kolej", "uvicorn.error", "asyncio")
    before = {name: (logging.getLogger(name).handlers, logging.getLogger(name).propagate) for name in names}
    levels = {name: logging.getLogger(name).level for name in names}
    try:
        logs.set_up(Settings(log_format=format, log_level="debug"), stream)
        for record in records:
            assert callable(record)
            record()
    finally:
        for name, (handlers, propagate) in before.items():
            logging.getLogger(name).handlers = handlers
            logging.getLogger(name).propagate = propagate
            logging.getLogger(name).setLevel(levels[name])
    return stream.getvalue().splitlines()


def fail() -> None:
    try:
        raise KeyError(WORDS)
    except KeyError as error:
        logs.log_failure("it failed", error)
        logging.getLogger("uvicorn.error").exception("Exception in ASGI application\n")
        logging.getLogger("asyncio").error("Task exception was never retrieved\nfuture: <Task exception=%r>", error)


def test_errors_are_logged_without_their_messages() -> None:
    for format in ("plain", "json"):
        lines = lines_of(format, fail)
        assert len(lines) == 3
        assert all(WORDS not in line for line in lines)
        assert "KeyError" in lines[0]
        assert "test_logs.py" in lines[0]


def test_lines_are_json_or_words() -> None:
    def log() -> None:
        logs.log_event("a train left", track=3, name="x\ny")

    [line] = lines_of("json", log)
    found = json.loads(line)
    assert (found["event"], found["level"], found["track"], found["name"]) == ("a train left", "info", 3, "x\ny")
    [line] = lines_of("plain", log)
    assert line.endswith('info    a train left track=3 name="x\\ny"')


def test_what_peers_do_wrong_does_not_fill_the_log() -> None:
    def complain() -> None:
        logging.getLogger("uvicorn.error").warning("Invalid HTTP request received.")
        logging.getLogger("uvicorn.error").info('127.0.0.1 - "WebSocket /x?token=secret" [accepted]')

    assert lines_of("plain", complain) == []


def test_what_clients_cause_on_broken_connections_does_not_fill_the_log() -> None:
    assert lines_of("plain", lambda: logging.getLogger("asyncio").warning("socket.send() raised exception.")) == []


def test_an_error_that_repeats_is_logged_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    # The default of a parameter is kept when the function is made.
    monkeypatch.setattr(logs._RepeatFilter.__init__, "__defaults__", (lambda: now[0],))

    def repeat() -> None:
        for n in range(logs.MAX_REPEATS + 5):
            logging.getLogger("uvicorn.error").error("the call returned '%s'", n)
            logging.getLogger("asyncio").error(f"Task exception was never retrieved\nfuture: {n}")
            logs.log_event("a request", n=n)
        logging.getLogger("uvicorn.error").error("something else")
        now[0] = logs.REPEAT_SECONDS + 1
        logging.getLogger("uvicorn.error").error("the call returned '%s'", "at last")

    found = [json.loads(line) for line in lines_of("json", repeat)]
    assert len([each for each in found if each["event"].startswith("the call")]) == logs.MAX_REPEATS + 1
    assert len([each for each in found if each["event"].startswith("Task")]) == logs.MAX_REPEATS
    assert len([each for each in found if each["event"] == "a request"]) == logs.MAX_REPEATS + 5
    assert [each["event"] for each in found[-2:]] == ["something else", "the call returned 'at last'"]
    assert found[-1]["dropped"] == 5
