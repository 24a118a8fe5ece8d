"""Subclasses of uvicorn's protocols, and the garbage collection policy.

    fast_websocket.py   WebSocket frames written to the transport without a task for each
    request_timeout.py  a time limit for a request to arrive
    gc_policy.py        when Python's cyclic garbage collector runs

The two protocols override methods and read attributes that uvicorn and websockets do not promise to keep. Therefore
pyproject.toml pins both exactly, and `tests/server/uvicorn_ext/test_relied_on.py` names all that is relied on and
says what to do before a pin is changed. What the protocols gain: docs/decisions/0010-uvicorn-pinned-exactly.md.
"""
