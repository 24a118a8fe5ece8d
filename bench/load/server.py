"""A game server in another process: started, measured, stopped or killed."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

LIFTED = {
    "KOLEJ_TABLES_PER_HOUR": "1000000",
    "KOLEJ_GUESTS_PER_HOUR": "1000000",
    "KOLEJ_UNKNOWN_CODES": "1000000",
    "KOLEJ_REQUESTS_PER_SECOND": "1000000",
    "KOLEJ_READS_PER_MINUTE": "1000000",
    "KOLEJ_SOCKETS_PER_PERSON": "10000",
    "KOLEJ_SOCKETS_PER_ADDRESS": "1000000",
    "KOLEJ_COMMANDS_PER_SECOND": "10000",
}
"""Settings that raise the limits per address: the whole load comes from one address."""

START = [sys.executable, "-c", "from kolej.cli import main; main()", "serve"]
PAGES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
CPU_CLOCK = 2
"""The clock of Linux that the scheduler keeps for a process with all its threads."""


def free_port() -> int:
    """A free TCP port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def cores(text: str) -> list[int]:
    """The cores in a list such as 0,1 that exist."""
    there = os.sched_getaffinity(0)
    return [int(each) for each in text.split(",") if each and int(each) in there]


class Server:
    """`kolej serve` on a folder. Its output goes to a file in it, or beside it."""

    def __init__(
        self,
        data: Path,
        port: int,
        cores: Sequence[int] = (),
        settings: Mapping[str, str] | None = None,
        log: Path | None = None,
        command: Sequence[str] = START,
        healthy: bool = True,
    ) -> None:
        self.host = "127.0.0.1"
        self.port = port
        self.data = data
        self.cores = tuple(cores)
        self.settings = {**LIFTED, "KOLEJ_LOG_LEVEL": "warning", **(settings or {})}
        self.command = list(command)
        self.log = log or data.with_name(data.name + ".log")
        self.healthy = healthy
        """Whether it is expected to be; one with a damaged database is not."""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, patience: float = 60) -> float:
        """Start it and wait until it answers; returns the seconds that took."""
        began = time.perf_counter()
        environment = {**os.environ, **self.settings, "KOLEJ_PORT": str(self.port), "KOLEJ_DATA": str(self.data)}
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command, env=environment, stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True
            )
        if self.cores:
            os.sched_setaffinity(self._process.pid, self.cores)
        while not self.answers():
            if self._process.poll() is not None:
                raise RuntimeError(f"the server ended by itself:\n{self.output()[-3000:]}")
            if time.perf_counter() - began > patience:
                self.kill()
                raise RuntimeError(f"the server does not answer after {patience} s:\n{self.output()[-3000:]}")
            time.sleep(0.01)
        return time.perf_counter() - began

    def answers(self) -> bool:
        """Whether it is healthy, or answers at all if it is not expected to be."""
        try:
            with socket.create_connection((self.host, self.port), timeout=5) as probe:
                probe.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                head = probe.recv(64)
                return b" 200 " in head or (not self.healthy and b" 503 " in head)
        except OSError:
            return False

    def port_for(self, code: str) -> int:
        """The port for a socket of a table; a group of servers has several."""
        return self.port

    @property
    def pid(self) -> int:
        """The id of the process."""
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """Kill it and its workers without warning."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; returns its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> int:
        if self._process is None:
            return 0
        if how == signal.SIGTERM:
            self._process.send_signal(how)
            try:
                self._process.wait(30)
            except subprocess.TimeoutExpired:
                how = signal.SIGKILL
        # The server has a session of its own: its process group holds it and its workers, which must not outlive it.
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        code = self._process.wait()
        self._process = None
        return code

    def output(self) -> str:
        """Its output, without the lines that say where it listens."""
        lines = self.log.read_text(errors="replace").splitlines(keepends=True) if self.log.exists() else []
        return "".join(line for line in lines if not line.startswith("Kolej is at "))

    def memory(self) -> int:
        """Its resident memory in bytes, without its workers."""
        return int(Path(f"/proc/{self.pid}/statm").read_text().split()[1]) * PAGES

    def processor(self) -> float:
        """The CPU time that it has used in seconds, without its workers."""
        # The CPU clock of a process (clock_getcpuclockid); /proc counts in hundredths of a second.
        return time.clock_gettime(~self.pid << 3 | CPU_CLOCK)
