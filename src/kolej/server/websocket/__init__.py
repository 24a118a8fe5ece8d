"""The WebSocket of a table: from the handshake to the close."""
