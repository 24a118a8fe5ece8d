"""ScriptedOutcomes games: moves and outcomes of chance. And twins of them, which one viewer cannot distinguish.

A twin has the same moves and the same turns of luck wherever the viewer has a right to know them. What stays hidden to
it for the whole story is another: cards that others drew blind and never showed, the cards and tickets still to come,
the tickets that others were offered, and which of them they kept.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from kolej import editions
from kolej.engine.core.cards import WILD
from kolej.engine.core.state import BLIND_CARD, HAND_CARD, OPENING_TICKET, OVER, TICKET, State
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.knowledge.events import (
    CardDrawn,
    DeckReshuffled,
    DisplayFlushed,
    DisplayStood,
    Event,
    TicketOffered,
    TicketsKept,
)
from kolej.engine.knowledge.view import Numbers
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute
from tests.support.random_games import TASTES, choose

Outcomes = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Claim:
    """A route and all the cards paid for it, by kind."""

    route: int
    cards: Numbers


class Undo:
    """A seat's last decision is taken back, with all that came after it."""

    def __repr__(self) -> str:
        return "UNDO"


UNDO = Undo()
Done = int | Claim | Undo


@dataclass(frozen=True, slots=True)
class ScriptStep:
    """A move of a seat, and all that chance did then; or an undo that all agree to."""

    seat: int
    move: Done
    outcomes: Outcomes


@dataclass(frozen=True, slots=True)
class Script:
    """A game from the deal on."""

    edition: str
    seats: int
    dealt: Outcomes
    deeds: tuple[ScriptStep, ...]

    def rng(self) -> list[int]:
        """All that chance did, in order."""
        return [*self.dealt, *(outcome for deed in self.deeds for outcome in deed.outcomes)]


@dataclass(frozen=True, slots=True)
class Drawn:
    """One outcome of chance in a script: its position, which seat got it, and from which deck."""

    at: int
    owes: int
    seat: int
    deck: int
    what: int


class ScriptPlayer:
    """Plays a script, or records a new one."""

    def __init__(self, edition: str, seats: int) -> None:
        self.game = Game.start(editions.load(edition), seats)
        self.events: list[Event] = []
        self.drawn: list[Drawn] = []
        self.standing: list[tuple[int, State, int]] = []
        """For each decision that was not undone: whose, the state before it, and how much chance had done by then."""
        self.undone: set[int] = set()
        """The positions of outcomes that were undone."""

    def bring(self, outcome: int) -> None:
        """Resolve one outcome of chance."""
        s = self.game._state
        owes, seat, deck = int(s.owes), int(s.seat), int(s.decks)
        events = self.game.resolve(outcome)
        self.drawn.append(Drawn(len(self.drawn), owes, seat, deck, outcome))
        self.events += events

    def make(self, seat: int, move: Done) -> None:
        """Make a move of a seat."""
        if isinstance(move, Undo):
            self._undo(seat)
            return
        self.standing.append((seat, self.game._state.copy(), len(self.drawn)))
        if isinstance(move, Claim):
            self.events += self.game.apply(seat, ClaimRoute(move.route, move.cards))
        else:
            self.events += self.game.apply(seat, move)

    def _undo(self, seat: int) -> None:
        while True:
            whose, state, count = self.standing.pop()
            if whose == seat:
                self.game._state = state
                self.undone.update(range(count, len(self.drawn)))
                return

    def play(self, script: Script) -> "ScriptPlayer":
        """Play a whole script; KolejError when it is impossible."""
        for outcome in script.dealt:
            self.bring(outcome)
        for deed in script.deeds:
            self.make(deed.seat, deed.move)
            for outcome in deed.outcomes:
                self.bring(outcome)
        return self


