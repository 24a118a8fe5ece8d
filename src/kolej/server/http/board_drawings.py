"""Drawings of boards (their computed layouts), cached. Computing one takes seconds, so a built page contains them.

A drawing that the page does not contain is computed once, in another process, and stored in a file.
`python -m kolej.server.http.board_drawings EDITION` prints one.
"""

import asyncio
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from kolej import drawing, editions
from kolej.drawing.geometry import Drawing, board_geometry
from kolej.engine.board.model import fingerprint
from kolej.engine.errors import KolejError
from kolej.engine.record.atomic_file import write_text
from kolej.engine.ruleset.rules import Edition
from kolej.server.errors import Refusal
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.static_site import SITE, StaticSite
from kolej.server.logs import log_failure

TIMEOUT = 60.0
"""Seconds that a drawing may take."""


class BoardDrawings:
    """Drawings by edition: those of the built page, and others in a folder that may be deleted at any time."""

    def __init__(self, folder: Path, site: StaticSite = SITE) -> None:
        self._folder = folder
        self._site = site
        self._tasks: dict[str, asyncio.Task[CachedResponse]] = {}

    async def of(self, edition: Edition) -> CachedResponse:
        """The drawing of an edition. Requests that come while it is computed wait for the same task."""
        built = self._site.file(f"art/{edition.id}.json")
        if built is not None:
            return built
        task = self._tasks.get(edition.id)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._tasks[edition.id] = asyncio.create_task(self._load_or_compute(edition))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Cancel drawings that are being computed."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _load_or_compute(self, edition: Edition) -> CachedResponse:
        path = self._folder / f"{edition.id}-{_cache_key(edition)}.json"
        try:
            text = path.read_bytes()
            msgspec.json.decode(text, type=Drawing)
        except (OSError, msgspec.MsgspecError):
            text = await _compute(edition)
            self._store(path, text)
        return CachedResponse.of(text, "application/json")

    def _store(self, path: Path, text: bytes) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_text(path, text.decode())
        except (OSError, KolejError) as error:
            # It is computed again after the next start.
            log_failure("a drawing could not be stored", error)


async def _compute(edition: Edition) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        "-m",
        "kolej.server.http.board_drawings",
        edition.id,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,
    )
    try:
        async with asyncio.timeout(TIMEOUT):
            text, _ = await process.communicate()
    except TimeoutError:
        text = b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or not text:
        raise Refusal("busy", "the board could not be drawn; try again in a moment")
    return text


@cache
def _cache_key(edition: Edition) -> str:
    """A hash of everything that a drawing depends on: the board, and the code that draws."""
    sources = sorted(Path(drawing.__file__).parent.glob("*.py"))
    code = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return sha256(f"{fingerprint(edition.board)} {code}".encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(board_geometry(editions.load(sys.argv[1]))))
