"""The ASGI application: routes, error handlers, middleware and lifespan."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.applications import Starlette

from kolej.engine.errors import KolejError
from kolej.server.http import accounts, editions, health, openapi, static_site, tables
from kolej.server.http.error_handlers import HANDLERS
from kolej.server.http.middleware import RequestMiddleware
from kolej.server.logs import log_failure
from kolej.server.service import running_service
from kolej.server.settings import Settings
from kolej.store.protocol import Store

ENDPOINTS = (*accounts.ENDPOINTS, *tables.ENDPOINTS, *editions.ENDPOINTS, *health.ENDPOINTS)


def create_app(settings: Settings, store: Store | None = None) -> RequestMiddleware:
    """The application. Without a store, it opens the one in the data folder and closes it at the end."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                await asyncio.to_thread(static_site.SITE.load)
                service = await stack.enter_async_context(running_service(settings, store))
            except Exception as error:
                app.state.failure = error
                if not isinstance(error, KolejError):
                    log_failure("the server could not start", error)
                raise
            app.state.service = service
            yield

    app = Starlette(
        routes=[
            *(each.route() for each in ENDPOINTS),
            *openapi.routes(ENDPOINTS, settings.prefix),
            tables.LIVE,
            *static_site.routes(prefix=settings.prefix),
        ],
        lifespan=lifespan,
        exception_handlers=HANDLERS,
    )
    app.router.redirect_slashes = False
    app.state.service = app.state.failure = None
    app.state.not_found = static_site.not_found(prefix=settings.prefix)
    return RequestMiddleware(app, settings)
