"""What every answer says about itself: what a page may load, who may frame it, who may keep it."""

CONTENT_SECURITY_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
    )
)
"""Scripts, styles and everything else from this server only, and nothing written into the page itself."""

ALWAYS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
HTTPS = (b"strict-transport-security", b"max-age=31536000")

NO_STORE = "no-store"
"""For what one person may see: nobody keeps it."""
ASK_AGAIN = "no-cache"
"""For what may be kept, but must be asked about each time."""
FOR_EVER = "public, max-age=31536000, immutable"
"""For what has another address whenever it is another thing."""


def complete(headers: list[tuple[bytes, bytes]], https: bool) -> list[tuple[bytes, bytes]]:
    """Add what an answer does not say itself."""
    said = {name.lower() for name, _ in headers}
    added = [each for each in ALWAYS if each[0] not in said]
    if https:
        added.append(HTTPS)
    if b"cache-control" not in said:
        added.append((b"cache-control", NO_STORE.encode()))
    return headers + added
