"""The cluster: several processes of a server on one PostgreSQL database, on any machines.

Safety rests on the store alone: the numbers of entries and the ids of commands are unique, so that two processes that
act on one table never both commit. Everything here is soft state, and may be lost; that costs time, but no move. Redis
and PostgreSQL's NOTIFY stay in this package.

    cluster.py           `Cluster`: this process among the others, from its first heartbeat to its last
    membership.py        which processes are alive, by heartbeats in the database
    ownership.py         which process does the background work of a table
    hub.py               `ClusterHub`: what happens at tables, announced to the processes that have them in memory
    messages.py          every message between processes
    supervision.py       runs a task again that has failed
    outbox.py            sends messages over Redis or, without it, over NOTIFY
    polling.py           finds appends that no message has announced
    database.py          `ClusterDatabase`: the connection to PostgreSQL for heartbeats and NOTIFY
    redis_connection.py  `RedisConnection`: commands, publish and subscribe, with a reconnecting client
    redis_link.py        `RedisLink`: one connection to Redis from connecting to its loss
    bot_queue.py         `BotQueue`: decisions of bots that wait for workers, networks, people and tables in turn
    bot_scripts.py       the Lua scripts of the queues
    remote_bots.py       `RemoteBots`: asks workers for decisions, and the server's own pool when none answers
    bot_worker.py        `BotWorker`: `kolej worker`, which computes decisions of bots on any machine
    shared_limits.py     `SharedLimits`: rates and open sockets counted over all servers
"""
