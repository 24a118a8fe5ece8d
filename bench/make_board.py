"""Makes up boards of different sizes, to see how bots play boards that nobody has tuned them for.

    python bench/make_board.py small medium full --into boards

A board is a folder with `board.toml` and `rules.py`, valid by `kolej check`. Cities are spread over a map; routes are
the edges of their Gabriel graph, which is connected and has no crossings; a dense board has more, and a few of them
cross. The same size and seed make the same board.
"""

import argparse
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations
from math import hypot
from pathlib import Path
from random import Random

COLORS = ("red", "orange", "yellow", "green", "blue", "pink", "black", "white")
SYLLABLES = (
    "bar",
    "dol",
    "el",
    "fen",
    "gra",
    "hol",
    "is",
    "kor",
    "lum",
    "mor",
    "nes",
    "or",
    "pel",
    "ros",
    "sil",
    "tar",
)
ENDINGS = ("a", "au", "berg", "dale", "in", "mond", "o", "stad", "ton", "ville")
ASPECT = 1.5


@dataclass(frozen=True)
class Size:
    """How large a board and its game are."""

    cities: int
    colors: int
    deck: int
    """Cards of each colour."""
    wilds: int
    trains: int
    longest: int
    """The length of the longest routes."""
    tickets: int
    offered: int
    kept: int
    doubles: int
    """How many of a hundred routes are double."""
    special: int
    """How many of a hundred routes are tunnels, or ferries if they are long."""
    seats: int
    circle: float = 1.0
    """The circle of an edge that may hold no other city, as a share of the Gabriel graph's: the smaller, the denser."""


SIZES = {
    "small": Size(
        cities=15,
        colors=5,
        deck=8,
        wilds=8,
        trains=18,
        longest=4,
        tickets=20,
        offered=2,
        kept=1,
        doubles=15,
        special=0,
        seats=4,
    ),
    "medium": Size(
        cities=30,
        colors=7,
        deck=11,
        wilds=12,
        trains=32,
        longest=5,
        tickets=32,
        offered=3,
        kept=2,
        doubles=20,
        special=15,
        seats=4,
    ),
    "full": Size(
        cities=50,
        colors=8,
        deck=12,
        wilds=14,
        trains=45,
        longest=6,
        tickets=46,
        offered=3,
        kept=2,
        doubles=20,
        special=0,
        seats=5,
    ),
    "dense": Size(
        cities=36,
        colors=8,
        deck=12,
        wilds=14,
        trains=45,
        longest=6,
        tickets=30,
        offered=3,
        kept=2,
        doubles=22,
        special=0,
        seats=5,
        circle=0.8,
    ),
}

Point = tuple[float, float]


def spread(rng: Random, count: int) -> list[Point]:
    """Points on the map, each the one of many random ones that is farthest from those before it."""
    points: list[Point] = []
    while len(points) < count:
        tries = [(rng.uniform(0.04, 0.96), rng.uniform(0.05, 0.95)) for _ in range(12)]
        points.append(max(tries, key=lambda point: min((distance(point, other) for other in points), default=0)))
    return points


def distance(one: Point, two: Point) -> float:
    """The distance of two points, in heights of the board."""
    return hypot((one[0] - two[0]) * ASPECT, one[1] - two[1])


def gabriel_edges(points: Sequence[Point], circle: float = 1.0) -> list[tuple[int, int]]:
    """The pairs of points whose circle, with the pair as its diameter, holds no other point; it may be made smaller."""
    edges = []
    for a, b in combinations(range(len(points)), 2):
        middle = ((points[a][0] + points[b][0]) / 2, (points[a][1] + points[b][1]) / 2)
        radius = circle * distance(points[a], points[b]) / 2
        if all(distance(middle, points[c]) >= radius for c in range(len(points)) if c not in (a, b)):
            edges.append((a, b))
    return edges


def shortest(edges: dict[tuple[int, int], int], start: int) -> dict[int, int]:
    """The spaces of the shortest paths from a city to all others."""
    found: dict[int, int] = {}
    reached = [(0, start)]
    while reached:
        total, city = heappop(reached)
        if city in found:
            continue
        found[city] = total
        for (a, b), length in edges.items():
            if city in (a, b):
                heappush(reached, (total + length, b if city == a else a))
    return found


def names(rng: Random, count: int) -> list[str]:
    """Different names for cities."""
    found: dict[str, None] = {}
    while len(found) < count:
        found[(rng.choice(SYLLABLES) + rng.choice(SYLLABLES) + rng.choice(ENDINGS)).title()] = None
    return list(found)


