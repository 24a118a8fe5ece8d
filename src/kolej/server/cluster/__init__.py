"""Cluster: what several server processes on one database share. Redis stays in this package.

redis_connection.py  `RedisConnection`: commands, publish and subscribe, with a reconnecting client
redis_link.py        `RedisLink`: one connection to Redis from connecting to its loss
bot_queue.py         `BotQueue`: decisions of bots that wait for workers, networks, people and tables in turn
bot_scripts.py       the Lua scripts of the queues
remote_bots.py       `RemoteBots`: asks workers for decisions, and the server's own pool when none answers
bot_worker.py        `BotWorker`: `kolej worker`, which computes decisions of bots on any machine
shared_limits.py     `SharedLimits`: rates and open sockets counted over all servers

Everything here is soft state: losing it costs time, never a move. Safety rests on the store alone.
"""
