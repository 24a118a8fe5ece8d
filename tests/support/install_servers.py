"""Installs the servers that some tests need, where that is possible: `python -m tests.support.install_servers`.

Only as root on a Debian machine, as in continuous integration. Elsewhere it says what is missing, and the tests that
need it are skipped.
"""

import os
import shutil
import subprocess
import sys

from tests.support.postgres_server import MISSING, programs

ENVIRONMENT = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}


def apt(*words: str) -> None:
    subprocess.run(["apt-get", "-qq", "-y", *words], check=True, env=ENVIRONMENT, stdout=subprocess.DEVNULL)


def main() -> None:
    if programs() is not None:
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        print("test: installing PostgreSQL")
        try:
            apt("update")
            apt("install", "--no-install-recommends", "postgresql")
        except subprocess.CalledProcessError as error:
            print(f"test: PostgreSQL could not be installed: {error}", file=sys.stderr)
    programs.cache_clear()
    if programs() is None:
        print(f"test: tests on PostgreSQL are skipped: {MISSING}", file=sys.stderr)


if __name__ == "__main__":
    main()
