"""A fair game of two people at a real server: `python -m tests.replays.make_fair` writes it, unless it is there.

Both commit to seeds of their own over their sockets, play at random to the end, and one downloads the file. Its deal is
of method 2, which commits to the house rules as well.
"""

from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.server.cluster.players import Player, wait_for_frames
from tests.support.running_server import close_all_sockets, running

FAIR = Path(__file__).parent / "new_york-fair-2-house.kolej"


def played(folder: Path) -> bytes:
    """The file of a game that is played at a server with its data in this folder."""
    rng = Random(16)
    with running(folder) as server, ExitStack() as end:
        end.callback(close_all_sockets)
        clients = [server.client(), server.client()]
        for client in clients:
            client.me()
        code = clients[0].table(people=["Ada"], edition="new_york", house=["no-flush"], absent=86_400)
        assert clients[1].post(f"/api/tables/{code}/join", {"id": "join", "name": "Bob"}).status_code == 200
        players = [Player(client).sit(server, code) for client in clients]
        for player in players:
            end.callback(player.leave)
        wait_for_frames(players, lambda: [player.seat for player in players] == [0, 1])
        assert clients[0].post(f"/api/tables/{code}/start", {"id": "start"}).status_code == 200
        wait_for_frames(players, lambda: all(player.due for player in players))
        while not players[0].over:
            due = next(player for player in players if player.legal is not None and player.seat in player.due)
            fields = due.move(rng)
            due.legal = None
            due.send("act", **fields)
            # Both learn of every move, so both are up to date before the next one.
            version = fields["version"]
            wait_for_frames(players, lambda version=version: all(each.version > version for each in players))
        answer = clients[0].get(f"/api/tables/{code}/file")
        assert answer.status_code == 200, answer.text
        return answer.content


if __name__ == "__main__":
    if not FAIR.exists():
        with TemporaryDirectory() as folder:
            FAIR.write_bytes(played(Path(folder)))
        print(f"{FAIR.name}: {FAIR.stat().st_size // 1024} KB")
