"""The game server: tables over HTTP and WebSocket, one event loop a process.

    app.py           the ASGI application: routes, error handlers, middleware, lifespan
    run.py           `kolej serve`: the listening socket, uvicorn, signals and shutdown
    service.py       the parts of a running server, started and stopped in order
    settings.py      every setting with its default, bounds and help text
    errors.py        `Refusal` and the HTTP status of each refusal code
    limits.py        rate limits, limits of open sockets, and turns for costly requests
    logs.py          structured logging to standard error
    metrics.py       counters and histograms for Prometheus
    time.py          the clock that the server uses, replaceable in tests
    http/            HTTP endpoints, middleware and cached responses
    websocket/       the WebSocket of a table: handshake, commands in, frames out
    wire/            every message of the protocol as a type, and what is generated from these types
    accounts/        people, passwords and tokens
    cluster/         several processes on one database: membership, ownership, messages
    tables/          live tables: their log, actions, setup and broadcasting
    bots/            the processes in which bots choose their moves
    maintenance/     health checks, measurements of the process, deletion of what is unused
    uvicorn_ext/     subclasses of uvicorn's protocols, limits of connections, and the garbage collection policy

A request goes from `uvicorn_ext` through `http` or `websocket` to `tables`, which writes to `kolej.store`.
"""
