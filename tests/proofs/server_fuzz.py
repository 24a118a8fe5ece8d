"""Frames and requests that nobody should send, by the million: `python -m tests.proofs.server_fuzz --help`.

None may crash the server, be answered by a failure of the server, or change a game. And commands that are sent again
and again, in any order, over two connections: each has one effect and one answer.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from bench.load.server import Server, free_port
from tests.proofs.server.fuzz import fuzzed
from tests.proofs.server.resends import resent
from tests.proofs.server.schema import asked_everything
from tests.support.random_games import TABLES

WAVE = 50_000


def main() -> int:
    """Run the proof and print a summary."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.server_fuzz", description=__doc__)
    parser.add_argument("--frames", type=int, default=1_000_000, help="frames over sockets (1000000)")
    parser.add_argument("--cases", type=int, default=20_000, help="requests made from the schema (20000)")
    parser.add_argument("--moves", type=int, default=5_000, help="moves that are sent again and again (5000)")
    parser.add_argument("--seed", type=int, default=1, help="the first seed (1)")
    asked = parser.parse_args()
    began = time.monotonic()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory(prefix="kolej-fuzz-") as name:
        server = Server(Path(name) / "data", free_port(), settings={"KOLEJ_WORKERS": "1"})
        server.start()
        try:
            for number, done in enumerate(range(0, asked.frames, WAVE)):
                counts += asyncio.run(fuzzed(server, min(WAVE, asked.frames - done), asked.seed + number))
            print(f"frames: {dict(counts)}; {server.memory() / 2**20:.0f} MiB", flush=True)
            requests = asked_everything(server, asked.cases, asked.seed) if asked.cases else Counter[str]()
            print(f"requests: {dict(requests)}; {server.memory() / 2**20:.0f} MiB", flush=True)
            again: Counter[str] = Counter()
            while again["moves"] < asked.moves:
                edition, seats = TABLES[again["games"] % len(TABLES)]
                left = asked.moves - again["moves"]
                again += asyncio.run(resent(server, edition, seats, asked.seed + again["games"], left)) + Counter(
                    games=1
                )
            print(f"sent again: {dict(again)}", flush=True)
            code = server.stop()
            assert code == 0, f"asked to stop, the server ended with {code}"
        finally:
            server.kill()
        complaints = [line for line in server.output().splitlines() if " error " in line or "Traceback" in line]
        assert not complaints, complaints[:5]
    print(f"0 crashes, 0 failures, 0 changes in {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
