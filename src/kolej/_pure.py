"""Choosing between compiled modules and their sources, and saying which of them runs.

Python prefers an extension module to a source file of the same name. With KOLEJ_PURE set, a finder placed in
front of Python's own knows source files only, so one install can run both ways.
"""

import importlib
import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Literal

REASON = Path(__file__).with_name("not_compiled.txt")
"""Written by `hatch_build.py` when it can't compile."""


class SourceFinder:
    """Finds the modules of this package among its source files."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith("kolej."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def asked() -> bool:
    """Whether the environment variable KOLEJ_PURE is set and is neither empty nor 0."""
    return os.environ.get("KOLEJ_PURE", "0") not in ("", "0")


def install_if_asked() -> None:
    """Install the finder before all others if KOLEJ_PURE asks for the sources."""
    if asked():
        sys.meta_path.insert(0, SourceFinder())


def mode() -> Literal["compiled", "interpreted"]:
    """How the engine really runs in this process, whatever was asked for."""
    turn = importlib.import_module("kolej.engine.core.turn")
    return "compiled" if isinstance(turn.__loader__, ExtensionFileLoader) else "interpreted"


def why_not_compiled() -> str | None:
    """The reason that the build gave for not compiling; None if the engine is compiled or KOLEJ_PURE is set."""
    if asked() or mode() == "compiled":
        return None
    try:
        return REASON.read_text(encoding="utf-8").strip()
    except OSError:
        return "these sources have not been built"
