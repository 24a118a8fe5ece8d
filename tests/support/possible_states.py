"""Possible states could be true: the strongest check of `determinize`.

A recorded game is played again from its first step, with every blind draw, ticket and choice of another seat replaced
by the imagined one and all else as it was. Each move must be legal, each outcome possible, the viewer must see exactly
what it saw, and the last position must be the imagined one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from kolej.engine.core.state import (
    BLIND_CARD,
    DISPLAY_CARD,
    HAND_CARD,
    IN_GROUP,
    KEEPING,
    LOG_CODE,
    LOG_DREW,
    LOG_KIND,
    LOG_OFFERED,
    LOG_RESHUFFLED,
    NONE,
    OPENING,
    OPENING_TICKET,
    PAYING,
    TICKET,
    TICKETS_CODE,
    TICKETS_SEAT,
    State,
)
from kolej.engine.errors import IllegalMove, ImpossibleOutcome
from kolej.engine.game import Game
from kolej.engine.knowledge.events import CardDrawn, Event, TicketOffered, TicketsKept
from tests.support.random_games import Step
from tests.support.secrecy_laws import seen_by


@dataclass(slots=True)
class LogContents:
    """The contents of a state's logs, in order."""

    draws: list[int] = field(default_factory=list)
    offers: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Progress:
    """How much of it has been replayed; counted incrementally, because logs are long."""

    draws: int = 0
    offers: int = 0
    kept: int = 0

    def count(self, events: Sequence[Event]) -> None:
        """Record the effects of a step."""
        for event in events:
            self.draws += isinstance(event, CardDrawn)
            self.offers += isinstance(event, TicketOffered)
            self.kept += isinstance(event, TicketsKept)


def log_contents_of(game: Game) -> LogContents:
    """Read the logs of a game."""
    contents = LogContents()
    raw = 0
    for entry in game._state.card_log:
        if raw:
            raw -= 1
        elif entry // LOG_CODE == LOG_RESHUFFLED:
            raw = game._tables.kinds
        elif entry // LOG_CODE == LOG_DREW:
            contents.draws.append(entry // LOG_KIND % 16)
    for entry in game._state.ticket_log:
        to = contents.offers if entry // TICKETS_CODE == LOG_OFFERED else contents.kept
        to.append(entry % TICKETS_SEAT)
    return contents


def is_possible(history: Sequence[Step], game: Game, viewer: int | None, sampled: Game) -> None:
    """The sampled state could have come about by the events that the viewer has seen."""
    contents = log_contents_of(sampled)
    answers = list(sampled._state.answer)
    if sampled._state.phase != OPENING and len(contents.kept) >= game.seats:
        answers = contents.kept[: game.seats]
    replayed, progress = Game.start(game.edition, game.seats), Progress()
    for place, step in enumerate(known_part(history, game, viewer)):
        number = _sampled_number(replayed, step, contents, progress, answers)
        where = f"step {place}, {step.seat} does {number} instead of {step.number}"
        try:
            events = replayed.resolve(number) if step.seat is None else replayed.apply(step.seat, number)
        except (IllegalMove, ImpossibleOutcome) as refusal:
            raise AssertionError(f"viewer {viewer} imagines what can't have been: {where}: {refusal}") from refusal
        progress.count(events)
        before, now = seen_by(step.events, viewer), seen_by(events, viewer)
        assert before == now, f"viewer {viewer} would have seen something else: {where}: {now} instead of {before}"
    theirs, mine = essence(replayed), essence(sampled)
    assert theirs == mine, f"viewer {viewer} imagines another position than play leads to: {mine} and {theirs}"


def known_part(history: Sequence[Step], game: Game, viewer: int | None) -> Sequence[Step]:
    """The history without the cards that another seat has laid so far for a payment, which only that seat knows."""
    s = game._state
    if s.phase != PAYING or s.seat == viewer:
        return history
    picked = 1 + sum(s.laid)
    return history[: len(history) - picked]


def _sampled_number(replayed: Game, step: Step, contents: LogContents, progress: Progress, answers: list[int]) -> int:
    """The step as it was sampled; what everyone saw is unchanged."""
    t, s = replayed._tables, replayed._state
    if step.seat is None:
        if s.owes in (HAND_CARD, BLIND_CARD):
            return contents.draws[progress.draws]
        if s.owes in (OPENING_TICKET, TICKET):
            return contents.offers[progress.offers]
        return step.number
    if s.phase == OPENING:
        return t.keep + answers[step.seat]
    if s.phase == KEEPING:
        return t.keep + contents.kept[progress.kept]
    return step.number


def essence(game: Game) -> list[list[int]]:
    """A state without obsolete values: opening answers that were applied, and what followed a refill."""
    s: State = game._state.copy()
    if s.owes != DISPLAY_CARD:
        s.then = 0
    if s.phase != OPENING:
        for seat in range(game.seats):
            s.answer[seat] = NONE
    return s.numbers()


@dataclass(slots=True)
class Depth:
    """Coverage of a set of games: how often it reached what makes sampling hard."""

    reshuffles: int = 0
    from_group: int = 0
    from_tail: int = 0
    picking: int = 0

    def look(self, before: Game, step: Step, after: Game) -> None:
        """Record the effects of a step."""
        s = before._state
        self.reshuffles = max(self.reshuffles, after._state.decks)
        self.picking += after._state.phase == PAYING
        if s.phase != OPENING and any(isinstance(event, TicketOffered) for event in step.events):
            chosen = step.number if step.seat is None and s.owes == TICKET else NONE
            self.from_group += chosen != NONE and s.place[chosen] == IN_GROUP
            self.from_tail += len(s.tail) > len(after._state.tail)
