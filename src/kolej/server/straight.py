"""A way around: frames go straight to the transport, without a task or a queue of their own.

ASGI sends with `await`, so whoever tells twenty sockets of a move needs a task for each. uvicorn's protocol can write
at once; this one shows the application how, in `scope["extensions"]["kolej.straight"]`.
"""

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import State

EXTENSION = "kolej.straight"


class StraightProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol, with a door for frames."""

    def handle_connect(self, event: Request) -> None:
        """Open the door together with the connection."""
        super().handle_connect(event)
        if not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def write_text(self, frame: bytes) -> None:
        """Send a text frame now, unless the connection has ended."""
        if not self.handshake_complete or self.close_sent or self.transport.is_closing():
            return
        # A whole text frame changes nothing in the protocol's state, so it need not pass through it.
        if self.conn.state is State.OPEN:
            self.transport.write(head(len(frame)) + frame)

    def waiting_bytes(self) -> int:
        """How much the other side has not taken yet."""
        return self.transport.get_write_buffer_size()

    def cut(self) -> None:
        """End the connection at once, whatever is still on its way."""
        self.transport.abort()


def head(length: int) -> bytes:
    """What comes before a text of this many bytes: a whole frame, text, its length in as few bytes as will do."""
    if length < 126:
        return bytes((0x81, length))
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big")
    return b"\x81\x7f" + length.to_bytes(8, "big")
