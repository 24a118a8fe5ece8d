"""The text of a game, as `print(game)` shows it: what everyone can see, in a few lines."""

from kolej.engine.knowledge.view import View
from kolej.engine.record.notation import notation_of
from kolej.engine.ruleset.rules import Edition


def game_text(edition: Edition, view: View, headline: str) -> str:
    """The public part of a game as text, under a headline that says what it waits for."""
    notation = notation_of(edition)
    status = view.status
    display = [notation.card(kind) if kind >= 0 else "-" for kind in view.display]
    tickets = status.pile_left + status.group_left + status.tail_left
    lines = [
        f"{edition.board.name}: {headline}",
        f"display: {' '.join(display)}",
        f"left: {status.deck_left} cards in the deck, {sum(view.discard)} discarded, {tickets} tickets in the pile",
    ]
    headings = ["seat", "points", *edition.rules.pieces, "cards", "tickets", "routes"]
    lines.append("  ".join(headings))
    for seat in range(view.seats):
        numbers = [seat, view.points[seat], *view.supply[seat], view.hand_sizes[seat], view.held[seat]]
        numbers.append(view.owner.count(seat))
        lines.append("  ".join(f"{number:>{len(heading)}}" for number, heading in zip(numbers, headings, strict=True)))
    return "\n".join(lines)
