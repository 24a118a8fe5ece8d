"""Subclasses of uvicorn's protocols, limits of connections and files, and the garbage collection policy.

    bounded_http.py     limits of a request: the size of its head, the time to arrive, and how many are pipelined
    fast_websocket.py   WebSocket frames written to the transport without a task for each; limits of what comes
    accepting.py        connections accepted, a few at a time
    connections.py      limits of open connections, and an end for those whose clients do not read
    pacing.py           work that clients cause, done a little at a time
    file_limit.py       the limit of open files, raised at the start
    gc_policy.py        when Python's cyclic garbage collector runs

The two protocols override methods and read attributes that uvicorn and websockets do not promise to keep. Therefore
pyproject.toml pins both exactly, and `tests/server/uvicorn_ext/test_relied_on.py` names all that is relied on and
says what to do before a pin is changed. What the protocols gain: docs/decisions/0010-uvicorn-pinned-exactly.md.
"""
