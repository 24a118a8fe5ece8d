"""Cheap to ask for, again and again: old tables, missed frames, refused commands, presence, lists, quick bots."""

import asyncio
import contextlib
from itertools import repeat

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import FAILED, Answers, http, live, new_guest, source
from bench.attack.steps import (
    SOCKETS_PER_PERSON,
    all_sockets,
    games_of_bots,
    open_again_and_again,
    own_game,
    request_again_and_again,
    send_again_and_again,
    setting_up,
    watch,
)
from bench.load.table import asked, new_id, opened

OLD_TABLES = 24
"""Finished tables, more than a server keeps in memory."""
LAST_MESSAGES = 250
"""Long messages that a client has missed; about as much as is sent one by one."""
WATCHERS = 49
"""Sockets of one address at one table, fewer than it may have."""
LISTED = 55
"""Listed tables of one address, fewer than it may create."""


@abuse("finished-churn", Bounds(seconds=15, count=20_000))
async def finished_churn(target: Target, effort: Effort) -> Findings:
    """Eight anonymous clients open sockets of finished games, more than the server keeps in memory, again and again."""
    findings = Findings()
    token, codes = await new_guest(target), [target.finished]
    with setting_up(target, findings) as client:
        for _ in range(OLD_TABLES):
            if not effort.more():
                break
            code = await opened(client, [token], "europe", bots={"1": "easy"}, pace=0)
            await asked(client, "POST", f"/api/tables/{code}/resign", {"id": new_id("r")}, token)
            codes.append(code)
    findings.counts["finished tables"] = len(codes)
    await open_again_and_again(target, effort, findings, [(code, "") for code in codes])
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
    await open_again_and_again(target, effort, findings, [(target.long, f"?since={since}")], until="chat")
    return findings


@abuse("refused-commands", Bounds(seconds=10, count=20_000))
async def refused_commands(target: Target, effort: Effort) -> Findings:
    """One guest sends undos, illegal moves and looks, over as many sockets as one person may have."""
    findings = Findings()
    token, code = await own_game(target)
    commands = [
        {"type": "undo", "seat": 0},
        {"type": "act", "seat": 0, "version": 1, "move": "draw"},
        {"type": "look", "seat": 0},
    ]
    async with all_sockets(target, code, token, findings) as sockets:
        await send_again_and_again(sockets, effort, *commands)
    return findings


@abuse("presence-churn", Bounds(seconds=10, count=20_000))
async def presence_churn(target: Target, effort: Effort) -> Findings:
    """A seated player comes and goes all the time, while nearly two hundred sockets of four addresses watch."""
    findings = Findings()
    token, code = await own_game(target)
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
    token = await new_guest(target)
    with setting_up(target, findings) as client:
        for _ in range(LISTED):
            if not effort.more():
                break
            await opened(client, [token], "europe", start=False, seats=5, open=True)
            findings.counts["listed"] += 1
    asked_for = [("/api/tables?open=1&limit=100", None), ("/api/tables?mine=1&limit=100", token)] * 2
    await asyncio.gather(
        *(
            request_again_and_again(http(target), effort, findings, repeat(path), token=whose)
            for path, whose in asked_for
        )
    )
    return findings


@abuse("quick-bots-watched", Bounds(seconds=40, count=55))
async def quick_bots_watched(target: Target, effort: Effort) -> Findings:
    """Three guests of one address open 55 tables where quick bots play without a pause, and watch all of them."""
    findings = Findings()
    tokens = [await new_guest(target) for _ in range(3)]
    codes = await games_of_bots(target, effort, findings, tokens[0], ["easy", "hard"])
    tables = ((code, tokens[number // SOCKETS_PER_PERSON]) for number, code in enumerate(codes))
    await watch(target, effort, findings, tables)
    return findings


ABUSES = (finished_churn, since_churn, refused_commands, presence_churn, lists, quick_bots_watched)
