"""Structured logging to standard error: one line for each event, plain or JSON.

No secret is logged. An event has named fields, and there is none for a token, a name, a text or a card. Of an
unexpected error only its class and its places in the code are logged: its message might quote a secret.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import TextIO

from kolej.server.settings import Settings

logger = logging.getLogger("kolej.server")

NOISE = (
    # Faults of the client, with which anybody could fill the log.
    "Invalid UTF-8 sequence",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    # Why the application could not start, which it has logged itself.
    "Traceback",
)
"""Beginnings of uvicorn's messages that are not logged."""


def log_event(event: str, level: int = logging.INFO, **fields: object) -> None:
    """Log an event."""
    logger.log(level, event, extra={"fields": fields})


def log_failure(event: str, error: BaseException, **fields: object) -> None:
    """Log an unexpected error."""
    log_event(event, logging.ERROR, **fields, error=type(error).__name__, at=places(error))


def places(error: BaseException) -> list[str]:
    """The places in the code where an error was raised, innermost last."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


class _LineFormatter(logging.Formatter):
    """Formats records as plain or JSON lines."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self._json = as_json

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        level = record.levelname.lower()
        # After its first line, a message of asyncio or uvicorn may quote secrets.
        event = record.getMessage().strip().partition("\n")[0]
        fields = dict(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[1] is not None:
            fields |= {"error": type(record.exc_info[1]).__name__, "at": places(record.exc_info[1])}
        if self._json:
            return json.dumps({"time": at, "level": level, "event": event, **fields}, default=str)
        pairs = " ".join(f"{name}={_plain(value)}" for name, value in fields.items())
        return f"{at} {level:<7} {event}{' ' if pairs else ''}{pairs}"


def _plain(value: object) -> str:
    return json.dumps(value, default=str) if isinstance(value, str | list) else str(value)


def _is_relevant(record: logging.LogRecord) -> bool:
    return not record.getMessage().lstrip().startswith(NOISE)


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Configure one handler for the loggers of Kolej, uvicorn and asyncio."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_LineFormatter(settings.log_format == "json"))
    level = settings.log_level.upper()
    for name, least in (("kolej", level), ("uvicorn.error", "WARNING"), ("asyncio", "WARNING")):
        # Below WARNING the libraries would log the contents of frames.
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(max(logging.getLevelName(least), logging.getLevelName(level)))
    logging.getLogger("uvicorn.error").addFilter(_is_relevant)
