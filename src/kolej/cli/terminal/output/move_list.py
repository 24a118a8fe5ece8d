"""The numbered list of legal moves. The numbers stay the same until the decision is made."""

from collections.abc import Iterable, Iterator

from kolej.cli.terminal.input.name_lookup import UnclearInput, normalized
from kolej.cli.terminal.output.paint import Paint, columns, fit
from kolej.cli.wording import counted
from kolej.engine.core import cards as counts
from kolej.engine.core.cards import WILD, Cards
from kolej.engine.decision import Decision
from kolej.engine.moves.moves import BeginStandIns, BuildStation, ClaimRoute, KeepTickets, Move
from kolej.engine.record.notation import Notation


class MoveList:
    """The legal moves of one decision, in the order in which they are listed."""

    def __init__(self, decision: Decision, notation: Notation) -> None:
        self.notation = notation
        self.offer = decision.view.offer
        """The tickets offered. The screen numbers the tickets, so the moves that keep some of them have no numbers."""
        self.moves = sorted(decision.moves.values(), key=_order)
        self._numbers = {move: number for number, move in enumerate(self.moves, start=1)}

    def number(self, move: Move) -> int:
        """The number of a legal move."""
        return self._numbers[move]

    def move(self, number: int) -> Move:
        """The move with a number of the list."""
        if self.offer:
            raise UnclearInput("tickets are kept by their numbers, like `keep 1 2`, or `keep all`")
        if not 1 <= number <= len(self.moves):
            raise UnclearInput(f"there is no move {number}; `moves` lists 1 to {len(self.moves)}")
        return self.moves[number - 1]

    def matching(self, text: str) -> list[Move]:
        """The moves in whose notation every word of the text is the prefix of a word."""
        wanted = normalized(text).split()
        return [move for move in self.moves if all(_has_prefix(self.spelled(move), word) for word in wanted)]

    def spelled(self, move: Move) -> str:
        """A move as it can be typed."""
        return "draw tickets" if (text := self.notation.move(move)) == "tickets" else text

    def lines(self, moves: Iterable[Move], paint: Paint, width: int) -> list[str]:
        """The moves under headings: a route with its payments, a station payment with its cities."""
        out: list[str] = []
        for heading, group in _grouped(moves, self):
            items = [text if self.offer else f"{paint.strong(f'{self.number(move)})')} {text}" for move, text in group]
            out += _wrapped_items(heading, items, width)
        return out

    def overview(self, paint: Paint, width: int) -> list[str]:
        """All moves. Stations, which can be built in any city, are summarized in one line."""
        builds = [move for move in self.moves if isinstance(move, BuildStation)]
        lines = self.lines(self.moves[: len(self.moves) - len(builds)], paint, width)
        if builds:
            cities = len({move.city for move in builds})
            span = f"{self.number(builds[0])} to {self.number(builds[-1])}"
            lines.append(f"build in {counted(cities, 'city')}: {span}; `moves build` or `moves CITY` lists them")
        return lines


def _order(move: Move) -> tuple[int, tuple[int, ...]]:
    """Simple moves first, then claims by route, then stations by payment."""
    match move:
        case ClaimRoute(route, cards):
            return 1, (route, 0, *_payment(cards))
        case BeginStandIns(route, count):
            return 1, (route, 1, count)
        case BuildStation(city, cards):
            return 2, (*_payment(cards), city)
        case KeepTickets(tickets):
            return 0, (len(tickets), 0)
        case _:
            return 0, ()


def _payment(cards: Cards) -> tuple[int, ...]:
    """Fewest wilds first, then by colour."""
    return cards[WILD], *(kind for kind, _ in counts.each(cards))


def _has_prefix(spelled: str, word: str) -> bool:
    return any(each.startswith(word) for each in normalized(spelled).split())


def _grouped(moves: Iterable[Move], listed: MoveList) -> Iterator[tuple[str, list[tuple[Move, str]]]]:
    """The moves grouped by heading."""
    groups: dict[str, list[tuple[Move, str]]] = {}
    notation = listed.notation
    for move in moves:
        match move:
            case ClaimRoute(route, cards):
                heading, text = f"claim {notation.route(route)}", notation.cards(cards)
            case KeepTickets(tickets):
                heading, text = "", " ".join(["keep", *(str(listed.offer.index(ticket) + 1) for ticket in tickets)])
            case BeginStandIns(route, count):
                heading, text = f"claim {notation.route(route)}", f"with {counted(count, 'stand-in')}"
            case BuildStation(city, cards):
                heading, text = f"build with {notation.cards(cards)} in", notation.city(city)
            case _:
                heading, text = "", listed.spelled(move)
        groups.setdefault(heading, []).append((move, text))
    yield from groups.items()


def _wrapped_items(heading: str, items: list[str], width: int) -> list[str]:
    """Items after a heading, as many per line as fit."""
    lines = [heading]
    for item in items:
        gap = "   " if lines[-1].strip() else ""
        if columns(lines[-1]) + len(gap) + columns(item) <= width:
            lines[-1] += gap + item
        else:
            lines.append(f"   {item}")
    return [each for line in lines for each in fit(line, width, 6)]
