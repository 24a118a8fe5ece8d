"""Request heads that never end or take long: the server must not keep them, and must refuse them soon."""

import asyncio
from collections.abc import Callable

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import FAILED, connected, established, handshake, request, sent, status

CONNECTIONS = 4
MOST = 16 * 2**20
"""Bytes of a head that can be under way in the buffers of the kernel. A server that takes more has no limit."""


async def _endless(target: Target, effort: Effort, begin: bytes, more: Callable[[int], bytes]) -> Findings:
    """Send heads without an end over a few connections; a refused one is begun again."""
    findings = Findings()

    async def one() -> None:
        while effort.more():
            effort.spend(count=1)
            try:
                connection = await connected(target)
            except FAILED:
                findings.counts["not connected"] += 1
                await asyncio.sleep(0.1)
                continue
            with connection:
                size, part = len(begin), 0
                going = await sent(connection, begin, 5)
                while going and effort.more():
                    data = more(part)
                    going = await sent(connection, data, effort.seconds_left())
                    part, size = part + 1, size + len(data)
                    effort.spend(size=len(data))
                # The time may be over while the server reads slowly: that is no refusal.
                left_open = established(connection)
                answer = 0 if left_open else await status(connection, 1)
            findings.counts[f"answered {answer}" if answer else "left open" if left_open else "closed"] += 1
            findings.counts["largest head in kB"] = max(findings.counts["largest head in kB"], size // 1000)

    await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    findings.counts["MB sent"] = effort.bytes // 10**6
    if findings.counts["largest head in kB"] * 1000 > MOST:
        findings.failures.append(f"a head of {findings.counts['largest head in kB']} kB was taken")
    return findings


BOUNDS = Bounds(seconds=10, count=40_000, bytes=5 * 10**9)


@abuse("endless-head", BOUNDS)
async def endless_head(target: Target, effort: Effort) -> Findings:
    """Header after header, without the empty line that ends a request head."""
    line = b"X-Filler-%d: " + b"x" * 200 + b"\r\n"
    begin = b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
    return await _endless(target, effort, begin, lambda part: b"".join(line % (300 * part + n) for n in range(300)))


@abuse("endless-url", BOUNDS)
async def endless_url(target: Target, effort: Effort) -> Findings:
    """A URL that never ends."""
    filler = b"x" * 65536
    return await _endless(target, effort, b"GET /", lambda part: filler)


@abuse("endless-header", BOUNDS)
async def endless_header(target: Target, effort: Effort) -> Findings:
    """One header that never ends."""
    filler = b"x" * 65536
    return await _endless(target, effort, b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Filler: ", lambda part: filler)


async def _refused(target: Target, effort: Effort, heads: list[bytes]) -> Findings:
    """Send complete heads over a few connections; none may be accepted."""
    findings = Findings()

    async def one(number: int) -> None:
        while effort.more():
            head = heads[(number + effort.count) % len(heads)]
            effort.spend(count=1, size=len(head))
            try:
                with await connected(target) as connection:
                    await sent(connection, head, 5)
                    findings.counts[f"answered {await status(connection, 5)}"] += 1
            except FAILED:
                findings.counts["not connected"] += 1
                await asyncio.sleep(0.1)

    await asyncio.gather(*(one(number) for number in range(CONNECTIONS)))
    for answer in (0, 101, 200):
        if count := findings.counts[f"answered {answer}"]:
            findings.failures.append(f"{count} of these heads were answered {answer}")
    return findings


@abuse("many-headers", Bounds(seconds=10, count=100_000, bytes=4 * 10**9))
async def many_headers(target: Target, effort: Effort) -> Findings:
    """Complete requests with 5,000 short headers each."""
    head = b"GET /health HTTP/1.1\r\nHost: %s:%d\r\n" % (target.host.encode(), target.port)
    head += b"".join(b"x%d:\r\n" % number for number in range(5000)) + b"\r\n"
    return await _refused(target, effort, [head])


@abuse("long-queries", Bounds(seconds=10, count=100_000, bytes=4 * 10**9))
async def long_queries(target: Target, effort: Effort) -> Findings:
    """Complete requests and handshakes whose query has thousands of parameters."""
    query = "?open=1" + "&%41=1" * 5000
    heads = [request(target, f"/api/tables{query}"), handshake(target, f"BCDFGH/live{query}")]
    return await _refused(target, effort, heads)


@abuse("long-lists", Bounds(seconds=10, count=100_000, bytes=4 * 10**9))
async def long_lists(target: Target, effort: Effort) -> Findings:
    """Handshakes whose headers are lists of thousands of words."""
    words = "a," * 3500 + "a"
    names = ("Connection", "Upgrade", "Sec-WebSocket-Protocol")
    return await _refused(target, effort, [handshake(target, "BCDFGH", *[f"{name}: {words}"] * 4) for name in names])


ABUSES = (endless_head, endless_url, endless_header, many_headers, long_queries, long_lists)
