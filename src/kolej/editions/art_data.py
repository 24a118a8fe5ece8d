"""Exports the data that board art is made from: `python -m kolej.editions.art_data FOLDER`.

One JSON file for each edition: its drawing, its cities and its routes.
"""

import json
import sys
from pathlib import Path
from typing import Any

from kolej.drawing.geometry import board_geometry
from kolej.drawing.style import kinds_of
from kolej.editions import load, names
from kolej.engine.ruleset.rules import Edition


def described(edition: Edition) -> dict[str, Any]:
    """The data of one edition."""
    board = edition.board
    kinds = kinds_of(edition)
    return {
        "id": edition.id,
        "name": board.name,
        "drawing": board_geometry(edition),
        "cities": [
            {
                "id": city.id,
                "lat": city.lat,
                "lon": city.lon,
                "country": city.country,
                "area": city.area,
                "tags": city.tags,
            }
            for city in board.cities
        ],
        "routes": [
            {
                "id": route.id,
                "a": route.a,
                "b": route.b,
                "color": None if route.color is None else board.colors[route.color - 1],
                "kind": route.kind,
                "look": kinds[route.kind].outline.value,
            }
            for route in board.routes
        ],
    }


def write(folder: Path) -> list[Path]:
    """Write a file for each edition that comes with Kolej."""
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name in names():
        path = folder / f"{name}.json"
        path.write_text(json.dumps(described(load(name)), ensure_ascii=False) + "\n", encoding="utf-8")
        written.append(path)
    return written


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m kolej.editions.art_data FOLDER")
    for path in write(Path(sys.argv[1])):
        print(path)
