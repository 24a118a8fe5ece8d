"""Store errors as refusals for clients. The messages of the store itself may name files, so they are not sent."""

from collections.abc import Iterator
from contextlib import contextmanager

from kolej.server.errors import Refusal
from kolej.store.errors import (
    Closed,
    Damaged,
    DiskFault,
    DiskFull,
    Locked,
    Overloaded,
    ReadOnly,
    Repeated,
    Stale,
    StoreError,
    Uncertain,
    UnknownPerson,
    UnknownTable,
)

_REASONS: dict[type[StoreError], str] = {
    DiskFull: "the server's disk is full",
    ReadOnly: "the server may not write to its files",
    Locked: "another program holds the server's database",
    DiskFault: "the server's disk does not work",
    Overloaded: "the server has more to write than it can",
    Closed: "the server is shutting down",
}
RETRYABLE = ("storage", "busy", "too-fast")
"""Codes of refusals that are not remembered: the same command may be sent again when the cause is gone."""


def refusal_of(error: StoreError) -> Refusal:
    """The refusal for an error of the store. Nothing was written."""
    if isinstance(error, UnknownPerson):
        return Refusal("not-allowed", "the server does not know you any more; load the page again")
    if isinstance(error, Damaged):
        return Refusal("damaged")
    if isinstance(error, UnknownTable):
        return deleted()
    if isinstance(error, Uncertain):
        return Refusal("storage", "the server lost its database; it may have been stored or not, so send it again")
    reason = _REASONS.get(type(error), "the server could not store it")
    return Refusal("storage", f"{reason}; nothing has changed, try again in a moment")


def deleted() -> Refusal:
    """The refusal of everything at a table that was deleted."""
    return Refusal("unknown-table", "this table was deleted")


@contextmanager
def storing() -> Iterator[None]:
    """Turn errors of the store into refusals, except `Stale` and `Repeated`, which the caller handles."""
    try:
        yield
    except (Stale, Repeated):
        raise
    except StoreError as error:
        raise refusal_of(error) from error
