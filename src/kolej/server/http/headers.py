"""Security headers and cache policies of HTTP responses."""

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
"""Scripts, styles and everything else from this server only, and nothing inline."""

SECURITY_HEADERS = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
HTTPS = (b"strict-transport-security", b"max-age=31536000")

NO_STORE = "no-store, no-transform"
"""For what only one person may see. A service in front of the server must not compress it either."""
REVALIDATE = "no-cache"
"""May be cached, but must be revalidated each time."""
IMMUTABLE = "public, max-age=31536000, immutable"
"""For URLs whose content never changes."""


def complete(headers: list[tuple[bytes, bytes]], https: bool) -> list[tuple[bytes, bytes]]:
    """Add the headers that a response lacks."""
    present = {name.lower() for name, _ in headers}
    added = [each for each in SECURITY_HEADERS if each[0] not in present]
    if https:
        added.append(HTTPS)
    if b"cache-control" not in present:
        added.append((b"cache-control", NO_STORE.encode()))
    return headers + added
