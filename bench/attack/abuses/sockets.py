"""WebSockets that break the rules: pings without end, half-open sockets, half frames, refused handshakes."""

import asyncio
import socket

import msgspec

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import (
    FAILED,
    closing,
    connected,
    handshake,
    hold,
    http,
    new_guest,
    received,
    sent,
    status,
)
from bench.load.table import asked, opened

MASKED = 0x80
NO_MASK = b"\0\0\0\0"
PINGS = (bytes([0x89, MASKED + 125]) + NO_MASK + bytes(125)) * 500
"""65,500 bytes of ping frames, each as large as it may be."""
PING_SECONDS = 2


def text_frame(text: bytes, size: int | None = None) -> bytes:
    """A short text frame; `size` is the announced length if it is another."""
    return bytes([0x81, MASKED + (len(text) if size is None else size)]) + NO_MASK + text


async def _ping(connection: socket.socket, effort: Effort) -> None:
    """Send pings and read nothing, until the server closes the connection or the bounds are reached."""
    while effort.more() and await sent(connection, PINGS, effort.seconds_left()):
        effort.spend(size=len(PINGS))


@abuse("unread-pings", Bounds(seconds=20, count=4, bytes=400 * 10**6))
async def unread_pings(target: Target, effort: Effort) -> Findings:
    """Four sockets of a stranger send pings without end and never read the pongs."""
    findings = Findings()
    with closing([]) as connections:
        for _ in range(effort.bounds.count):
            connection = await connected(target, receive_buffer=4096)
            connections.append(connection)
            await sent(connection, handshake(target, target.tables[0]), 5)
            findings.counts[f"handshake {await status(connection, 5)}"] += 1
        await asyncio.gather(*(_ping(each, effort) for each in connections))
        findings.counts["MB sent"] = effort.bytes // 10**6
        # The pongs wait in the server for as long as it keeps the sockets.
        findings.counts["open at the end"] = await hold(connections, effort)
    return findings


@abuse("half-open", Bounds(seconds=12, count=1, bytes=16 * 10**6), settings={"KOLEJ_PING": str(PING_SECONDS)})
async def half_open(target: Target, effort: Effort) -> Findings:
    """A player with unread frames waiting in the server, who answers no ping, must not count as online."""
    findings = Findings()
    token, client = await new_guest(target), http(target)
    code = await opened(client, [token], "new_york", start=False, seats=2)
    with closing([await connected(target, receive_buffer=4096)]) as connections:
        (connection,) = connections
        await sent(connection, handshake(target, code, f"Authorization: Bearer {token}"), 5)
        await status(connection, 5)
        while effort.bytes < effort.bounds.bytes and await sent(connection, PINGS, 0.5):
            effort.spend(size=len(PINGS))
        await asyncio.sleep(min(effort.seconds_left(), 4 * PING_SECONDS))
        table = await asked(client, "GET", f"/api/tables/{code}")
    client.close()
    findings.counts["kB of pings sent"] = effort.bytes // 1000
    findings.counts["seconds waited"] = 4 * PING_SECONDS
    if table["seats"][0]["online"] and effort.bounds.seconds >= 4 * PING_SECONDS:
        findings.failures.append("a player who answers no ping is still online")
    return findings


@abuse("half-frame", Bounds(seconds=5, count=1), measured=False)
async def half_frame(target: Target, effort: Effort) -> Findings:
    """A handshake with half a frame behind it: the other half looks like a command, and must not be one."""
    findings = Findings()
    inner = text_frame(msgspec.json.encode({"id": "inner", "type": "ping"}))
    begin = b"....\r\n\r\n"
    effort.spend(count=1)
    with await connected(target) as connection:
        await sent(connection, handshake(target, target.tables[0]) + text_frame(begin, len(begin + inner)), 2)
        await received(connection, 1)
        await asyncio.sleep(0.3)
        await sent(connection, inner, 1)
        answers = b""
        while more := await received(connection, 1):
            answers += more
    if b'"inner"' in answers:
        findings.failures.append("the payload of a frame was taken for a command")
    findings.counts["bytes answered"] = len(answers)
    return findings


@abuse("refused-handshakes", Bounds(seconds=10, count=100_000))
async def refused_handshakes(target: Target, effort: Effort) -> Findings:
    """Handshakes with a foreign origin, and requests whose client goes away, to fill the log."""
    findings = Findings()

    async def one() -> None:
        while effort.more():
            effort.spend(count=1)
            try:
                with await connected(target) as connection:
                    await sent(connection, handshake(target, target.tables[0], "Origin: https://evil.example"), 2)
                    if effort.count % 2:
                        findings.counts[f"answered {await status(connection, 5)}"] += 1
                    else:
                        findings.counts["went away"] += 1
            except FAILED:
                findings.counts["not connected"] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(8)))
    return findings


ABUSES = (unread_pings, half_open, half_frame, refused_handshakes)
