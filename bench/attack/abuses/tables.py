"""Abuse of tables: chat floods, long histories, reconnecting, tables of bots only, questions, rematches."""

import asyncio
import contextlib
from collections.abc import Sequence

from bench.attack.abuse import Bounds, Effort, Findings, Target, abuse
from bench.attack.clients import FAILED, http, live, new_guest, source
from bench.attack.steps import (
    RATE,
    SOCKETS_PER_PERSON,
    all_sockets,
    games_of_bots,
    open_again_and_again,
    own_game,
    send_again_and_again,
    setting_up,
    watch,
)
from bench.load.table import asked, new_id, opened, started

TEXT = "\N{STEAM LOCOMOTIVE}" * 400
"""The longest chat message, at four bytes a character."""
TABLES_PER_HOUR = 60
"""Tables that one address may create."""
CHATS_PER_SECOND = 20
"""Stored chat messages a second, of all attackers together, that one table can bear."""


async def _chat(target: Target, code: str, tokens: Sequence[str], effort: Effort) -> Findings:
    """Send chat messages over one socket for each token, as fast as one socket may."""
    findings = Findings()

    async def one(token: str) -> None:
        while effort.more():
            with contextlib.suppress(*FAILED):
                async with live(target, code, token) as answers:
                    while effort.more() and not answers.gone:
                        effort.spend(count=1, size=len(TEXT.encode()))
                        answers.send(new_id("x"), "chat", text=TEXT)
                        await asyncio.sleep(1 / RATE)
                        answers.frames.clear()
                    findings.counts.update(
                        {
                            kind: number
                            for kind, number in answers.kinds.items()
                            if kind not in ("chat", "table", "view")
                        }
                    )
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one(token) for token in tokens))
    findings.counts["sent"] = effort.count
    if findings.counts["ok"] > CHATS_PER_SECOND * effort.bounds.seconds + 100:
        findings.failures.append(f"{findings.counts['ok']} messages were stored in {effort.bounds.seconds:.0f} s")
    return findings


@abuse("chat-flood", Bounds(seconds=15, count=6000, bytes=10**7))
async def chat_flood(target: Target, effort: Effort) -> Findings:
    """One guest with 20 sockets chats at somebody else's table."""
    return await _chat(target, target.tables[0], [await new_guest(target)] * SOCKETS_PER_PERSON, effort)


@abuse("chat-flood-ten", Bounds(seconds=15, count=6000, bytes=10**7))
async def chat_flood_ten(target: Target, effort: Effort) -> Findings:
    """Ten guests of one address chat at somebody else's table, over two sockets each."""
    tokens = [await new_guest(target) for _ in range(10)]
    return await _chat(target, target.tables[0], tokens * 2, effort)


@abuse("long-history", Bounds(seconds=10, count=1400, bytes=2 * 10**9), long_table=True)
async def long_history(target: Target, effort: Effort) -> Findings:
    """Six strangers with addresses of their own request the history of a very long table, again and again."""
    findings = Findings()

    async def one(address: str) -> None:
        while effort.more():
            effort.spend(count=1)
            client = http(target, address)
            try:
                async with asyncio.timeout(effort.seconds_left() + 0.5):
                    answer, _, body = await client.ask("GET", f"/api/tables/{target.long}/history")
            except FAILED:
                findings.counts["no answer"] += 1
                await asyncio.sleep(0.1)
            else:
                findings.counts[f"answered {answer}"] += 1
                findings.counts["largest answer in kB"] = max(
                    findings.counts["largest answer in kB"], len(body) // 1000
                )
                effort.spend(size=len(body))
            finally:
                client.close()

    await asyncio.gather(*(one(source(number)) for number in range(6)))
    return findings


