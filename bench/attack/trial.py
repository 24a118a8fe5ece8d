"""One trial: a server with prepared tables, a quiet phase, an abuse, and the row of figures."""

import asyncio
import os
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass, fields
from math import inf
from pathlib import Path

import uvloop

from bench.attack.abuse import Abuse, Target
from bench.attack.attacker import Attacker
from bench.attack.honest import HonestPlayers
from bench.attack.prepared_data import PreparedData, damage_logs
from bench.attack.report import Phase, Row
from bench.load.server import LIFTED, START, Server, free_port
from bench.load.socket import Unexpected
from kolej.server.settings import Settings, variable

OPEN_FILES = 1024
"""The usual soft limit of open files. A server has to raise it by itself."""
DISK = "32m"
"""The size of the small disk."""
WARM_UP = 1.0
SHORTEST = 8.0
"""Seconds for which moves are measured at least: the 99th percentile of a few dozen would be the longest of them."""
QUIET_ATTEMPTS, MAX_SPREAD = 3, 2.5
"""How often the quiet phase is measured at most; its 99th percentile divided by its median if nothing disturbs it."""
AFTER = 3.0
"""Seconds after an attack until its memory must be free, and in which players are still served."""
FAILED = (OSError, RuntimeError, TimeoutError, Unexpected)
"""What happens to players and to the measurement when a server ends, or locks everybody out for a minute."""


@dataclass(frozen=True)
class Options:
    """How trials are made."""

    quiet: float
    """Seconds of the quiet phase."""
    scale: float
    """The part of the bounds that abuses use."""
    server_cores: list[int]
    load_cores: list[int]


def default_limits() -> dict[str, str]:
    """The default values of the settings that load tests raise."""
    return {variable(each): str(each.default) for each in fields(Settings) if variable(each) in LIFTED}


def _command(data: Path, small_disk: bool) -> list[str]:
    """The command of the server, with the usual limit of open files and on a disk of its own if wanted."""
    limited = f'ulimit -Sn {OPEN_FILES} && exec "$@"'
    if not small_disk:
        return ["sh", "-c", limited, "sh", *START]
    # The mount belongs to the server's own namespace, and goes away with it.
    mount = f'mount -t tmpfs -o size={DISK},mode=700 tmpfs "$0" && {limited}'
    return ["unshare", "--mount", "sh", "-c", mount, str(data), *START]


def can_mount() -> bool:
    """Whether a small disk can be made: that takes root and a Linux with mount namespaces."""
    if os.geteuid() != 0 or shutil.which("unshare") is None:
        return False
    with tempfile.TemporaryDirectory() as folder:
        command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", folder]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0


def trial(abuse: Abuse, data: PreparedData, options: Options) -> Row:
    """Carry out an abuse against a new server."""
    row = Row(abuse.name, abuse.about)
    if abuse.small_disk and not can_mount():
        row.counts["not run: a small disk can't be mounted without root"] = 1
        return row
    with tempfile.TemporaryDirectory(dir=data.folder.parent, prefix=f"{abuse.name}-") as name:
        folder = Path(name) / "data"
        if abuse.small_disk:
            folder.mkdir()
        else:
            data.copy_to(folder, abuse.long_table, options.scale)
        if abuse.damaged:
            damage_logs(folder)
        settings = {**default_limits(), "KOLEJ_LOG_LEVEL": "info", **abuse.settings}
        command = _command(folder, abuse.small_disk)
        server = Server(folder, free_port(), options.server_cores, settings, None, command, not abuse.damaged)
        try:
            server.start()
            uvloop.run(_attacked(row, abuse, server, data, options))
        except FAILED as error:
            # One row less, but the other abuses go on.
            row.failures.append(f"the server ended, or could not be used: {error}\n{server.output()[-1000:]}")
        finally:
            server.stop()
    row.judge()
    return row


def _target(abuse: Abuse, server: Server, data: PreparedData) -> Target:
    if abuse.small_disk:
        return Target(server.host, server.port, data=f"/proc/{server.pid}/root{server.data}")
    return Target(
        server.host,
        server.port,
        tuple(table.code for table in data.others),
        data.finished,
        data.long.code,
        data.long.tokens[0],
    )


async def _attacked(row: Row, abuse: Abuse, server: Server, data: PreparedData, options: Options) -> None:
    attacker = None
    players = HonestPlayers(server, data)
    try:
        if abuse.measured:
            await players.connect()
            await players.play(_time(WARM_UP))
            row.quiet = await _quiet(players, options.quiet)
        attacker = Attacker(
            abuse.name, _target(abuse, server, data), abuse.bounds.scaled(options.scale), options.load_cores
        )
        await attacker.begun()
        row.memory_before = server.memory()
        _reset_peak(server)
        log, used, began = server.log.stat().st_size, server.processor(), time.monotonic()
        attack = asyncio.ensure_future(attacker.finished())
        if abuse.measured:
            row.attack = Phase.of(await players.play(asyncio.gather(attack, _time(min(SHORTEST, options.quiet)))))
        findings = await attack
        row.attack_seconds = attacker.seconds
        row.seconds, row.server_cpu = time.monotonic() - began, server.processor() - used
        if abuse.measured:
            # Players who were locked out must be let in again soon. Moves of this time are not moves under attack.
            after = Phase.of(await players.play(_time(AFTER)))
            assert row.attack is not None
            row.attack.unanswered = max(row.attack.unanswered, after.unanswered)
            row.attack.disconnected += after.disconnected
        row.memory_peak, row.memory_after = _peak(server), server.memory()
        row.log_bytes = server.log.stat().st_size - log
        row.counts.update(findings.counts)
        row.failures += findings.failures
    finally:
        if attacker is not None:
            attacker.end()
        await players.close()


async def _quiet(players: HonestPlayers, seconds: float) -> Phase:
    """The quiet phase. It is repeated if something else disturbed it: a slow one would excuse a slow server."""
    best = None
    for _ in range(QUIET_ATTEMPTS):
        phase = Phase.of(await players.play(_time(seconds)))
        best = min(best or phase, phase, key=lambda each: each.ack_p99 or inf)
        if best.ack_p99 and best.ack_p50 and best.ack_p99 <= MAX_SPREAD * best.ack_p50:
            break
    assert best is not None
    return best


def _time(seconds: float) -> "asyncio.Future[None]":
    return asyncio.ensure_future(asyncio.sleep(seconds))


def _reset_peak(server: Server) -> None:
    """Let the kernel measure the peak of the memory from now on."""
    Path(f"/proc/{server.pid}/clear_refs").write_text("5")


def _peak(server: Server) -> int:
    """The peak of the server's resident memory in bytes."""
    lines = Path(f"/proc/{server.pid}/status").read_text().splitlines()
    (kilobytes,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(kilobytes) * 1024
