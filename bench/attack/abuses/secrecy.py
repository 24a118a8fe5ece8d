"""Attempts to learn or to pass for what one is not: seats that were left, withheld seeds, lengths, names."""

import asyncio
from collections.abc import Sequence
from typing import Any

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import FAILED, http, new_guest
from bench.load.socket import Http
from bench.load.table import Chair, Frame, asked, new_id, opened

WITHHELD_SECONDS = 8.0
"""A deal that goes on by itself so soon has asked nobody."""
ACCOUNT = "Ada Lovelace"
NAMES = {
    "the name of an account": ACCOUNT + " ",
    "the name of an account in other case": ACCOUNT.upper(),
    "a look-alike of an account": ACCOUNT.replace("a", "\N{CYRILLIC SMALL LETTER A}"),
    "an account's name with an invisible character": ACCOUNT.replace(" ", " \N{ZERO WIDTH JOINER}"),
    "a zero-width joiner": "\N{ZERO WIDTH JOINER}",
    "a byte order mark": "\N{ZERO WIDTH NO-BREAK SPACE}",
    "a Hangul filler": "\N{HANGUL FILLER}",
}


async def _table(target: Target, client: Http, chairs: Sequence[type[Chair]], **settings: Any) -> list[Chair]:
    """A new table with these players, whose deal has begun."""
    tokens = [await new_guest(target) for _ in chairs]
    code = await opened(client, tokens, "new_york", start=False, absent=None, undo="none", **settings)
    made = [kind(token, code) for kind, token in zip(chairs, tokens, strict=True)]
    for chair in made:
        await chair.sit(target.host, target.port, client.source)
    await asked(client, "POST", f"/api/tables/{code}/start", {"id": new_id("s")}, tokens[0])
    return made


@abuse("seat-peek", Bounds(seconds=20, count=2), measured=False)
async def seat_peek(target: Target, effort: Effort) -> Findings:
    """A stranger, and an opponent who leaves the own seat, take a seat that was left, to read its hand."""
    findings = Findings()
    client = http(target)
    chairs = await _table(target, client, [Chair, Chair, Chair])
    await asyncio.gather(*(chair.dealt() for chair in chairs))
    table = f"/api/tables/{chairs[0].code}"

    async def change(what: str, token: str, **fields: Any) -> int:
        return (await client.ask("POST", f"{table}/{what}", {"id": new_id("x"), **fields}, token))[0]

    await change("leave", chairs[1].token)
    for who, token in (("a stranger", await new_guest(target)), ("an opponent", chairs[0].token)):
        effort.spend(count=1)
        if token == chairs[0].token:
            await change("leave", token)
        findings.counts[f"{who} joined: {await change('join', token, seat=1)}"] += 1
        answer, _, body = await client.ask("GET", f"{table}/history?seat=1", None, token)
        if answer == 200:
            findings.failures.append(f"{who} read {len(body)} bytes of the history of a seat that was left")
        await change("leave", token, seat=1)
    for chair in chairs:
        chair.leave()
    client.close()
    return findings


class CommitsOnly(Chair):
    """A player who commits to a seed and never opens it."""

    def deal(self, frame: Frame) -> None:
        if frame.stage == "commit":
            super().deal(frame)


@abuse("withheld-seed", Bounds(seconds=20, count=1), measured=False)
async def withheld_seed(target: Target, effort: Effort) -> Findings:
    """A player commits and does not open: the game must not be dealt before the other one was asked."""
    findings = Findings()
    client = http(target)
    chairs = await _table(target, client, [Chair, CommitsOnly])
    effort.spend(count=1)
    try:
        async with asyncio.timeout(min(WITHHELD_SECONDS, effort.seconds_left())):
            await chairs[0].dealt()
    except TimeoutError:
        findings.counts["the deal waits"] = 1
    else:
        findings.failures.append("the server used its own seed for a seat, and nobody was asked")
    for chair in chairs:
        chair.leave()
    client.close()
    return findings


@abuse("history-lengths", Bounds(seconds=20, count=2), measured=False)
async def history_lengths(target: Target, effort: Effort) -> Findings:
    """The history of a seat with compression offered: its length must not depend on what chat repeats."""
    findings = Findings()
    client = http(target)
    chairs = await _table(target, client, [Chair, Chair])
    await asyncio.gather(*(chair.dealt() for chair in chairs))
    path = f"/api/tables/{chairs[0].code}/history?seat=0"
    lengths = []
    for offer in ("identity", "gzip, deflate, br, zstd"):
        effort.spend(count=1)
        _, headers, body = await client.ask("GET", path, None, chairs[0].token, [f"Accept-Encoding: {offer}"])
        lengths.append(len(body))
        if encoding := headers.get("content-encoding", ""):
            findings.failures.append(f"a history with secrets and chat is compressed ({encoding})")
    findings.counts.update({"bytes plain": lengths[0], "bytes with compression offered": lengths[1]})
    for chair in chairs:
        chair.leave()
    client.close()
    return findings


@abuse("names", Bounds(seconds=20, count=100), measured=False)
async def names(target: Target, effort: Effort) -> Findings:
    """A guest takes the name of an account, names that look like it, and names that nobody can see."""
    findings = Findings()
    client = http(target)
    account, stranger = await new_guest(target), await new_guest(target)
    await asked(client, "POST", "/api/account", {"name": ACCOUNT, "password": "correct horse battery"}, account)
    code = await opened(client, [account], "new_york", start=False, seats=3)
    for about, name in NAMES.items():
        effort.spend(count=2)
        for place, path, body in (
            ("as a guest", "/api/me", {"name": name}),
            ("at a table", f"/api/tables/{code}/join", {"id": new_id("j"), "name": name}),
        ):
            try:
                answer = await asked(client, "POST", path, body, stranger)
            except FAILED:
                findings.counts["refused"] += 1
                continue
            given = (
                [answer["name"]] if "name" in answer else [each["name"] for each in answer["seats"] if each["yours"]]
            )
            if any(each in (name, ACCOUNT) for each in given):
                findings.failures.append(f"{about} {place}")
            else:
                findings.counts["changed by the server"] += 1
            if place == "at a table":
                await asked(client, "POST", f"/api/tables/{code}/leave", {"id": new_id("l")}, stranger)
    client.close()
    return findings


ABUSES = (seat_peek, withheld_seed, history_lengths, names)
