"""Connections that take a place and give nothing back: they must neither lock others out nor stay permanently."""

import asyncio
import re
import socket
from collections.abc import Callable, Sequence

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import (
    FAILED,
    SOURCE,
    closing,
    connected,
    handshake,
    hold,
    http,
    received,
    request,
    sent,
    source,
)

SMALL_BUFFER = 4096
AT_ONCE = 50
PIPELINED = 3
"""Requests that a server takes from one connection before it has answered the first."""
PER_ADDRESS = 200
"""HTTP connections that one address may have."""
STALLED = 50
"""Connections that may be left when every client has had its time to read; those of other people come and go."""
ASK_SECONDS = 2.0
"""Seconds before the end in which the server is asked what it still holds."""
READ_EVERY = 0.5
"""Seconds between two bytes of a slow reader."""


async def _opened(
    target: Target,
    effort: Effort,
    findings: Findings,
    connections: list[socket.socket],
    first: Sequence[bytes],
    address: Callable[[int], str] = lambda number: SOURCE,
) -> None:
    """Open connections up to the bound and send each the first bytes of its kind, in turn."""
    limit = asyncio.Semaphore(AT_ONCE)

    async def one(number: int) -> None:
        async with limit:
            if not effort.more():
                return
            effort.spend(count=1)
            try:
                connection = await connected(target, address(number), SMALL_BUFFER)
            except FAILED:
                findings.counts["not connected"] += 1
                return
            connections.append(connection)
            await sent(connection, first[number % len(first)], 1)

    await asyncio.gather(*(one(number) for number in range(effort.bounds.count)))
    findings.counts["connections"] = len(connections)


def _many_requests(target: Target) -> Sequence[bytes]:
    """Requests whose answers are more than the buffers of the kernel hold: too many at once, and as many as may be."""
    return request(target, "/schema") * 200, request(target, "/schema") * PIPELINED


async def _held(target: Target) -> int:
    """The connections that the server has, as it says itself.

    A client can't tell: what the kernel still has to deliver comes before the end of a connection.
    """
    client = http(target, "127.0.0.1")
    try:
        _, _, body = await client.ask("GET", "/metrics")
    finally:
        client.close()
    found = re.search(rb"^kolej_connections (\d+)", body, re.MULTILINE)
    return int(found[1]) if found else 0


async def _unread(target: Target, effort: Effort, address: Callable[[int], str]) -> Findings:
    findings = Findings()
    before = await _held(target)
    with closing([]) as connections:
        await _opened(target, effort, findings, connections, _many_requests(target), address)
        findings.counts["held at first"] = await _held(target) - before
        await asyncio.sleep(effort.seconds_left() - ASK_SECONDS)
        findings.counts["held at the end"] = held = await _held(target) - before
    if held > STALLED and effort.bounds.seconds >= 45:
        findings.failures.append(f"{held} connections whose clients read nothing were held")
    return findings


@abuse("unread-answers", Bounds(seconds=45, count=1100))
async def unread_answers(target: Target, effort: Effort) -> Findings:
    """1,100 connections of one address that request a lot and read nothing."""
    return await _unread(target, effort, lambda number: SOURCE)


@abuse("unread-answers-many", Bounds(seconds=45, count=1100))
async def unread_answers_many(target: Target, effort: Effort) -> Findings:
    """1,100 connections of 110 addresses that request a lot and read nothing."""
    return await _unread(target, effort, lambda number: source(number // 10))


@abuse("idle-connections", Bounds(seconds=25, count=1500))
async def idle_connections(target: Target, effort: Effort) -> Findings:
    """1,500 connections that send nothing."""
    findings = Findings()
    with closing([]) as connections:
        await _opened(target, effort, findings, connections, [b""])
        findings.counts["open at the end"] = await hold(connections, effort)
    return findings


@abuse("silent-handshakes", Bounds(seconds=20, count=1100))
async def silent_handshakes(target: Target, effort: Effort) -> Findings:
    """1,100 handshakes with a header that is too long for a WebSocket; nobody may hold a place by one."""
    findings = Findings()
    with closing([]) as connections:
        await _opened(target, effort, findings, connections, [handshake(target, "BCDFGH", "X-Filler: " + "x" * 9000)])
        findings.counts["open at the end"] = await hold(connections, effort)
    if findings.counts["open at the end"] > PER_ADDRESS:
        findings.failures.append(f"{findings.counts['open at the end']} connections were held")
    return findings


@abuse("slow-readers", Bounds(seconds=60, count=300))
async def slow_readers(target: Target, effort: Effort) -> Findings:
    """300 connections that request a lot and read two bytes a second."""
    findings = Findings()

    async def read(connection: socket.socket) -> None:
        while effort.seconds_left() > ASK_SECONDS:
            if await received(connection, 0.1, 1) == b"":
                findings.counts["closed by the server"] += 1
                return
            await asyncio.sleep(READ_EVERY)

    before = await _held(target)
    with closing([]) as connections:
        await _opened(target, effort, findings, connections, _many_requests(target))
        findings.counts["held at first"] = await _held(target) - before
        await asyncio.gather(*(read(each) for each in connections))
        findings.counts["held at the end"] = held = await _held(target) - before
    if held > STALLED and effort.bounds.seconds >= 60:
        findings.failures.append(f"{held} connections were held after a minute")
    return findings


ABUSES = (unread_answers, unread_answers_many, idle_connections, silent_handshakes, slow_readers)
