"""What `kolej.server` relies on in uvicorn and websockets beyond their documented interfaces, name by name.

If a test here fails after an upgrade, uvicorn has changed something that a subclass overrides or reads. Compare
`websockets_sansio_impl.py`, `httptools_impl.py` and `server.py` of both versions, adapt `kolej/server/uvicorn_ext` and
`kolej/server/run.py`, run `tests/server`, and measure with `bench.load` as in
docs/decisions/0010-uvicorn-pinned-exactly.md. Only then change the pin in pyproject.toml and the lists below.
"""

import ast
import asyncio
import inspect
import re
import tomllib
from collections import deque
from collections.abc import Callable
from typing import Any

import httptools
import pytest
import uvicorn
import websockets
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets import http11
from websockets.server import ServerProtocol

from kolej.server import run
from kolej.server.uvicorn_ext import bounded_http, fast_websocket
from kolej.server.uvicorn_ext.bounded_http import BoundedHttpProtocol
from kolej.server.uvicorn_ext.fast_websocket import FastWebSocketProtocol, Inbox
from tests.support.running_server import ROOT

CONSTRUCTOR = "(self, config, server_state, app_state, _loop=None)"

METHODS: list[tuple[type, str, str]] = [
    (WebSocketsSansIOProtocol, "__init__", CONSTRUCTOR),
    (WebSocketsSansIOProtocol, "connection_made", "(self, transport)"),
    (WebSocketsSansIOProtocol, "connection_lost", "(self, exc)"),
    (WebSocketsSansIOProtocol, "data_received", "(self, data)"),
    (WebSocketsSansIOProtocol, "handle_connect", "(self, event)"),
    (WebSocketsSansIOProtocol, "handle_ping", "(self)"),
    (WebSocketsSansIOProtocol, "handle_pong", "(self, event)"),
    (WebSocketsSansIOProtocol, "handle_cont", "(self, event)"),
    (WebSocketsSansIOProtocol, "keepalive_timeout", "(self)"),
    (WebSocketsSansIOProtocol, "schedule_ping", "(self)"),
    (WebSocketsSansIOProtocol, "send_keepalive_ping", "(self)"),
    (WebSocketsSansIOProtocol, "shutdown", "(self)"),
    (WebSocketsSansIOProtocol, "receive", "async (self)"),
    (WebSocketsSansIOProtocol, "send", "async (self, message)"),
    (HttpToolsProtocol, "__init__", CONSTRUCTOR),
    (HttpToolsProtocol, "connection_made", "(self, transport)"),
    (HttpToolsProtocol, "connection_lost", "(self, exc)"),
    (HttpToolsProtocol, "data_received", "(self, data)"),
    (HttpToolsProtocol, "on_message_begin", "(self)"),
    (HttpToolsProtocol, "on_header", "(self, name, value)"),
    (HttpToolsProtocol, "on_headers_complete", "(self)"),
    (HttpToolsProtocol, "on_body", "(self, body)"),
    (HttpToolsProtocol, "on_message_complete", "(self)"),
    (HttpToolsProtocol, "handle_websocket_upgrade", "(self)"),
    (HttpToolsProtocol, "resume_writing", "(self)"),
    (HttpToolsProtocol, "_should_upgrade", "(self)"),
    (HttpToolsProtocol, "_start_asgi_task", "(self, cycle, app)"),
    (HttpToolsProtocol, "_unset_keepalive_if_required", "(self)"),
    (uvicorn.Server, "__init__", "(self, config)"),
    (uvicorn.Server, "handle_exit", "(self, sig, frame)"),
    (uvicorn.Server, "startup", "async (self, sockets=None)"),
    (uvicorn.Server, "shutdown", "async (self, sockets=None)"),
    (uvicorn.Server, "serve", "async (self, sockets=None)"),
    (uvicorn.Config, "get_loop_factory", "(self)"),
    (_TrustedHosts, "__init__", "(self, trusted_hosts)"),
    (_TrustedHosts, "__contains__", "(self, host)"),
    (_TrustedHosts, "get_trusted_client_address", "(self, x_forwarded_for)"),
]
"""Methods that are overridden or called, with their parameters."""

