"""Connections to PostgreSQL: a pool whose connections are replaced when they are lost."""

import asyncio
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

import asyncpg

from kolej.store.errors import CannotOpen, Closed, InUse
from kolej.store.postgres.errors import is_lost, opening_error, store_error
from kolej.store.postgres.migrate import check_connection, check_current, connection_name, migrate

T = TypeVar("T")
Query = Callable[..., Awaitable[T]]

CONNECTIONS = 8
"""Connections of one server: enough to keep PostgreSQL busy. With one for the cluster, ten servers need 90 of them."""
CONNECT_TIMEOUT = 5.0
STATEMENT_TIMEOUT = 15.0
"""Seconds after which a statement counts as lost: a cut network is not noticed otherwise."""
APPEND_LOCK_TIMEOUT = "500ms"
"""How long a statement that appends to many logs waits for a lock: a process that is stuck holds those of one log."""
UNANSWERED_SECONDS = 8
"""Seconds after which the machine closes a connection whose other end acknowledges nothing."""
RETRY_PAUSE = 0.1
LOCK_PATIENCE = 3.0
"""Seconds to wait for the lock: PostgreSQL may not have noticed yet that a server was killed."""
SERVER_LOCK = 0x53727672
"""The advisory lock of an exclusive store: "Srvr". Servers share it, so that none runs beside an exclusive store."""
SESSION = {
    # Others see by it which schema version a server has.
    "application_name": connection_name(),
    # A commit is acknowledged after it is on the disk, whatever the database's default is.
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    "idle_in_transaction_session_timeout": "30000",
    "lock_timeout": "3000",
    # A server whose machine has died must not hold locks for two hours.
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}


HOST = re.compile(r"(\[[^]]*\]|[^]:[]*)(:(?P<port>[0-9]{1,5}))?")
"""A host of a URL, which may be an IPv6 address, and its port."""
MAX_PORT = 65535


def without_password(url: str) -> str:
    """The address of a database for messages. Raises CannotOpen, without quoting it, if it is no URL of a database."""
    try:
        parts = urlsplit(url)
        parse_qsl(parts.query, strict_parsing=bool(parts.query))
    except ValueError:
        raise _no_url() from None
    hosts = parts.netloc.rpartition("@")[2]
    found = [HOST.fullmatch(each) for each in hosts.split(",")]
    # A special character ends the password early: what is left of it must not be taken for a host or a database.
    split = "@" in parts.path or bool(parts.fragment) or ("@" in parts.query and "@" not in parts.netloc)
    if split or any(each is None or int(each["port"] or 0) > MAX_PORT for each in found):
        raise _no_url()
    return f"postgresql://{hosts}{parts.path}"


def _no_url() -> CannotOpen:
    return CannotOpen(
        "this is not a URL such as postgresql://user:password@host:5432/name; "
        "write special characters of the password as % and two digits, @ as %40 and / as %2F"
    )


def notice_cuts(connection: Any) -> None:
    """Let the machine find out when the network to the database is cut: asyncpg waits for an answer forever."""
    used = connection._transport.get_extra_info("socket")
    if used is None or used.family not in (socket.AF_INET, socket.AF_INET6):
        return
    used.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    # Linux has all of these.
    for name, value in (
        ("TCP_KEEPIDLE", 5),
        ("TCP_KEEPINTVL", 2),
        ("TCP_KEEPCNT", 3),
        ("TCP_USER_TIMEOUT", 1000 * UNANSWERED_SECONDS),
    ):
        if hasattr(socket, name):
            used.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


@contextmanager
def limited(connection: Any, seconds: float) -> Iterator[None]:
    """Cut a connection that takes longer. To cancel a statement would be to wait for an answer again."""
    timer = asyncio.get_running_loop().call_later(seconds, connection.terminate)
    try:
        yield
    finally:
        timer.cancel()


async def _prepare(connection: Any) -> None:
    notice_cuts(connection)
    await check_connection(connection)


async def _keep_session(connection: Any) -> None:
    """Nothing has to be reset between two uses of a connection: settings and locks end with their transactions.

    What asyncpg does by default is one more round trip for every statement.
    """


