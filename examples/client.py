"""Plays random legal moves against a bot over the network: python examples/client.py [SERVER] [EDITION]"""

import json
import random
import sys
import time
from urllib.request import Request, urlopen

from websockets.sync.client import connect

server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8600"
edition = sys.argv[2] if len(sys.argv) > 2 else "new_york"

# A new client becomes a guest. A program sends the token of the cookie as a Bearer token.
with urlopen(f"{server}/api/me") as answer:
    token = answer.headers["set-cookie"].split(";")[0].removeprefix("kolej=")
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def post(path, **body):
    with urlopen(Request(server + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


settings = {"edition": edition, "seats": 2, "pace": 0}
table = post("/api/tables", id="open", settings=settings, people=["Client"], bots={"1": "easy"})
post(f"/api/tables/{table['code']}/start", id="start")
url = f"{server.replace('http', 'ws', 1)}/api/tables/{table['code']}/live"
with connect(url, additional_headers={"Authorization": headers["Authorization"]}, max_size=None) as socket:
    for n, text in enumerate(socket):
        frame = json.loads(text)
        if frame["type"] == "refused" and frame["code"] != "stale":  # Stale: newer events are on their way.
            sys.exit(frame["reason"])
        if legal := frame.get("legal"):
            single = [legal[each] for each in ("draw", "tickets", "pass", "refuse") if legal[each] is not None]
            listed = [each[0] for name in ("take", "keep", "claim", "build", "pay") for each in legal[name]]
            move = random.choice(single + listed)
            act = {"id": f"m{n}", "type": "act", "seat": 0, "version": frame["version"], "move": move}
            time.sleep(0.05)  # A server accepts twenty commands a second.
            socket.send(json.dumps(act))
        if result := frame.get("result"):
            print(f"{result['totals'][0]} to {result['totals'][1]} points")
            break
