"""The legal moves as a numbered list. A number means the same move for as long as the choice stands."""

from collections.abc import Iterable, Iterator

from kolej.cli.terminal.input.name_lookup import Unclear, simple
from kolej.cli.terminal.output.labels import counted
from kolej.cli.terminal.output.paint import Paint, columns, fit
from kolej.engine.core import cards as packed
from kolej.engine.core.cards import WILD
from kolej.engine.decision import Choice
from kolej.engine.moves.moves import BeginBundles, BuildStation, ClaimRoute, KeepTickets, Move
from kolej.engine.record.notation import Notation


class MoveList:
    """All moves of one choice, in the order in which they are listed."""

    def __init__(self, choice: Choice, notation: Notation) -> None:
        self.notation = notation
        self.offer = choice.view.offer
        """Tickets to keep from. They have numbers of their own on the screen, so that choices of them have none."""
        self.moves = sorted(choice.moves.values(), key=_order)
        self._numbers = {move: number for number, move in enumerate(self.moves, start=1)}

    def number(self, move: Move) -> int:
        """The number of a legal move."""
        return self._numbers[move]

    def move(self, number: int) -> Move:
        """The move with that number."""
        if self.offer:
            raise Unclear("tickets are kept by their numbers, like `keep 1 2`, or `keep all`")
        if not 1 <= number <= len(self.moves):
            raise Unclear(f"there is no move {number}; `moves` lists 1 to {len(self.moves)}")
        return self.moves[number - 1]

    def matching(self, text: str) -> list[Move]:
        """The moves in whose notation every one of these words begins a word."""
        wanted = simple(text).split()
        return [move for move in self.moves if all(_has(self.spelled(move), word) for word in wanted)]

    def spelled(self, move: Move) -> str:
        """A move as it may be typed."""
        return "draw tickets" if (text := self.notation.move(move)) == "tickets" else text

    def lines(self, moves: Iterable[Move], paint: Paint, width: int) -> list[str]:
        """These moves under headings: a route with its payments, a payment with its cities."""
        out: list[str] = []
        for heading, group in _grouped(moves, self):
            items = [text if self.offer else f"{paint.strong(f'{self.number(move)})')} {text}" for move, text in group]
            out += _flowing(heading, items, width)
        return out

    def overview(self, paint: Paint, width: int) -> list[str]:
        """All moves, with buildings, which can go into any city, in one line."""
        builds = [move for move in self.moves if isinstance(move, BuildStation)]
        lines = self.lines(self.moves[: len(self.moves) - len(builds)], paint, width)
        if builds:
            cities = len({move.city for move in builds})
            span = f"{self.number(builds[0])} to {self.number(builds[-1])}"
            lines.append(f"build in one of {cities} cities: {span}; `moves build` or `moves CITY` lists them")
        return lines


def _order(move: Move) -> tuple[int, tuple[int, ...]]:
    """Simple moves first, then claims route by route, then buildings payment by payment."""
    match move:
        case ClaimRoute(route, cards):
            return 1, (route, 0, *_payment(cards))
        case BeginBundles(route, bundles):
            return 1, (route, 1, bundles)
        case BuildStation(city, cards):
            return 2, (*_payment(cards), city)
        case KeepTickets(tickets):
            return 0, (len(tickets), 0)
        case _:
            return 0, ()


def _payment(cards: int) -> tuple[int, ...]:
    """Fewest wilds first, then by colour."""
    return packed.count(cards, WILD), *(kind for kind, _ in packed.each(cards))


def _has(spelled: str, word: str) -> bool:
    return any(each.startswith(word) for each in simple(spelled).split())


def _grouped(moves: Iterable[Move], listed: MoveList) -> Iterator[tuple[str, list[tuple[Move, str]]]]:
    """Headings and what stands under each."""
    groups: dict[str, list[tuple[Move, str]]] = {}
    notation = listed.notation
    for move in moves:
        match move:
            case ClaimRoute(route, cards):
                heading, text = f"claim {notation.route(route)}", notation.cards(cards)
            case KeepTickets(tickets):
                heading, text = "", " ".join(["keep", *(str(listed.offer.index(ticket) + 1) for ticket in tickets)])
            case BeginBundles(route, bundles):
                heading, text = f"claim {notation.route(route)}", f"with {counted(bundles, 'bundle')}"
            case BuildStation(city, cards):
                heading, text = f"build with {notation.cards(cards)} in", notation.city(city)
            case _:
                heading, text = "", listed.spelled(move)
        groups.setdefault(heading, []).append((move, text))
    yield from groups.items()


def _flowing(heading: str, items: list[str], width: int) -> list[str]:
    """Items side by side after a heading, as many in a line as fit."""
    lines = [heading]
    for item in items:
        gap = "   " if lines[-1].strip() else ""
        if columns(lines[-1]) + len(gap) + columns(item) <= width:
            lines[-1] += gap + item
        else:
            lines.append(f"   {item}")
    return [each for line in lines for each in fit(line, width, 6)]
