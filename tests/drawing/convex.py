"""Area and overlap of convex polygons, computed independently of the layout code."""

from kolej.drawing.shapes import Point


def area(points: list[Point]) -> float:
    """The signed area, positive if the corners are in clockwise order (y grows downwards)."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(points, points[1:] + points[:1], strict=True)) / 2


def hull(points: list[Point]) -> list[Point]:
    """The convex hull of some points."""
    halves: list[list[Point]] = []
    for ordered in (sorted(points), sorted(points, reverse=True)):
        half: list[Point] = []
        for point in ordered:
            while len(half) > 1 and area([*half[-2:], point]) <= 0:
                half.pop()
            half.append(point)
        halves.append(half[:-1])
    return halves[0] + halves[1]


def overlap(one: list[Point], other: list[Point]) -> float:
    """The area of the intersection of two convex polygons."""
    # Polygons with disjoint bounding boxes do not overlap.
    for axis in (0, 1):
        mine, yours = [point[axis] for point in one], [point[axis] for point in other]
        if max(mine) <= min(yours) or max(yours) <= min(mine):
            return 0.0
    left = one
    for (x, y), (u, v) in zip(other, other[1:] + other[:1], strict=True):
        sides = [(u - x) * (q - y) - (v - y) * (p - x) for p, q in left]
        kept: list[Point] = []
        for n, (here, side) in enumerate(zip(left, sides, strict=True)):
            after, next_side = left[(n + 1) % len(left)], sides[(n + 1) % len(left)]
            if side >= 0:
                kept.append(here)
            if side * next_side < 0:
                share = side / (side - next_side)
                kept.append((here[0] + share * (after[0] - here[0]), here[1] + share * (after[1] - here[1])))
        left = kept
        if len(left) < 3:
            return 0.0
    return abs(area(left))