ATTRIBUTES: dict[type, dict[str, Any]] = {
    WebSocketsSansIOProtocol: {
        "client": type(None),
        "close_sent": bool,
        "conn": ServerProtocol,
        "handshake_complete": bool,
        "handshake_initiated": bool,
        "loop": asyncio.AbstractEventLoop,
        "queue": asyncio.Queue,
        "read_paused": bool,
        "transport": type(None),
    },
    HttpToolsProtocol: {
        "client": type(None),
        "connections": set,
        "cycle": type(None),
        "flow": type(None),
        "headers": type(None),
        "loop": asyncio.AbstractEventLoop,
        "parser": httptools.HttpRequestParser,
        "pipeline": deque,
        "scheme": type(None),
        "scope": type(None),
        "transport": type(None),
    },
}
"""Attributes of a protocol that are read or set, with their types before a connection is made."""

SERVER_ATTRIBUTES = {"config", "force_exit", "server_state", "should_exit", "started"}
"""`servers`, the listening ones, exist only once a server has started; the tests of the shutdown need them."""

HOW = "read the docstring of tests/server/uvicorn_ext/test_relied_on.py before you change a version"


@pytest.mark.parametrize("package", [uvicorn, websockets], ids=lambda package: package.__name__)
def test_the_version_is_pinned_and_is_the_installed_one(package: Any) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    pins = [each for each in required if re.match(rf"{package.__name__}\b", each)]
    assert pins == [f"{package.__name__}=={package.__version__}"], HOW


def shape(method: Callable[..., Any]) -> str:
    """The parameters of a method, without annotations, and whether it is a coroutine."""
    found = inspect.signature(method).parameters.values()
    parameters = inspect.Signature([each.replace(annotation=inspect.Parameter.empty) for each in found])
    return f"{'async ' if inspect.iscoroutinefunction(method) else ''}{parameters}"


@pytest.mark.parametrize(("kind", "name", "parameters"), METHODS, ids=lambda each: getattr(each, "__name__", each))
def test_methods_have_these_parameters(kind: type, name: str, parameters: str) -> None:
    assert hasattr(kind, name), f"{kind.__name__}.{name} is gone: {HOW}"
    assert shape(getattr(kind, name)) == parameters, f"{kind.__name__}.{name} has other parameters: {HOW}"


async def made(kind: type) -> Any:
    """A protocol as uvicorn makes it."""

    async def app(_scope: Any, _receive: Any, _send: Any) -> None:
        raise AssertionError("nothing is sent to it")

    config = uvicorn.Config(app, log_config=None, interface="asgi3", ws="websockets-sansio")
    config.load()
    return kind(config=config, server_state=ServerState(), app_state={})


@pytest.mark.parametrize("kind", ATTRIBUTES, ids=lambda kind: kind.__name__)
def test_attributes_have_these_types(kind: type) -> None:
    protocol = asyncio.run(made(kind))
    for name, expected in ATTRIBUTES[kind].items():
        assert hasattr(protocol, name), f"{kind.__name__}.{name} is gone: {HOW}"
        assert isinstance(getattr(protocol, name), expected), f"{kind.__name__}.{name} is something else: {HOW}"


def test_the_parser_says_whether_it_is_between_messages() -> None:
    protocol = asyncio.run(made(WebSocketsSansIOProtocol))
    assert protocol.conn.current_size is None, f"websockets' ServerProtocol.current_size: {HOW}"
    assert inspect.isgenerator(protocol.conn.parser), f"websockets' ServerProtocol.parser: {HOW}"


def test_the_parser_says_that_a_request_can_not_be_read() -> None:
    protocol = asyncio.run(made(WebSocketsSansIOProtocol))
    assert protocol.conn.handshake_exc is None, f"websockets' ServerProtocol.handshake_exc: {HOW}"
    protocol.conn.receive_data(b"nonsense\r\n")
    assert protocol.conn.handshake_exc is not None, f"websockets' ServerProtocol.handshake_exc: {HOW}"


def test_the_parser_takes_lines_as_long_as_a_header_may_be() -> None:
    longest = max(bounded_http.MAX_HEADER + len(": \r\n"), bounded_http.MAX_URL + len("GET  HTTP/1.1\r\n"))
    assert longest <= http11.MAX_LINE_LENGTH and bounded_http.MAX_HEADERS <= http11.MAX_NUM_HEADERS, HOW


