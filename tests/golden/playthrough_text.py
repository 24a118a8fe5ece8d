"""A recorded game as a text that people can read: steps, what came of them for whom, views and the score."""

from collections.abc import Iterator

from kolej.engine.knowledge.events import Event, redact
from kolej.engine.record.notation import Notation
from kolej.engine.record.replay import Recorded
from kolej.engine.scoring.standings import Standings
from tests.golden.parts import at, opening, parts
from tests.golden.views import view_lines

HEAD = """\
A golden playthrough of {name} with {seats} seats. Don't edit: `python -m tests.golden.make` writes it.

A line with a number is a step: a seat and its move, or - and what chance did. Events follow as their own seat sees
them, with what changed in where the game stands behind the bar; what others don't see is told below. Of the views,
what everyone knows comes first, and for each seat the lines in which it knows more.
"""


def story(recorded: Recorded) -> str:
    """The whole text."""
    return "\n".join([HEAD.format(name=recorded.header.edition, seats=recorded.header.seats), *_lines(recorded), ""])


def _lines(recorded: Recorded) -> Iterator[str]:
    told = Teller(recorded)
    shown = 0
    for part in parts(recorded):
        if part.start > shown:
            yield f"\n... {part.start - shown} steps ...\n"
        for number in part:
            yield from told.step(number)
            if number + 1 == opening(recorded):
                yield from told.views(number + 1)
        shown = part.stop
        if len(part) > 1:
            yield from told.views(part.stop)
    yield ""
    yield from score(recorded.game.standings())


class Teller:
    """Tells steps and views of one game."""

    def __init__(self, recorded: Recorded) -> None:
        self.recorded = recorded
        self.notation: Notation = recorded.notation
        self.stands: dict[str, str] = {}

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
                hidden = [word for word in self.notation.event(others).split() if word.endswith("=?")]
                yield f"            others: {' '.join(hidden)}"

    def event(self, event: Event) -> str:
        """An event with every field, but only what changed in where the game stands."""
        what, _, stands = self.notation.event(event).partition(" | ")
        now = dict(word.split("=") for word in stands.split())
        names = [*now, *(name for name in self.stands if name not in now)]
        changed = [f"{name}={now.get(name, 0)}" for name in names if now.get(name, 0) != self.stands.get(name, 0)]
        self.stands = now
        return f"{what} | {' '.join(changed)}" if changed else what

    def views(self, count: int) -> Iterator[str]:
        """What everyone knows after so many steps."""
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
    """The end."""
    for name, points in [*standings.lines, ("total", standings.totals), ("rank", standings.ranks)]:
        yield f"{name:<14}" + "".join(f"{each:>6}" for each in points)
    yield f"won by {' and '.join(f'seat {seat}' for seat in standings.winners)}"
