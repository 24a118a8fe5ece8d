"""The text of a game file: lines with seals, the header, and the line that closes it. `docs/game-file.md` has it all.

Each line ends in a seal: a hash over the seal before it and its own text. A byte altered, a line cut, moved or doubled
is therefore found at that very line, before anything is played. Whether the rules still lead to the same states is
another question, which `replay.py` answers.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from hashlib import sha256

from kolej.engine.chance.fair.file_lines import commitment_lines, read_commitments, read_seeds
from kolej.engine.chance.fair.protocol import Commitments, Seeds
from kolej.engine.errors import KolejError

FORMAT = 1
"""Changes when files are written differently. The first line keeps its form, so that every Kolej can read it."""

MISWRITTEN = "the seal fits, so this was written so: mend the program that wrote it"
"""What to do about a line that nobody altered and that Kolej would not write."""

GOES_ON = "goes on"
RESULT = "result"
LONGEST_NAME = 40
NUMBER = "(?:0|[1-9][0-9]{0,8})"

_BIDI = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}


class GameFileError(KolejError):
    """A game file that can't be read, written or trusted."""

    def __init__(self, problem: str, source: str = "", line: int = 0) -> None:
        self.problem = problem
        self.source = source
        self.line = line
        """Counted from 1; 0 when the fault is on no line, as in a file that can't be opened."""
        where = f"{source}:{line}: " if line else f"{source}: " if source else ""
        super().__init__(where + problem)


@dataclass(frozen=True, slots=True)
class Header:
    """What a game file says before the first step."""

    edition: str
    rules: int
    """The version of the edition's rules."""
    board: str
    """The fingerprint of its board."""
    seats: int
    first: int | None
    """The seat that the table chose to begin; None where chance said."""
    players: tuple[str, ...]
    fair: Commitments | None = None
    """What was promised before a fair deal; None where the dealer was trusted."""


@dataclass(frozen=True, slots=True)
class StepLine:
    """A step as it stands in a file: who, what, and the hash of the state after it."""

    line: int
    seat: int | None
    """None where it was chance, or an undoing."""
    text: str
    hash: str


def checked_players(players: Iterable[str], seats: int) -> tuple[str, ...]:
    """The names of the players, if they can stand in a file."""
    names = tuple(players)
    if len(names) != seats:
        raise GameFileError(f"{len(names)} players are named for {seats} seats; name one for each seat")
    for name in names:
        fault = name_fault(name)
        if fault:
            raise GameFileError(fault)
    return names


def name_fault(name: str) -> str:
    """Why this can't be the name of a player; nothing if it can."""
    shown = ascii(name if len(name) <= LONGEST_NAME else name[:LONGEST_NAME] + "...")
    if len(name) > LONGEST_NAME:
        return f"the name {shown} has {len(name)} characters; give it at most {LONGEST_NAME}"
    if not name or name != name.strip():
        return f"the name {shown} is empty or has spaces around it; begin and end it with a visible character"
    for character in name:
        # Control characters would break the line, and bidirectional ones what stands beside the name on a screen.
        if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(character) in _BIDI:
            return f"the name {shown} has the control character U+{ord(character):04X}; leave it out"
    return ""


def seal(before: str, text: str) -> str:
    """The seal of a line, given the seal of the line before it (nothing for the first)."""
    return sha256(f"{before}\n{text}".encode()).hexdigest()[:8]


def sealed(lines: Iterable[str]) -> str:
    """The text of a file with these lines."""
    out: list[str] = []
    last = ""
    for line in lines:
        last = seal(last, line)
        out.append(f"{line} #{last}\n")
    return "".join(out)


def unsealed(text: str, source: str) -> list[str]:
    """The lines of a file without their seals. Raises `GameFileError` for the first that is not as it was written."""
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
            raise GameFileError(f"{_unfit(lines)}; restore the file from a copy", source, number)
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


def _unfit(before: list[str]) -> str:
    if not before:
        return "the seal does not fit: this line was altered"
    return "the seal does not fit: this line was altered, or lines are missing, moved or doubled here"


