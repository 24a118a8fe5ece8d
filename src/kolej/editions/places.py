"""Where the routes, tickets and rules of an edition stand in its two files."""

from dataclasses import dataclass
from pathlib import Path

from kolej.editions.rules_file import line_in, said
from kolej.engine.board.model import Board
from kolej.engine.board.toml_lines import Lines
from kolej.engine.errors import Fault


@dataclass(frozen=True)
class Places:
    """Makes faults that say where they are."""

    board: Board
    board_file: str
    rules_file: Path
    entries: Lines
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
        """A fault on the line that fills a slot of the rules, or, where it is left out, on that of RULES."""
        line = self.slots.get(name) or self.slots.get("RULES", 0)
        return Fault(str(self.rules_file), line, name, problem, remedy)

    def raised(self, name: str, error: Exception, remedy: str) -> Fault:
        """An error of Python's that came up in a part of the rules: on its own line, where that is in the file."""
        line = line_in(self.rules_file, error)
        if line:
            return Fault(str(self.rules_file), line, name, said(error), remedy)
        return self.slot(name, said(error), remedy)
