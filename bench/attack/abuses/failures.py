"""A failing disk and a damaged database: the server must say so where operators look."""

import asyncio
import contextlib
from pathlib import Path

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import http, new_guest

BLOCKS = (2**20, 4096, 1)
MOST = 100 * 10**6
"""Bytes to write at most, more than the small disk has."""


def _fill(path: Path) -> None:
    """Write a file until the disk is full."""
    size = 0
    with path.open("wb", buffering=0) as file:
        for block in BLOCKS:
            with contextlib.suppress(OSError):
                while size < MOST:
                    size += file.write(bytes(block))


@abuse("full-disk", Bounds(seconds=30, count=200), measured=False, small_disk=True)
async def full_disk(target: Target, effort: Effort) -> Findings:
    """The disk of the data folder is full, and has room again later: /health must say both."""
    findings = Findings()
    client = http(target)
    token = await new_guest(target)
    filler = Path(target.data) / "filler"
    _fill(filler)
    try:
        answer = 200
        while answer == 200 and effort.more():
            # SQLite can use what is left in its own files for a while.
            effort.spend(count=1)
            answer, _, _ = await client.ask("POST", "/api/me", {"name": f"Ada {effort.count}"}, token)
        findings.counts[f"write {effort.count} answered {answer}"] = 1
        # Results of /health hold for two seconds.
        await asyncio.sleep(2.5)
        health, _, _ = await client.ask("GET", "/health")
        findings.counts[f"health {health} when full"] = 1
        if answer == 200:
            findings.failures.append("the disk was not full, so nothing was tested")
        elif health == 200:
            findings.failures.append("/health is 200 although writes are refused")
    finally:
        filler.unlink()
    health = 0
    while health != 200 and effort.seconds_left() > 0:
        await asyncio.sleep(0.5)
        health, _, _ = await client.ask("GET", "/health")
    findings.counts[f"health {health} with room again"] = 1
    if health != 200:
        findings.failures.append("/health is not 200 although there is room again")
    client.close()
    return findings


@abuse("damaged-database", Bounds(seconds=20, count=100), measured=False, damaged=True)
async def damaged_database(target: Target, effort: Effort) -> Findings:
    """A page of the logs is damaged: /health must say so, and everything else must be served."""
    findings = Findings()
    client = http(target)
    health, body = 200, b""
    while health == 200 and effort.seconds_left() > 0:
        # The whole database is checked while the server serves.
        await asyncio.sleep(0.5)
        health, _, body = await client.ask("GET", "/health")
    findings.counts[f"health {health}"] = 1
    if health != 503 or b'"database"' not in body:
        findings.failures.append("/health does not say that the database is damaged")
    for code in target.tables:
        if not effort.more():
            break
        effort.spend(count=1)
        answer, _, body = await client.ask("GET", f"/api/tables/{code}")
        findings.counts[f"tables answered {answer}"] += 1
        if answer != 200 and b'"damaged"' not in body:
            findings.failures.append(f"a table that can't be read is answered with {answer}")
    if not findings.counts["tables answered 200"]:
        findings.failures.append("no table is served, though most are whole")
    token = await new_guest(target)
    answer, _, _ = await client.ask("POST", "/api/me", {"name": "Ada"}, token)
    findings.counts[f"a write answered {answer}"] = 1
    if answer != 200:
        findings.failures.append("nothing can be written, though the rest is whole")
    client.close()
    return findings


ABUSES = (full_disk, damaged_database)
