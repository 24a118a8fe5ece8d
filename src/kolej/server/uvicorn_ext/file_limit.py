"""The limit of open files: raised as far as the operating system allows, because each connection is one."""

import sys

MIN_SPARE = 256
"""Files that are no connections: the database, pipes to bot processes, and connections not yet counted."""


def raise_file_limit(wanted: int) -> int:
    """Raise the limit so that this many connections fit, if possible; returns how many do."""
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:
        return wanted
    needed = wanted + MIN_SPARE
    if soft < needed:
        soft = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
        except (OSError, ValueError):
            # macOS has a lower limit than the one that it reports.
            soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return min(wanted, max(soft - MIN_SPARE, soft // 2))
