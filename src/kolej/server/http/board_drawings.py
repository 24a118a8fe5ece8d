"""Drawings of boards. To lay one out takes seconds, so a built page brings them along, made together with its maps.

Where there is none, another process makes it once, and it is kept in a file.
`python -m kolej.server.http.board_drawings EDITION` prints one.
"""

import asyncio
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

import msgspec

from kolej import drawing, editions
from kolej.drawing.geometry import Drawing, sheet
from kolej.engine.board.model import fingerprint
from kolej.engine.errors import KolejError
from kolej.engine.record.atomic_file import write_text
from kolej.engine.ruleset.rules import Edition
from kolej.server.errors import Refusal
from kolej.server.http.cached_response import Kept
from kolej.server.http.static_site import PAGE, Page
from kolej.server.logs import tell_failure

PATIENCE = 60.0
"""Seconds that a drawing may take."""


class Drawings:
    """Drawings by edition: those of a page, and others in a folder that may be deleted at any time."""

    def __init__(self, folder: Path, page: Page = PAGE) -> None:
        self._folder = folder
        self._page = page
        self._made: dict[str, asyncio.Task[Kept]] = {}

    async def of(self, edition: Edition) -> Kept:
        """The drawing of an edition. Whoever asks while it is being made waits for the same one."""
        brought = self._page.file(f"art/{edition.id}.json")
        if brought is not None:
            return brought
        made = self._made.get(edition.id)
        if made is None or (made.done() and (made.cancelled() or made.exception())):
            made = self._made[edition.id] = asyncio.create_task(self._find(edition))
        return await asyncio.shield(made)

    async def close(self) -> None:
        """Stop what is being made."""
        for made in self._made.values():
            made.cancel()
        await asyncio.gather(*self._made.values(), return_exceptions=True)

    async def _find(self, edition: Edition) -> Kept:
        path = self._folder / f"{edition.id}-{_print(edition)}.json"
        try:
            text = path.read_bytes()
            msgspec.json.decode(text, type=Drawing)
        except (OSError, msgspec.MsgspecError):
            text = await _made_elsewhere(edition)
            self._keep(path, text)
        return Kept.of(text, "application/json")

    def _keep(self, path: Path, text: bytes) -> None:
        try:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_text(path, text.decode())
        except (OSError, KolejError) as error:
            # Then it is made again after the next start.
            tell_failure("a drawing could not be kept", error)


async def _made_elsewhere(edition: Edition) -> bytes:
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
        async with asyncio.timeout(PATIENCE):
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
def _print(edition: Edition) -> str:
    """What a drawing follows from: the board, and the code that draws."""
    sources = sorted(Path(drawing.__file__).parent.glob("*.py"))
    code = sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()
    return sha256(f"{fingerprint(edition.board)} {code}".encode()).hexdigest()[:16]


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode(sheet(editions.load(sys.argv[1]))))
