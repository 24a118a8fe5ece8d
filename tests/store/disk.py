"""A simulated disk that fails on request, and loses what was not synced when the power fails."""

import os
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random

import apsw

Refusal = Callable[[str, str], int | None]
"""Called before an operation on a file: returns the SQLite code to fail with, or None."""

_names = count()


class Disk(apsw.VFS):
    """A VFS of SQLite that can fail."""

    def __init__(self) -> None:
        self.name = f"test disk {next(_names)}"
        self.refuse: Refusal | None = None
        self.done: Counter[tuple[str, str]] = Counter()
        """The number of operations of each kind on each file."""
        self.synced: dict[str, bytes] = {}
        """What is on the disk for certain, by file name."""
        self.unsynced: dict[str, list[tuple[int, bytes | None]]] = {}
        """What may or may not be on the disk: bytes at an offset, or a length to truncate to."""
        super().__init__(self.name, "")

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> "File":
        path = name.filename() if isinstance(name, apsw.URIFilename) else name
        return File(self, path or "", name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self.synced.pop(Path(filename).name, None)
        self.unsynced.pop(Path(filename).name, None)
        super().xDelete(filename, syncdir)

    def ask(self, operation: str, file: str) -> None:
        code = self.refuse and self.refuse(operation, file)
        if code:
            raise apsw.exception_for(code)
        self.done[operation, file] += 1

    def cut_power(self, folder: Path, rng: Random) -> None:
        """What a folder may contain after a power failure now: any write since a sync may be lost or torn."""
        for name, content in self.synced.items():
            raw = bytearray(content)
            for offset, data in self.unsynced.get(name, []):
                if rng.random() < 0.5:
                    continue
                if data is None:
                    del raw[offset:]
                    continue
                reached = data[: rng.choice([len(data), len(data) // 512 // 2 * 512])]
                raw.extend(bytes(max(0, offset + len(reached) - len(raw))))
                raw[offset : offset + len(reached)] = reached
            (folder / name).write_bytes(raw)


class File(apsw.VFSFile):
    """A file on a simulated disk."""

    def __init__(self, disk: Disk, path: str, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.disk = disk
        self.name = Path(path).name
        super().__init__("", name, flags)
        if self.name not in disk.synced:
            disk.synced[self.name] = Path(path).read_bytes() if os.path.exists(path) else b""

    def xWrite(self, data: bytes, offset: int) -> None:
        self.disk.ask("write", self.name)
        super().xWrite(data, offset)
        self.disk.unsynced.setdefault(self.name, []).append((offset, bytes(data)))

    def xTruncate(self, newsize: int) -> None:
        self.disk.ask("truncate", self.name)
        super().xTruncate(newsize)
        self.disk.unsynced.setdefault(self.name, []).append((newsize, None))

    def xSync(self, flags: int) -> None:
        self.disk.ask("sync", self.name)
        super().xSync(flags)
        self.disk.synced[self.name] = super().xRead(super().xFileSize(), 0)
        self.disk.unsynced[self.name] = []
