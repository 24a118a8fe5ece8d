"""Cheap to ask for, again and again: old tables, missed frames, refused commands, presence, lists, quick bots."""

import asyncio
import contextlib
from itertools import cycle

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.abuses.tables import RATE, SOCKETS_PER_PERSON
from bench.attack.clients import FAILED, Answers, http, live, new_guest, source
from bench.load_socket import Http
from bench.load_table import asked, new_id, opened, started

OLD_TABLES = 24
"""Finished tables, more than a server keeps in memory."""
LAST_MESSAGES = 250
"""Long messages that a client has missed; about as much as is sent one by one."""
WATCHERS = 49
"""Sockets of one address at one table, fewer than it may have."""
LISTED = 55
"""Listed tables of one address, fewer than it may create."""


async def _churn(
    target: Target, effort: Effort, findings: Findings, paths: list[tuple[str, str]], until: str = "view"
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


@abuse("finished-churn", Bounds(seconds=15, count=20_000))
async def finished_churn(target: Target, effort: Effort) -> Findings:
    """Eight anonymous clients open sockets of finished games, more than the server keeps in memory, again and again."""
    findings = Findings()
    token, client = await new_guest(target), http(target)
    codes = [target.finished]
    try:
        for _ in range(OLD_TABLES):
            if not effort.more():
                break
            code = await opened(client, [token], "europe", bots={"1": "easy"}, pace=0)
            await asked(client, "POST", f"/api/tables/{code}/resign", {"id": new_id("r")}, token)
            codes.append(code)
    except FAILED as error:
        findings.counts[f"stopped: {str(error)[:100]}"] = 1
    finally:
        client.close()
    findings.counts["finished tables"] = len(codes)
    await _churn(target, effort, findings, [(code, "") for code in codes])
    return findings


@abuse("since-churn", Bounds(seconds=10, count=20_000), long_table=True)
async def since_churn(target: Target, effort: Effort) -> Findings:
    """Eight anonymous clients reconnect to a long table with `since` again and again, and get what they missed."""
    findings = Findings()
    async with live(target, target.long, None) as answers:
        view = await answers.wait_for(5, type="view")
    if view is None:
        findings.failures.append("the table could not be watched")
        return findings
    since = max(1, view["version"] - LAST_MESSAGES)
    await _churn(target, effort, findings, [(target.long, f"?since={since}")], until="chat")
    return findings


@abuse("refused-commands", Bounds(seconds=10, count=20_000))
async def refused_commands(target: Target, effort: Effort) -> Findings:
    """One guest sends undos, illegal moves and looks, over as many sockets as one person may have."""
    findings = Findings()
    token, client = await new_guest(target), http(target)
    code = await opened(client, [token], "europe", bots={"1": "easy"}, pace=0)
    client.close()

    async def one(answers: Answers) -> None:
        while effort.more() and not answers.gone:
            effort.spend(count=3)
            answers.send(new_id("u"), "undo", seat=0)
            answers.send(new_id("a"), "act", seat=0, version=1, move="draw")
            answers.send(new_id("l"), "look", seat=0)
            await asyncio.sleep(3 / RATE)
            answers.frames.clear()

    async with contextlib.AsyncExitStack() as stack:
        asking = [await stack.enter_async_context(live(target, code, token)) for _ in range(SOCKETS_PER_PERSON)]
        await asyncio.gather(*(one(each) for each in asking))
        for each in asking:
            findings.counts.update({kind: number for kind, number in each.kinds.items() if kind != "table"})
            findings.counts["closed"] += bool(each.gone)
    return findings


@abuse("presence-churn", Bounds(seconds=10, count=20_000))
async def presence_churn(target: Target, effort: Effort) -> Findings:
    """A seated player comes and goes all the time, while nearly two hundred sockets of four addresses watch."""
    findings = Findings()
    token, client = await new_guest(target), http(target)
    code = await opened(client, [token], "europe", bots={"1": "easy"}, pace=0)
    client.close()
    async with contextlib.AsyncExitStack() as stack:
        watching: list[Answers] = []
        for number in range(4 * WATCHERS):
            if not effort.more():
                break
            with contextlib.suppress(*FAILED):
                where = source(1 + number // WATCHERS)
                watching.append(await stack.enter_async_context(live(target, code, None, source=where)))
        begun = sum(each.kinds["table"] for each in watching)
        while effort.more():
            effort.spend(count=1)
            with contextlib.suppress(*FAILED):
                async with live(target, code, token) as answers:
                    await answers.wait_for(2, type="table")
        findings.counts["watching"] = sum(not each.gone for each in watching)
        findings.counts["visits"] = effort.count
        findings.counts["tables sent"] = sum(each.kinds["table"] for each in watching) - begun
    return findings


@abuse("lists", Bounds(seconds=10, count=100_000))
async def lists(target: Target, effort: Effort) -> Findings:
    """A guest lists dozens of tables, and four clients ask for the longest lists, again and again."""
    findings = Findings()
    token, client = await new_guest(target), http(target)
    try:
        for _ in range(LISTED):
            if not effort.more():
                break
            await opened(client, [token], "europe", start=False, seats=5, open=True)
            findings.counts["listed"] += 1
    except FAILED as error:
        findings.counts[f"stopped: {str(error)[:100]}"] = 1
    finally:
        client.close()

    async def one(client: Http, path: str) -> None:
        while effort.more():
            effort.spend(count=1)
            try:
                async with asyncio.timeout(effort.seconds_left() + 0.5):
                    answer, _, body = await client.ask("GET", path, token=token if "mine" in path else None)
            except FAILED:
                findings.counts["no answer"] += 1
                client.close()
                await asyncio.sleep(0.05)
            else:
                findings.counts[f"answered {answer}"] += 1
                effort.spend(size=len(body))

    clients = [http(target) for _ in range(4)]
    try:
        paths = ("/api/tables?open=1&limit=100", "/api/tables?mine=1&limit=100")
        await asyncio.gather(*(one(each, paths[number % 2]) for number, each in enumerate(clients)))
    finally:
        for each in clients:
            each.close()
    return findings


@abuse("quick-bots-watched", Bounds(seconds=40, count=55))
async def quick_bots_watched(target: Target, effort: Effort) -> Findings:
    """Three guests of one address open 55 tables where quick bots play without a pause, and watch all of them."""
    findings = Findings()
    tokens, client = [await new_guest(target) for _ in range(3)], http(target)
    codes: list[str] = []
    try:
        while effort.more():
            effort.spend(count=1)
            settings = {"edition": "europe", "seats": 5, "pace": 0}
            bots = {str(seat): ("easy", "hard")[seat % 2] for seat in range(5)}
            new = {"id": new_id("t"), "settings": settings, "people": [], "bots": bots}
            code = str((await asked(client, "POST", "/api/tables", new, tokens[0]))["code"])
            await started(client, code, tokens[0])
            codes.append(code)
    except FAILED as error:
        findings.counts[f"stopped: {str(error)[:100]}"] = 1
    finally:
        client.close()
    watching: list[Answers] = []
    async with contextlib.AsyncExitStack() as stack:
        for number, code in enumerate(codes):
            with contextlib.suppress(*FAILED):
                token = tokens[number // SOCKETS_PER_PERSON]
                watching.append(await stack.enter_async_context(live(target, code, token)))
        await asyncio.sleep(effort.seconds_left())
    findings.counts["tables watched"] = len(watching)
    findings.counts["moves seen"] = sum(each.kinds["events"] for each in watching)
    return findings


ABUSES = (finished_churn, since_churn, refused_commands, presence_churn, lists, quick_bots_watched)
