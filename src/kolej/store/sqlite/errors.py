"""Errors of SQLite as store errors, with what the host can do about them."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from kolej.store.errors import (
    CannotOpen,
    Damaged,
    DiskFault,
    DiskFull,
    Locked,
    NotAStore,
    ReadOnly,
    StoreError,
    Unavailable,
    Unstorable,
)

REMEDY = "stop the server and put a backup in its place with `kolej restore`"
"""What to do about damage."""


def store_error(error: Exception, path: Path) -> Exception:
    """The StoreError for an error; an error that has nothing to do with the store is returned unchanged."""
    match error:
        case apsw.FullError():
            return DiskFull(f"{path}: the disk is full and nothing was written; make room, then try again")
        case apsw.ReadOnlyError() | apsw.PermissionsError():
            moved = _code(error) == apsw.SQLITE_READONLY_DBMOVED
            why = "was moved away" if moved else "may not be written"
            return ReadOnly(f"{path}: the file {why} and nothing was changed; fix that, then try again")
        case apsw.BusyError() | apsw.LockedError():
            return Locked(f"{path}: another process holds the database; end its work, then try again")
        case apsw.CorruptError():
            return Damaged(f"{path}: the database is damaged ({error}); {REMEDY}")
        case apsw.NotADBError():
            return NotAStore(f"{path}: this is not a database of Kolej; name the one that `kolej serve` uses")
        case apsw.CantOpenError():
            return CannotOpen(f"{path}: cannot be opened; see whether its folder is there and may be written")
        case apsw.IOError():
            return DiskFault(
                f"{path}: the disk failed ({_name(error)}) and nothing was written; see to the disk, then try again"
            )
        case apsw.NoMemError():
            return Unavailable(f"{path}: there is no memory left and nothing was written; try again later")
        case apsw.ConstraintError() | apsw.TooBigError() | apsw.MismatchError():
            return Unstorable(f"{path}: this can't be stored: {error}")
        case UnicodeDecodeError():
            return Damaged(f"{path}: the database is damaged (a text is not UTF-8); {REMEDY}")
        case UnicodeError() | OverflowError():
            return Unstorable(f"{path}: this can't be stored: {error}")
        case OSError():
            return CannotOpen(f"{path}: {error.strerror or error}; fix that or name another place")
    return error


@contextmanager
def store_errors(path: str | os.PathLike[str]) -> Iterator[None]:
    """Raise errors of SQLite and of the system as store errors."""
    try:
        yield
    except StoreError:
        raise
    except Exception as error:
        better = store_error(error, Path(path))
        if better is error:
            raise
        raise better from error


def concerns_one_job(error: Exception) -> bool:
    """Whether an error concerns one job and not the database: the other jobs of the commit go on."""
    return not isinstance(error, apsw.Error) or isinstance(
        error, apsw.ConstraintError | apsw.TooBigError | apsw.MismatchError | apsw.SQLError
    )


def _name(error: apsw.Error) -> str:
    """SQLite's name of a failure, such as SQLITE_IOERR_FSYNC."""
    return str(apsw.mapping_extended_result_codes.get(_code(error)) or type(error).__name__)


def _code(error: apsw.Error) -> int:
    """SQLite's extended result code."""
    return int(getattr(error, "extendedresult", 0))
