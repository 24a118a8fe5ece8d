"""Fair lock: a lock that those who wait get in turn, however many requests each of them has."""

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from kolej.server.errors import Refusal

MOST_WAITING = 32
"""Requests of one person that may wait for the same lock at once."""

Owner = tuple[str, ...]
"""Whose request it is, from the widest group to the narrowest: network, person, table."""


def too_many() -> Refusal:
    """The refusal of one more request of a person."""
    return Refusal("too-many", f"{MOST_WAITING} decisions of bots at your tables wait already")


class _Group:
    """Requests that wait, in subgroups that are served one after another."""

    def __init__(self) -> None:
        self._groups: dict[str, _Group] = {}
        self._requests: deque[asyncio.Future[None]] = deque()

    def __bool__(self) -> bool:
        return bool(self._groups or self._requests)

    def add(self, owner: Owner, request: asyncio.Future[None]) -> None:
        if owner:
            self._groups.setdefault(owner[0], _Group()).add(owner[1:], request)
        else:
            self._requests.append(request)

    def pop(self) -> asyncio.Future[None]:
        """The next request. Its group goes to the end of the line."""
        if self._requests:
            return self._requests.popleft()
        name = next(iter(self._groups))
        group = self._groups.pop(name)
        request = group.pop()
        if group:
            self._groups[name] = group
        return request


class FairLock:
    """A lock that is held by one request at a time.

    Networks get it in turn, in each network people, of each person tables. So a request waits for at most one other of
    each network, and not for all that were there before.
    """

    def __init__(self) -> None:
        self.waiting = 0
        """How many requests wait."""
        self._held = False
        self._line = _Group()
        self._of_person: Counter[Owner] = Counter()

    @asynccontextmanager
    async def hold(self, owner: Owner) -> AsyncIterator[None]:
        """Hold the lock once it is the turn of this owner; refused if the same person has too many requests waiting."""
        await self._acquire(owner)
        try:
            yield
        finally:
            self._release()

    async def _acquire(self, owner: Owner) -> None:
        if not self._held:
            self._held = True
            return
        person = owner[:-1]
        if self._of_person[person] >= MOST_WAITING:
            raise too_many()
        request: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.add(owner, request)
        self._of_person[person] += 1
        self.waiting += 1
        try:
            await request
        except asyncio.CancelledError:
            if request.done() and not request.cancelled():
                # The lock was passed on to this request, which does not want it any more.
                self._release()
            raise
        finally:
            self.waiting -= 1
            self._of_person[person] -= 1
            if not self._of_person[person]:
                del self._of_person[person]

    def _release(self) -> None:
        """Pass the lock on to the next request."""
        while self._line:
            request = self._line.pop()
            if not request.done():
                request.set_result(None)
                return
        self._held = False