def random_script(edition: str, seats: int, rng: Random, most: int = 10**6) -> Script:
    """A random game of at most this many moves, which ends before everything is revealed."""
    taste = rng.choice(list(TASTES))
    undos = rng.choice([0, 0, 0.03])
    script_player = ScriptPlayer(edition, seats)
    game = script_player.game

    def chance() -> Outcomes:
        came = []
        while game.outcomes():
            kinds, weights = zip(*game.outcomes(), strict=True)
            came.append(rng.choices(kinds, weights)[0])
            script_player.bring(came[-1])
        return tuple(came)

    dealt = chance()
    deeds: list[ScriptStep] = []
    while len(deeds) < most:
        move: Done
        if script_player.standing and rng.random() < undos:
            seat, move = rng.choice(script_player.standing[-3:])[0], UNDO
        else:
            seat = rng.choice(game.to_act())
            move = _move(game, seat, rng, taste)
        script_player.make(seat, move)
        came = chance()
        if game.over:
            break
        deeds.append(ScriptStep(seat, move, came))
    return Script(edition, seats, dealt, tuple(deeds))


def _move(game: Game, seat: int, rng: Random, taste: str) -> int | Claim:
    """A legal move; a payment with stand-ins is composed first and made as a whole."""
    number = choose(game, game.legal(seat), rng, taste)
    if not isinstance(begun := game.move(seat, number), BeginStandIns):
        return number
    trial = game.copy()
    trial.dealer = None
    trial.apply(seat, number)
    paid = [0] * game._tables.kinds
    before = trial.view(seat).hands[seat]
    assert before is not None
    while trial.view(seat).owner[begun.route] != seat and trial.legal(seat) and trial.to_act() == [seat]:
        trial.apply(seat, rng.choice(trial.legal(seat)))
        if trial.outcomes() or trial.over:
            break
    after = trial.view(seat).hands[seat]
    assert after is not None
    paid = [a - b for a, b in zip(before, after, strict=True)]
    claim = Claim(begun.route, tuple(paid))
    try:
        game.copy().apply(seat, ClaimRoute(claim.route, claim.cards))
    except KolejError:
        return min(game.legal(seat))
    return claim


def cut(script: Script, count: int) -> Script:
    """The beginning of a script."""
    return replace(script, deeds=script.deeds[:count])


@dataclass(frozen=True, slots=True)
class Twin:
    """A script that a viewer cannot distinguish from another, and how much in it differs."""

    script: Script
    cards: int
    tickets: int
    choices: int


def twin(script: Script, viewer: int | None, rng: Random) -> Twin | None:
    """Another script that looks the same to the viewer, as different as possible; None where nothing is hidden."""
    true = ScriptPlayer(script.edition, script.seats).play(script)
    assert true.game._state.phase != OVER, "what was hidden is open; there is no twin"
    tickets = _other_tickets(true, viewer, rng)
    for attempt in range(12):
        outcomes_of = _other_cards(true, viewer, rng, attempt)
        for place, ticket in tickets.items():
            outcomes_of[place] = ticket
        masks = attempt < 3 or attempt % 2 == 0
        altered = _altered(script, true, viewer, outcomes_of, rng if masks else None)
        try:
            other = ScriptPlayer(script.edition, script.seats).play(altered)
        except KolejError:
            continue
        if rights(true.events, viewer) == rights(other.events, viewer):
            found = Twin(altered, *_differences(script, altered, true.drawn))
            return found if found.cards + found.tickets + found.choices else None
    return None


def rights(events: Sequence[Event], viewer: int | None) -> list[object]:
    """What a viewer has a right to, independent of how the engine hides the rest: only what a twin might change."""
    seen: list[object] = []
    for event in events:
        seat = getattr(event, "seat", None)
        seen.append((type(event).__name__, seat))
        if seat == viewer and isinstance(event, CardDrawn | TicketOffered):
            seen.append(event.card if isinstance(event, CardDrawn) else event.ticket)
        elif isinstance(event, TicketsKept):
            seen.append((event.count, event.returned))
        elif isinstance(event, DeckReshuffled):
            seen.append((event.deck, event.hidden))
        elif isinstance(event, DisplayFlushed):
            seen.append(event.at_most)
        elif isinstance(event, DisplayStood):
            seen.append(event.at_least)
    return seen


