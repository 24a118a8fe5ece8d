"""HTTP endpoints of the server, and what every request passes through.

    accounts.py         /api/me, /api/account, /api/password, /api/login, /api/logout, /api/tokens and /api/me/delete
    tables.py           /api/tables and the WebSocket /api/tables/{code}/live
    editions.py         /api/editions, /api/rules and /api/levels
    health.py           /health and /metrics
    static_site.py      the built page and its assets
    endpoints.py        the record of an endpoint: address, handler and types; JSON responses
    openapi.py          the OpenAPI document at /schema, made from the endpoints
    middleware.py       checks of host and origin, security headers, access log and metrics of every request
    dependencies.py     what handlers depend on: the service, the client's address, the current user
    decoding.py         bodies and queries decoded strictly, or refused with a code and a reason
    error_handlers.py   exceptions as `Problem` responses
    headers.py          security headers and cache policies
    origins.py          protection against requests from pages of other sites
    hosts.py            protection against other names for this server (DNS rebinding)
    cached_response.py  responses that are equal for everyone: gzip and ETag computed once; a cache of bytes
    game_files.py       game files of finished games and histories, cached
    board_drawings.py   layouts of boards, computed in another process and cached in files

Each module of endpoints ends with its `ENDPOINTS`; `kolej.server.app` puts them together.
"""
