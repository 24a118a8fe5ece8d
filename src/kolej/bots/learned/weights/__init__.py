"""What `learned` has been taught, one file for each board, made by `bench/train_network.py`."""

import json
from functools import cache
from pathlib import Path

from kolej.bots.learned.network import Lessons


def file_of(edition: str) -> Path:
    """Where the lessons for a board are, if there are any."""
    return Path(__file__).with_name(f"{edition}.json")


@cache
def lessons_for(edition: str) -> Lessons | None:
    """The lessons for a board; None if it has been taught nothing."""
    file = file_of(edition)
    return read(file) if file.exists() else None


def read(file: Path) -> Lessons:
    """The lessons in a file."""
    return Lessons(**json.loads(file.read_text()))
