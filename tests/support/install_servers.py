"""Installs the servers that some tests need, where that is possible: `python -m tests.support.install_servers`.

Only as root on a Debian machine, as in continuous integration. Elsewhere it says what is missing, and the tests that
need it are skipped.
"""

import os
import shutil
import subprocess
import sys

from tests.support import postgres_server, redis_server

ENVIRONMENT = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
SERVERS = (
    ("PostgreSQL", "postgresql", postgres_server.programs, postgres_server.MISSING),
    ("Redis", "redis-server", redis_server.program, redis_server.MISSING),
)
"""Name, package, how it is found, and what a test says that needs it."""


def apt(*words: str) -> None:
    subprocess.run(["apt-get", "-qq", "-y", *words], check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL)


def main() -> None:
    missing = [(name, package) for name, package, find, _ in SERVERS if find() is None]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        names = " and ".join(name for name, _ in missing)
        print(f"test: installing {names}")
        try:
            apt("update")
            apt("install", "--no-install-recommends", *(package for _, package in missing))
        except subprocess.CalledProcessError as error:
            print(f"test: {names} could not be installed: {error}", file=sys.stderr)
    for name, _, find, problem in SERVERS:
        find.cache_clear()
        if find() is None:
            print(f"test: tests on {name} are skipped: {problem}", file=sys.stderr)


if __name__ == "__main__":
    main()
