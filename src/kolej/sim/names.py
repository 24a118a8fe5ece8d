"""Labels of bots: short names for tables and file names."""

import re
import shlex
from collections.abc import Sequence
from pathlib import PurePath


def short_names(names: Sequence[str], width: int) -> list[str]:
    """A label for each bot, all different and at most `width` characters: its name without the path to it."""
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
        # The last word that is no option, such as a script, is what distinguishes it.
        last = PurePath(next((word for word in reversed(_words(last)) if not word.startswith("-")), last)).name
    return re.sub(r"[^\w.+@-]+", "_", last)


def _words(command: str) -> list[str]:
    try:
        return shlex.split(command)
    except ValueError:
        return command.split()
