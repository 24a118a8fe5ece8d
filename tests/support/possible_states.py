"""Imagined worlds are possible ones: the strongest check there is of `determinize`.

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
    PICKING,
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
class Told:
    """What the logs of a state tell, in order."""

    draws: list[int] = field(default_factory=list)
    offers: list[int] = field(default_factory=list)
    kept: list[int] = field(default_factory=list)


@dataclass(slots=True)
class SoFar:
    """How much of it has been played again; counted along, because logs are long."""

    draws: int = 0
    offers: int = 0
    kept: int = 0

    def count(self, events: Sequence[Event]) -> None:
        """Note what a step brought."""
        for event in events:
            self.draws += isinstance(event, CardDrawn)
            self.offers += isinstance(event, TicketOffered)
            self.kept += isinstance(event, TicketsKept)


def told_by(game: Game) -> Told:
    """Read the logs of a game."""
    told = Told()
    raw = 0
    for entry in game._state.card_log:
        if raw:
            raw -= 1
        elif entry // LOG_CODE == LOG_RESHUFFLED:
            raw = game._tables.kinds
        elif entry // LOG_CODE == LOG_DREW:
            told.draws.append(entry // LOG_KIND % 16)
    for entry in game._state.ticket_log:
        to = told.offers if entry // TICKETS_CODE == LOG_OFFERED else told.kept
        to.append(entry % TICKETS_SEAT)
    return told


def is_possible(history: Sequence[Step], game: Game, viewer: int | None, imagined: Game) -> None:
    """The imagined world could have come about by what the viewer saw happen up to now."""
    told = told_by(imagined)
    answers = list(imagined._state.answer)
    if imagined._state.phase != OPENING and len(told.kept) >= game.seats:
        answers = told.kept[: game.seats]
    world, so_far = Game.start(game.edition, game.seats), SoFar()
    for place, step in enumerate(known_part(history, game, viewer)):
        number = _imagined_number(world, step, told, so_far, answers)
        where = f"step {place}, {step.seat} does {number} instead of {step.number}"
        try:
            events = world.resolve(number) if step.seat is None else world.apply(step.seat, number)
        except (IllegalMove, ImpossibleOutcome) as refusal:
            raise AssertionError(f"viewer {viewer} imagines what can't have been: {where}: {refusal}") from refusal
        so_far.count(events)
        before, now = seen_by(step.events, viewer), seen_by(events, viewer)
        assert before == now, f"viewer {viewer} would have seen something else: {where}: {now} instead of {before}"
    theirs, mine = essence(world), essence(imagined)
    assert theirs == mine, f"viewer {viewer} imagines another position than play leads to: {mine} and {theirs}"


def known_part(history: Sequence[Step], game: Game, viewer: int | None) -> Sequence[Step]:
    """The history without the cards that another seat has picked so far for a payment: nobody else knows of them."""
    s = game._state
    if s.phase != PICKING or s.seat == viewer:
        return history
    picked = 1 + sum(s.laid)
    return history[: len(history) - picked]


def _imagined_number(world: Game, step: Step, told: Told, so_far: SoFar, answers: list[int]) -> int:
    """The step as it was imagined; what everyone saw is as it was."""
    t, s = world._tables, world._state
    if step.seat is None:
        if s.owes in (HAND_CARD, BLIND_CARD):
            return told.draws[so_far.draws]
        if s.owes in (OPENING_TICKET, TICKET):
            return told.offers[so_far.offers]
        return step.number
    if s.phase == OPENING:
        return t.keep + answers[step.seat]
    if s.phase == KEEPING:
        return t.keep + told.kept[so_far.kept]
    return step.number


def essence(game: Game) -> list[list[int]]:
    """A state without what has no meaning any more: opening answers that were carried out, and where a fill led to."""
    s: State = game._state.copy()
    if s.owes != DISPLAY_CARD:
        s.then = 0
    if s.phase != OPENING:
        for seat in range(game.seats):
            s.answer[seat] = NONE
    return s.numbers()


@dataclass(slots=True)
class Depth:
    """How deep into the rules a set of games has gone: what imagining is hard for."""

    reshuffles: int = 0
    from_group: int = 0
    from_tail: int = 0
    picking: int = 0

    def look(self, before: Game, step: Step, after: Game) -> None:
        """Note what a step brought."""
        s = before._state
        self.reshuffles = max(self.reshuffles, after._state.decks)
        self.picking += after._state.phase == PICKING
        if s.phase != OPENING and any(isinstance(event, TicketOffered) for event in step.events):
            chosen = step.number if step.seat is None and s.owes == TICKET else NONE
            self.from_group += chosen != NONE and s.place[chosen] == IN_GROUP
            self.from_tail += len(s.tail) > len(after._state.tail)
