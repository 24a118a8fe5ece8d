"""Endings: what a record may have after the last step. None of it is a move, and none changes a step.

    resigned 1 after 57               seat 1 gave up after 57 steps, and ranks behind the others
    ended by agreement                all agreed to end the game; it is scored as it stood
    ended by resignation              nobody played on for those who resigned
    station 0 CITY ROUTE              the route that seat 0 borrows at its station in the city, or `nothing`

The lines come in this order; resignations as they happened, stations by seat and city.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from kolej.engine.board.model import Board
from kolej.engine.errors import KolejError
from kolej.engine.record.game_file import NUMBER

AGREEMENT = "agreement"
RESIGNATION = "resignation"
NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Resigned:
    """A seat that gave up, and how many steps had been made by then."""

    seat: int
    after: int


@dataclass(frozen=True, slots=True)
class Ending:
    """What follows the last step of a record."""

    resigned: tuple[Resigned, ...] = ()
    early: str = ""
    """Why the game was ended before its end: `AGREEMENT` or `RESIGNATION`; empty if it was not."""
    stations: tuple[tuple[int, int, int | None], ...] = ()
    """Seat, city, and the route that the seat borrows there or None; sorted. Only stations that somebody chose for."""

    def __bool__(self) -> bool:
        return self != Ending()

    def choices(self) -> dict[int, dict[int, int | None]]:
        """The choices of stations by seat and city, as `Game.standings` takes them."""
        chosen: dict[int, dict[int, int | None]] = {}
        for seat, city, route in self.stations:
            chosen.setdefault(seat, {})[city] = route
        return chosen

    def behind(self) -> list[int]:
        """The seats that rank behind the others: those that resigned, also where a bot played on for them."""
        return sorted(each.seat for each in self.resigned)

    def with_stations(self, seat: int, choice: Mapping[int, int | None]) -> "Ending":
        """The same with a choice for some stations of a seat; it replaces an earlier one for the same stations."""
        chosen = {(of, city): route for of, city, route in self.stations}
        chosen |= {(seat, city): route for city, route in choice.items()}
        return Ending(self.resigned, self.early, tuple((*key, chosen[key]) for key in sorted(chosen)))


def ending_lines(ending: Ending, board: Board) -> list[str]:
    """The ending as lines of a file."""
    return [
        *(f"resigned {each.seat} after {each.after}" for each in ending.resigned),
        *([f"ended by {ending.early}"] if ending.early else []),
        *(
            f"station {seat} {board.cities[city].id} {NOTHING if route is None else board.routes[route].id}"
            for seat, city, route in ending.stations
        ),
    ]


def read_ending_line(line: str, board: Board) -> Resigned | str | tuple[int, int, int | None]:
    """What a line says: a resignation, why the game was ended, or seat, city and route of a station."""
    words = line.split(" ")
    if resigned := re.fullmatch(f"resigned ({NUMBER}) after ({NUMBER})", line):
        return Resigned(int(resigned[1]), int(resigned[2]))
    if line in (f"ended by {AGREEMENT}", f"ended by {RESIGNATION}"):
        return words[2]
    if re.fullmatch(f"station {NUMBER} [^ ]+ [^ ]+", line):
        route = None if words[3] == NOTHING else int(board.route(words[3]))
        return int(words[1]), int(board.city(words[2])), route
    raise KolejError(f'"{line}" says nothing that can follow the last step')
