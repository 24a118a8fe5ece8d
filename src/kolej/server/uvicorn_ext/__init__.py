"""Subclasses of uvicorn's protocols, and the garbage collection policy.

    fast_websocket.py   WebSocket frames written to the transport without a task for each
    request_timeout.py  a time limit for a request to arrive
    gc_policy.py        when Python's cyclic garbage collector runs

The two protocols override methods and read attributes that uvicorn does not promise to keep: `conn.current_size`,
`read_paused`, `schedule_ping`, `cycle`. Therefore pyproject.toml pins uvicorn to a minor version. Before raising the
pin, compare `websockets_sansio_impl.py` and `httptools_impl.py` of both versions and run `tests/server/uvicorn_ext`.
"""
