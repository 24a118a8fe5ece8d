"""What a planner believes about each board: numbers found by playing thousands of games against itself and the styles.

The order is that of the constants in `prices.py`. A board that is not listed is played by the usual beliefs.
"""

from kolej.bots.planner.valuation import USUAL

BELIEFS: dict[str, tuple[int, ...]] = {
    "berlin": (2, 5, 0, 6, 4, 19, 10, 15, 256, 168, 18, 30, 0, 10, 40, 55, 6, 2, 0, 20, 0),
    "europe": (3, 20, 1, 5, 2, 19, 10, 15, 128, 60, 15, 30, 2, 20, 40, 110, 5, 4, 4, 20, 0),
    "japan": (2, 19, 2, 6, 4, 13, 17, 6, 182, 168, 18, 36, 2, 24, 14, 139, 7, 6, 4, 14, 126),
    "new_york": (2, 6, 0, 5, 2, 22, 9, 21, 147, 60, 18, 21, 2, 20, 94, 24, 26, 16, -4, 20, 0),
    "nordic": (2, 20, 3, 4, 3, 36, 14, 15, 256, 118, 6, 30, 1, 14, 40, 40, 112, 17, 2, 20, 0),
}


def beliefs_of(edition: str) -> list[int]:
    """The beliefs for an edition."""
    return list(BELIEFS.get(edition, USUAL))
