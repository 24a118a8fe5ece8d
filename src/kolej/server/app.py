"""The ASGI application: routes, dependencies, middleware and lifespan."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State

from kolej.engine.errors import KolejError
from kolej.server.http import accounts, editions, health, static_site, tables
from kolej.server.http.dependencies import DEPENDENCIES
from kolej.server.http.error_handlers import HANDLERS
from kolej.server.http.middleware import RequestMiddleware
from kolej.server.http.openapi import OPENAPI
from kolej.server.logs import log_failure
from kolej.server.service import running_service
from kolej.server.settings import Settings
from kolej.store.protocol import Store

MAX_BODY = 64 * 1024


def create_app(settings: Settings, store: Store | None = None) -> RequestMiddleware:
    """The application. Without a store, it opens the one in the data folder and closes it at the end."""

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            try:
                service = await stack.enter_async_context(running_service(settings, store))
            except Exception as error:
                app.state.failure = error
                if not isinstance(error, KolejError):
                    log_failure("the server could not start", error)
                raise
            app.state.service = service
            yield

    app = Litestar(
        [*accounts.ROUTES, *tables.ROUTES, *editions.ROUTES, *health.ROUTES, *static_site.routes()],
        lifespan=[lifespan],
        state=State(),
        dependencies=DEPENDENCIES,
        exception_handlers=HANDLERS,
        request_max_body_size=MAX_BODY,
        compression_config=CompressionConfig(
            "gzip", minimum_size=1024, gzip_compress_level=5, exclude_opt_key="precompressed"
        ),
        openapi_config=OPENAPI,
        # Litestar would log whole requests, and configure logging for the whole process.
        logging_config=None,
        debug=False,
    )
    return RequestMiddleware(app, settings)
