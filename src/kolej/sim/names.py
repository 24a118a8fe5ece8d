"""What bots are called in tables and in the names of files."""

import re
import shlex
from collections.abc import Sequence
from pathlib import PurePath


def short_names(names: Sequence[str], width: int) -> list[str]:
    """A label for each bot, at most so wide and no two alike: what it is called, without where it is."""
    out: list[str] = []
    for name in names:
        plain = _plain(name)
        label = plain if len(plain) <= width else plain[: width - 1] + "…"
        count = 1
        while label in out:
            count += 1
            label = f"{plain[: width - 1 - len(str(count))]}.{count}"
        out.append(label)
    return out


def _plain(name: str) -> str:
    """The class of `path.py:Name`, the file that `program:python3 path.py` runs, or the name itself."""
    kind, _, last = name.rpartition(":")
    if kind.startswith("program"):
        # What follows the program's options is what tells it from others.
        last = PurePath(next((word for word in reversed(_words(last)) if not word.startswith("-")), last)).name
    return re.sub(r"[^\w.+@-]+", "_", last)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()