def _other_cards(true: ScriptPlayer, viewer: int | None, rng: Random, attempt: int) -> dict[int, int]:
    """By place, other cards for others' blind draws that they still hold, unseen, when the script ends."""
    game = true.game
    kinds, s = game._tables.kinds, game._state
    spare = {
        seat: [s.hands[seat * kinds + kind] - s.known[seat * kinds + kind] for kind in range(kinds)]
        for seat in range(game.seats)
        if seat != viewer
    }
    free: dict[int, list[Drawn]] = {}
    # The last of a kind that a seat drew: anything it paid before was paid with other cards.
    for drawn in reversed(true.drawn):
        if drawn.owes not in (HAND_CARD, BLIND_CARD) or drawn.seat == viewer or drawn.at in true.undone:
            continue
        if spare[drawn.seat][drawn.what] <= 0:
            continue
        # Wilds decide when a display is flushed; later attempts leave them, and then some others, in place.
        if (attempt >= 4 and drawn.what == WILD) or (attempt >= 8 and rng.random() < 0.6):
            continue
        spare[drawn.seat][drawn.what] -= 1
        free.setdefault(drawn.deck, []).append(drawn)
    changed: dict[int, int] = {}
    for deck, draws in free.items():
        pool = [drawn.what for drawn in draws]
        if deck == s.decks:
            pool += [kind for kind in range(attempt >= 4, kinds) for _ in range(s.deck[kind])]
        rng.shuffle(pool)
        changed.update((drawn.at, kind) for drawn, kind in zip(draws, pool, strict=False))
    return changed


def _other_tickets(true: ScriptPlayer, viewer: int | None, rng: Random) -> dict[int, int]:
    """By place, other tickets for those that the viewer has never met: all of a deck change names at once."""
    t = true.game._tables
    met = {event.ticket for event in true.events if isinstance(event, TicketOffered) and event.seat == viewer}
    names: dict[int, int] = {}
    for deck in set(t.ticket_deck):
        unmet = [ticket for ticket in range(t.tickets) if t.ticket_deck[ticket] == deck and ticket not in met]
        names.update(zip(unmet, rng.sample(unmet, len(unmet)), strict=True))
    return {
        drawn.at: names.get(drawn.what, drawn.what)
        for drawn in true.drawn
        if drawn.owes in (OPENING_TICKET, TICKET) and drawn.seat != viewer
    }


def _altered(
    script: Script, true: ScriptPlayer, viewer: int | None, changed: dict[int, int], masks: Random | None
) -> Script:
    """The script with other outcomes; other seats keep other tickets, but as many, or any number while all choose."""
    at = 0

    def other(outcomes: Outcomes) -> Outcomes:
        nonlocal at
        found = tuple(changed.get(at + i, outcome) for i, outcome in enumerate(outcomes))
        at += len(outcomes)
        return found

    t = true.game._tables
    # An undo may lead back to the opening after the choices were revealed.
    nobody_announced = not any(isinstance(event, TicketsKept) for event in true.events)
    least = t.opening_keep if nobody_announced else 0
    dealt = other(script.dealt)
    deeds = []
    for deed in script.deeds:
        move = deed.move
        if masks is not None and deed.seat != viewer and isinstance(move, int) and t.keep <= move < t.claim:
            move = t.keep + _other_choice(move - t.keep, least, masks)
        deeds.append(ScriptStep(deed.seat, move, other(deed.outcomes)))
    return Script(script.edition, script.seats, dealt, tuple(deeds))


def _other_choice(places: int, least: int, rng: Random) -> int:
    """Other places, as many; or at least the minimum, where the number is not public yet."""
    width = max(3, places.bit_length())
    count = rng.randint(least, width) if least else places.bit_count()
    return sum(1 << place for place in rng.sample(range(width), count))


def _differences(one: Script, other: Script, drawn: Sequence[Drawn]) -> tuple[int, int, int]:
    """How many cards, tickets and choices differ."""
    count: Counter[str] = Counter()
    for each, what in zip(drawn, other.rng(), strict=True):
        if each.what != what:
            count["tickets" if each.owes in (OPENING_TICKET, TICKET) else "cards"] += 1
    choices = sum(a.move != b.move for a, b in zip(one.deeds, other.deeds, strict=True))
    return count["cards"], count["tickets"], choices