class Database:
    """The connections of one store to its database."""

    def __init__(self, url: str, exclusive: bool, migrates: bool = True) -> None:
        self.address = without_password(url)
        self._url = url
        self._exclusive = exclusive
        self._migrates = migrates
        self._lock: Any = None
        """The connection that holds the lock of an exclusive store."""
        self._pool: Any = None

    async def open(self) -> None:
        """Connect, and bring the schema up to date, or check that it is."""
        try:
            pool = asyncpg.create_pool(
                self._url,
                min_size=1,
                max_size=CONNECTIONS,
                timeout=CONNECT_TIMEOUT,
                command_timeout=STATEMENT_TIMEOUT,
                server_settings=SESSION,
                init=_prepare,
                reset=_keep_session,
            )
            async with asyncio.timeout(2 * CONNECT_TIMEOUT):
                await pool
            try:
                async with pool.acquire() as connection:
                    await (migrate if self._migrates else check_current)(connection, self.address)
                if self._exclusive:
                    await self._take_lock()
            except BaseException:
                pool.terminate()
                raise
        except Exception as error:
            raise opening_error(error, self.address) from error
        self._pool = pool

    async def close(self) -> None:
        """Wait for statements in progress, and close all connections."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        if self._lock is not None:
            self._lock.terminate()
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT):
                await pool.close()
        except Exception:
            # A database that is gone must not keep the server from stopping.
            pool.terminate()

    async def _take_lock(self) -> None:
        """Refuse to open a database that another exclusive store has open.

        The lock saves two servers from doing the same work; that only one of them can write an entry is ensured by the
        primary key of the entries. So nothing has to be done when the connection of the lock is lost.
        """
        connection = await asyncpg.connect(self._url, timeout=CONNECT_TIMEOUT, server_settings=SESSION)
        end = asyncio.get_running_loop().time() + LOCK_PATIENCE
        while not await connection.fetchval("SELECT pg_try_advisory_lock($1)", SERVER_LOCK):
            if asyncio.get_running_loop().time() >= end:
                connection.terminate()
                problem = f"{self.address}: another server uses this database"
                raise InUse(f"{problem}; stop it first, or name another database")
            await asyncio.sleep(RETRY_PAUSE)
        self._lock = connection

    @asynccontextmanager
    async def connection(self, seconds: float | None = None) -> AsyncIterator[Any]:
        """A connection from the pool. One that was lost is replaced when it is next needed.

        With `seconds`, it is cut if getting it and using it take longer.
        """
        if self._pool is None:
            raise Closed(f"{self.address}: the store is closed")
        loop = asyncio.get_running_loop()
        end = None if seconds is None else loop.time() + seconds
        async with self._pool.acquire(timeout=min(CONNECT_TIMEOUT, seconds or CONNECT_TIMEOUT)) as connection:
            with nullcontext() if end is None else limited(connection, end - loop.time()):
                yield connection

    async def take(self, seconds: float) -> Any:
        """A connection from the pool that the caller keeps until it gives it back. It waits for locks only briefly."""
        if self._pool is None:
            raise Closed(f"{self.address}: the store is closed")
        connection = await self._pool.acquire(timeout=min(CONNECT_TIMEOUT, seconds))
        await self._set(connection, f"SET lock_timeout = '{APPEND_LOCK_TIMEOUT}'", seconds)
        return connection

    async def give_back(self, connection: Any, seconds: float) -> None:
        """Return a connection to the pool, which replaces it if it was lost."""
        if self._pool is not None:
            if not connection.is_closed():
                await self._set(connection, "RESET lock_timeout", seconds)
            await self._pool.release(connection)

    async def _set(self, connection: Any, statement: str, seconds: float) -> None:
        """Change a setting of a session. A connection whose settings are not known is not used any more."""
        try:
            with limited(connection, seconds):
                await connection.execute(statement)
        except BaseException:
            connection.terminate()
            await self._pool.release(connection)
            raise

    async def read(self, query: Query[T], *args: Any) -> T:
        """Run a query that changes nothing; after a lost connection it is tried once more."""
        try:
            return await self._run(query, args)
        except Exception as error:
            if not is_lost(error):
                raise store_error(error) from error
        try:
            await asyncio.sleep(RETRY_PAUSE)
            return await self._run(query, args)
        except Exception as error:
            raise store_error(error) from error

    async def write(self, query: Query[T], *args: Any) -> T:
        """Run a query in a transaction."""
        try:
            return await self.transaction(query, args)
        except Exception as error:
            raise store_error(error) from error

    async def transaction(self, query: Query[T], args: tuple[Any, ...], seconds: float | None = None) -> T:
        """Run a query in a transaction, and raise the errors of PostgreSQL as they are."""
        async with self.connection(seconds) as connection, connection.transaction():
            return await query(connection, *args)

    async def _run(self, query: Query[T], args: tuple[Any, ...]) -> T:
        async with self.connection() as connection:
            return await query(connection, *args)
