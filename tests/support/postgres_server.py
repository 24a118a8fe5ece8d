"""PostgreSQL for tests: a server of the test's own, on a socket in a folder, and a new database for each test."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path

MISSING = "there is no PostgreSQL; install it (Debian: postgresql) to run this"
FAST = ("-c", "fsync=off", "-c", "full_page_writes=off")
"""For tests that kill no server: nothing has to survive."""

_numbers = count()


@cache
def programs() -> Path | None:
    """The folder of PostgreSQL's programs: that of the PATH, or the newest of Debian's."""
    found = shutil.which("initdb")
    if found is not None:
        return Path(found).resolve().parent
    folders = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    return max(folders, key=lambda folder: float(folder.parent.name), default=None)


def _as_user() -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []


class PostgresServer:
    """A server in a folder of its own. Only its socket is reachable, not the network."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self._options = options
        self._data = folder / "data"

    def _run(self, program: str, *args: str) -> None:
        bin = programs()
        assert bin is not None, MISSING
        command = [*_as_user(), str(bin / program), *args]
        # Not captured: the server would keep the pipe open.
        with (self.folder / "output.log").open("ab") as log:
            done = subprocess.run(command, stdout=log, stderr=log, cwd="/", timeout=60, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed: {(self.folder / 'output.log').read_text()[-2000:]}")

    def create(self) -> None:
        """Make an empty cluster of databases."""
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        self._run("initdb", "-D", str(self._data), "-U", "kolej", "-A", "trust", "-E", "UTF8", "--no-sync")

    def start(self) -> None:
        """Start, and return when it answers."""
        options = " ".join([f"-k {self.folder} -c listen_addresses=''", *self._options])
        self._run("pg_ctl", "-D", str(self._data), "-o", options, "-l", str(self.folder / "server.log"), "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """Stop; with mode "immediate" as if it were killed."""
        self._run("pg_ctl", "-D", str(self._data), "-m", mode, "-w", "stop")

    def url(self, database: str) -> str:
        """The URL of a database."""
        return f"postgresql://kolej@/{database}?host={self.folder}"

    def new_database(self, owner: str = "kolej") -> str:
        """The URL of a new, empty database, for the administrator `kolej`."""
        name = f"test_{os.getpid()}_{next(_numbers)}"
        self._run("createdb", "-h", str(self.folder), "-U", "kolej", "--owner", owner, name)
        return self.url(name)

    def backup(self, url: str) -> Path:
        """Back up a database as docs/hosting.md says."""
        file = self.folder / f"{next(_numbers)}.dump"
        self._run("pg_dump", "--format=custom", f"--file={file}", url)
        return file

    def restore(self, file: Path, owner: str = "kolej") -> str:
        """Restore a backup into a new database of a user, as docs/hosting.md says, and return its URL."""
        url = self.new_database(owner)
        self._run("pg_restore", "--exit-on-error", "--no-owner", f"--role={owner}", f"--dbname={url}", str(file))
        return url.replace("//kolej@", f"//{owner}@")

    def new_user(self) -> str:
        """The name of a new user without any rights but to connect."""
        name = f"user_{next(_numbers)}"
        self._run("createuser", "-h", str(self.folder), "-U", "kolej", name)
        return name


@contextmanager
def running_postgres(*options: str) -> Iterator[PostgresServer]:
    """A server that is stopped and deleted at the end."""
    # Not pytest's folder: the path of a socket may have about 100 characters.
    folder = Path(tempfile.mkdtemp(prefix="kolej-pg-", dir="/tmp"))
    server = PostgresServer(folder, *options)
    try:
        server.create()
        server.start()
        try:
            yield server
        finally:
            server.stop("immediate")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def _shared() -> PostgresServer:
    import atexit

    context = running_postgres(*FAST)
    server = context.__enter__()
    atexit.register(context.__exit__, None, None, None)
    return server


def shared_postgres() -> PostgresServer:
    """A server for all tests of this process."""
    return _shared()
