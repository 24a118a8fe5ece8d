"""TOML with line numbers: the values of a board file, and the line of each key and list entry.

`tomllib` does not report line numbers, and a fault without its line is hard to find. A board file has one list entry
per city, route and ticket, so scanning for brackets is enough to locate them.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from typing import Any

from kolej.engine.errors import Fault

# A file that is no board at all fails on every line, and nobody reads past the first few.
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
class LineNumbers:
    """The line on which each key of a TOML file, and each entry of its lists, begins."""

    keys: dict[str, int] = field(default_factory=dict)
    entries: dict[str, list[int]] = field(default_factory=dict)

    def of(self, key: str, entry: int | None = None) -> int:
        """The line of an entry; of its list if the entry was not found; otherwise 1."""
        found = self.entries.get(key, [])
        if entry is not None and entry < len(found):
            return found[entry]
        return self.keys.get(key, 1)


@dataclass(slots=True)
class BoardText:
    """What could be read of a board file. If there are `faults`, some entries are missing from `values`."""

    values: dict[str, Any]
    lines: LineNumbers
    faults: list[Fault]


def read(text: str, source: str) -> BoardText:
    """Read the values and line numbers of a board file.

    A TOML parser stops at the first error. Here a line that holds one entry and cannot be parsed is removed and the
    rest is parsed again, so that one run reports all errors.
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
            fault, remaining = _remove_faulty_line(text, source, str(error))
            faults.append(fault)
            if remaining is None:
                break
            text = remaining
    return BoardText({}, LineNumbers(), faults)


def _remove_faulty_line(text: str, source: str, message: str) -> tuple[Fault, str | None]:
    """The fault that the parser reported, and the text without it, or None if no more can be parsed."""
    rows = text.split("\n")
    at = _AT_LINE.search(message)
    line = int(at[1]) if at and at[1] else len(rows)
    column = f" at column {at[2]}" if at and at[2] else " at the end of the file"
    problem = _AT_LINE.sub("", message)
    is_entry = rows[line - 1].lstrip().startswith("{")
    if problem == "Unclosed array" and is_entry:
        # The parser notices a missing comma only at the next entry.
        before = max((n for n in range(1, line) if _has_content(rows[n - 1])), default=line)
        rows[line - 1] = "," + rows[line - 1]
        remedy = "put a comma at the end of the line"
        return Fault(source, before, "file", "no comma after this entry", remedy), "\n".join(rows)
    fault = Fault(source, line, "file", f"this is not TOML{column}: {problem}", _HOW_TO_WRITE)
    if not is_entry:
        return fault, None
    rows[line - 1] = ""
    return fault, "\n".join(rows)


def _has_content(row: str) -> bool:
    return bool(row.strip()) and not row.lstrip().startswith("#")


def find_lines(text: str) -> LineNumbers:
    """The lines on which the keys and list entries of a TOML text begin. The text must be valid TOML."""
    lines = LineNumbers()
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
