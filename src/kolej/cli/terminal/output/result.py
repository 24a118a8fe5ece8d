"""The end of a game: points line by line, tickets, and who won."""

from kolej.cli.terminal.output.labels import Words
from kolej.cli.terminal.output.paint import cut, padded
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.standings import Standings

LINES = {
    "routes": "routes",
    "tickets": "tickets",
    "unused": "pieces kept",
    "longest": "longest path",
    "most-tickets": "most tickets",
    "visits": "visits",
    "track": "marker",
}
"""What the lines of a score are called; one that is not here goes by its id."""

LABEL = 14


def score_table(standings: Standings, words: Words, width: int) -> list[str]:
    """The points of every seat, line by line."""
    seats = range(len(standings.totals))
    room = min(14, (width - LABEL) // len(seats))
    head = "".join(
        " " * max(1, room - len(name)) + name for name in (cut(words.name(seat), room - 1) for seat in seats)
    )
    lines = [padded("", LABEL) + head]
    for name, points in [*standings.lines, ("total", standings.totals), ("place", standings.ranks)]:
        label = padded(cut(LINES.get(name, name), LABEL), LABEL)
        lines.append(label + "".join(f"{points[seat]:>{room}}" for seat in seats))
    return lines


def verdict(edition: Edition, standings: Standings, words: Words) -> str:
    """Who won, and how a tie was broken."""
    winners = " and ".join(words.name(seat) for seat in standings.winners)
    best = max(standings.totals)
    level = [seat for seat, total in enumerate(standings.totals) if total == best]
    if len(level) == 1:
        return f"Winner: {winners}, with {best} points."
    tied = " and ".join(words.name(seat) for seat in level)
    if len(standings.winners) > 1:
        compared = ", ".join(tie.id for tie in edition.rules.ties)
        return (
            f"Winners: {winners}, with {best} points each and equal in all that breaks a tie ({compared}) [end.winner]."
        )
    return (
        f"Winner: {winners}. {tied} have {best} points each; the tie is broken by {standings.decided_by} [end.winner]."
    )


def ticket_lines(view: View, standings: Standings, words: Words) -> list[str]:
    """Everyone's tickets, done or not, and what stations lent for them."""
    lines = []
    for seat, held in enumerate(view.tickets):
        lines.append(f"{words.name(seat)}'s tickets:{'' if held else ' none'}")
        for number in held or ():
            points = words.board.tickets[number].points
            done = words.paint.good(f"done +{points}") if standings.sheet.done[number] else f"not done −{points}"
            lines.append(f"  {words.ticket(number)}: {done}")
        cities = [city for city, owner in enumerate(view.building) if owner == seat]
        for city, route in zip(cities, standings.sheet.borrowed[seat], strict=False):
            if route >= 0:
                lines.append(f"  {words.route(route)} was borrowed through {words.city(city)}")
    return lines


def result_lines(edition: Edition, view: View, standings: Standings, words: Words, width: int) -> list[str]:
    """All of the end."""
    lines = [*score_table(standings, words, width), "", *ticket_lines(view, standings, words), ""]
    if any(name == "longest" for name, _ in standings.lines):
        paths = [f"{words.name(seat)} {standings.sheet.longest(seat)}" for seat in range(view.seats)]
        lines.append(f"Longest paths: {', '.join(paths)} spaces.")
    return [*lines, words.paint.strong(verdict(edition, standings, words))]