def board_text(name: str, size: Size, seed: int) -> str:
    """The board file."""
    rng = Random(f"{name}/{seed}")
    points = spread(rng, size.cities)
    cities = names(rng, size.cities)
    edges = gabriel_edges(points, size.circle)
    unit = sorted(distance(points[a], points[b]) for a, b in edges)[len(edges) // 2] / (size.longest * 0.55)
    lengths = {(a, b): max(1, min(size.longest, round(distance(points[a], points[b]) / unit))) for a, b in edges}
    colors = COLORS[: size.colors]
    bag: list[str] = []
    lines = [f'id = "{name}"', f'name = "{name.title()}"', 'box = "a made-up board"']
    lines += [
        f"colors = [{', '.join(map(quoted, colors))}]",
        'wild = "locomotive"',
        f"aspect = {ASPECT}",
        "",
        "cities = [",
    ]
    for city, (x, y) in zip(cities, points, strict=True):
        lines.append(f'    {{ id = "{city.lower()}", name = "{city}", x = {x:.3f}, y = {y:.3f} }},')
    lines += ["]", "", "routes = ["]
    pairs = 0
    for (a, b), length in lengths.items():
        double = rng.randrange(100) < size.doubles
        kind, symbols = "plain", ""
        if not double and rng.randrange(100) < size.special:
            kind, symbols = ("ferry", ", symbols = 1") if length == size.longest else ("tunnel", "")
        pairs += double
        for _ in range(1 + double):
            if not bag:
                bag = [*colors, *["gray"] * (len(colors) // 2)]
                rng.shuffle(bag)
            color = "gray" if kind == "ferry" else bag.pop()
            pair = f", pair = {pairs}" if double else ""
            ends = f'a = "{cities[a].lower()}", b = "{cities[b].lower()}"'
            lines.append(f'    {{ {ends}, length = {length}, color = "{color}", kind = "{kind}"{symbols}{pair} }},')
    lines += ["]", "", "tickets = ["]
    spaces = {city: shortest(lengths, city) for city in range(size.cities)}
    # Tickets of three routes or more, up to half of what a seat's trains can build.
    worthwhile = [
        (a, b)
        for a, b in combinations(range(size.cities), 2)
        if size.longest < spaces[a][b] <= size.trains / 2 and (a, b) not in lengths
    ]
    for a, b in sorted(rng.sample(worthwhile, size.tickets)):
        lines.append(f'    {{ a = "{cities[a].lower()}", b = "{cities[b].lower()}", points = {spaces[a][b]} }},')
    return "\n".join([*lines, "]", ""])


def quoted(text: str) -> str:
    """A text of TOML."""
    return f'"{text}"'


def rules_text(name: str, size: Size) -> str:
    """The rules file."""
    offer = f"offer(keep={{}}, returns=BOTTOM, regular={size.offered})"
    special = ', "ferry": Ferry(POINTS, "train"), "tunnel": Tunnel(POINTS, "train", reveals=3)' if size.special else ""
    return f'''"""The rules of {name.title()}: a made-up board."""

from kolej.engine.ruleset.rows import End
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import LongestPath, Tickets
from kolej.rules.claims import {"Ferry, Plain, Tunnel" if size.special else "Plain"}
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, Opening, offer
from kolej.rules.ties import ByTickets

POINTS = {{1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}}

RULES = Rules(
    version=1,
    seats=range(2, {size.seats + 1}),
    deck=Deck(each={size.deck}, wilds={size.wilds}),
    pieces={{"train": {size.trains}}},
    opening=Opening(cards=4, deal={offer.format(size.kept)}),
    market=Market(face_up=5, wild_alone=True, flush_at=3),
    claims={{"plain": Plain(POINTS, "train"){special}}},
    doubles=Doubles(both_from=4),
    tickets={offer.format(1)},
    end=End(pieces=("train",), at_most=2),
    awards=(Tickets(), LongestPath(10)),
    ties=(ByTickets(),),
)
'''


def make(name: str, size: Size, seed: int, into: Path) -> Path:
    """Write the folder of a board."""
    folder = into / name
    folder.mkdir(parents=True)
    (folder / "board.toml").write_text(board_text(name, size, seed), encoding="utf-8")
    (folder / "rules.py").write_text(rules_text(name, size), encoding="utf-8")
    return folder


def main(words: Sequence[str]) -> None:
    """Make boards and print where they are."""
    parser = argparse.ArgumentParser(description="Makes up boards of different sizes.")
    parser.add_argument("sizes", nargs="+", choices=SIZES, help="how large")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other boards (1)")
    parser.add_argument("--into", type=Path, default=Path(), help="the folder to create them in (here)")
    chosen = parser.parse_args(words)
    for size in chosen.sizes:
        name = f"{size}_{chosen.seed}"
        if (chosen.into / name).exists():
            sys.exit(
                f'make_board: "{chosen.into / name}" exists already; remove it, or choose another --into or --seed'
            )
        print(make(name, SIZES[size], chosen.seed, chosen.into))


if __name__ == "__main__":
    main(sys.argv[1:])
