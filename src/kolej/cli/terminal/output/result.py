"""The result of a game: score table, tickets, longest paths, winner and how a tie was broken."""

from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.paint import cut, padded
from kolej.engine.knowledge.view import View
from kolej.engine.record.endings import Ending
from kolej.engine.ruleset.rules import Edition
from kolej.engine.scoring.standings import Standings
from kolej.rules.ties import Comparison, comparisons

LABEL = 16
"""Columns of the names of awards."""
UNCOUNTED = {"longest-path-card"}
"""Tie-breaks whose count says nothing: a seat holds the card or it does not."""


def score_table(edition: Edition, standings: Standings, labels: Labels, width: int) -> list[str]:
    """The points of every seat, award by award."""
    seats = range(len(standings.totals))
    room = min(14, (width - LABEL) // len(seats))
    head = "".join(
        " " * max(1, room - len(name)) + name for name in (cut(labels.name(seat), room - 1) for seat in seats)
    )
    awards = [
        labels.text("end.award.routes"),
        *(labels.catalogue.text_or(f"end.award.{award.key()}", award.label()) for award in edition.rules.awards),
    ]
    rows = [(name, points) for name, (_, points) in zip(awards, standings.lines, strict=True)]
    rows += [(labels.text("end.total"), standings.totals), (labels.text("end.rank"), standings.ranks)]
    lines = [
        padded(cut(name, LABEL - 1), LABEL) + "".join(f"{points[seat]:>{room}}" for seat in seats)
        for name, points in rows
    ]
    return [padded("", LABEL) + head, *lines]


def verdict(edition: Edition, standings: Standings, labels: Labels) -> list[str]:
    """Who won, and how a tie was broken."""
    winners = standings.winners
    won = labels.text("end.won", names=labels.names(winners), count=len(winners))
    lines = [labels.paint.strong(f"{won[:1].upper()}{won[1:]}.")]
    level = standings.leaders
    if len(level) > 1:
        lines.append(f"{labels.text('end.ties')} [end.winner]:")
        lines.append("  " + labels.text("end.tie.points", names=labels.names(level), points=standings.totals[level[0]]))
        lines += [f"  {_comparison(step, labels)}" for step in comparisons(standings, edition.rules.ties)]
    if len(winners) > 1:
        lines.append("  " + labels.text("end.tie.shared"))
    return lines


def _comparison(step: Comparison, labels: Labels) -> str:
    """One step of breaking a tie: what was counted, and who is still level."""
    if len(step.level) == 1:
        outcome = labels.text("end.tie.decides", name=labels.name(step.level[0]))
    elif step.level == step.seats:
        outcome = labels.text("end.tie.level")
    else:
        outcome = labels.text("end.tie.ahead", names=labels.names(step.level))
    what = labels.catalogue.text_or(f"end.tie.{step.tie.key()}", step.tie.label())
    if step.tie.key() in UNCOUNTED:
        return labels.text("end.tie.plain", what=what, outcome=outcome)
    counts = ", ".join(f"{labels.name(seat)} {count}" for seat, count in zip(step.seats, step.counts, strict=True))
    return labels.text("end.tie.step", what=what, counts=counts, outcome=outcome)


def ticket_lines(view: View, standings: Standings, labels: Labels) -> list[str]:
    """The tickets of every seat, completed or not, and the routes borrowed for them through stations."""
    lines = []
    for seat, held in enumerate(view.tickets):
        completed = [ticket for ticket in held or () if standings.sheet.done[ticket]]
        count = labels.text("end.tickets", done=len(completed), count=len(held or ()))
        lines.append(f"{labels.name(seat)}: {count}")
        for number in held or ():
            points = labels.board.tickets[number].points
            if number in completed:
                outcome = labels.paint.good(f"{labels.text('end.ticket.done')}, +{points}")
            else:
                outcome = f"{labels.text('end.ticket.failed')}, −{points}"
            lines.append(f"  {labels.ticket(number)}: {outcome}")
        cities = [city for city, owner in enumerate(view.building) if owner == seat]
        for city, route in zip(cities, standings.sheet.borrowed[seat], strict=False):
            if route >= 0:
                lines.append(f"  {labels.route(route)} was borrowed through {labels.city(city)}")
    return lines


def ending_lines(ending: Ending, labels: Labels) -> list[str]:
    """Why the game ended before its end, and who resigned."""
    lines = [labels.text(f"end.early.{ending.early}")] if ending.early else []
    resigned = [each.seat for each in ending.resigned]
    if resigned:
        lines.append(labels.text("end.resigned", names=labels.names(resigned), count=len(resigned)))
    return [*lines, ""] if lines else []


def result_lines(edition: Edition, view: View, standings: Standings, labels: Labels, width: int) -> list[str]:
    """The whole result, which nothing is hidden from."""
    lines = [*score_table(edition, standings, labels, width), "", *ticket_lines(view, standings, labels), ""]
    if any(name == "longest" for name, _ in standings.lines):
        paths = [f"{labels.name(seat)} {standings.sheet.longest(seat)}" for seat in range(view.seats)]
        lines.append(f"{labels.text('end.longest')}: {', '.join(paths)}")
    return [*lines, *verdict(edition, standings, labels)]
