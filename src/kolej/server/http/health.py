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

FORWARDING_HEADERS = ("x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "x-real-ip", "forwarded", "via")
"""Headers by which proxies say for whom they ask."""


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
    # A proxy on this machine asks for others, and not all proxies are known by --proxy.
    forwarded = any(name in request.headers for name in FORWARDING_HEADERS)
    return request.client is not None and is_local(request.client.host) and not forwarded


def is_local(address: str) -> bool:
    """Whether an address is this machine's own."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False


ENDPOINTS = (
    get("/health", health, gives=Health),
    get("/metrics", metrics, media_type="text/plain"),
)
