"""Fuzzing of commands: thousands of invalid frames are each answered, and none changes anything."""

import json
import random

from tests.support.running_server import Client

COMMANDS = [
    '{"id":"a","type":"act","seat":0,"version":3,"move":5}',
    '{"id":"a","type":"act","seat":0,"version":3,"move":{"claim":[3,[0,1,2]]}}',
    '{"id":"a","type":"act","seat":0,"version":3,"move":"draw"}',
    '{"id":"a","type":"look","seat":1}',
    '{"id":"a","type":"agree","seat":0,"agree":true}',
    '{"id":"a","type":"commit","seat":0,"hash":"00"}',
    '{"id":"a","type":"open","seat":0,"seed":"00"}',
    '{"id":"a","type":"why","seat":0,"route":1}',
    '{"id":"a","type":"stand-ins","seat":0,"route":1,"cards":[1,0]}',
    '{"id":"a","type":"reach","seat":0}',
    '{"id":"a","type":"odds","seat":0,"route":1,"cards":[1,0]}',
    '{"id":"a","type":"undo","seat":0}',
]
PIECES = [
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "null",
    "-1",
    "1e999",
    "99999999999999999999",
    "\\u0000",
    "é",
    "🚂",
    "\t",
    "0.5",
]
MOST = 3000


def broken(rng: random.Random) -> str | bytes:
    """A command that is mostly invalid, and never one that a spectator may send."""
    text = rng.choice(COMMANDS)
    for _ in range(rng.randint(0, 3)):
        at = rng.randrange(len(text) + 1)
        cut = at + rng.randint(0, 4)
        text = text[:at] + (rng.choice(PIECES) if rng.random() < 0.7 else "") + text[cut:]
    return text.encode() if rng.random() < 0.05 else text


def test_nothing_a_spectator_sends_changes_anything(ada: Client, bob: Client) -> None:
    rng = random.Random(7)
    code = ada.table(people=["Ada", "Ida"])
    ada.post(f"/api/tables/{code}/start", {"id": "start"})
    with ada.socket(code) as player:
        version = player.until("view")["version"]
        history = ada.get(f"/api/tables/{code}/history?seat=0").content
        with bob.socket(code) as talk:
            talk.until("view")
            for _ in range(MOST // 50):
                for _ in range(50):
                    talk.say(broken(rng))
                for _ in range(50):
                    answer = talk.until("refused", "ok", "answer")
                    assert answer["type"] == "refused", answer
                    assert answer["code"] not in ("busy", "storage"), answer
        assert ada.get(f"/api/tables/{code}/history?seat=0").content == history
        assert player.ask("ping")["version"] == version


def test_random_bytes_over_http_change_nothing(ada: Client) -> None:
    rng = random.Random(11)
    table = ada.table()
    before = ada.get(f"/api/tables/{table}").json()
    for _ in range(300):
        path = rng.choice(["/api/me", "/api/tables", f"/api/tables/{table}/rematch", "/api/login", "/api/account"])
        body = json.dumps(rng.choice([{"id": "x"}, {"name": 1}, [], {"id": {}}, {"seat": 0}]))
        at = rng.randrange(len(body) + 1)
        mangled = (body[:at] + rng.choice(PIECES) + body[at:]).encode()
        answer = ada.http.post(path, content=mangled, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (path, mangled, answer.text)
    assert ada.get(f"/api/tables/{table}").json() == before
