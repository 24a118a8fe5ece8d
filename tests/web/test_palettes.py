"""Palettes of boards: pale by day, a night map by night, and calm enough for what lies on them."""

import re
from pathlib import Path

import pytest

from kolej import editions

FOLDER = Path(editions.__file__).parent
DRAWN = [name for name in editions.names() if (FOLDER / name / "art/ground.json").exists()]
CSS = Path("web/art/ground.css")

Rgb = tuple[float, float, float]


def palette(name: str) -> dict[str, tuple[str, str]]:
    """The light and the night colour of every custom property."""
    text = (FOLDER / name / "art/palette.css").read_text(encoding="utf-8")
    assert f"[data-board='{name}']" in text
    found = re.findall(r"--map-([a-z-]+): light-dark\((#[0-9a-f]{6,8}), (#[0-9a-f]{6,8})\);", text)
    assert len(found) == text.count("--map-"), "every colour has a light and a night variant"
    return {key: (light, night) for key, light, night in found}


def lightness(paint: str) -> float:
    """L* of CIELAB."""
    red, green, blue = (int(paint[n : n + 2], 16) / 255 for n in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (red, green, blue)]
    y = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y


@pytest.mark.parametrize("name", DRAWN)
def test_every_board_has_every_colour_by_day_and_by_night(name: str) -> None:
    used = set(re.findall(r"var\(--map-([a-z-]+)", CSS.read_text(encoding="utf-8")))
    assert used - set(palette(name)) == set()


@pytest.mark.parametrize("name", DRAWN)
def test_land_and_sea_are_pale_by_day_and_deep_by_night(name: str) -> None:
    for key in ("land", "hill", "mountain", "light", "sea", "sea-deep", "park"):
        light, night = palette(name)[key]
        assert lightness(light) > 78, key
        assert lightness(night) < 34, key
        # Blue, not charcoal.
        assert int(night[5:7], 16) > int(night[1:3], 16) + 15, key


@pytest.mark.parametrize("name", DRAWN)
def test_relief_is_calm(name: str) -> None:
    light, night = zip(*(palette(name)[key] for key in ("land", "hill", "mountain", "shade")), strict=True)
    for tones in (light, night):
        levels = [lightness(tone) for tone in tones]
        assert max(levels) - min(levels) < 20


def test_every_board_has_its_own_palette() -> None:
    grounds = [(palette(name)["land"], palette(name)["sea"]) for name in DRAWN]
    assert len(set(grounds)) == len(DRAWN) >= 5
