"""The application: routes, what they are given, and the life of the server behind them."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State

from kolej.engine.errors import KolejError
from kolej.server.http import accounts as people
from kolej.server.http import editions, tables
from kolej.server.http import health as condition
from kolej.server.http import static_site as page
from kolej.server.http.dependencies import DEPENDENCIES
from kolej.server.http.error_handlers import HANDLERS
from kolej.server.http.middleware import Door
from kolej.server.http.openapi import OPENAPI
from kolej.server.logs import tell_failure
from kolej.server.service import opened
from kolej.server.settings import Settings
from kolej.store.protocol import Store

LONGEST_BODY = 64 * 1024


def create_app(settings: Settings, store: Store | None = None) -> Door:
    """The application. Without a store it opens the one in the settings' folder, and closes it at the end."""

    @asynccontextmanager
    async def life(app: Litestar) -> AsyncIterator[None]:
        assert isinstance(app, Door)
        async with AsyncExitStack() as stack:
            try:
                service = await stack.enter_async_context(opened(settings, store))
            except Exception as error:
                app.state.failure = error
                if not isinstance(error, KolejError):
                    tell_failure("the server could not start", error)
                raise
            app.state.service = service
            app.metrics = service.metrics
            yield

    return Door(
        settings,
        [*people.ROUTES, *tables.ROUTES, *editions.ROUTES, *condition.ROUTES, *page.routes()],
        lifespan=[life],
        state=State(),
        dependencies=DEPENDENCIES,
        exception_handlers=HANDLERS,
        request_max_body_size=LONGEST_BODY,
        compression_config=CompressionConfig("gzip", minimum_size=1024, gzip_compress_level=5, exclude_opt_key="kept"),
        openapi_config=OPENAPI,
        # Litestar would log whole requests, and set up logging for the whole process.
        logging_config=None,
        debug=False,
    )
