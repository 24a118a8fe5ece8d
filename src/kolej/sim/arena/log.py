"""Log file of an arena: a line for each deal, so that an interrupted run can be resumed.

The first line holds the settings of the run. A last line without a line end was cut off and is dropped.
"""

import json
import shlex
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from kolej import __version__
from kolej.bots.external import process, python_file
from kolej.engine.board.model import fingerprint
from kolej.sim.arena.contest import Arena, Unit
from kolej.sim.arena.matches import DealResult
from kolej.sim.files import OutputError
from kolej.sim.plan import edition_of

Plain = dict[str, Any]


class LogError(OutputError):
    """A file that can't be used as the log of this run."""


def settings(arena: Arena) -> Plain:
    """Everything that determines the results of an arena."""
    chosen = [edition_of(name) for name in arena.editions]
    return {
        "version": __version__,
        "editions": [edition.id for edition in chosen],
        "rules": [edition.rules.version for edition in chosen],
        "boards": [fingerprint(edition.board) for edition in chosen],
        "seats": arena.seats,
        "bots": list(arena.bots),
        "files": [print for name in arena.bots for print in _fingerprints(name)],
        "pairs": [list(pair) for pair in arena.pairs],
        "games": arena.deals * arena.orders,
        "seed": arena.seed,
        "until_clear": arena.until_clear,
    }


def _fingerprints(bot: str) -> list[str]:
    """Hashes of the files of a custom bot: it is another bot when they change."""
    if process.is_process_name(bot):
        files = [word for word in shlex.split(bot.partition(":")[2]) if Path(word).is_file()]
    else:
        files = [bot.rpartition(":")[0]] if python_file.is_file_name(bot) else []
    return [f"{file} {sha256(Path(file).read_bytes()).hexdigest()[:12]}" for file in files]


class ArenaLog:
    """The log file of a run. `known` holds the deals in it; `add` appends one."""

    def __init__(self, name: str, arena: Arena) -> None:
        self.name = name
        self.arena = arena
        self.known: dict[Unit, DealResult] = {}
        self._units = {
            (edition_of(match.edition).id, *match.bots): number for number, match in enumerate(arena.matches)
        }
        self._head = (json.dumps({"kolej arena": settings(arena)}) + "\n").encode()
        try:
            self._file: IO[bytes] = Path(name).open("a+b")  # noqa: SIM115  (closed by `close`)
        except OSError as error:
            raise LogError(f"can't write {name}: {error.strerror}; name a file that you may write to") from error
        try:
            self._lock()
            self._read()
        except BaseException:
            self.close()
            raise

    def add(self, unit: Unit, deal: DealResult) -> None:
        """Append a deal; it is flushed to the operating system when this returns."""
        match, number = unit
        line = {
            "edition": edition_of(self.arena.matches[match].edition).id,
            "bots": self.arena.matches[match].bots,
            "deal": number,
            "points": deal.points,
            "winners": deal.winners,
        }
        self._write((json.dumps(line) + "\n").encode())

    def close(self) -> None:
        """Close the file."""
        with suppress(OSError):
            self._file.close()

    def _lock(self) -> None:
        """Lock the file: two runs that write to it would corrupt it."""
        try:
            import fcntl
        except ImportError:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise LogError(f"another run is writing to {self.name}; wait for it, or name another file") from error

    def _read(self) -> None:
        self._file.seek(0)
        raw = self._file.read()
        whole = raw[: raw.rfind(b"\n") + 1]
        head, *lines = whole.splitlines(keepends=True) or [b""]
        if not head and not self._head.startswith(raw):
            raise LogError(f"{self.name} is not a file of `kolej arena`; name another one")
        if head and head != self._head:
            raise LogError(self._difference(head))
        for number, line in enumerate(lines, start=2):
            try:
                unit, deal = self._deal(json.loads(line))
            except (ValueError, KeyError, TypeError) as error:
                problem = f"{self.name}, line {number}: this is not a deal of this run"
                raise LogError(f"{problem}; remove this line and all after it, or name another file") from error
            self.known[unit] = deal
        if len(whole) < len(raw):
            self._file.truncate(len(whole))
        if not head:
            self._write(self._head)

    def _deal(self, line: Plain) -> tuple[Unit, DealResult]:
        points = tuple(tuple(map(int, each)) for each in line["points"])
        winners = tuple(tuple(map(int, each)) for each in line["winners"])
        seats = self.arena.seats
        if not len(points) == len(winners) == self.arena.orders or {len(each) for each in points} != {seats}:
            raise ValueError
        if not all(won and set(won) <= set(range(seats)) for won in winners):
            raise ValueError
        unit = self._units[line["edition"], *line["bots"]], int(line["deal"])
        return unit, DealResult(points, winners)

    def _difference(self, head: bytes) -> str:
        try:
            there: Mapping[str, Any] = json.loads(head)["kolej arena"]
            differs = {key: there.get(key) for key, value in settings(self.arena).items() if there.get(key) != value}
        except (ValueError, KeyError, TypeError, AttributeError):
            return f"{self.name} is not a file of `kolej arena`; name another one"
        now = settings(self.arena)
        changes = "; ".join(f"{key}: {_text(value)} there, {_text(now[key])} now" for key, value in differs.items())
        return f"{self.name} holds another run ({changes}); use the settings of that run, or name another file"

    def _write(self, raw: bytes) -> None:
        try:
            self._file.write(raw)
            self._file.flush()
        except OSError as error:
            raise LogError(f"can't write {self.name}: {error.strerror}; what was played before is in it") from error


def _text(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else json.dumps(value)
