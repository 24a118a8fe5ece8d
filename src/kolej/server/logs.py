"""What a server tells whoever runs it: a line for each event, in words or in JSON, on the standard error.

No secret gets here. An event has named fields, and there is none for a token, a name, a text or a card. Of an error
that nobody expected only its kind and its place in the code are logged: its message might quote what it was about.
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
    # Only the other side is wrong, and anybody could fill a log with it.
    "Invalid UTF-8 sequence",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    # Why the application could not start, which it has told itself.
    "+ Exception Group Traceback",
    "Traceback",
)
"""How messages of uvicorn begin that nobody needs."""


def tell(event: str, level: int = logging.INFO, **fields: object) -> None:
    """Log an event."""
    logger.log(level, event, extra={"fields": fields})


def tell_failure(event: str, error: BaseException, **fields: object) -> None:
    """Log an error that nobody expected."""
    tell(event, logging.ERROR, **fields, error=type(error).__name__, at=places(error))


def places(error: BaseException) -> list[str]:
    """Where in the code an error came about, the innermost place last."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


class _Lines(logging.Formatter):
    """Records as lines."""

    def __init__(self, as_json: bool) -> None:
        super().__init__()
        self._json = as_json

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        level = record.levelname.lower()
        # Behind its first line, a message of asyncio or uvicorn quotes what it was about.
        event = record.getMessage().strip().partition("\n")[0]
        fields = dict(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[1] is not None:
            fields |= {"error": type(record.exc_info[1]).__name__, "at": places(record.exc_info[1])}
        if self._json:
            # Fields of an event never stand in for the line's own.
            return json.dumps({"time": at, "level": level, "event": event, **fields}, default=str)
        words = " ".join(f"{name}={_word(value)}" for name, value in fields.items())
        return f"{at} {level:<7} {event}{' ' if words else ''}{words}"


def _word(value: object) -> str:
    return json.dumps(value, default=str) if isinstance(value, str | list) else str(value)


def _wanted(record: logging.LogRecord) -> bool:
    return not record.getMessage().lstrip().startswith(NOISE)


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Send what Kolej, uvicorn and asyncio log through one handler."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_Lines(settings.log_format == "json"))
    level = settings.log_level.upper()
    for name, least in (("kolej", level), ("uvicorn.error", "WARNING"), ("asyncio", "WARNING")):
        # Below this the libraries would log what goes over a socket.
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(max(logging.getLevelName(least), logging.getLevelName(level)))
    logging.getLogger("uvicorn.error").addFilter(_wanted)
