"""HTTP requests to a server, one after another: its CPU time for each, requests a second, and its start.

    python -m bench.http_requests
    python -m bench.http_requests --requests 300

The server and this script run on different cores where there are two. On a busy machine compare the CPU times.
"""

import argparse
import asyncio
import os
import tempfile
import time
from pathlib import Path

from bench.load.server import Server, free_port
from bench.load.socket import Http, Unexpected
from bench.load.table import guest, opened

Request = tuple[str, str, object]


async def _requests(http: Http, token: str) -> list[Request]:
    code = await opened(http, [token], "europe", start=False, seats=2)
    return [("GET", "/api/levels", None), ("GET", f"/api/tables/{code}", None), ("POST", "/api/me", {"name": "Ada"})]


async def _measured(server: Server, count: int) -> None:
    http = Http(server.host, server.port)
    token = await guest(http)
    for method, path, body in await _requests(http, token):
        # A write waits for the disk, so fewer of them take as long.
        repeat = count if body is None else max(1, count // 3)
        used, began = server.processor(), time.perf_counter()
        for _ in range(repeat):
            status, _, raw = await http.ask(method, path, body, token)
            if status != 200:
                raise Unexpected(f"{method} {path}: {status} {raw[:300]!r}")
        took, used = time.perf_counter() - began, server.processor() - used
        print(f"{method:<5}{path:<24}{1e6 * used / repeat:>8,.0f} µs of CPU{repeat / took:>8,.0f} a second")
    http.close()


def main() -> None:
    """Start a server, measure and stop it."""
    parser = argparse.ArgumentParser(description="HTTP requests to a server, one after another.")
    parser.add_argument("--requests", type=int, default=3000, metavar="N", help="requests of each kind")
    count = parser.parse_args().requests
    cores = sorted(os.sched_getaffinity(0))
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder) / "data", free_port(), cores[:1] if len(cores) > 1 else ())
        took = server.start()
        print(f"start {took:.2f} s, {server.processor():.2f} s of CPU, {server.memory() / 2**20:.0f} MiB")
        if len(cores) > 1:
            os.sched_setaffinity(0, cores[1:])
        try:
            asyncio.run(_measured(server, count))
        finally:
            server.stop()


if __name__ == "__main__":
    main()
