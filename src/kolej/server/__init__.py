"""The game server: tables over HTTP and WebSocket."""
