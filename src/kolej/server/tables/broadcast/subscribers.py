"""Who looks at a table, and who of them is there."""

from collections import Counter
from collections.abc import Callable, Hashable

from kolej.server.tables.watcher import Watcher


class Audience:
    """The watchers of a table. A person may have several sockets, and thousands may look on."""

    def __init__(self, now: float) -> None:
        self._watchers: dict[int, Watcher] = {}
        self._here: Counter[int] = Counter()
        """How many sockets each person has."""
        self._since = now
        self._gone: dict[int, float] = {}
        """When the last socket of a person was closed."""

    def __len__(self) -> int:
        return len(self._watchers)

    @property
    def watchers(self) -> list[Watcher]:
        """Everyone who looks."""
        return list(self._watchers.values())

    def add(self, watcher: Watcher) -> bool:
        """Somebody looks. Returns whether a person came who was not there."""
        if id(watcher) in self._watchers:
            return False
        self._watchers[id(watcher)] = watcher
        if watcher.who is None:
            return False
        self._here[watcher.who.person] += 1
        return self._here[watcher.who.person] == 1

    def remove(self, watcher: Watcher, now: float) -> bool:
        """Somebody looks no more. Returns whether a person is gone by that."""
        if self._watchers.pop(id(watcher), None) is None or watcher.who is None:
            return False
        person = watcher.who.person
        self._here[person] -= 1
        if self._here[person]:
            return False
        del self._here[person]
        self._gone[person] = now
        return True

    def there(self, person: int | None) -> bool:
        """Whether a person has a socket."""
        return person in self._here

    def gone_since(self, person: int) -> float:
        """Since when a person has not been there; after a restart, everybody is waited for anew."""
        return self._gone.get(person, self._since)

    def send(self, frame: bytes) -> None:
        """The same for everyone."""
        for watcher in self._watchers.values():
            watcher.send(frame)

    def send_by(
        self,
        kind: Callable[[Watcher], Hashable],
        frame_for: Callable[[Watcher], bytes],
        but: Watcher | None = None,
    ) -> None:
        """A frame for everyone but one, made once for all of a kind."""
        made: dict[Hashable, bytes] = {}
        for watcher in self._watchers.values():
            if watcher is but:
                continue
            key = kind(watcher)
            frame = made.get(key)
            if frame is None:
                frame = made[key] = frame_for(watcher)
            watcher.send(frame)