def _check_first(line: str, source: str) -> None:
    """The first line alone says what the file is, in every version of the format."""
    if line.startswith("\ufeff"):
        raise GameFileError("the file begins with a byte order mark; save it as UTF-8 without one", source, 1)
    if line.endswith("\r"):
        raise GameFileError("lines end in CR LF; save the file with lines that end in LF alone", source, 1)
    said = re.fullmatch(f"kolej game ({NUMBER})(?: #[0-9a-f]{{8}})?", line)
    if said is None:
        raise GameFileError(f'this is no game file: its first line is not "kolej game {FORMAT}"', source, 1)
    version = int(said[1])
    if version != FORMAT:
        doubt = "" if _body(line, "") else " (or the line was altered: its seal does not fit)"
        remedy = "read it with a newer Kolej" if version > FORMAT else "read it with the Kolej that wrote it"
        problem = f"the file is of format {version}, and this Kolej reads format {FORMAT} only{doubt}; {remedy}"
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
        f"kolej game {FORMAT}",
        f"edition {header.edition}",
        f"rules {header.rules}",
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
    """The line that closes the file of a game that is over."""
    return f"{RESULT} {' '.join(map(str, totals))} ranks {' '.join(map(str, ranks))}"


def split(lines: list[str], source: str) -> tuple[Header, list[StepLine], Seeds | None, str]:
    """Lines without seals as a header, steps, seeds if they were opened, and the closing line."""
    reader = _Reader(lines, source)
    reader.take("kolej game", NUMBER)
    edition = reader.take("edition", "[a-z][a-z0-9_]*")
    rules = int(reader.take("rules", NUMBER))
    board = reader.take("board", "[0-9a-f]{16}")
    seats = int(reader.take("seats", NUMBER))
    first = int(reader.take("first", NUMBER)) if reader.next.startswith("first ") else None
    players: list[str] = []
    while len(players) < seats:
        players.append(reader.take("player", ".*", name_fault))
    fair = read_commitments(reader, seats)
    header = Header(edition, rules, board, seats, first, tuple(players), fair)
    steps: list[StepLine] = []
    while not _closes(reader.next) and not (fair and reader.next.startswith("seed ")):
        steps.append(reader.step())
    if fair and lines[-1] == GOES_ON and not _closes(reader.next):
        problem = "the game goes on, and yet a seed is opened: whoever has the file knows the cards to come"
        raise GameFileError(f"{problem}; {MISWRITTEN}", source, reader.at + 1)
    seeds = read_seeds(reader, seats) if fair else None
    reader.end()
    return header, steps, seeds, lines[-1]


class _Reader:
    """Takes lines in the order in which they must come."""

    def __init__(self, lines: list[str], source: str) -> None:
        self.lines = lines
        self.source = source
        self.at = 0

    @property
    def next(self) -> str:
        return self.lines[self.at]

    def take(self, word: str, form: str, fault: Callable[[str], str] = lambda _: "") -> str:
        """What the next line says of this word."""
        said = re.fullmatch(f"{word} ({form})", self.next)
        if said is None:
            raise GameFileError(f'here a line "{word} ..." must stand; {MISWRITTEN}', self.source, self.at + 1)
        problem = fault(said[1])
        if problem:
            raise GameFileError(problem, self.source, self.at + 1)
        self.at += 1
        return said[1]

    def step(self) -> StepLine:
        """The step in the next line."""
        said = re.fullmatch(f"(-|{NUMBER}) (.+) = ([0-9a-f]{{16}})", self.next)
        if said is None:
            problem = "this is no step: it must have a seat or -, what was done, and the hash of the state"
            raise GameFileError(f"{problem}; {MISWRITTEN}", self.source, self.at + 1)
        self.at += 1
        return StepLine(self.at, None if said[1] == "-" else int(said[1]), said[2], said[3])

    def end(self) -> None:
        """Nothing may be left but the line that closes the file."""
        if self.at != len(self.lines) - 1:
            problem = "after the seeds only the line that closes the file may stand"
            raise GameFileError(f"{problem}; {MISWRITTEN}", self.source, self.at + 1)
