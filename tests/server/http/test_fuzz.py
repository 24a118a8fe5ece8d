"""Thousands of frames that are nearly commands: each is answered, none changes anything."""

import json
import random

from tests.support.running_server import Visitor

COMMANDS = [
    '{"id":"a","do":"act","seat":0,"version":3,"move":5}',
    '{"id":"a","do":"act","seat":0,"version":3,"move":{"claim":[3,[0,1,2]]}}',
    '{"id":"a","do":"act","seat":0,"version":3,"move":"draw"}',
    '{"id":"a","do":"look","seat":1}',
    '{"id":"a","do":"agree","seat":0,"agree":true}',
    '{"id":"a","do":"commit","seat":0,"hash":"00"}',
    '{"id":"a","do":"open","seat":0,"seed":"00"}',
    '{"id":"a","do":"why","seat":0,"route":1}',
    '{"id":"a","do":"picks","seat":0,"route":1,"cards":[1,0]}',
    '{"id":"a","do":"reach","seat":0}',
    '{"id":"a","do":"odds","seat":0,"route":1,"cards":[1,0]}',
    '{"id":"a","do":"undo","seat":0}',
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


def broken(luck: random.Random) -> str | bytes:
    """A command with something wrong in it; mostly so, and never one that a spectator may give."""
    text = luck.choice(COMMANDS)
    for _ in range(luck.randint(0, 3)):
        at = luck.randrange(len(text) + 1)
        cut = at + luck.randint(0, 4)
        text = text[:at] + (luck.choice(PIECES) if luck.random() < 0.7 else "") + text[cut:]
    return text.encode() if luck.random() < 0.05 else text


def test_nothing_a_spectator_sends_changes_anything(ada: Visitor, bob: Visitor) -> None:
    luck = random.Random(7)
    code = ada.table(people=["Ada", "Ida"])
    ada.post(f"/api/tables/{code}/start", {"id": "start"})
    with ada.socket(code) as player:
        version = player.until("view")["version"]
        history = ada.get(f"/api/tables/{code}/history?seat=0").content
        with bob.socket(code) as talk:
            talk.until("view")
            for _ in range(MOST // 50):
                for _ in range(50):
                    talk.say(broken(luck))
                for _ in range(50):
                    answer = talk.until("refused", "ok", "answer")
                    assert answer["type"] == "refused", answer
                    assert answer["code"] not in ("busy", "storage"), answer
        assert ada.get(f"/api/tables/{code}/history?seat=0").content == history
        assert player.ask("ping")["version"] == version


def test_random_bytes_over_http_change_nothing(ada: Visitor) -> None:
    luck = random.Random(11)
    table = ada.table()
    before = ada.get(f"/api/tables/{table}").json()
    for _ in range(300):
        path = luck.choice(["/api/me", "/api/tables", f"/api/tables/{table}/rematch", "/api/login", "/api/account"])
        body = json.dumps(luck.choice([{"id": "x"}, {"name": 1}, [], {"id": {}}, {"seat": 0}]))
        at = luck.randrange(len(body) + 1)
        mangled = (body[:at] + luck.choice(PIECES) + body[at:]).encode()
        answer = ada.http.post(path, content=mangled, headers={"content-type": "application/json"})
        assert 400 <= answer.status_code < 500, (path, mangled, answer.text)
    assert ada.get(f"/api/tables/{table}").json() == before
