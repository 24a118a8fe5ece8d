"""Load test of the game server: players at many tables who move at a given rate.

    python -m bench.load                                         1,000 tables of four, 500 moves/s for 300 s, then 1,500
    python -m bench.load --tables 50 --rate 100 --seconds 20 --burst-seconds 0
    python -m bench.load --idle                                  memory of idle tables
    python -m bench.load --thinking 2                            how much bots at work slow down other tables
    python -m bench.load --restart                               how soon the tables of a killed server are back
    python -m bench.load --servers 3 --place table               several servers on PostgreSQL and Redis, started here
    python -m bench.load --storm                                 how soon all sockets are back that were cut at once

The server runs on one core and the load on another, with the limits per address raised. A move is acknowledged once it
is durable: the time of a synced write is measured in the same folder during the same run, and printed beside the
acknowledgements. Every player of a table receives every move. Games that end are replaced.

    __main__.py      the command line
    trials.py        what can be measured: the load, idle tables, thinking bots, a restart, a storm
    players.py       the players and all tables of the load
    measurements.py  times, CPU time and memory
    table.py         one player at a table
    socket.py        connections over HTTP and WebSocket
    storm.py         all players reconnecting at once
    compare.py       two versions, or one server and several, in turns (`python -m bench.load.compare`)
    kill.py          a killed server of several, whose players all have one address (`python -m bench.load.kill`)
    server.py        the server process
    server_group.py  several servers on PostgreSQL and Redis
"""
