"""A recorded game as text for people: steps, events as each viewer sees them, views and the score."""

from collections.abc import Iterator

from kolej.engine.knowledge.events import Event, redact
from kolej.engine.record.notation import Notation
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.scoring.standings import Standings
from kolej.testing.event_notation import write_event
from tests.golden.parts import at, opening, parts
from tests.golden.views import view_lines

HEAD = """\
A golden playthrough of {name} with {seats} seats. Don't edit: `python -m tests.golden.make` writes it.

A line with a number is a step: a seat and its move, or - and what chance did. Events follow as their own seat sees
them, with what changed in where the game stands behind the bar; what others don't see is told below. Of the views,
what everyone knows comes first, and for each seat the lines in which it knows more.
"""


def playthrough_text(recorded: RecordedGame) -> str:
    """The whole text."""
    return "\n".join([HEAD.format(name=recorded.header.edition, seats=recorded.header.seats), *_lines(recorded), ""])


def _lines(recorded: RecordedGame) -> Iterator[str]:
    writer = PlaythroughWriter(recorded)
    shown = 0
    for part in parts(recorded):
        if part.start > shown:
            yield f"\n... {part.start - shown} steps ...\n"
        for number in part:
            yield from writer.step(number)
            if number + 1 == opening(recorded):
                yield from writer.views(number + 1)
        shown = part.stop
        if len(part) > 1:
            yield from writer.views(part.stop)
    yield ""
    yield from score(recorded.game.standings())


class PlaythroughWriter:
    """Writes the steps and views of one game."""

    def __init__(self, recorded: RecordedGame) -> None:
        self.recorded = recorded
        self.notation: Notation = recorded.notation
        self.status: dict[str, str] = {}

    def step(self, number: int) -> Iterator[str]:
        """A step and its events."""
        step = self.recorded.steps[number]
        yield f"{number:>4}  {'-' if step.seat is None else step.seat} {step.text}"
        for event in step.events:
            yield f"          {self.event(event)}"
            others = redact(event, None)
            if others is None:
                yield "            others: nothing"
            elif others != event:
                hidden = [word for word in write_event(self.notation, others).split() if word.endswith("=?")]
                yield f"            others: {' '.join(hidden)}"

    def event(self, event: Event) -> str:
        """An event with every field, and the part of the status that changed."""
        what, _, status = write_event(self.notation, event).partition(" | ")
        now = dict(word.split("=") for word in status.split())
        names = [*now, *(name for name in self.status if name not in now)]
        changed = [f"{name}={now.get(name, 0)}" for name in names if now.get(name, 0) != self.status.get(name, 0)]
        self.status = now
        return f"{what} | {' '.join(changed)}" if changed else what

    def views(self, count: int) -> Iterator[str]:
        """The views of a spectator and of every seat after `count` steps."""
        game = at(self.recorded, count)
        public = list(view_lines(self.notation, game.view()))
        yield f"\n  everyone after {count} steps"
        yield from (f"      {line}" for line in public)
        for seat in range(game.seats):
            own = [line for line in view_lines(self.notation, game.view(seat)) if line not in public]
            yield f"  seat {seat} instead"
            yield from (f"      {line}" for line in own)
        yield ""


def score(standings: Standings) -> Iterator[str]:
    """The scores, ranks and winners at the end."""
    for name, points in [*standings.lines, ("total", standings.totals), ("rank", standings.ranks)]:
        yield f"{name:<14}" + "".join(f"{each:>6}" for each in points)
    yield f"won by {' and '.join(f'seat {seat}' for seat in standings.winners)}"
