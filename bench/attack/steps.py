"""Steps of several abuses: to set something up, to watch tables, and to ask for the same again and again."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from itertools import cycle
from typing import Any

from bench.attack.abuse import Effort, Findings, Target
from bench.attack.clients import FAILED, Answers, http, live, new_guest
from bench.load.socket import Http
from bench.load.table import asked, new_id, opened, started

SOCKETS_PER_PERSON = 20
RATE = 20
"""Commands a second that one socket may send."""


@contextlib.contextmanager
def setting_up(target: Target, findings: Findings) -> Iterator[Http]:
    """An HTTP connection of the attacker. If the server refuses something, that is noted and the abuse goes on."""
    client = http(target)
    try:
        yield client
    except FAILED as error:
        findings.counts[f"stopped: {str(error)[:100]}"] = 1
    finally:
        client.close()


async def own_game(target: Target) -> tuple[str, str]:
    """A new guest, and the code of their game against a bot."""
    token, client = await new_guest(target), http(target)
    try:
        return token, await opened(client, [token], "europe", bots={"1": "easy"}, pace=0)
    finally:
        client.close()


async def games_of_bots(
    target: Target, effort: Effort, findings: Findings, token: str, levels: Sequence[str]
) -> list[str]:
    """The codes of games where five bots of these levels play without a pause, opened up to the bound."""
    codes = list[str]()
    with setting_up(target, findings) as client:
        while effort.more():
            effort.spend(count=1)
            settings = {"edition": "europe", "seats": 5, "pace": 0}
            bots = {str(seat): levels[seat % len(levels)] for seat in range(5)}
            new = {"id": new_id("t"), "settings": settings, "people": [], "bots": bots}
            code = str((await asked(client, "POST", "/api/tables", new, token))["code"])
            await started(client, code, token)
            codes.append(code)
    return codes


async def watch(target: Target, effort: Effort, findings: Findings, tables: Iterable[tuple[str, str]]) -> None:
    """Watch tables, each as the person with a token, until the time is over."""
    watching = list[Answers]()
    async with contextlib.AsyncExitStack() as stack:
        for code, token in tables:
            with contextlib.suppress(*FAILED):
                watching.append(await stack.enter_async_context(live(target, code, token)))
        await asyncio.sleep(effort.seconds_left())
    findings.counts["tables watched"] = len(watching)
    findings.counts["moves seen"] = sum(each.kinds["events"] for each in watching)


@contextlib.asynccontextmanager
async def all_sockets(target: Target, code: str, token: str, findings: Findings) -> AsyncIterator[list[Answers]]:
    """As many sockets of one person at a table as they may have. In the end, what came over them is counted."""
    async with contextlib.AsyncExitStack() as stack:
        found = [await stack.enter_async_context(live(target, code, token)) for _ in range(SOCKETS_PER_PERSON)]
        yield found
        for each in found:
            findings.counts.update({kind: number for kind, number in each.kinds.items() if kind != "table"})
            findings.counts["closed"] += bool(each.gone)


async def send_again_and_again(over: Iterable[Answers], effort: Effort, *commands: dict[str, Any]) -> None:
    """Send commands over sockets, over each of them as fast as one may."""

    async def one(answers: Answers) -> None:
        while effort.more() and not answers.gone:
            effort.spend(count=len(commands))
            for command in commands:
                answers.send(new_id("c"), **command)
            await asyncio.sleep(len(commands) / RATE)
            answers.frames.clear()

    await asyncio.gather(*(one(each) for each in over))


async def open_again_and_again(
    target: Target, effort: Effort, findings: Findings, paths: Iterable[tuple[str, str]], until: str = "view"
) -> None:
    """Eight anonymous clients open sockets of tables, each with a query, and close them after a frame of a type."""
    turns = cycle(paths)

    async def one() -> None:
        while effort.more():
            effort.spend(count=1)
            code, query = next(turns)
            try:
                async with live(target, code, None, query) as answers:
                    seen = await answers.wait_for(2, type=until)
                findings.counts["seen" if seen else f"not seen {answers.gone[:20]}".strip()] += 1
            except FAILED:
                findings.counts["not connected"] += 1
                await asyncio.sleep(0.05)

    await asyncio.gather(*(one() for _ in range(8)))


async def request_again_and_again(
    client: Http, effort: Effort, findings: Findings, paths: Iterator[str], *headers: str, token: str | None = None
) -> None:
    """Request one path after another over a connection, count the answers, and close it in the end."""
    try:
        while effort.more():
            effort.spend(count=1)
            try:
                async with asyncio.timeout(min(10, effort.seconds_left() + 0.5)):
                    answer, _, body = await client.ask("GET", next(paths), token=token, headers=headers)
            except FAILED:
                findings.counts["no answer"] += 1
                client.close()
                await asyncio.sleep(0.05)
            else:
                findings.counts[f"answered {answer}"] += 1
                effort.spend(size=len(body))
    finally:
        client.close()
