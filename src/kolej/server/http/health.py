"""HTTP endpoints for operators: /health and /metrics."""

import ipaddress

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from kolej import __version__
from kolej.server.errors import Refusal
from kolej.server.http.dependencies import service_of
from kolej.server.http.endpoints import get, json_response
from kolej.server.maintenance.health_checks import Check
from kolej.server.metrics import CONTENT_TYPE
from kolej.server.wire.base import PROTOCOL


class Health(msgspec.Struct):
    """The health of the server."""

    ok: bool
    failed: list[Check]
    """The checks that fail: `write` if the store accepts no writes, `disk` if the disk is nearly full, `database` if a
    part of the database is damaged."""
    store: bool
    """Whether the store accepts writes."""
    tables: int
    sockets: int
    version: str
    protocol: int
    """The version of the protocol."""


async def health(request: Request) -> Response:
    """Whether the server works: 200, or 503 when a check fails. Results hold for two seconds."""
    service = service_of(request)
    failed = await service.health.failed()
    writes = "write" not in failed
    health = Health(not failed, failed, writes, service.registry.live, len(service.sockets), __version__, PROTOCOL)
    return json_response(health, 503 if failed else 200)


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
