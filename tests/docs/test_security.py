"""docs/security.md against the repository: the tests that it names exist, and its limits are those of the code."""

import re
from dataclasses import fields
from pathlib import Path

import pytest

from kolej.server import limits, run
from kolej.server.accounts import passwords
from kolej.server.accounts.people import MAX_TOKENS, TOKEN_LIFETIME_MS
from kolej.server.bots import fair_lock
from kolej.server.http import decoding as bodies
from kolej.server.settings import Settings, option
from kolej.server.tables import background
from kolej.server.tables.log import room
from kolej.server.uvicorn_ext import bounded_http, connections
from kolej.server.uvicorn_ext.bounded_http import BoundedHttpProtocol
from kolej.server.websocket import command_rates, connection
from kolej.server.websocket import decoding as commands
from kolej.store import protocol
from kolej.store.sqlite import writer

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
LIMITS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in TEXT[TEXT.index("## Limits") : TEXT.index("## Reporting")].splitlines()
    if line.startswith("|")
][2:]


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)`", TEXT)
    assert len(named) > 30
    assert [each for each in named if not (ROOT / each).is_file()] == []


def test_every_promise_names_a_test() -> None:
    part = TEXT[TEXT.index("## What is promised") : TEXT.index("## What is not promised")]
    promises = [line for line in part.splitlines() if line.startswith("| ") and not line.startswith("| promise")]
    assert len(promises) > 15
    assert [line for line in promises if "`tests/" not in line] == []


def test_limits_that_are_settings_have_their_defaults() -> None:
    defaults = {option(each): each.default for each in fields(Settings)}
    found = {row[2].strip("`"): row[1] for row in LIMITS if row[2]}
    assert len(found) >= 8
    assert found == {name: str(defaults[name]) for name in found}


@pytest.mark.parametrize(
    ("what", "limit"),
    [
        ("tokens for programs", str(limits.Limits(Settings()).tokens.limit)),
        (
            "wrong passwords from one address",
            f"{limits.Limits(Settings()).logins_of_address.limit // Settings().logins} times",
        ),
        (
            "wrong passwords for one name from all",
            f"{limits.Limits(Settings()).logins_of_name.limit // Settings().logins} times",
        ),
        ("passwords from one address", f"{limits.Limits(Settings()).passwords.limit // Settings().logins} times"),
        ("tokens of one person", str(MAX_TOKENS)),
        ("requests over one connection", str(bounded_http.MAX_PIPELINED)),
        ("new names", str(limits.Limits(Settings()).names.limit)),
        ("commands a second over all", f"{command_rates.PERSON} times; {command_rates.NETWORK} times"),
        ("sockets of one address at", str(limits.SOCKETS_AT_TABLE)),
        ("time for lists", f"{limits.LIST_SHARE * 100:.0f} % of every second, and {limits.LIST_BURST} s at once"),
        ("time between two moves", f"{background.ALONE_SECONDS} s"),
        ("passwords that are hashed", f"{passwords.THREADS} and {passwords.MAX_WAITING}"),
        ("the body of a request", f"{bodies.MAX_BODY // 1024} KiB"),
        ("a command;", f"{commands.MAX_COMMAND_BYTES // 1024} KiB; {run.MAX_FRAME // 1024} KiB"),
        ("time for a request", f"{BoundedHttpProtocol.timeout:.0f} s"),
        ("a request without its body", f"{bounded_http.MAX_HEAD // 1024} KiB and {bounded_http.MAX_HEADERS} headers"),
        ("HTTP connections", str(connections.MAX_PER_ADDRESS)),
        ("connections of all", f"{connections.MAX_CONNECTIONS:,}"),
        ("time in which a client", f"{connections.MAX_STALLED_SECONDS:.0f} s"),
        ("chat messages kept", f"{room.MOST_CHATS:,} and {room.SPECTATOR_CHATS:,}"),
        ("decisions of bots", str(fair_lock.MOST_WAITING)),
        ("what may wait", f"{connection.MAX_BYTES // 2**20} MiB or {connection.MAX_FRAMES:,} frames"),
        ("writes that wait", f"{writer.MAX_WAITING:,}"),
        ("entries of one append", f"{protocol.MAX_BYTES // 2**20} MiB"),
        ("unused tokens", f"{TOKEN_LIFETIME_MS // 86_400_000} days"),
    ],
)
def test_other_limits_are_those_of_the_code(what: str, limit: str) -> None:
    (row,) = [row for row in LIMITS if row[0].startswith(what)]
    assert row[1].startswith(limit)


def test_the_limits_of_wide_networks_are_those_of_the_code() -> None:
    assert limits.WIDER == 4 and "four times those of an address" in " ".join(TEXT.split())
