"""Trained weights of the learned bot: one JSON file for each edition, written by `bench/train_network.py`."""

import json
from functools import cache
from pathlib import Path

from kolej.bots.learned.network import Network


def file_of(edition: str) -> Path:
    """The path of an edition's weights, whether or not there are any."""
    return Path(__file__).with_name(f"{edition}.json")


@cache
def network_for(edition: str) -> Network | None:
    """The network of an edition; None if there are no trained weights."""
    file = file_of(edition)
    return read(file) if file.exists() else None


def read(file: Path) -> Network:
    """The network whose weights are in a file."""
    stored = json.loads(file.read_text())
    return Network(hidden=stored["traits"], direct=stored["straight"], bias=stored["bias"], output=stored["units"])
