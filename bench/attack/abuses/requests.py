"""Requests that cost the server more than the client: odd static paths, game files, table codes, foreign hosts."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from string import ascii_uppercase

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import connected, http, request, sent, status
from bench.attack.steps import request_again_and_again

CONNECTIONS = 4
SPELLINGS: tuple[Callable[[int], str], ...] = (
    lambda number: f"/art/{'./' * number}europe.svg",
    lambda number: f"/art/{'/' * number}europe.svg",
    lambda number: f"/art/{'%2e/' * number}europe.svg",
    lambda number: f"/art/{'x/../' * number}europe.svg",
    lambda number: f"/assets/{'../assets/' * number}../index.html",
)
LOOKUPS = 300
"""Table codes that nobody looks up by hand in the time of this abuse."""


async def _requests(target: Target, effort: Effort, findings: Findings, paths: Iterator[str], *headers: str) -> None:
    """Request one path after another over a few connections, and count the answers."""
    clients = [http(target) for _ in range(CONNECTIONS)]
    await asyncio.gather(*(request_again_and_again(each, effort, findings, paths, *headers) for each in clients))


@abuse("static-paths", Bounds(seconds=10, count=10_000, bytes=10**9))
async def static_paths(target: Target, effort: Effort) -> Findings:
    """Thousands of spellings of the paths of two static files."""
    findings = Findings()
    with await connected(target) as connection:
        await sent(connection, request(target, "/art/europe.svg", "Connection: close"), 5)
        if await status(connection, 5) != 200:
            findings.counts["the page is not built, so there is little to request"] = 1
    paths = (spelling(number) for number in count(1) for spelling in SPELLINGS)
    await _requests(target, effort, findings, paths, "Accept-Encoding: gzip")
    if findings.counts["answered 200"]:
        findings.failures.append(f"{findings.counts['answered 200']} other spellings of a path were served")
    return findings


@abuse("game-file", Bounds(seconds=10, count=100_000, bytes=10**9))
async def game_file(target: Target, effort: Effort) -> Findings:
    """The file of a finished game, again and again over four connections."""
    findings = Findings()
    path = f"/api/tables/{target.finished}/file"
    await _requests(target, effort, findings, (path for _ in count()))
    return findings


@abuse("code-search", Bounds(seconds=10, count=100_000))
async def code_search(target: Target, effort: Effort) -> Findings:
    """Random table codes over four connections, in search of a private table."""
    findings = Findings()
    rng = Random(1)
    paths = ("/api/tables/" + "".join(rng.choices(ascii_uppercase, k=6)) for _ in count())
    await _requests(target, effort, findings, paths)
    looked_up = findings.counts["answered 404"] + findings.counts["answered 200"]
    spent = effort.bounds.seconds - effort.seconds_left()
    findings.counts["codes a second"] = round(looked_up / max(spent, 0.1))
    if looked_up > LOOKUPS and not findings.counts["answered 429"]:
        findings.failures.append(f"{looked_up} codes were looked up without a refusal")
    return findings


@abuse("foreign-host", Bounds(seconds=5, count=3), measured=False)
async def foreign_host(target: Target, effort: Effort) -> Findings:
    """Requests for another host, as from a page whose name was rebound to this machine."""
    findings = Findings()
    for path in ("/metrics", "/api/me", "/"):
        effort.spend(count=1)
        with await connected(target, source="127.0.0.1") as connection:
            await sent(connection, f"GET {path} HTTP/1.1\r\nHost: evil.example\r\n\r\n".encode(), 2)
            answer = await status(connection, 2)
        findings.counts[f"{path} answered {answer}"] += 1
        if answer == 200:
            findings.failures.append(f"{path} was served to evil.example")
    return findings


ABUSES = (static_paths, game_file, code_search, foreign_host)
