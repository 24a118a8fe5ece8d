"""Turns of the event loop: how much is done before others get theirs."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest


@contextmanager
def others_turns() -> Iterator[list[int]]:
    """Count the turns that another task gets; the list has the number of them."""
    turns = [0]

    async def count() -> None:
        while True:
            turns[0] += 1
            await asyncio.sleep(0)

    counting = asyncio.ensure_future(count())
    try:
        yield turns
    finally:
        counting.cancel()


def counted_by_turn(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, turns: list[int]) -> Counter[int]:
    """Count how often a function is called between two turns of the others."""
    calls = Counter[int]()
    function: Any = getattr(owner, name)

    def counted(*given: Any) -> Any:
        calls[turns[0]] += 1
        return function(*given)

    monkeypatch.setattr(owner, name, counted)
    return calls
