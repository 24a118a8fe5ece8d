"""The static site: the page built from `web/` into `kolej/page`, or a note how to build it.

Its files are read and compressed once, at the start. A request names one of them exactly or gets nothing, so that no
request costs more than a look into a dictionary.
"""

import mimetypes
import re
from collections.abc import Callable
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from kolej.server.errors import Refusal
from kolej.server.http.cached_response import CachedResponse
from kolej.server.http.headers import IMMUTABLE, REVALIDATE
from kolej.server.logs import log_failure

FOLDER = Path(__file__).parents[2] / "page"
INDEX = "index.html"
HASHED = re.compile(r"assets/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+")
"""Names with a hash of the content: another content gets another name."""
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
NO_PREFIX = 'name="prefix" content=""'
"""Where the page learns the path prefix of the server. Its own files have relative paths, which begin with `./`."""
NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Kolej</title>
<h1>Kolej</h1>
<p>The server runs, but its page has not been built. In the source folder, run:</p>
<pre>make page</pre>
<p>Then start the server again. Programs can play already: <code>kolej docs protocol</code> explains how.</p>
</html>
"""

NotFoundPage = Callable[[Request], Response | None]
"""The page for a request that found nothing; None if a program made it. `app.state.not_found` holds it."""


class StaticSite:
    """The files of the built page, by their path inside its folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        self._files: dict[str, CachedResponse] = {}
        self._index = NOT_BUILT
        self._indexes: dict[str, CachedResponse] = {}
        """The HTML page by path prefix."""

    def load(self) -> None:
        """Read and compress every file. That takes a tenth of a second: the event loop leaves it to a thread."""
        files: dict[str, CachedResponse] = {}
        index = NOT_BUILT
        inside = self._folder.resolve()
        for path in self._folder.rglob("*"):
            try:
                # Symbolic links must not lead out of the folder.
                if path.is_file() and path.resolve().is_relative_to(inside):
                    name = path.relative_to(self._folder).as_posix()
                    content = path.read_bytes()
                    files[name] = CachedResponse.of(content, _type(path))
                    if name == INDEX:
                        index = content.decode()
            except OSError as error:
                log_failure("a file of the page can't be read", error)
        self._files = files
        self._index, self._indexes = index, {}

    def file(self, name: str) -> CachedResponse | None:
        """A file by its exact name."""
        return self._files.get(name)

    def index(self, prefix: str = "") -> CachedResponse:
        """The HTML page for a path prefix of the server, or a note that the page has not been built."""
        cached = self._indexes.get(prefix)
        if cached is None:
            text = self._index.replace(NO_PREFIX, f'name="prefix" content="{prefix}"').replace('"./', f'"{prefix}/')
            cached = self._indexes[prefix] = CachedResponse.of(text.encode(), TYPES[".html"])
        return cached


SITE = StaticSite()
"""The page that is installed with Kolej; the application loads it when it starts."""


def _type(path: Path) -> str:
    return TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"


def not_found(site: StaticSite = SITE, prefix: str = "") -> NotFoundPage:
    """What a browser gets instead of JSON: the page, which says in its own language that nothing is here."""

    def page(request: Request) -> Response | None:
        path, accepted = request.scope["path"], request.headers.get("accept", "")
        for_programs = path == "/api" or path.startswith("/api/") or "text/html" not in accepted
        if for_programs or request.method not in ("GET", "HEAD"):
            return None
        return site.index(prefix).respond_not_found(request)

    return page


def routes(site: StaticSite = SITE, prefix: str = "") -> list[Route]:
    """The routes of the static site, for a server with a path prefix."""

    async def index(request: Request) -> Response:
        return site.index(prefix).respond(request)

    async def file(request: Request) -> Response:
        # As it was sent: an encoded or repeated spelling of a name is another name, and no file has it.
        name = request.scope["raw_path"].decode("latin-1").removeprefix("/")
        cached = site.file(name)
        if cached is None:
            raise Refusal("unknown", "there is nothing at this address")
        return cached.respond(request, IMMUTABLE if HASHED.fullmatch(name) else REVALIDATE)

    return [
        *(Route(path, index) for path in ("/", "/t/{code}", "/rules", "/rules/{id}")),
        *(Route(path, file) for path in ("/assets/{name:path}", "/art/{name:path}", "/sounds/{name:path}", "/{name}")),
    ]
