"""A view as a few lines of text. Of the logs only the length is shown: the JSON files have them in full."""

from collections.abc import Iterator

from kolej.engine.core.state import NONE
from kolej.engine.knowledge.view import Numbers, View
from kolej.engine.record.notation import Notation


def view_lines(notation: Notation, view: View) -> Iterator[str]:
    """The lines of a view; what is empty is left out."""
    board = notation.board
    counted = {
        "discard": view.discard,
        "unseen": view.unseen,
        "laid": view.laid,
        "turned": view.turned,
    }
    owned = [f"{board.routes[n].id} {seat} by {view.taken[n]}" for n, seat in enumerate(view.owner) if seat != NONE]
    built = [f"{board.cities[n].id} {seat}" for n, seat in enumerate(view.building) if seat != NONE]
    yield f"due       {' '.join(map(str, view.due)) or 'nobody'}"
    yield f"display   {' '.join('.' if kind == NONE else notation.card(kind) for kind in view.display)}"
    for name, counts in counted.items():
        if any(counts):
            yield f"{name:<9} {notation.cards(counts)}"
    if owned:
        yield f"routes    {', '.join(owned)}"
    if built:
        yield f"buildings {', '.join(built)}"
    if view.offer:
        yield f"offer     {tickets(notation, view.offer)}"
    if view.answer != NONE:
        yield f"answer    {view.answer:b}"
    for seat in range(view.seats):
        yield f"seat {seat}    {seat_line(notation, view, seat)}"
    yield f"logs      {len(view.card_log)} and {len(view.ticket_log)} entries"


def seat_line(notation: Notation, view: View, seat: int) -> str:
    """What the viewer knows of a seat."""
    hand, held = view.hands[seat], view.tickets[seat]
    parts = [
        f"{view.points[seat]} points",
        f"pieces {' '.join(map(str, view.supply[seat]))}",
        f"{view.hand_sizes[seat]} cards",
        f"known {notation.cards(view.known[seat])}" if any(view.known[seat]) else "",
        f"track {view.track[seat]}" if view.track[seat] else "",
        f"offered {view.offered[seat]}" if view.offered[seat] else "",
        "" if view.chosen[seat] == any(view.chosen) else "yet to choose",
        "hand hidden" if hand is None else f"hand {notation.cards(hand)}",
        f"{view.held[seat]} tickets" if held is None else f"tickets {tickets(notation, held)}",
    ]
    return ", ".join(filter(None, parts))


def tickets(notation: Notation, numbers: Numbers) -> str:
    return " ".join(map(notation.ticket, numbers)) or "none"
