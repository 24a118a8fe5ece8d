"""Fault locations: the file and line of a route, a ticket or a slot of the rules."""

from dataclasses import dataclass
from pathlib import Path

from kolej.editions.rules_file import error_text
from kolej.engine.board.model import Board
from kolej.engine.board.toml_lines import LineNumbers
from kolej.engine.errors import Fault, line_in


@dataclass(frozen=True)
class Places:
    """Makes faults with the file and line they belong to."""

    board: Board
    board_file: str
    rules_file: Path
    entries: LineNumbers
    slots: dict[str, int]

    def route(self, number: int, problem: str, remedy: str) -> Fault:
        """A fault on the line of a route."""
        line = self.entries.of("routes", number)
        return Fault(self.board_file, line, f'route "{self.board.routes[number].id}"', problem, remedy)

    def ticket(self, number: int, problem: str, remedy: str) -> Fault:
        """A fault on the line of a ticket."""
        line = self.entries.of("tickets", number)
        return Fault(self.board_file, line, f'ticket "{self.board.tickets[number].id}"', problem, remedy)

    def slot(self, name: str, problem: str, remedy: str) -> Fault:
        """A fault on the line of a slot of the rules, or of `RULES` if the slot is left out."""
        line = self.slots.get(name) or self.slots.get("RULES", 0)
        return Fault(str(self.rules_file), line, name, problem, remedy)

    def raised(self, name: str, error: Exception, remedy: str) -> Fault:
        """A Python exception raised in a part of the rules: on its own line if that is in the file."""
        line = line_in(self.rules_file, error)
        if line:
            return Fault(str(self.rules_file), line, name, error_text(error), remedy)
        return self.slot(name, error_text(error), remedy)
