"""Subscribers of a table: the sockets that receive its frames, and which people are online, here or elsewhere."""

from collections import Counter
from collections.abc import Callable, Collection, Hashable
from typing import Protocol

from kolej.server.accounts.identity import Identity
from kolej.server.errors import Refusal
from kolej.server.tables.hub import FramesBySeat, Presence


class Subscriber(Protocol):
    """A client that is sent the frames of a table: one WebSocket."""

    identity: Identity | None
    """None for an anonymous client, which may only watch."""
    seat: int | None
    """The seat whose view the socket gets; None for a spectator. Set by the table."""

    def send(self, frame: bytes) -> None:
        """Queue a frame. Never blocks and never raises: a socket that is too slow is closed by its owner."""
        ...

    def dismiss(self, refusal: Refusal) -> None:
        """Close the socket from the server's side, with a reason. Never blocks and never raises."""
        ...


class Subscribers:
    """The subscribers of one table. A person may have several sockets, and there may be thousands of spectators."""

    def __init__(self, now: float) -> None:
        self._subscribers: dict[int, Subscriber] = {}
        self._online: Counter[int] = Counter()
        """The number of sockets of each person."""
        self._since = now
        self._gone: dict[int, float] = {}
        """When the last socket of a person with a seat was closed. Any number of spectators may come and go."""
        self._others: dict[int, Presence] = {}
        """Who follows the table through other processes."""

    def __len__(self) -> int:
        return len(self._subscribers)

    @property
    def everywhere(self) -> int:
        """The number of subscribers, those of other processes included."""
        others = self._others
        return len(self._subscribers) + (sum(each.sockets for each in others.values()) if others else 0)

    def presence(self, seated: Collection[int], forwards: bool) -> Presence:
        """Who follows the table through this process; `seated` are the people who have a seat, who come first.

        `forwards` is whether this process forwards ready frames of moves.
        """
        known = [each.identity for each in self._subscribers.values() if each.identity is not None]
        known.sort(key=lambda each: each.person not in seated)
        views = tuple({each.seat for each in self._subscribers.values()}) if forwards else ()
        return Presence(len(self._subscribers), {each.person: each for each in known}, views)

    @property
    def elsewhere(self) -> bool:
        """Whether there are subscribers at other processes."""
        return bool(self._others)

    @property
    def identities(self) -> list[Identity]:
        """The people who follow the table, here and elsewhere."""
        known = {each.identity.person: each.identity for each in self._subscribers.values() if each.identity}
        for other in self._others.values():
            for person, identity in other.people.items():
                known.setdefault(person, identity)
        return list(known.values())

    @property
    def all(self) -> list[Subscriber]:
        """Every subscriber."""
        return list(self._subscribers.values())

    def add(self, subscriber: Subscriber) -> bool:
        """Add a socket. Returns whether a person came online with it."""
        if id(subscriber) in self._subscribers:
            return False
        self._subscribers[id(subscriber)] = subscriber
        if subscriber.identity is None:
            return False
        person = subscriber.identity.person
        came_online = not self.online(person)
        self._online[person] += 1
        return came_online

    def remove(self, subscriber: Subscriber, now: float, seated: Collection[int]) -> bool:
        """Remove a socket. Returns whether a person went offline with it. `seated` are the people who have a seat."""
        if self._subscribers.pop(id(subscriber), None) is None or subscriber.identity is None:
            return False
        person = subscriber.identity.person
        self._online[person] -= 1
        if self._online[person]:
            return False
        del self._online[person]
        if self.online(person):
            return False
        if person in seated:
            self._gone[person] = now
        return True

    def others_present(self, node: int, presence: Presence | None, now: float, seated: Collection[int]) -> set[int]:
        """Note who follows the table through another process. Returns the people who came online or went offline."""
        before = self._others.pop(node, Presence())
        concerned = before.people.keys() | (presence.people.keys() if presence is not None else set())
        # The presence of people who are neither here nor at a third process changes with this one.
        concerned = {person for person in concerned if not self.online(person)}
        if presence is not None and presence.sockets:
            self._others[node] = presence
        changed = {person for person in concerned if (person in before.people) != self.online(person)}
        for person in changed.intersection(seated):
            if not self.online(person):
                self._gone[person] = now
        return changed

    def online(self, person: int | None) -> bool:
        """Whether a person has a socket, here or at another process."""
        return person in self._online or (
            bool(self._others) and any(person in each.people for each in self._others.values())
        )

    def network_of(self, person: int) -> str:
        """The network that a person follows the table from; empty if they are offline."""
        if person in self._online:
            here = (each.identity for each in self._subscribers.values())
            return next(each.network for each in here if each is not None and each.person == person)
        elsewhere = (each.people[person].network for each in self._others.values() if person in each.people)
        return next(elsewhere, "")

    def offline_since(self, person: int) -> float:
        """When a person went offline. After a restart everybody gets the full waiting time again."""
        return self._gone.get(person, self._since)

    def send(self, frame: bytes) -> None:
        """Send the same frame to everyone."""
        for subscriber in self._subscribers.values():
            subscriber.send(frame)

    def send_by_seat(self, frames: FramesBySeat) -> None:
        """Send everyone the frame for their seat, or for spectators."""
        for subscriber in self._subscribers.values():
            subscriber.send(frames[subscriber.seat])

    def has_frames(self, frames: FramesBySeat) -> bool:
        """Whether there is a frame for everyone."""
        return all(each.seat in frames for each in self._subscribers.values())

    def send_each(
        self,
        group: Callable[[Subscriber], Hashable],
        frame_for: Callable[[Subscriber], bytes],
        but: Subscriber | None = None,
    ) -> None:
        """Send everyone (but one) the frame of their group; it is made once for each group."""
        frames: dict[Hashable, bytes] = {}
        for subscriber in self._subscribers.values():
            if subscriber is but:
                continue
            key = group(subscriber)
            frame = frames.get(key)
            if frame is None:
                frame = frames[key] = frame_for(subscriber)
            subscriber.send(frame)
