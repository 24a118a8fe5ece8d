"""Password hashing with argon2id, in threads, a few at a time."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from kolej.server.errors import Refusal

THREADS = 2
"""Each hash takes 64 MiB and a core for a moment."""
MAX_WAITING = 40

T = TypeVar("T")


class Passwords:
    """Hashes and verifies passwords. Verifying for an unknown name takes as long as for a known one."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher()
        self._dummy_hash = self._hasher.hash("")
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="kolej passwords")
        self._waiting = 0

    async def hash(self, password: str) -> str:
        """The hash to store for a password."""
        return await self._in_thread(lambda: self._hasher.hash(password))

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether a password matches its stored hash; False without one."""
        return await self._in_thread(lambda: self._matches(stored or self._dummy_hash, password)) and stored is not None

    def close(self) -> None:
        """Stop the threads."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _matches(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _in_thread(self, work: Callable[[], T]) -> T:
        if self._waiting >= MAX_WAITING:
            raise Refusal("busy", "many people are signing in; try again in a few seconds")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._waiting -= 1
