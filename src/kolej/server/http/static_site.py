"""The static site: the page built from `web/` into `kolej/page`, or a note how to build it."""

import mimetypes
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kolej.server.errors import Refusal
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.headers import IMMUTABLE, REVALIDATE

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
"""Media types on which operating systems disagree."""
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Kolej</title>
<h1>Kolej</h1>
<p>The server runs, but its page has not been built. In the source folder, run:</p>
<pre>make page</pre>
<p>Then load this page again. Programs can play already: <code>kolej docs protocol</code> explains how.</p>
</html>
"""


class StaticSite:
    """The files of the built page. Only files inside its folder are served."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._cache: dict[str, tuple[tuple[int, int], CachedResponse]] = {}

    def file(self, name: str) -> CachedResponse | None:
        """A file by its path inside the folder; it is read again when it has changed."""
        path = self._folder / name
        try:
            # `..` and symbolic links must not lead out of the folder.
            if "\0" in name or not path.resolve().is_relative_to(self._folder.resolve()) or not path.is_file():
                return None
            status = path.stat()
            stamp = (status.st_mtime_ns, status.st_size)
            if name not in self._cache or self._cache[name][0] != stamp:
                self._cache[name] = (stamp, CachedResponse.of(path.read_bytes(), _type(path)))
        except OSError:
            return None
        return self._cache[name][1]

    def index(self) -> CachedResponse:
        """The HTML page, or a note that it has not been built."""
        return self.file(INDEX) or CachedResponse.of(NOT_BUILT.encode(), TYPES[".html"])


SITE = StaticSite()
"""The page that is installed with Kolej."""


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def routes(site: StaticSite = SITE) -> list[Route]:
    """The routes of the static site."""

    async def index(request: Request) -> Response:
        return site.index().respond(request)

    async def immutable(request: Request) -> Response:
        return _found(site, request).respond(request, IMMUTABLE)

    async def changing(request: Request) -> Response:
        return _found(site, request).respond(request, REVALIDATE)

    return [
        *(Route(path, index) for path in ("/", "/t/{code}", "/rules/{id}")),
        Route("/assets/{name:path}", immutable),
        *(Route(path, changing) for path in ("/art/{name:path}", "/sounds/{name:path}", "/{name}")),
    ]


def _found(site: StaticSite, request: Request) -> CachedResponse:
    cached = site.file(request.scope["path"].lstrip("/"))
    if cached is None:
        raise Refusal("unknown", "there is nothing at this address")
    return cached
