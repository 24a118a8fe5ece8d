"""Passwords: hashed with argon2id, away from the event loop, a few at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kolej.server.errors import Refusal

AT_ONCE = 2
"""Each takes 64 MiB and a core for a moment."""
MOST_WAITING = 40

T = TypeVar("T")


class Passwords:
    """Makes hashes and checks them. To check the password of nobody takes as long as any other."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._nobodys = self._hasher.hash("")
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="kolej passwords")
        self._waiting = 0

    async def kept(self, password: str) -> str:
        """What to keep of a password."""
        return await self._away(lambda: self._hasher.hash(password))

    async def right(self, kept: str | None, password: str) -> bool:
        """Whether this is the password of which that was kept."""
        return await self._away(lambda: self._verify(kept or self._nobodys, password)) and kept is not None

    def close(self) -> None:
        """Let the threads go."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _away(self, work: Callable[[], T]) -> T:
        if self._waiting >= MOST_WAITING:
            raise Refusal("busy", "many people are signing in; try again in a few seconds")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
