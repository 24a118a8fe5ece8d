"""Errors of PostgreSQL as store errors, with what the host can do about them."""

import asyncpg

from kolej.store.errors import (
    CannotOpen,
    Damaged,
    DiskFault,
    DiskFull,
    Locked,
    ReadOnly,
    StoreError,
    Unavailable,
    Unstorable,
)

LOST = (
    OSError,
    TimeoutError,
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.OperatorInterventionError,
    asyncpg.TooManyConnectionsError,
)
"""Errors after which a statement may or may not have been carried out, or could not be sent."""


def is_lost(error: BaseException) -> bool:
    """Whether an error concerns the connection and not the statement."""
    # A value of a wrong type is refused before anything is sent.
    return isinstance(error, LOST) and not isinstance(error, asyncpg.DataError | asyncpg.QueryCanceledError)


def store_error(error: Exception) -> Exception:
    """The StoreError for an error; an error that has nothing to do with the store is returned unchanged."""
    match error:
        case StoreError():
            return error
        case asyncpg.DiskFullError():
            return DiskFull("PostgreSQL: the disk is full and nothing was written; make room, then try again")
        case asyncpg.ReadOnlySQLTransactionError():
            return ReadOnly("PostgreSQL is read-only, as a standby is; name the primary database")
        case asyncpg.InsufficientPrivilegeError():
            return ReadOnly(f"PostgreSQL: {error}; grant it to the user of the database URL")
        case asyncpg.LockNotAvailableError() | asyncpg.DeadlockDetectedError() | asyncpg.QueryCanceledError():
            return Locked("PostgreSQL: something else holds what is needed, and nothing was written; try again")
        case asyncpg.DataCorruptedError() | asyncpg.IndexCorruptedError():
            return Damaged(f"PostgreSQL: the database is damaged ({error}); restore a backup")
        case asyncpg.PostgresIOError() | asyncpg.PostgresSystemError():
            return DiskFault(f"PostgreSQL: the disk failed ({error}) and nothing was written; see to the disk")
        case asyncpg.OutOfMemoryError() | asyncpg.ConfigurationLimitExceededError():
            return Unavailable("PostgreSQL has no memory left and nothing was written; try again later")
        case (
            asyncpg.DataError()
            | asyncpg.IntegrityConstraintViolationError()
            | asyncpg.StatementTooComplexError()
            | asyncpg.ProgramLimitExceededError()
            | UnicodeError()
            | OverflowError()
        ):
            return Unstorable(f"PostgreSQL: this can't be stored: {error}")
    if is_lost(error):
        return Unavailable(f"PostgreSQL can't be reached ({type(error).__name__}); try again in a moment")
    return error


def opening_error(error: Exception, address: str) -> Exception:
    """The StoreError for an error while a store is opened; the address must not contain a password."""
    match error:
        case StoreError():
            return error
        case asyncpg.InvalidCatalogNameError():
            return CannotOpen(f"{address}: there is no such database; create it with `createdb`")
        case asyncpg.InvalidAuthorizationSpecificationError():
            return CannotOpen(f"{address}: PostgreSQL refuses the user or the password ({error}); check the URL")
        case asyncpg.InsufficientPrivilegeError():
            return CannotOpen(f"{address}: the user lacks a right there ({error}); grant it, or name another user")
        case asyncpg.ClientConfigurationError():
            return CannotOpen(
                f"{address}: PostgreSQL's client refuses the URL ({error}); check what follows the address"
            )
    if is_lost(error):
        return CannotOpen(f"{address}: PostgreSQL can't be reached ({error}); see whether it runs there")
    return store_error(error)
