"""Plays a game against a bot over the wire, with any legal moves: python examples/client.py [SERVER] [EDITION]"""

import json
import random
import sys
import time
from urllib.request import Request, urlopen

from websockets.sync.client import connect

server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8600"
edition = sys.argv[2] if len(sys.argv) > 2 else "new_york"

# Whoever comes for the first time becomes a guest. A program shows the token of the cookie itself.
with urlopen(f"{server}/api/me") as answer:
    token = answer.headers["set-cookie"].split(";")[0].removeprefix("kolej=")
headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}


def post(path, **body):
    with urlopen(Request(server + path, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


table = post("/api/tables", id="open", edition=edition, seats=2, people=["Client"], bots={"1": "easy"}, pace=0)
post(f"/api/tables/{table['code']}/start", id="start")
url = f"{server.replace('http', 'ws', 1)}/api/tables/{table['code']}/live"
with connect(url, additional_headers={"Authorization": headers["Authorization"]}, max_size=None) as socket:
    for n, text in enumerate(socket):
        frame = json.loads(text)
        if frame["type"] == "refused" and frame["code"] != "stale":  # Stale: there is news on its way, with new moves.
            sys.exit(frame["reason"])
        if legal := frame.get("legal"):
            single = [legal[each] for each in ("draw", "tickets", "pass", "refuse") if legal[each] is not None]
            listed = [each[0] for name in ("take", "keep", "claim", "build", "pay") for each in legal[name]]
            move = random.choice(single + listed)
            act = {"id": f"m{n}", "do": "act", "seat": 0, "version": frame["version"], "move": move}
            time.sleep(0.05)  # A server takes twenty commands a second.
            socket.send(json.dumps(act))
        if result := frame.get("result"):
            print(f"{result['totals'][0]} to {result['totals'][1]} points")
            break
