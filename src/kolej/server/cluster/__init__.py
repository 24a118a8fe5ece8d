"""Cluster: what several server processes on one database share. Redis stays in this package.

redis_connection.py  `RedisConnection`: commands, publish and subscribe, with a reconnecting client
redis_link.py        `RedisLink`: one connection to Redis from connecting to its loss

Everything here is soft state: losing it costs time, never a move. Safety rests on the store alone.
"""
