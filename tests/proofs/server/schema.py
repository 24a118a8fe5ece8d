"""Requests generated from the served OpenAPI document, valid and invalid: all are answered as it says."""

import asyncio
from collections import Counter
from contextlib import suppress
from random import Random
from typing import Any

import requests
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode, openapi
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from bench.load.server import Server
from bench.load.socket import Http
from bench.load.table import guest, opened
from tests.proofs.server.people import gathered, looked

CASES = 300
CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def _without_tuples(document: Any) -> Any:
    """The document with lists of any content in place of tuples, whose `prefixItems` schemathesis can't validate."""
    if isinstance(document, list):
        return [_without_tuples(each) for each in document]
    if not isinstance(document, dict):
        return document
    tuples = "prefixItems" in document
    kept = {key: value for key, value in document.items() if not (tuples and key in ("prefixItems", "items"))}
    return {key: _without_tuples(value) for key, value in kept.items()}


def _few(count: int) -> settings:
    return settings(
        max_examples=count,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
    )


async def _prepared(server: Server) -> tuple[list[tuple[str, str | None]], str, list[str]]:
    """A running game with its viewers, and two tables whose host may change anything."""
    people = await gathered(server, "new_york", 2, Random(5))
    http = Http(server.host, server.port)
    token = await guest(http)
    codes = [
        await opened(http, [token], "europe", start=False, seats=3),
        await opened(http, [token], "berlin", seats=1 + 1, bots={"1": "random"}),
    ]
    http.close()
    return [(person.code, person.token) for person in people] + [(people[0].code, None)], token, codes


def asked_everything(server: Server, cases: int, seed_number: int) -> Counter[str]:
    """Make this many requests; AssertionError when one is not answered as the document says, or a game has changed."""
    eyes, token, codes = asyncio.run(_prepared(server))
    before = [asyncio.run(looked(server, *eye)) for eye in eyes]
    base = f"http://{server.host}:{server.port}"
    document = requests.get(f"{base}/schema", timeout=30).json()
    schema = openapi.from_dict(_without_tuples(document))
    operations = [each.ok() for each in schema.get_all_operations() if isinstance(each, Ok)]
    # Some operations have little to vary, so others get more requests.
    share = max(2, cases // (2 * len(operations)))
    counts: Counter[str] = Counter(operations=len(operations))
    rng = Random(seed_number)

    def ask(case: Any) -> None:
        if "code" in case.path_parameters and rng.random() < 0.7:
            case.path_parameters["code"] = rng.choice([*codes, eyes[0][0]])
        # Logging out needs an identity of its own.
        known = {} if case.path.startswith("/api/log") else {"Authorization": f"Bearer {token}"}
        response = case.call(base_url=base, session=session, headers=known, timeout=30)
        session.cookies.clear()
        case.validate_response(response, checks=CHECKS)
        counts["cases"] += 1
        counts[f"{response.status_code // 100}xx"] += 1

    rounds = 0
    session = requests.Session()
    # Operations with hardly any input have no invalid input either.
    ways = [(each, GenerationMode.POSITIVE) for each in operations]
    ways += [(each, GenerationMode.NEGATIVE) for each in operations if len(each.body) or len(each.query)]
    while counts["cases"] < cases:
        rounds += 1
        for operation, mode in list(ways):
            before_it = counts["cases"]
            with suppress(Unsatisfiable):
                work = given(case=operation.as_strategy(generation_mode=mode))(ask)
                seed(seed_number + rounds)(_few(share)(work))()
            if counts["cases"] < before_it + min(2, share):
                ways.remove((operation, mode))
    session.close()
    after = [asyncio.run(looked(server, *eye)) for eye in eyes]
    assert after == before, "a game has changed"
    assert server.answers(), "the server does not answer any more"
    return counts
