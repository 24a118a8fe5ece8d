"""Lua scripts of the bot queue: each runs in Redis as one step.

A request is a hash `request:ID`. Its id waits in lists, of which each holds the names of those below it: `queue:P` of
process P, `queue:P/NETWORK`, `queue:P/NETWORK/PERSON`, `queue:P/NETWORK/PERSON/TABLE`. `waiting` holds when each began
to wait, `workers` the last heartbeat of each worker, and `fit:F` the processes that can decide what has the fit F. A
process is named WORKER.NUMBER. Times are those of Redis.

The scripts make names of keys themselves, so this needs a single Redis and not a Redis Cluster.
"""

from kolej.server.cluster.redis_connection import Script

ALIVE_MS = 3000
"""Milliseconds since its last heartbeat after which a worker counts as dead."""
EXPIRY_MS = 180_000
"""Milliseconds after which a request is deleted: longer than any server waits for it."""

_COMMON = (
    f"local EXPIRY, ALIVE = {EXPIRY_MS}, {ALIVE_MS}\n"
    + """
local prefix, time = ARGV[1], redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local function put(list, item)
  redis.call('RPUSH', list, item)
  redis.call('PEXPIRE', list, EXPIRY)
end
local function worker_of(process)
  return string.match(process, '^[^.]*')
end
local function is_alive(set, member)
  local at = redis.call('ZSCORE', prefix .. set, member)
  return at and tonumber(at) >= now - ALIVE
end
"""
)
_ASSIGN = """
-- The same process for the same seat, for as long as the processes are the same: it keeps the memory of the bot.
local function choose_process(fit, seat)
  local chosen, highest = nil, ''
  for _, process in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'fit:' .. fit, now - ALIVE, '+inf')) do
    local weight = redis.sha1hex(process .. seat)
    if weight > highest then chosen, highest = process, weight end
  end
  return chosen
end
local function assign(id, key, fit, seat, network, person, table)
  local process = choose_process(fit, seat)
  if not process then return 0 end
  redis.call('HSET', key, 'process', process, 'taken', '')
  local names = {network, person, table, id}
  local list, lists = prefix .. 'queue:' .. process, {}
  for level = 1, 4 do
    lists[level] = list
    list = list .. '/' .. names[level]
  end
  local known = false
  for level = 4, 1, -1 do
    if known then
      redis.call('PEXPIRE', lists[level], EXPIRY)
    else
      -- A list that has something is named in the list above it already.
      known = redis.call('EXISTS', lists[level]) == 1
      put(lists[level], names[level])
    end
  end
  redis.call('ZADD', prefix .. 'waiting', now, id)
  redis.call('PUBLISH', prefix .. 'jobs:' .. worker_of(process), process)
  return 1
end
"""

PUSH = Script(
    _COMMON
    + _ASSIGN
    + """
local id, fit, seat, network, person, table, body = unpack(ARGV, 2)
local key = prefix .. 'request:' .. id
if assign(id, key, fit, seat, network, person, table) == 0 then return 0 end
redis.call('HSET', key, 'body', body, 'fit', fit, 'seat', seat, 'network', network, 'person', person, 'table', table)
redis.call('PEXPIRE', key, EXPIRY)
return 1
"""
)
PUSH_AGAIN = Script(
    _COMMON
    + _ASSIGN
    + """
local id = ARGV[2]
local key = prefix .. 'request:' .. id
local found = redis.call('HMGET', key, 'fit', 'seat', 'network', 'person', 'table')
if not found[1] then return 0 end
return assign(id, key, unpack(found))
"""
)
TAKE = Script(
    _COMMON
    + """
local function pop(list)
  local name = redis.call('LPOP', list)
  if not name then return nil end
  local below = list .. '/' .. name
  if redis.call('TYPE', below).ok ~= 'list' then return name end
  local found = pop(below)
  -- A group that was served goes to the end of the line.
  if redis.call('EXISTS', below) == 1 then put(list, name) end
  return found
end
local process = ARGV[2]
local list = prefix .. 'queue:' .. process
while redis.call('EXISTS', list) == 1 do
  local id = pop(list)
  local key = prefix .. 'request:' .. (id or '')
  local found = redis.call('HMGET', key, 'body', 'process', 'taken')
  -- Others were withdrawn, given to another process, or taken already.
  if found[1] and found[2] == process and found[3] == '' then
    redis.call('HSET', key, 'taken', '1')
    redis.call('ZREM', prefix .. 'waiting', id)
    return {id, found[1]}
  end
end
return {}
"""
)
FINISH = Script(
    """
local prefix, id, node, reply = unpack(ARGV)
redis.call('DEL', prefix .. 'request:' .. id)
redis.call('PUBLISH', prefix .. 'replies:' .. node, reply)
return 1
"""
)
WITHDRAW = Script(
    """
local prefix, id = unpack(ARGV)
redis.call('ZREM', prefix .. 'waiting', id)
return redis.call('DEL', prefix .. 'request:' .. id)
"""
)
STATUS = Script(
    _COMMON
    + """
redis.call('ZREMRANGEBYSCORE', prefix .. 'waiting', '-inf', now - EXPIRY)
redis.call('ZREMRANGEBYSCORE', prefix .. 'workers', '-inf', now - ALIVE)
local oldest = redis.call('ZRANGE', prefix .. 'waiting', 0, 0, 'WITHSCORES')
local result = {redis.call('ZCARD', prefix .. 'workers'), oldest[2] and now - oldest[2] or 0}
for number = 2, #ARGV do
  local found = redis.call('HMGET', prefix .. 'request:' .. ARGV[number], 'fit', 'process', 'taken')
  local state = 0
  if found[1] then
    local alive
    if found[3] == '' then
      alive = is_alive('fit:' .. found[1], found[2])
    else
      alive = is_alive('workers', worker_of(found[2]))
    end
    state = alive and (found[3] == '' and 3 or 1) or 2
  end
  result[#result + 1] = state
end
return result
"""
)
ANNOUNCE = Script(
    _COMMON
    + """
redis.call('ZADD', prefix .. 'workers', now, ARGV[2])
for number = 3, #ARGV, 2 do
  local key = prefix .. 'fit:' .. ARGV[number]
  redis.call('ZADD', key, now, ARGV[number + 1])
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - ALIVE)
  redis.call('PEXPIRE', key, EXPIRY)
end
return 1
"""
)
LEAVE = Script(
    """
for number = 2, #ARGV, 2 do
  redis.call('ZREM', ARGV[1] .. 'fit:' .. ARGV[number], ARGV[number + 1])
end
return 1
"""
)
END = Script("return redis.call('ZREM', ARGV[1] .. 'workers', ARGV[2])")
