"""Faults in a cluster: real servers, PostgreSQL and Redis on this machine, and players who must not notice.

    python -m bench.chaos                                every trial in a short form
    python -m bench.chaos --only kills --faults 500      500 ended processes
    python -m bench.chaos --only cuts --cuts 10000       10,000 cut connections of players
    python -m bench.chaos --only redis-down              Redis is away for a minute
    python -m bench.chaos --only upgrade                 servers of the next schema replace the old ones
    python -m bench.chaos --namespaces                   every server in a network namespace of its own; needs root

    __main__.py    the command line, and the trials
    trial.py       one trial: rounds of play and faults, and a row of figures
    faults.py      what can go wrong
    upgrades.py    servers of the next schema version replace the old ones
    cluster.py     PostgreSQL, Redis, servers and a bot worker
    players.py     players who reconnect to any server, resend, and note how long things take
    checker.py     compares what players have with what the servers and the log say
    tcp_proxy.py   a TCP proxy that delays, stops, refuses and cuts
    namespaces.py  network namespaces, and lost packets by nftables

Traffic stays on the loopback interface, or in the network namespaces that the benchmark makes. A clock jumps for one
process only (libfaketime). Every fault ends after some seconds, and every trial after a number of faults.
"""
