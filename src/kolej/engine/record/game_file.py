"""The game file format: sealed lines, the header, the steps and the closing line. See `docs/game-file.md`.

Each line ends in a seal: a hash over the previous seal and the line's text. A changed byte, or a line that was cut,
moved or duplicated, is therefore found at that line, before anything is replayed. Whether the rules still lead to the
same states is checked by `replay.py`.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256

from kolej.engine.chance.fair.file_lines import commitment_lines, read_commitments, read_seeds
from kolej.engine.chance.fair.protocol import METHODS, Commitments, Seeds
from kolej.engine.errors import KolejError

FORMAT = 2
"""The version of the format for new games. The first line never changes its form, so that every version of Kolej can
read it. Games that were read in format 1 are written in format 1, unless they have what only format 2 can hold."""
FORMATS = (1, 2)

MISWRITTEN = "the seal fits, so this was written so: fix the program that wrote it"
"""The remedy for a line that was not altered, but that Kolej would not have written."""

GOES_ON = "goes on"
RESULT = "result"
LONGEST_NAME = 40
NUMBER = "(?:0|[1-9][0-9]{0,8})"
HOUSE = "[a-z]+(?:-[a-z]+)*"
ENDINGS = ("resigned ", "ended by ", "station ")
"""How lines begin that may follow the last step, in format 2."""

_BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


class GameFileError(KolejError):
    """A game file that can't be read or written, or that fails a check."""

    def __init__(self, problem: str, source: str = "", line: int = 0) -> None:
        self.problem = problem
        self.source = source
        self.line = line
        """Counted from 1; 0 if the problem is not on a line, as with a file that can't be opened."""
        where = f"{source}:{line}: " if line else f"{source}: " if source else ""
        super().__init__(where + problem)


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a game file: everything before the first step."""

    edition: str
    rules: int
    """The version of the edition's rules."""
    board: str
    """The fingerprint of its board."""
    seats: int
    first: int | None
    """The seat that begins, if the players chose it; None if it was drawn."""
    players: tuple[str, ...]
    fair: Commitments | None = None
    """The commitments of a fair deal; None for any other dealer."""
    house: tuple[str, ...] = ()
    """The house rules, sorted."""
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step as written in a file: seat, text, and the hash of the state after it."""

    line: int
    seat: int | None
    """None for an outcome of chance, or an undo."""
    text: str
    hash: str


def checked_players(players: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the players. Raises `GameFileError` if a file can't hold them."""
    names = tuple(players)
    if len(names) != seats:
        raise GameFileError(f"{len(names)} players are named for {seats} seats; name one for each seat")
    for name in names:
        fault = name_fault(name)
        if fault:
            raise GameFileError(fault)
    return names


def name_fault(name: str) -> str:
    """Why this can't be the name of a player; empty if it can."""
    shown = ascii(name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "...")
    if len(name) > LONGEST_NAME:
        return f"the name {shown} has {len(name)} characters; give it at most {LONGEST_NAME}"
    if not name or name != name.strip():
        return f"the name {shown} is empty or has spaces around it; begin and end it with a visible character"
    for character in name:
        # Control characters would break the line, and bidirectional ones the text around the name on a screen.
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(character) in _BIDI:
            return f"the name {shown} has the control character U+{ord(character):04X}; leave it out"
    return ""


def seal(before: str, text: str) -> str:
    """The seal of a line, given the seal of the previous line (empty for the first)."""
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:8]


def sealed(lines: Iterable[str]) -> str:
    """The text of a file with these lines, each with its seal."""
    out: list[str] = []
    last = ""
    for line in lines:
        last = seal(last, line)
        out.append(f"{line} #{last}\n")
    return "".join(out)


def unsealed(text: str, source: str) -> list[str]:
    """The lines of a file without their seals. Raises `GameFileError` at the first line whose seal does not fit."""
    if not text:
        raise GameFileError("the file is empty; restore it from a copy", source, 1)
    *whole, rest = text.split("\n")
    _check_first((*whole, rest)[0], source)
    lines: list[str] = []
    last = ""
    for number, line in enumerate(whole, start=1):
        if lines and _closes(lines[-1]):
            raise GameFileError("nothing may follow the line that closes the file; take this line out", source, number)
        if not _is_utf8(line):
            raise GameFileError("this is not text in UTF-8; restore the file from a copy", source, number)
        body = _body(line, last)
        if body is None:
            raise GameFileError(f"{_seal_problem(lines)}; restore the file from a copy", source, number)
        last = line[-8:]
        lines.append(body)
    if rest:
        follows = bool(lines) and _closes(lines[-1])
        what = "nothing may follow the line that closes the file" if follows else "the file is cut off in this line"
        raise GameFileError(f"{what}; restore it from a copy", source, len(lines) + 1)
    if not _closes(lines[-1]):
        problem = "the file is cut off here: the line that closes it is missing; restore it from a copy"
        raise GameFileError(problem, source, len(lines) + 1)
    return lines


def _seal_problem(before: list[str]) -> str:
    if not before:
        return "the seal does not fit: this line was altered"
    return "the seal does not fit: this line was altered, or lines are missing, moved or doubled here"


def _check_first(line: str, source: str) -> None:
    """Check the first line, which names the format version in every version of the format."""
    if line.startswith("\ufeff"):
        raise GameFileError("the file begins with a byte order mark; save it as UTF-8 without one", source, 1)
    if line.endswith("\r"):
        raise GameFileError("lines end in CR LF; save the file with lines that end in LF alone", source, 1)
    match = re.fullmatch(f"kolej game ({NUMBER})(?: #[0-9a-f]{{8}})?", line)
    if match is None:
        raise GameFileError(f'this is no game file: its first line is not "kolej game {FORMAT}"', source, 1)
    version = int(match[1])
    if version not in FORMATS:
        doubt = "" if _body(line, "") else " (or the line was altered: its seal does not fit)"
        remedy = "read it with a newer Kolej" if version > FORMAT else "read it with the Kolej that wrote it"
        problem = f"the file is of format {version}, and this Kolej reads formats 1 and {FORMAT}{doubt}; {remedy}"
        raise GameFileError(problem, source, 1)


