"""Answers that are the same for everyone: made once, compressed once, and known by a tag."""

import gzip
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from litestar import Request, Response

from kolej.server.http.headers import ASK_AGAIN

SMALLEST = 1024
"""Below this many bytes, compressing gains nothing."""
COMPRESSED = ("text/", "application/json", "application/javascript", "application/manifest", "image/svg")


@dataclass(frozen=True, slots=True)
class Kept:
    """Something to be sent as it is."""

    body: bytes
    gzipped: bytes | None
    media_type: str
    tag: str

    @classmethod
    def of(cls, body: bytes, media_type: str) -> "Kept":
        """Keep something."""
        squeeze = len(body) >= SMALLEST and media_type.startswith(COMPRESSED)
        # Without a time in it, the same content is the same file.
        gzipped = gzip.compress(body, 9, mtime=0) if squeeze else None
        return cls(body, gzipped, media_type, f'"{sha256(body).hexdigest()[:24]}"')

    def answer(self, request: Request[Any, Any, Any], keep: str = ASK_AGAIN) -> Response[bytes]:
        """Send it, unless the asker has it already."""
        headers = {"etag": self.tag, "cache-control": keep, "vary": "Accept-Encoding"}
        has = request.headers.get("if-none-match", "").split(",")
        if self.tag in [each.strip().removeprefix("W/") for each in has]:
            return Response(b"", status_code=304, headers=headers, media_type=self.media_type)
        body = self.body
        if self.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            body = self.gzipped
            headers["content-encoding"] = "gzip"
        return Response(body, headers=headers, media_type=self.media_type)
