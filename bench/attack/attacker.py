"""The attacker's process: it carries out one abuse, apart from the honest players' process, and ends by itself."""

import asyncio
import multiprocessing
import os
import resource
import signal
import time
from multiprocessing.connection import Connection

from bench.attack.abuse import Bounds, Effort, Findings, Target
from bench.attack.abuses import ABUSES

GRACE = 10.0
"""Seconds beyond its bound after which an abuse is ended from outside."""


def _run(name: str, target: Target, bounds: Bounds, cores: list[int], results: Connection) -> None:
    """The process: run an abuse and send its findings."""
    # Ctrl-C reaches every process of the terminal; the parent ends this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    # On a machine with few cores the attacker must not take the time of the honest players' client, whose delay would
    # be taken for the server's. A process of this policy gives way at once.
    os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    if cores:
        os.sched_setaffinity(0, cores)
    results.send(asyncio.run(_findings(name, target, bounds, results)))


async def _findings(name: str, target: Target, bounds: Bounds, results: Connection) -> Findings:
    # Starting Python takes a second on a busy machine: the attack begins only now.
    results.send(None)
    effort = Effort(bounds)
    try:
        async with asyncio.timeout(bounds.seconds + GRACE / 2):
            return await ABUSES[name].run(target, effort)
    except Exception as error:
        findings = Findings()
        findings.failures.append(f"the abuse could not be carried out: {type(error).__name__} {error}")
        return findings


class Attacker:
    """The process of an abuse, as the honest side sees it."""

    def __init__(self, name: str, target: Target, bounds: Bounds, cores: list[int]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._results, results = spawn.Pipe(duplex=False)
        self._process = spawn.Process(target=_run, args=(name, target, bounds, cores, results), daemon=True)
        self._bounds = bounds
        self.seconds = 0.0
        """How long the attack lasted."""
        self._process.start()
        results.close()

    async def begun(self) -> None:
        """Wait until the attack begins."""
        await self._received(time.monotonic() + 60)

    async def finished(self) -> Findings:
        """Wait until it is over, and return its findings."""
        begun = time.monotonic()
        found = await self._received(begun + self._bounds.seconds + GRACE)
        self.seconds = time.monotonic() - begun
        if isinstance(found, Findings):
            return found
        return Findings(failures=["the attacker did not stop in time, or ended without findings"])

    async def _received(self, until: float) -> Findings | None:
        while time.monotonic() < until:
            if self._results.poll():
                try:
                    received: Findings | None = self._results.recv()
                except EOFError:
                    return None
                return received
            await asyncio.sleep(0.02)
        return None

    def end(self) -> None:
        """End the process if it still runs."""
        if self._process.is_alive():
            self._process.kill()
        self._process.join()
        self._results.close()
