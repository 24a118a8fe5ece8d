"""The API reference: every name in `kolej.__all__`, with its docstring, in place of a mark on the page."""

import inspect
from types import ModuleType
from typing import Any, NewType, get_origin

import kolej

MARK = "<!-- every name in kolej.__all__ -->"
SECTIONS = ("Classes", "Functions", "Exceptions", "Types", "Modules", "Constants")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the mark by the reference."""
    return markdown.replace(MARK, reference(kolej)) if MARK in markdown else markdown


def reference(package: ModuleType) -> str:
    """A section for each kind of public name, and in it a directive for each name, sorted."""
    names = sorted(name for name in getattr(package, "__all__", []) if not name.startswith("__"))
    lines: list[str] = []
    for section in SECTIONS:
        found = [name for name in names if section_of(getattr(package, name)) == section]
        lines += [f"## {section}", *(f"::: {package.__name__}.{name}" for name in found)] if found else []
    return "\n\n".join(lines)


def section_of(value: object) -> str:
    """The section that a public name belongs to."""
    if inspect.isclass(value):
        return "Exceptions" if issubclass(value, BaseException) else "Classes"
    if inspect.ismodule(value):
        return "Modules"
    if isinstance(value, NewType) or get_origin(value) is not None:
        return "Types"
    return "Functions" if callable(value) else "Constants"
