"""The text of a board file: its values, and the line each of them stands on.

The standard library reads TOML but does not tell lines, and a fault without a line is a search. A board file
writes every city, route and ticket as one entry of a list, so a scan for brackets is enough to find them.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from kolej.engine.errors import Fault

# A file that is no board at all breaks on every line: nobody reads past the first few.
_MOST_SYNTAX_FAULTS = 20
_HOW_TO_WRITE = "write each entry as { key = value, key = value }, on one line, with a comma after it"

_TOKEN = re.compile(
    r'''
      (?P<space>   [^\S\n]+ | \#[^\n]* )
    | (?P<newline> \n )
    | (?P<text>    """(?:\\.|[^\\])*?"{3,5} | \'\'\'.*?\'{3,5} | "(?:\\.|[^"\\\n])*" | '[^'\n]*' )
    | (?P<mark>    [\[\]{},=] )
    | (?P<word>    [^\s\[\]{},=\#"']+ | . )
    ''',
    re.VERBOSE | re.DOTALL,
)
_HEADER = re.compile(r"(\[?)\[\s*[\"']?([\w-]+)")
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column (\d+)|end of document)\)")


@dataclass(slots=True)
class Lines:
    """On which line each key of the file, and each entry of its lists, begins."""

    keys: dict[str, int] = field(default_factory=dict)
    entries: dict[str, list[int]] = field(default_factory=dict)

    def of(self, key: str, entry: int | None = None) -> int:
        """The line of an entry; of its list, where the entry was not found; else the first."""
        found = self.entries.get(key, [])
        if entry is not None and entry < len(found):
            return found[entry]
        return self.keys.get(key, 1)


@dataclass(slots=True)
class BoardText:
    """What could be read of a board file. With `faults`, entries are missing and only part is known."""

    values: dict[str, Any]
    lines: Lines
    faults: list[Fault]


def read(text: str, source: str) -> BoardText:
    """The values and lines of a board file.

    TOML readers stop at the first slip. Here a line that holds one entry and cannot be read is set aside and
    the rest is read again, so that one run names them all.
    """
    text = text.replace("\r\n", "\n")
    faults: list[Fault] = []
    while len(faults) < _MOST_SYNTAX_FAULTS:
        try:
            return BoardText(tomllib.loads(text), find_lines(text), faults)
        except RecursionError:
            faults.append(Fault(source, 1, "file", "brackets are nested too deep to read", _HOW_TO_WRITE))
            break
        except ValueError as error:
            fault, mended = _set_aside(text, source, str(error))
            faults.append(fault)
            if mended is None:
                break
            text = mended
    return BoardText({}, Lines(), faults)


def _set_aside(text: str, source: str, message: str) -> tuple[Fault, str | None]:
    """The fault a TOML reader met, and the text without it, or None where no more can be read."""
    rows = text.split("\n")
    at = _AT_LINE.search(message)
    line = int(at[1]) if at and at[1] else len(rows)
    column = f" at column {at[2]}" if at and at[2] else " at the end of the file"
    said = _AT_LINE.sub("", message)
    is_entry = rows[line - 1].lstrip().startswith("{")
    if said == "Unclosed array" and is_entry:
        # The reader notices a missing comma only at the entry after it.
        before = max((n for n in range(1, line) if _says_something(rows[n - 1])), default=line)
        rows[line - 1] = "," + rows[line - 1]
        remedy = "put a comma at the end of the line"
        return Fault(source, before, "file", "no comma after this entry", remedy), "\n".join(rows)
    fault = Fault(source, line, "file", f"this is not TOML{column}: {said}", _HOW_TO_WRITE)
    if not is_entry:
        return fault, None
    rows[line - 1] = ""
    return fault, "\n".join(rows)


def _says_something(row: str) -> bool:
    return bool(row.strip()) and not row.lstrip().startswith("#")


def find_lines(text: str) -> Lines:
    """Where the keys and the list entries of a TOML text begin. The text must be valid TOML."""
    lines = Lines()
    line, depth = 1, 0
    key = ""
    begins_statement, in_section, is_list, awaits_entry = True, False, False, False
    skip_to = 0
    for token in _TOKEN.finditer(text):
        kind, word = token.lastgroup, token.group()
        here = line
        line += word.count("\n")
        if kind == "newline":
            begins_statement = begins_statement or depth == 0
        if kind in ("space", "newline") or token.start() < skip_to:
            continue
        if begins_statement:
            begins_statement = False
            if word == "[":
                header = _HEADER.match(text, token.start())
                in_section = True
                if header:
                    lines.keys.setdefault(header[2], here)
                    if header[1]:
                        lines.entries.setdefault(header[2], []).append(here)
                end = text.find("\n", token.start())
                skip_to = len(text) if end < 0 else end
                continue
            key = word.strip("\"'").partition(".")[0]
            if not in_section:
                lines.keys.setdefault(key, here)
            continue
        if depth == 1 and is_list and awaits_entry and word not in ("]", ","):
            awaits_entry = False
            if not in_section:
                lines.entries.setdefault(key, []).append(here)
        if word in ("[", "{"):
            depth += 1
            if depth == 1:
                is_list = awaits_entry = word == "["
        elif word in ("]", "}"):
            depth -= 1
        elif word == "," and depth == 1:
            awaits_entry = is_list
    return lines