def _body(line: str, before: str) -> str | None:
    """A line without its seal; None if the seal does not fit."""
    body, mark, written = line[:-10], line[-10:-8], line[-8:]
    return body if mark == " #" and written == seal(before, body) else None


def _is_utf8(line: str) -> bool:
    try:
        line.encode()
    except UnicodeEncodeError:
        return False
    return True


def _closes(line: str) -> bool:
    return line == GOES_ON or line.startswith(f"{RESULT} ")


def header_lines(header: Header) -> list[str]:
    """The lines before the first step."""
    return [
        f"kolej game {header.format}",
        f"edition {header.edition}",
        f"rules {header.rules}",
        *([f"house {' '.join(header.house)}"] if header.house else []),
        f"board {header.board}",
        f"seats {header.seats}",
        *([] if header.first is None else [f"first {header.first}"]),
        *(f"player {name}" for name in header.players),
        *([] if header.fair is None else commitment_lines(header.fair)),
    ]


def step_line(seat: int | None, text: str, hash: str) -> str:
    """The line of a step."""
    return f"{'-' if seat is None else seat} {text} = {hash}"


def result_line(totals: Iterable[int], ranks: Iterable[int]) -> str:
    """The closing line of a game that is over."""
    return f"{RESULT} {' '.join(map(str, totals))} ranks {' '.join(map(str, ranks))}"


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a file, without seals, by what they are for."""

    header: Header
    steps: list[StepLine]
    ending: list[str]
    """What follows the last step: resignations, an early end, choices of stations. See `endings.py`."""
    seeds: Seeds | None
    """The seeds of a fair deal, if they were opened."""
    closing: str


def split(lines: list[str], source: str) -> Lines:
    """Split lines without seals into the header, the steps, what follows them, and the closing line."""
    reader = LineReader(lines, source)
    format = int(reader.take("kolej game", NUMBER))
    edition = reader.take("edition", "[a-z][a-z0-9_]*")
    rules = int(reader.take("rules", NUMBER))
    house = _read_house(reader) if format > 1 and reader.next.startswith("house ") else ()
    board = reader.take("board", "[0-9a-f]{16}")
    seats = int(reader.take("seats", NUMBER))
    first = int(reader.take("first", NUMBER)) if reader.next.startswith("first ") else None
    players: list[str] = []
    while len(players) < seats:
        players.append(reader.take("player", ".*", name_fault))
    fair = read_commitments(reader, seats, METHODS if format > 1 else METHODS[:1])
    header = Header(edition, rules, board, seats, first, tuple(players), fair, house, format)
    steps: list[StepLine] = []
    while not _closes(reader.next) and not (fair and reader.next.startswith("seed ")):
        if format > 1 and reader.next.startswith(ENDINGS):
            break
        steps.append(reader.step())
    ending: list[str] = []
    while reader.next.startswith(ENDINGS):
        ending.append(reader.next)
        reader.at += 1
    if fair and lines[-1] == GOES_ON and not _closes(reader.next):
        problem = "the game goes on, and yet a seed is opened: anyone who has the file knows the cards to come"
        raise GameFileError(f"{problem}; {MISWRITTEN}", source, reader.at + 1)
    seeds = read_seeds(reader, seats) if fair else None
    reader.end("the seeds" if seeds else "what follows the last step")
    return Lines(header, steps, ending, seeds, lines[-1])


def _read_house(reader: "LineReader") -> tuple[str, ...]:
    """The house rules, which are in one order only."""
    return tuple(reader.take("house", f"{HOUSE}(?: {HOUSE})*", _house_fault).split(" "))


def _house_fault(names: str) -> str:
    ids = names.split(" ")
    return "" if ids == sorted(set(ids)) else f"house rules are written once each and sorted; {MISWRITTEN}"


class LineReader:
    """Reads lines in their required order."""

    def __init__(self, lines: list[str], source: str) -> None:
        self.lines = lines
        self.source = source
        self.at = 0

    @property
    def next(self) -> str:
        return self.lines[self.at]

    def take(self, word: str, form: str, fault: Callable[[str], str] = lambda _: "") -> str:
        """The value in the next line, which must begin with this word; `form` is a pattern for the value."""
        match = re.fullmatch(f"{word} ({form})", self.next)
        if match is None:
            raise GameFileError(f'here a line "{word} ..." must stand; {MISWRITTEN}', self.source, self.at + 1)
        problem = fault(match[1])
        if problem:
            raise GameFileError(problem, self.source, self.at + 1)
        self.at += 1
        return match[1]

    def step(self) -> StepLine:
        """Read the next line as a step."""
        match = re.fullmatch(f"(-|{NUMBER}) (.+) = ([0-9a-f]{{16}})", self.next)
        if match is None:
            problem = "this is no step: it must have a seat or -, what was done, and the hash of the state"
            raise GameFileError(f"{problem}; {MISWRITTEN}", self.source, self.at + 1)
        self.at += 1
        return StepLine(self.at, None if match[1] == "-" else int(match[1]), match[2], match[3])

    def end(self, what: str) -> None:
        """Check that only the closing line is left."""
        if self.at != len(self.lines) - 1:
            problem = f"after {what} only the line that closes the file may stand"
            raise GameFileError(f"{problem}; {MISWRITTEN}", self.source, self.at + 1)