def test_a_cycle_says_whether_its_response_is_complete_and_the_connection_is_kept() -> None:
    made = inspect.getsource(RequestResponseCycle.__init__)
    assert "self.response_complete = " in made and "self.keep_alive = " in made, HOW


def test_the_url_and_headers_of_a_request_are_collected_in_these_attributes() -> None:
    protocol = asyncio.run(made(HttpToolsProtocol))
    protocol.on_message_begin()
    protocol.on_url(b"/pa")
    protocol.on_url(b"th")
    protocol.on_header(b"Host", b"here")
    assert (protocol.url, protocol.headers) == (b"/path", [(b"host", b"here")]), HOW


def test_data_is_received_in_the_same_way() -> None:
    """`BoundedHttpProtocol.data_received` replaces uvicorn's: compare them when this fails."""
    source = inspect.getsource(HttpToolsProtocol.data_received)
    steps = re.findall(r"self\.(\w+)\(|httptools\.(\w+)|self\.(parser\.\w+)", source)
    assert ["".join(each) for each in steps] == [
        "_unset_keepalive_if_required",
        "parser.feed_data",
        "HttpParserError",
        "send_400_response",
        "HttpParserUpgrade",
        "_should_upgrade",
        "handle_websocket_upgrade",
        "_unsupported_upgrade_warning",
    ], HOW


def test_a_server_has_these_attributes() -> None:
    server = uvicorn.Server(uvicorn.Config("no:app", log_config=None))
    assert {name for name in SERVER_ATTRIBUTES if not hasattr(server, name)} == set(), HOW
    assert isinstance(server.server_state.connections, set), HOW
    source = inspect.getsource(uvicorn.Server)
    assert "self.servers" in source and "self.lifespan" in source and "self.lifespan.state" in source, HOW
    assert hasattr(server.config, "http_protocol_class") or "http_protocol_class" in inspect.getsource(uvicorn.Config)


def test_messages_are_received_in_the_same_way() -> None:
    """`FastWebSocketProtocol.receive` replaces uvicorn's: compare them when this fails."""
    steps = re.findall(r"self\.([\w.]+)", inspect.getsource(WebSocketsSansIOProtocol.receive))
    assert steps == ["queue.get", "read_paused", "queue.empty", "read_paused", "transport.resume_reading"], HOW


def test_the_inbox_has_every_method_of_a_queue_that_uvicorn_calls() -> None:
    called = set(re.findall(r"self\.queue\.(\w+)", inspect.getsource(WebSocketsSansIOProtocol)))
    assert called == {"put_nowait", "get", "empty"}, HOW
    assert all(hasattr(Inbox, name) for name in called)


@pytest.mark.parametrize(
    ("module", "kind", "base"),
    [
        (fast_websocket, FastWebSocketProtocol, WebSocketsSansIOProtocol),
        (bounded_http, BoundedHttpProtocol, HttpToolsProtocol),
        (run, run.Server, uvicorn.Server),
    ],
    ids=["websocket", "http", "server"],
)
def test_everything_relied_on_is_listed(module: Any, kind: type, base: type) -> None:
    """Every `self.name` and `super().name` in a subclass is its own, or is in the lists above."""
    tree = ast.parse(inspect.getsource(module))
    body = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == kind.__name__)
    used = {
        node.attr
        for node in ast.walk(body)
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) in ("self", "super()", "self.conn")
    }
    # What a subclass adds is a method of it, or an attribute whose name begins with an underscore.
    inherited = {name for name in used if name in dir(base) or (not name.startswith("_") and name not in vars(kind))}
    listed = {name for each, name, _ in METHODS if each is base} | set(ATTRIBUTES.get(base, ()))
    listed |= {"current_size", "handshake_exc", "parser", "scope"} if base is WebSocketsSansIOProtocol else set()
    listed |= {"url"} if base is HttpToolsProtocol else set()
    listed |= {*SERVER_ATTRIBUTES, "lifespan", "servers"} if base is uvicorn.Server else set()
    assert inherited - listed == set(), "list it above, so that an upgrade of uvicorn cannot change it unnoticed"
