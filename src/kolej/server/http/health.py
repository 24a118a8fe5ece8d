"""How the server is: for those who run it."""

import asyncio
import ipaddress

import msgspec
from litestar import Response, get

from kolej import __version__
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import Given
from kolej.server.http.error_handlers import Asked
from kolej.server.metrics import CONTENT_TYPE
from kolej.server.service import Service
from kolej.store.errors import StoreError


class Health(msgspec.Struct):
    """How the server is."""

    ok: bool
    store: bool
    """Whether the store takes writes."""
    tables: int
    sockets: int
    version: str


@get("/health", opt={"gives": Health})
async def health(service: Given[Service]) -> Response[Health]:
    """Whether the server can do its work."""
    works = await _store_works(service)
    found = Health(works, works, service.hall.live, len(service.sockets), __version__)
    return Response(found, status_code=200 if works else 503)


async def _store_works(service: Service) -> bool:
    try:
        async with asyncio.timeout(3):
            # Goes through the writer, and after the first time changes nothing.
            await service.store.keep_secret(None, "health", b"1")
    except (StoreError, TimeoutError):
        return False
    return True


@get("/metrics", media_type="text/plain")
async def metrics(request: Asked, service: Given[Service]) -> Response[str]:
    """Figures for Prometheus."""
    if service.settings.metrics == "none":
        raise Refusal("unknown", "this server shows no figures")
    if service.settings.metrics == "local" and not _local(request):
        raise Refusal("not-allowed", "figures are only for the machine that the server runs on; see --metrics")
    return Response(service.metrics.text(), media_type=CONTENT_TYPE)


def _local(request: Asked) -> bool:
    try:
        return request.client is not None and ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False


ROUTES = [health, metrics]
