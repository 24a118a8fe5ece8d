"""Structured logging to standard error: one line for each event, plain or JSON.

A warning or an error that repeats is logged a few times a minute, and then counted: what clients can cause must neither
fill the disk nor bury other lines.

No secret is logged. An event has named fields, and there is none for a token, a name, a text or a card. Of an
unexpected error only its class and its places in the code are logged: its message might quote a secret.
"""

import json
import logging
import sys
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic
from typing import TextIO

from kolej.server.settings import Settings

logger = logging.getLogger("kolej.server")

NOISE = (
    # Faults of the client, with which anybody could fill the log.
    "Invalid UTF-8 sequence",
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "socket.send() raised exception",
    # Why the application could not start, which it has logged itself.
    "Traceback",
)
"""Beginnings of uvicorn's messages that are not logged."""


MAX_REPEATS = 20
"""Times that a warning or an error is logged within `REPEAT_SECONDS`."""
REPEAT_SECONDS = 60.0
MAX_KINDS = 1000
"""Different warnings and errors that are counted."""


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


class _RepeatFilter(logging.Filter):
    """Drops a warning or an error that repeats too often; the next one logged says how many were dropped."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._counts: dict[tuple[str, str], tuple[float, int]] = {}
        """When each was first logged in the current period, and how often since."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        # The text before its arguments are filled in, which may differ each time.
        key = (record.name, str(record.msg).partition("\n")[0])
        now = self._clock()
        since, count = self._counts.get(key, (now, 0))
        if now - since > REPEAT_SECONDS:
            if count > MAX_REPEATS:
                record.fields = {**getattr(record, "fields", {}), "dropped": count - MAX_REPEATS}
            since, count = now, 0
        if key not in self._counts and len(self._counts) >= MAX_KINDS:
            self._counts.clear()
        self._counts[key] = (since, count + 1)
        return count < MAX_REPEATS


def set_up(settings: Settings, stream: TextIO | None = None) -> None:
    """Configure one handler for the loggers of Kolej, uvicorn and asyncio."""
    handler = logging.StreamHandler(stream or sys.stderr)
    handler.setFormatter(_LineFormatter(settings.log_format == "json"))
    handler.addFilter(_is_relevant)
    handler.addFilter(_RepeatFilter())
    level = settings.log_level.upper()
    for name, least in (("kolej", level), ("uvicorn.error", "WARNING"), ("asyncio", "WARNING")):
        # Below WARNING the libraries would log the contents of frames.
        chosen = logging.getLogger(name)
        chosen.handlers = [handler]
        chosen.propagate = False
        chosen.setLevel(max(logging.getLevelName(least), logging.getLevelName(level)))
