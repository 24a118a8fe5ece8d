"""Cached responses: content that is equal for every client, with its gzip and its ETag computed once.

Only such content is compressed. A response with secrets of one person and text of others must not be: its length would
reveal something of the secrets. `ByteCache` keeps what is costly to make, within a limit of bytes.
"""

import gzip
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from hashlib import sha256
from typing import Generic, TypeVar

from starlette.requests import Request
from starlette.responses import Response

from kolej.server.http.headers import NO_STORE, REVALIDATE

MIN_GZIP_BYTES = 1024
"""Compressing less than this gains nothing."""
GZIP_LEVEL = 6
"""The highest level takes twice as long, and saves less than a hundredth."""
COMPRESSIBLE = ("text/", "application/json", "application/javascript", "application/manifest", "image/svg")

V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """The body of a response with its media type, gzip and ETag."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    etag: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> "CachedResponse":
        """Compress a body, if that is worthwhile, and compute its ETag."""
        compress = len(body) >= MIN_GZIP_BYTES and media_type.startswith(COMPRESSIBLE)
        # Without a time stamp, equal content compresses to equal bytes.
        gzipped = gzip.compress(body, GZIP_LEVEL, mtime=0) if compress else None
        return cls(body, gzipped, media_type, f'"{sha256(body).hexdigest()[:24]}"')

    @property
    def size(self) -> int:
        """The bytes that it takes."""
        return len(self.body) + len(self.gzipped or b"")

    def respond(self, request: Request, cache_control: str = REVALIDATE) -> Response:
        """The response to a request: 304 if the client has this version already."""
        headers = {"etag": self.etag, "cache-control": cache_control, "vary": "Accept-Encoding"}
        # Its quotation marks are part of an ETag, so that it can't be found inside another one.
        if self.etag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        return self._whole(request, 200, headers)

    def respond_not_found(self, request: Request) -> Response:
        """The response to a request for something that does not exist: whole, with 404, and not to be cached."""
        return self._whole(request, 404, {"cache-control": NO_STORE, "vary": "Accept, Accept-Encoding"})

    def _whole(self, request: Request, status: int, headers: dict[str, str]) -> Response:
        if self.gzipped is None or "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.body, status, headers, self.media_type)
        return Response(self.gzipped, status, headers | {"content-encoding": "gzip"}, self.media_type)


class ByteCache(Generic[V]):
    """Values by key, of a limited size together."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._values: OrderedDict[Hashable, tuple[V, int]] = OrderedDict()
        self._size = 0

    def get(self, key: Hashable) -> V | None:
        """The value of a key, if there is one."""
        found = self._values.get(key)
        if found is None:
            return None
        self._values.move_to_end(key)
        return found[0]

    def put(self, key: Hashable, value: V, size: int) -> None:
        """Keep a value of this many bytes; the last one is kept however large it is."""
        self.drop(key)
        self._values[key] = value, size
        self._size += size
        while self._size > self._limit and len(self._values) > 1:
            _, (_, dropped) = self._values.popitem(last=False)
            self._size -= dropped

    def drop(self, key: Hashable) -> None:
        """Forget the value of a key."""
        _, size = self._values.pop(key, (None, 0))
        self._size -= size
