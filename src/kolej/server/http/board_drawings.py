"""Drawings of boards, cached: the layout, the ground under it and a small picture.

Computing a layout takes seconds, so a built page contains those of the editions that come with Kolej, with the maps
that were drawn for them. What the page does not contain, as for custom boards, is computed once, in another process,
and stored in a file. `python -m kolej.server.http.board_drawings EDITION` prints one.
"""

import asyncio
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, get_args

import msgspec

from kolej import drawing, editions
from kolej.drawing.backdrop.ground import Ground, small_picture
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


Part = Literal["drawing", "ground", "picture"]
BUILT: dict[Part, str] = {"drawing": "art/{}.json", "ground": "art/{}.svg", "picture": "art/{}-poster.svg"}
"""The files of a built page, by edition."""
JSON, SVG = "application/json", "image/svg+xml"


class BoardArt(msgspec.Struct):
    """Everything that is drawn of a board."""

    drawing: Drawing
    ground: str
    picture: str

    def response(self, part: Part) -> CachedResponse:
        """One part of it."""
        if part == "drawing":
            return CachedResponse.of(msgspec.json.encode(self.drawing), JSON)
        return CachedResponse.of((self.ground if part == "ground" else self.picture).encode(), SVG)


def art_of(edition: Edition) -> BoardArt:
    """The art of a board, made from the board file alone."""
    drawn = board_geometry(edition)
    return BoardArt(drawn, Ground(drawn).svg(), small_picture(edition, drawn))


class BoardDrawings:
    """Drawings by edition: those of the built page, and others in a folder that may be deleted at any time."""

    def __init__(self, folder: Path, site: StaticSite = SITE) -> None:
        self._folder = folder
        self._site = site
        self._tasks: dict[Edition, asyncio.Task[dict[Part, CachedResponse]]] = {}

    async def of(self, edition: Edition, part: Part) -> CachedResponse:
        """A part of an edition's art. Requests that come while it is computed wait for the same task."""
        built = self._site.file(BUILT[part].format(edition.id))
        if built is not None:
            return built
        task = self._tasks.get(edition)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._tasks[edition] = asyncio.create_task(self._load_or_compute(edition))
        return (await asyncio.shield(task))[part]

    async def close(self) -> None:
        """Cancel drawings that are being computed."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    async def _load_or_compute(self, edition: Edition) -> dict[Part, CachedResponse]:
        path = self._folder / f"{edition.id}-{_cache_key(edition)}.json"
        try:
            art = msgspec.json.decode(path.read_bytes(), type=BoardArt)
        except (OSError, msgspec.MsgspecError):
            text = await _compute(edition)
            art = msgspec.json.decode(text, type=BoardArt)
            self._store(path, text)
        return {part: art.response(part) for part in get_args(Part)}

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
        edition.source,
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
    """A hash of everything that a drawing depends on: the board, its rules, and the code that draws."""
    sources = sorted(Path(drawing.__file__).parent.rglob("*.py"))
    folder = editions.folder_of(edition)
    if folder is not None:
        sources.append(folder / "rules.py")
    code = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return sha256(f"{fingerprint(edition.board)} {code}".encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(art_of(editions.find(sys.argv[1]))))
