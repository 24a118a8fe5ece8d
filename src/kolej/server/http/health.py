"""HTTP endpoints for operators: /health and /metrics."""

import asyncio
import ipaddress

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kolej import __version__
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import service_of
from kolej.server.http.endpoints import get, json_response
from kolej.server.metrics import CONTENT_TYPE
from kolej.server.service import Service
from kolej.server.wire.base import PROTOCOL
from kolej.store.errors import StoreError


class Health(msgspec.Struct):
    """The health of the server."""

    ok: bool
    store: bool
    """Whether the store accepts writes."""
    tables: int
    sockets: int
    version: str
    protocol: int
    """The version of the protocol."""


async def health(request: Request) -> Response:
    """Whether the server works: 200, or 503 when the store does not accept writes."""
    service = service_of(request)
    ok = await _store_writable(service)
    health = Health(ok, ok, service.registry.live, len(service.sockets), __version__, PROTOCOL)
    return json_response(health, 200 if ok else 503)


async def _store_writable(service: Service) -> bool:
    try:
        async with asyncio.timeout(3):
            # A write that goes through the writer thread; after the first time it changes nothing.
            await service.store.keep_secret(None, "health", b"1")
    except (StoreError, TimeoutError):
        return False
    return True


async def metrics(request: Request) -> Response:
    """Metrics for Prometheus."""
    service = service_of(request)
    if service.settings.metrics == "none":
        raise Refusal("unknown", "this server shows no metrics")
    if service.settings.metrics == "local" and not _local(request):
        raise Refusal("not-allowed", "metrics are only for the machine that the server runs on; see --metrics")
    return Response(service.metrics.text(), media_type=CONTENT_TYPE)


def _local(request: Request) -> bool:
    return request.client is not None and is_local(request.client.host)


def is_local(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        # A server that listens on `::` sees IPv4 clients under such addresses.
        found = found.ipv4_mapped
    return found.is_loopback


ENDPOINTS = (
    get("/health", health, gives=Health),
    get("/metrics", metrics, media_type="text/plain"),
)
