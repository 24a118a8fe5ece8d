"""Request pacing: a few requests of an address in each iteration of the event loop, all in the end, in order."""

import asyncio

from kolej.server.uvicorn_ext.request_pacing import MAX_STARTED, RequestPacer


async def started(*networks: str, later: str = "") -> list[list[str]]:
    """What is started in each iteration."""
    loop, pacer = asyncio.get_running_loop(), RequestPacer()
    iterations: list[list[str]] = [[]]

    def start(name: str) -> None:
        pacer.start(loop, name.rstrip("0123456789"), lambda: iterations[-1].append(name))

    for n, network in enumerate(networks):
        start(f"{network}{n}")
    while sum(map(len, iterations)) < len(networks) + bool(later):
        if len(iterations) == 2 and later:
            start(later)
        iterations.append([])
        await asyncio.sleep(0)
    return iterations


def test_requests_are_started_at_once_up_to_a_limit() -> None:
    assert asyncio.run(started(*"aab")) == [["a0", "a1", "b2"]]


def test_more_are_started_later_and_in_order() -> None:
    first, second, third = asyncio.run(started(*"a" * (2 * MAX_STARTED + 3), "b"))
    assert [*first[:-1], *second, *third] == [f"a{n}" for n in range(2 * MAX_STARTED + 3)]
    assert first[-1] == f"b{2 * MAX_STARTED + 3}"
    assert (len(first) - 1, len(second), len(third)) == (MAX_STARTED, MAX_STARTED, 3)


def test_another_address_does_not_wait() -> None:
    iterations = asyncio.run(started(*"a" * (5 * MAX_STARTED), later="b9"))
    assert "b9" in iterations[1]
