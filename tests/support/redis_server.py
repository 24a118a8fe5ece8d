"""Redis for tests: a server of the test's own, on a socket in a folder, that can be killed, stopped and hung."""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

MISSING = "there is no Redis; install it (Debian: redis-server) to run this"


@cache
def program() -> str | None:
    """The program of the Redis server, if there is one."""
    return shutil.which("redis-server")


class RedisServer:
    """A server in a folder of its own. Only its socket is reachable; nothing is written to the disk."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.socket = folder / "redis.sock"
        self.url = f"unix://{self.socket}"
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and return when it answers."""
        found = program()
        assert found is not None, MISSING
        words = ["--port", "0", "--unixsocket", str(self.socket), "--save", "", "--appendonly", "no"]
        with (self.folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen(
                [found, *words, "--dir", str(self.folder), *self._options], stdout=log, stderr=log
            )
        until = time.monotonic() + 10
        while True:
            try:
                self.client().ping()
                return
            except RedisError:
                assert time.monotonic() < until, (self.folder / "server.log").read_text()[-2000:]
                time.sleep(0.01)

    def client(self) -> "Redis":
        """A client that looks into the server."""
        return Redis.from_url(self.url)

    def kill(self) -> None:
        """Kill the server: everything that it held is lost."""
        if self._process is not None:
            self._process.send_signal(signal.SIGCONT)
            self._process.kill()
            self._process.wait()
            self._process = None

    def hang(self) -> None:
        """Stop the process: connections stay open and nothing answers."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Let it go on."""
        assert self._process is not None
        os.kill(self._process.pid, signal.SIGCONT)


@contextmanager
def running_redis(*options: str) -> Iterator[RedisServer]:
    """A server that is killed and deleted at the end."""
    # Not pytest's folder: the path of a socket may have about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="kolej-redis-", dir="/tmp"))
    server = RedisServer(folder, *options)
    try:
        server.start()
        yield server
    finally:
        server.kill()
        shutil.rmtree(folder, ignore_errors=True)
