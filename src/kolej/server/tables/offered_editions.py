"""Offered editions: the games that a server can play, those of Kolej and custom ones from folders of its operator.

A client names an edition by its id, and never a folder: whose code runs here is the operator's choice alone.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kolej import editions
from kolej.bots.board_weights import weights_faults
from kolej.editions.check import check
from kolej.engine.errors import Fault, KolejError, UnknownName
from kolej.engine.ruleset.rules import Edition


class BoardsRefused(KolejError):
    """Folders of custom boards that can't be played: every fault in each of them."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        count = "1 fault" if len(faults) == 1 else f"{len(faults)} faults"
        remedy = "correct them, or start without this --board; `kolej check DIR` shows them too"
        super().__init__("\n  ".join([f"{count} in custom boards:", *map(str, faults), remedy]))


class OfferedEditions:
    """The editions of one server by id: those that come with Kolej first, then custom ones in the order given."""

    def __init__(self) -> None:
        self._custom: dict[str, Edition] = {}
        self._variants: dict[tuple[Edition, int, tuple[str, ...]], Edition] = {}
        """Custom editions by earlier versions of their rules, or with house rules."""

    def names(self) -> list[str]:
        """The ids of all editions."""
        return [*editions.names(), *self._custom]

    def custom_from(self, source: str) -> Edition | None:
        """The custom edition that was loaded from a folder."""
        return next((edition for edition in self._custom.values() if edition.source == source), None)

    def load(self, name: str, rules: int | None = None, house: Iterable[str] = ()) -> Edition:
        """An edition by its id, with a version of its rules and house rules as `editions.load` takes them."""
        custom = self._custom.get(name)
        if custom is not None:
            return self._variant(custom, rules, tuple(sorted(set(house))))
        if name not in editions.names():
            raise UnknownName(f'this server offers no edition "{name}"; it offers {", ".join(self.names())}')
        return editions.load(name, rules, house)

    def _variant(self, edition: Edition, rules: int | None, house: tuple[str, ...]) -> Edition:
        version = edition.rules.version if rules is None else rules
        if (version, house) == (edition.rules.version, edition.rules.house):
            return edition
        key = (edition, version, house)
        if key not in self._variants:
            self._variants[key] = editions.load_folder(Path(edition.source), version, house)
        return self._variants[key]

    @contextmanager
    def with_boards(self, folders: Sequence[Path]) -> Iterator[None]:
        """Offer the boards in these folders too, for as long as a server runs."""
        self._custom = load_boards(folders)
        try:
            yield
        finally:
            self._custom, self._variants = {}, {}


OFFERED = OfferedEditions()
"""What the server of this process offers."""


def load_boards(folders: Sequence[Path]) -> dict[str, Edition]:
    """The editions in folders, by id. All faults in all folders are found before any is refused."""
    found: dict[str, Edition] = {}
    faults: list[Fault] = []
    for folder in folders:
        wrong = [*check(folder).faults, *weights_faults(folder)] if folder.is_dir() else [_no_folder(folder)]
        if wrong:
            faults += wrong
            continue
        edition = editions.load_folder(folder)
        if edition.id in found or edition.id in editions.names():
            faults.append(_same_id(folder, edition.id, found))
        else:
            found[edition.id] = edition
    if faults:
        raise BoardsRefused(faults)
    return found


def _no_folder(folder: Path) -> Fault:
    problem = "it is a file" if folder.exists() else "there is no such folder"
    return Fault(str(folder), 0, "--board", problem, "name a folder with board.toml and rules.py")


def _same_id(folder: Path, id: str, found: dict[str, Edition]) -> Fault:
    whose = f"the board in {found[id].source}" if id in found else "an edition that comes with Kolej"
    problem = f'{whose} has the id "{id}" too'
    return Fault(str(folder / "board.toml"), 0, "id", problem, "choose another id, or leave one of the boards out")
