"""Files on disk: reading with a size limit, and atomic writing."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from kolej.engine.record.game_file import GameFileError

MOST_BYTES = 16 * 2**20
"""Limit of the size of a file; far more than any game needs."""


def read_text(path: str | os.PathLike[str]) -> str:
    """Read the text of a file."""
    source = os.fspath(path)
    try:
        with Path(path).open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise GameFileError(f"cannot be read: {_reason(error)}; name a game file", source) from error
    if len(raw) > MOST_BYTES:
        raise GameFileError(f"is larger than {MOST_BYTES // 2**20} MB, which no game is; name a game file", source)
    # Invalid UTF-8 passes here: the reader of a game file checks line by line, and reports the first that was altered.
    return raw.decode(errors="surrogateescape")


def write_text(path: str | os.PathLike[str], text: str) -> None:
    """Write a file atomically: write a temporary file temporary it, sync it to disk, and rename it over the old one."""
    source = os.fspath(path)
    try:
        # A symbolic link stays one: its target is replaced.
        target = Path(os.path.realpath(path))
        mode = _permissions(target)
        temporary = target.with_name(f".{target.name[:80]}.{secrets.token_hex(6)}.tmp")
        try:
            _write(temporary, text.encode(), mode)
            os.replace(temporary, target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
    except (OSError, ValueError) as error:
        problem = f"cannot be written: {_reason(error)}; nothing was changed, so fix that or name another place"
        raise GameFileError(problem, source) from error
    _sync_folder(target.parent)


def _permissions(target: Path) -> int | None:
    """The permissions of the file to be replaced; None if there is no such file."""
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


def _sync_folder(folder: Path) -> None:
    """Make a rename survive a power failure, on systems that can sync a folder.

    The store has the same function in `store/sqlite/connections.py`: it may not import the engine's records.
    """
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
