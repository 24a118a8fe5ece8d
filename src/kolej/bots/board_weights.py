"""Weights of a board: what bots know of it, in the file `bots.toml` beside `board.toml`.

The file is optional, and so are its tables and keys: what is left out has a default that suits boards of every size.

    [planner]          the fields of `Weights`
    [ticket_beliefs]   the fields of `EvidenceWeights`

`bench/tune_weights.py` finds values and writes the file.
"""

import os
import re
import tomllib
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from kolej.bots.planner.weights import DEFAULT, Weights
from kolej.bots.search.opponent_tickets import DEFAULT_EVIDENCE, EvidenceWeights
from kolej.editions import folder_of
from kolej.engine.errors import BoardError, Fault
from kolej.engine.ruleset.rules import Edition
from kolej.engine.suggestions import did_you_mean

FILE = "bots.toml"
HIGHEST = 1_000_000
LOWEST = {
    # Something is divided by these.
    "turn_value": 1,
    "pieces_per_turn": 1,
    # A route that costs nothing counts as the seat's own.
    "least_turns": 1,
    "ticket_margin": -HIGHEST,
    "spent_card_cost": -HIGHEST,
}
"""The smallest value of the planner's weights; 0 for all others."""
TABLES: dict[str, tuple[str, ...]] = {
    "planner": tuple(each.name for each in fields(Weights)),
    "ticket_beliefs": EvidenceWeights._fields,
}
_AT_LINE = re.compile(r"\s*\(at line (\d+), column \d+\)")


@dataclass(frozen=True)
class BoardWeights:
    """What bots know of one board."""

    planner: Weights = field(default_factory=lambda: DEFAULT)
    ticket_beliefs: EvidenceWeights = DEFAULT_EVIDENCE


def weights_of(edition: Edition) -> BoardWeights:
    """The weights of an edition's board: from the file in its folder, or the defaults."""
    return _weights_in(folder_of(edition))


@cache
def _weights_in(folder: Path | None) -> BoardWeights:
    file = None if folder is None else folder / FILE
    return BoardWeights() if file is None or not file.is_file() else read_weights(file)


def read_weights(file: Path) -> BoardWeights:
    """The weights in a file; raises `BoardError` with every fault in it."""
    tables, faults = _read(file)
    if faults:
        raise BoardError(faults)
    return BoardWeights(
        Weights(**{**vars_of(DEFAULT), **tables.get("planner", {})}),
        DEFAULT_EVIDENCE._replace(**tables.get("ticket_beliefs", {})),
    )


def vars_of(weights: Weights) -> dict[str, int]:
    """The planner's weights by name."""
    return {name: getattr(weights, name) for name in TABLES["planner"]}


def weights_text(weights: BoardWeights) -> str:
    """The file that holds these weights."""
    lines = ["# What bots know of this board: see `kolej docs bots`.", "[planner]"]
    lines += [f"{name} = {value}" for name, value in vars_of(weights.planner).items()]
    lines += ["", "[ticket_beliefs]"]
    lines += [f"{name} = {value}" for name, value in weights.ticket_beliefs._asdict().items()]
    return "\n".join([*lines, ""])


def weights_faults(folder: Path) -> list[Fault]:
    """Every fault in the file of a folder; none if there is no file."""
    file = folder / FILE
    # Not `Path.exists`, which raises for a name that is too long.
    return _read(file)[1] if os.path.exists(file) else []


def _read(file: Path) -> tuple[dict[str, dict[str, int]], list[Fault]]:
    source = str(file)
    try:
        text = file.read_text(encoding="utf-8")
        tables = tomllib.loads(text)
    except OSError as error:
        return {}, [Fault(source, 0, "file", f"it can't be read: {error.strerror}", "remove it, or make it readable")]
    except ValueError as error:
        at = _AT_LINE.search(str(error))
        problem = f"this is not TOML: {_AT_LINE.sub('', str(error))}"
        remedy = "write tables such as [planner], and in them lines such as card_turns = 2"
        return {}, [Fault(source, int(at[1]) if at else 0, "file", problem, remedy)]
    faults = []
    for name, values in tables.items():
        line = _line(text, rf"\[?\s*{re.escape(name)}\b")
        if name not in TABLES or not isinstance(values, dict):
            remedy = did_you_mean(name, TABLES) or f"there are {' and '.join(f'[{each}]' for each in TABLES)}"
            faults.append(Fault(source, line, f"[{name}]", "there is no such table", remedy))
            continue
        for key, value in values.items():
            if problem_and_remedy := _fault(name, key, value):
                where = _line(text, rf"{re.escape(key)}\s*=", line)
                faults.append(Fault(source, where, f"[{name}] {key}", *problem_and_remedy))
    return tables, sorted(faults, key=lambda fault: fault.line)


def _fault(table: str, key: str, value: Any) -> tuple[str, str] | None:
    """What is wrong with one value, and what would be right."""
    if key not in TABLES[table]:
        return "there is no such weight", did_you_mean(key, TABLES[table]) or f"there are {', '.join(TABLES[table])}"
    lowest = LOWEST.get(key, 0) if table == "planner" else -HIGHEST
    if type(value) is not int or not lowest <= value <= HIGHEST:
        return f"it can't be {value!r}", f"write a whole number from {lowest} to {HIGHEST}"
    return None


def _line(text: str, pattern: str, after: int = 0) -> int:
    """The first line that begins with a pattern, after another line; 0 if there is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if number > after and re.match(rf"\s*{pattern}", line):
            return number
    return after