@abuse("old-since", Bounds(seconds=15, count=3), measured=False, long_table=True)
async def old_since(target: Target, effort: Effort) -> Findings:
    """A player who missed very much reconnects with `since`, and must be able to play on."""
    findings = Findings()
    while effort.more():
        effort.spend(count=1)
        async with live(target, target.long, target.long_token, "?since=7", "127.0.0.1") as answers:
            answers.send(f"back{effort.count}", "ping")
            back = await answers.wait_for(min(5, effort.seconds_left()), id=f"back{effort.count}", type="ok")
            findings.counts["frames received"] += sum(answers.kinds.values())
            if back is None:
                findings.failures.append(f"reconnecting failed: {answers.gone or 'no answer'}")
    return findings


async def _bot_tables(target: Target, effort: Effort, findings: Findings) -> tuple[str, list[str]]:
    """A guest, and tables where five experts play, started up to the bound."""
    token = await new_guest(target)
    codes = await games_of_bots(target, effort, findings, token, ["expert"])
    findings.counts["tables of bots"] = len(codes)
    return token, codes


@abuse("bot-tables", Bounds(seconds=40, count=50))
async def bot_tables(target: Target, effort: Effort) -> Findings:
    """One guest opens 50 tables where five experts play and nobody watches."""
    findings = Findings()
    await _bot_tables(target, effort, findings)
    await asyncio.sleep(effort.seconds_left())
    return findings


@abuse("bot-tables-watched", Bounds(seconds=40, count=50))
async def bot_tables_watched(target: Target, effort: Effort) -> Findings:
    """One guest opens 50 tables of five experts and watches as many of them as one person may."""
    findings = Findings()
    token, codes = await _bot_tables(target, effort, findings)
    await watch(target, effort, findings, [(code, token) for code in codes[:SOCKETS_PER_PERSON]])
    return findings


@abuse("questions", Bounds(seconds=10, count=20_000))
async def questions(target: Target, effort: Effort) -> Findings:
    """One guest asks what the tickets of a seat still need, over as many sockets as one person may have."""
    findings = Findings()
    token, code = await own_game(target)
    async with all_sockets(target, code, token, findings) as sockets:
        # With all the tickets that were offered, an answer costs most.
        view = await sockets[0].wait_for(5, type="view")
        if view is None:
            findings.failures.append("the game did not begin, so nothing was asked")
            return findings
        version, offer = view["version"], view["legal"]["keep"]
        sockets[0].send("keep", "act", seat=0, version=version, move=max(offer, key=lambda each: len(each[1]))[0])
        await send_again_and_again(sockets, effort, {"type": "reach", "seat": 0})
    return findings


@abuse("socket-churn", Bounds(seconds=10, count=20_000))
async def socket_churn(target: Target, effort: Effort) -> Findings:
    """Eight anonymous clients open sockets of a running game and close them after the first frame, again and again."""
    findings = Findings()
    await open_again_and_again(target, effort, findings, [(code, "") for code in target.tables[:8]])
    return findings


@abuse("rematches", Bounds(seconds=10, count=1000))
async def rematches(target: Target, effort: Effort) -> Findings:
    """One guest gives up a game against a bot at once, and asks for a rematch, again and again."""
    findings = Findings()
    token = await new_guest(target)
    with setting_up(target, findings) as client:
        code = await opened(client, [token], "europe", bots={"1": "easy"}, pace=0)
        while effort.more():
            effort.spend(count=1)
            await asked(client, "POST", f"/api/tables/{code}/resign", {"id": new_id("r")}, token)
            found = await asked(client, "POST", f"/api/tables/{code}/rematch", {"id": new_id("r")}, token)
            code = str(found["rematch"])
            findings.counts["rematches"] += 1
            await started(client, code, token)
    await asyncio.sleep(effort.seconds_left())
    if findings.counts["rematches"] > TABLES_PER_HOUR:
        findings.failures.append(f"{findings.counts['rematches']} tables were created")
    return findings


ABUSES = (
    chat_flood,
    chat_flood_ten,
    long_history,
    old_since,
    bot_tables,
    bot_tables_watched,
    questions,
    socket_churn,
    rematches,
)
