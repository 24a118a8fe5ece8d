"""Game files on a disk: read with a limit, and written whole or not at all."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from kolej.engine.record.game_file import GameFileError

MOST_BYTES = 16 * 2**20
"""Far more than any game takes; whatever is larger is something else."""


def read_text(path: str | os.PathLike[str]) -> str:
    """The text of a file."""
    source = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise GameFileError(f"cannot be read: {_reason(error)}; name a game file", source) from error
    if len(raw) > MOST_BYTES:
        raise GameFileError(f"is larger than {MOST_BYTES // 2**20} MB, which no game is; name a game file", source)
    # What is no UTF-8 is let through for now: the reader goes line by line, and names the first that is not as it was.
    return raw.decode(errors="surrogateescape")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file beside the one to be replaced, make sure of it, and then change their places."""
    source = os.fspath(path)
    try:
        # A link stays a link: what it points to is replaced.
        target = Path(os.path.realpath(path))
        mode = _mode(target)
        beside = target.with_name(f".{target.name[:80]}.{secrets.token_hex(6)}.tmp")
        try:
            _write(beside, text.encode(), mode)
            os.replace(beside, target)
        except BaseException:
            with suppress(OSError):
                beside.unlink()
            raise
    except (OSError, ValueError) as error:
        problem = f"cannot be written: {_reason(error)}; nothing was changed, so mend that or name another place"
        raise GameFileError(problem, source) from error
    _settle(target.parent)


def _mode(target: Path) -> int | None:
    """The permissions of the file to be replaced, if there is one."""
    try:
        there = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(there):
        raise ValueError("this is not a file")
    return stat.S_IMODE(there)


def _write(path: Path, raw: bytes, mode: int | None) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666), "wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        path.chmod(mode)


def _settle(folder: Path) -> None:
    """Make the change of places last through a loss of power, where a folder can be told to."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
