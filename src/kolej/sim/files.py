"""Result files of a simulation: CSV with a row for each seat of each game, and JSON.

A file is written under a temporary name and renamed when it is complete, so that readers never see half of it and an
older file stays until then.
"""

import csv
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Protocol, TextIO

from kolej.engine.errors import KolejError
from kolej.sim.games import GameResult
from kolej.sim.plan import SimulationPlan
from kolej.sim.summary import Figures

STANDARD_OUTPUT = "-"


class OutputError(KolejError):
    """A file that can't be written."""


class ResultWriter(Protocol):
    """Receives the results of games one by one, and then the summary."""

    def add(self, result: GameResult) -> None:
        """Write the result of a game."""
        ...

    def finish(self, figures: Figures, run: dict[str, Any]) -> None:
        """Write the summary; `run` holds what may differ when the same games are played again."""
        ...


class Output:
    """A text file that is renamed into place when complete, or standard output."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.stream: TextIO = sys.stdout
        self.final: Path | None = None
        self.draft: Path | None = None
        if name == STANDARD_OUTPUT:
            return
        path = Path(name).resolve()
        if path.is_dir():
            raise OutputError(f"can't write {name}: it is a folder; name a file")
        with self._errors_reported():
            if path.exists() and not path.is_file():
                # A device or a pipe can be written to, but not replaced.
                self.stream = path.open("w", encoding="utf-8", newline="")
                return
            self.final = path
            self.draft = path.with_name(f".{path.name}.{os.getpid()}.part")
            self.stream = self.draft.open("x", encoding="utf-8", newline="")

    @contextmanager
    def _errors_reported(self) -> Iterator[None]:
        try:
            yield
        except BrokenPipeError:
            raise
        except (OSError, ValueError) as error:
            raise OutputError(f"can't write {self.name}: {getattr(error, 'strerror', None) or error}") from error

    def write(self, text: str) -> None:
        """Append to the file."""
        with self._errors_reported():
            self.stream.write(text)

    def commit(self) -> None:
        """Rename the complete file into place."""
        with self._errors_reported():
            self.stream.flush()
            if self.draft and self.final:
                os.fsync(self.stream.fileno())
                self.stream.close()
                self.draft.replace(self.final)
                self.draft = None

    def discard(self) -> None:
        """Close and delete the file if it was not committed."""
        if self.stream is not sys.stdout:
            with suppress(OSError):
                self.stream.close()
        if self.draft:
            self.draft.unlink(missing_ok=True)


class CsvFile:
    """A CSV file with a row for each seat of each game; the header is written with the first game."""

    def __init__(self, output: Output) -> None:
        self.output = output
        self.rows = csv.writer(output, lineterminator="\n")
        self.begun = False

    def add(self, result: GameResult) -> None:
        """Write the rows of a game."""
        for row in rows_of(result):
            if not self.begun:
                self.rows.writerow(row)
                self.begun = True
            self.rows.writerow(row.values())

    def finish(self, figures: Figures, run: dict[str, Any]) -> None:
        """Complete the file; it holds no summary."""
        self.output.commit()


def rows_of(result: GameResult) -> list[dict[str, object]]:
    """A game as CSV rows, seat by seat."""
    return [
        {
            "game": result.number,
            "seed": result.seed,
            "edition": result.edition,
            "seats": result.seats,
            "first": result.first,
            "ending": result.ending,
            "decisions": result.decisions,
            "turns": result.turns,
            "seat": seat,
            "bot": result.bots[seat],
            "rank": result.ranks[seat],
            "points": result.points[seat],
            "tickets_kept": result.kept[seat],
            "tickets_completed": result.completed[seat],
            **{f"points_{line}": points[seat] for line, points in result.lines},
        }
        for seat in range(result.seats)
    ]


class JsonFile:
    """A JSON file with the settings, optionally every game, and the summary; one line for each game and part."""

    def __init__(self, output: Output, plan: SimulationPlan, numbers: range, with_games: bool) -> None:
        self.output = output
        self.with_games = with_games
        settings = {name: value for name, value in asdict(plan).items() if name != "makers"}
        self.settings = {**settings, "from": numbers.start, "games": len(numbers)}
        self.begun = False

    def add(self, result: GameResult) -> None:
        """Write a game, and the settings before the first one."""
        if not self.begun:
            self.output.write(f'{{\n"settings": {json.dumps(self.settings)},\n')
        if self.with_games:
            start = ",\n" if self.begun else '"games": [\n'
            game = {**asdict(result), "lines": dict(result.lines)}
            self.output.write(start + json.dumps(game))
        self.begun = True

    def finish(self, figures: Figures, run: dict[str, Any]) -> None:
        """Write the summary, and last what may differ when the same games are played again; complete the file."""
        end = "\n],\n" if self.with_games else ""
        self.output.write(f'{end}"summary": {json.dumps(asdict(figures))},\n"run": {json.dumps(run)}\n}}\n')
        self.output.commit()
