"""The page: what `web/` was built into, under `kolej/page`. Where there is nothing, a few words how to build it."""

import mimetypes
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, route
from litestar.params import FromPath

from kolej.server.errors import Refusal
from kolej.server.http.cached_response import Kept
from kolej.server.http.headers import ASK_AGAIN, FOR_EVER

FOLDER = Path(__file__).parents[2] / "page"
INDEX = "index.html"
TYPES = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
"""Systems disagree on these."""
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Kolej</title>
<h1>Kolej</h1>
<p>The server runs, but its page has not been built. In the folder of the sources, say:</p>
<pre>make page</pre>
<p>Then load this page again. Programs can play already: see docs/protocol.md.</p>
</html>
"""

Asked = Request[Any, Any, Any]
READS = [HttpMethod.GET, HttpMethod.HEAD]


class Page:
    """The files of a built page. Only what lies in the folder is served, by the names that it has there."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._kept: dict[str, tuple[tuple[int, int], Kept]] = {}

    def file(self, name: str) -> Kept | None:
        """A file by its path inside the folder, read again when it has changed."""
        path = self._folder / name
        try:
            # What points out of the folder, by dots or by a link, is not in it.
            if "\0" in name or not path.resolve().is_relative_to(self._folder.resolve()) or not path.is_file():
                return None
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            if name not in self._kept or self._kept[name][0] != stamp:
                self._kept[name] = (stamp, Kept.of(path.read_bytes(), _type(path)))
        except OSError:
            return None
        return self._kept[name][1]

    def index(self) -> Kept:
        """The page itself."""
        return self.file(INDEX) or Kept.of(NOT_BUILT.encode(), TYPES[".html"])


PAGE = Page()
"""The page that comes with Kolej."""


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def routes(page: Page = PAGE) -> list[Any]:
    """The addresses of the page."""

    @route(["/", "/t/{code:str}", "/rules/{id:str}"], http_method=READS, include_in_schema=False, opt={"kept": True})
    async def index(request: Asked) -> Response[bytes]:
        return page.index().answer(request)

    @route("/assets/{name:path}", http_method=READS, include_in_schema=False, opt={"kept": True})
    async def assets(request: Asked, name: FromPath[str]) -> Response[bytes]:
        return _found(page, f"assets{name}").answer(request, FOR_EVER)

    @route(["/art/{name:path}", "/sounds/{name:path}"], http_method=READS, include_in_schema=False, opt={"kept": True})
    async def art(request: Asked, name: FromPath[str]) -> Response[bytes]:
        return _found(page, request.scope["path"].lstrip("/")).answer(request, ASK_AGAIN)

    @route("/{name:str}", http_method=READS, include_in_schema=False, opt={"kept": True})
    async def beside(request: Asked, name: FromPath[str]) -> Response[bytes]:
        return _found(page, name).answer(request, ASK_AGAIN)

    return [index, assets, art, beside]


def _found(page: Page, name: str) -> Kept:
    kept = page.file(name)
    if kept is None:
        raise Refusal("unknown", "there is nothing at this address")
    return kept
