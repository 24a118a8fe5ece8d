"""Shared limits: rates and open sockets counted over all servers of a cluster, in Redis.

Each server counts for itself too: what its own count refuses costs no round trip, and without Redis its own count is
what holds. Addresses and names are hashed, because only equality is needed.

The sockets of a server that was killed must not count while its clients connect to the others. Redis notices at once
that a process has ended, because a connection ends with it: each server subscribes to a channel of its own, and one
whose channel has no subscriber is dead. Where a machine or the network has failed, its heartbeats expire.
"""

import asyncio
from collections.abc import Callable, Hashable
from hashlib import blake2b
from secrets import token_hex

from kolej.server.cluster.redis_connection import UNAVAILABLE, RedisConnection, Script

HEARTBEAT_SECONDS = 3.0
ALIVE_MS = 10_000
"""Milliseconds since its last heartbeat after which the sockets of a server don't count any more, at the latest."""
COUNT_MS = 7 * 86_400_000
"""Milliseconds after which a count of sockets that nobody touched is deleted."""

_BUCKET = Script(
    """
local limit, seconds, cost = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local found = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens = limit
if found[1] then
  -- The clock of Redis may be set back.
  tokens = math.min(limit, found[1] + math.max(0, now - found[2]) * limit / seconds)
end
if cost >= 0 and tokens < 1 then return 0 end
if cost ~= 0 then
  redis.call('HSET', KEYS[1], 'tokens', math.min(limit, tokens - cost), 'at', string.format('%.4f', now))
  redis.call('PEXPIRE', KEYS[1], math.ceil(seconds * 1000))
end
return 1
"""
)
"""A token bucket: takes a token (cost 1), looks whether there is one (0) or gives one back (-1)."""
_ENTER = Script(
    """
local server, count, limit, servers, expiry = ARGV[1], ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local total = tonumber(count)
local function alive(other)
  local channel = redis.call('GET', servers .. other)
  if not channel then return false end
  -- A server of an older version has no channel, and only heartbeats.
  if channel == '1' then return true end
  -- A user of Redis who may not ask has heartbeats too.
  local subscribed = redis.pcall('PUBSUB', 'NUMSUB', channel)
  return subscribed.err ~= nil or subscribed[2] > 0
end
local found = redis.call('HGETALL', KEYS[1])
for number = 1, #found, 2 do
  if found[number] ~= server then
    if alive(found[number]) then
      total = total + found[number + 1]
    else
      redis.call('HDEL', KEYS[1], found[number])
    end
  end
end
if total > limit then return 0 end
redis.call('HSET', KEYS[1], server, count)
redis.call('PEXPIRE', KEYS[1], expiry)
return 1
"""
)
"""Sets how many sockets a server has for a key, unless there would be too many on all servers that are alive."""


class SharedLimits:
    """Counts of one server in Redis. Answers are None while Redis is lost."""

    def __init__(self, redis: RedisConnection) -> None:
        self._redis = redis
        self._server = token_hex(8)
        self._channel = f"limits:{self._server}"
        """Nothing is published there: others see that this process is subscribed."""
        self._resets: list[Callable[[], None]] = []
        self._heartbeat: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to announce that this server is alive."""
        self._redis.on_change(self._redis_changed)
        # First, so that nobody takes this server for dead.
        await self._redis.subscribe(self._channel, lambda message: None)
        await self._announce()
        self._heartbeat = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Let the sockets of this server not count any more."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
            await asyncio.wait([self._heartbeat])
        await self._redis.execute("DEL", self._redis.key("servers", self._server))

    async def take(self, limit: str, key: Hashable, size: int, seconds: float) -> bool | None:
        """Take a token of a bucket with `size` in `seconds`; False if there is none."""
        return await self._bucket(limit, key, size, seconds, 1)

    async def has(self, limit: str, key: Hashable, size: int, seconds: float) -> bool | None:
        """Whether there is a token."""
        return await self._bucket(limit, key, size, seconds, 0)

    def give_back(self, limit: str, key: Hashable, size: int, seconds: float) -> None:
        """Return a token, without waiting."""
        self._redis.run_soon(_BUCKET, (self._key(limit, key),), size, seconds, -1)

    async def enter(self, limit: str, key: Hashable, count: int, most: int) -> bool | None:
        """Set how many sockets this server has; False if all servers together would have too many."""
        servers = self._redis.key("servers") + ":"
        found = await self._redis.run(_ENTER, (self._key(limit, key),), self._server, count, most, servers, COUNT_MS)
        return None if found is UNAVAILABLE else bool(found)

    def set_count(self, limit: str, key: Hashable, count: int) -> None:
        """Set how many sockets this server has, without waiting."""
        name = self._key(limit, key)
        if count:
            self._redis.send("HSET", name, self._server, count)
            self._redis.send("PEXPIRE", name, COUNT_MS)
        else:
            self._redis.send("HDEL", name, self._server)

    def on_reset(self, send_counts: Callable[[], None]) -> None:
        """Call this when Redis is back, which may have forgotten everything."""
        self._resets.append(send_counts)

    async def _bucket(self, limit: str, key: Hashable, size: int, seconds: float, cost: int) -> bool | None:
        found = await self._redis.run(_BUCKET, (self._key(limit, key),), size, seconds, cost)
        return None if found is UNAVAILABLE else bool(found)

    def _key(self, limit: str, key: Hashable) -> str:
        return self._redis.key("limits", limit, blake2b(repr(key).encode(), digest_size=12).hexdigest())

    def _redis_changed(self, available: bool) -> None:
        if available:
            self._redis.send(*self._heartbeat_command())
            for send_counts in self._resets:
                send_counts()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            await self._announce()

    async def _announce(self) -> None:
        await self._redis.execute(*self._heartbeat_command())

    def _heartbeat_command(self) -> tuple[str | int, ...]:
        return "SET", self._redis.key("servers", self._server), self._redis.prefix + self._channel, "PX", ALIVE_MS
