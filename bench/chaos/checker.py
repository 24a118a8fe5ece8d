"""The checker: after all faults, everything that was acknowledged is in the log once, and everybody sees the same."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence

import asyncpg

from bench.chaos.cluster import Cluster
from bench.chaos.players import TableOfPlayers
from tests.proofs.server.kills import whole

PROGRESS_SECONDS = 40.0
"""A table that has not moved for so long after the last fault hangs."""
SETTLING_SECONDS = 30.0
LOG = "SELECT number, command FROM entries JOIN tables ON tables.id = table_id WHERE code = $1 ORDER BY number"


async def hanging(tables: Sequence[TableOfPlayers]) -> list[str]:
    """Wait until every table has moved on, and name those that have not."""
    before = {id(table): table.version for table in tables}
    until = time.monotonic() + PROGRESS_SECONDS
    left = list(tables)
    while left and time.monotonic() < until:
        await asyncio.sleep(0.05)
        left = [table for table in left if not table.over and table.version == before[id(table)]]
    return [
        f"table {table.people[0].code} hangs at {table.version}"
        + (", waiting for a bot" if table.waits_for_bot else "")
        + f": {[(each.seat, each.version, len(each.unanswered), len(each.legal)) for each in table.people]}"
        for table in left
    ]


async def settled(tables: Sequence[TableOfPlayers]) -> list[str]:
    """Let nobody move any more, and wait until all commands are answered and all viewers are at the same version."""
    people = [person for table in tables for person in table.people]
    for person in people:
        person.moving = False
    until = time.monotonic() + SETTLING_SECONDS
    still_since, seen = time.monotonic(), -1
    behind, waiting = people, people
    while time.monotonic() < until:
        await asyncio.sleep(0.05)
        total = sum(person.version for person in people)
        if total != seen:
            still_since, seen = time.monotonic(), total
        behind = [each for table in tables for each in table.people if each.version != table.version]
        waiting = [person for person in people if person.unanswered or person.view is None]
        if not behind and not waiting and time.monotonic() - still_since > 0.7:
            return []
    return [
        f"table {each.code}, seat {each.seat}: at {each.version}, {len(each.unanswered)} commands unanswered"
        for each in {id(each): each for each in (*behind, *waiting)}.values()
    ]


async def compared(cluster: Cluster, tables: Sequence[TableOfPlayers]) -> tuple[Counter[str], list[str]]:
    """Compare what players have with what each server and the log itself say: counts, and every difference."""
    counts: Counter[str] = Counter()
    wrong: list[str] = []
    for node in cluster.nodes:
        for table in tables:
            try:
                found = await whole(node.server, [list(table.people)])
            except AssertionError as error:
                wrong.append(f"{node.server.settings['KOLEJ_NODE']}: {str(error)[:500]}")
            else:
                if node is cluster.nodes[0]:
                    counts += found
    wrong += await _compared_with_log(cluster, tables)
    return counts, wrong


async def _compared_with_log(cluster: Cluster, tables: Sequence[TableOfPlayers]) -> list[str]:
    """Read the log past all servers: every acknowledged command is the command of one entry."""
    wrong = []
    connection = await asyncpg.connect(cluster.database)
    try:
        for table in tables:
            code = table.people[0].code
            rows = await connection.fetch(LOG, code)
            if [row["number"] for row in rows] != list(range(1, len(rows) + 1)):
                wrong.append(f"table {code}: the log has gaps")
            entries: dict[str, list[int]] = {}
            for row in rows:
                if row["command"] is not None:
                    entries.setdefault(row["command"].rpartition(":")[2], []).append(row["number"])
            for person in table.people:
                for command, version in person.acknowledged.items():
                    found = entries.get(command, [])
                    if len(found) != 1:
                        wrong.append(
                            f"table {code}: command {command}, acknowledged as {version}, is in entries {found}"
                        )
    finally:
        await connection.close()
    return wrong
