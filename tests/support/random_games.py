"""Random games for tests: every edition and number of seats, several playing preferences, one step at a time.

Chance is a step like any other, so that laws are looked at between a move and what comes of it as well.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from kolej import editions
from kolej.engine.game import Game
from kolej.engine.knowledge.events import Event
from kolej.engine.ruleset.rules import Edition
from kolej.engine.ruleset.tables import BLIND, TAKE, TICKETS, RuleTables

TABLES: list[tuple[str, int]] = [
    (name, seats) for name in editions.names() for seats in editions.load(name).rules.seats
]
"""Every game there is to play: an edition and a number of seats."""

MOST_STEPS = 20_000
"""Far more than any random game takes; one that takes more must be in a loop."""

Favours = Callable[[RuleTables, int], bool]


def _one_ticket(t: RuleTables, number: int) -> bool:
    return t.keep <= number < t.claim and int(number - t.keep).bit_count() == 1


# Uniform play alone misses rare cases: it seldom empties a deck, and hardly ever draws a ticket that came back.
TASTES: dict[str, Favours] = {
    "anything": lambda t, number: False,
    "hoarding": lambda t, number: number == BLIND,
    "tickets": lambda t, number: number == TICKETS or _one_ticket(t, number),
    "routes": lambda t, number: number >= t.claim or t.pay_card <= number < t.keep,
    "display": lambda t, number: TAKE <= number < t.top_up,
}
"""What a player prefers, three times out of four where it can."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: a move of a seat, or an outcome of chance where the seat is None."""

    seat: int | None
    number: int
    events: list[Event]


def choose(game: Game, numbers: list[int], rng: Random, taste: str) -> int:
    """One of these moves, by preference."""
    favours = TASTES[taste]
    favourites = [number for number in numbers if favours(game._tables, number)]
    if favourites and rng.random() < 0.75:
        return rng.choice(favourites)
    return rng.choice(numbers)


def one_step(game: Game, rng: Random, taste: str = "anything") -> Step | None:
    """Resolve one outcome of chance, or make one move of a seat that is due; None when the game is over."""
    outcomes = game.outcomes()
    if outcomes:
        outcome = rng.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0]
        return Step(None, outcome, game.resolve(outcome))
    if game.over:
        return None
    seat = rng.choice(game.to_act())
    number = choose(game, game.legal(seat), rng, taste)
    return Step(seat, number, game.apply(seat, number))


def steps(game: Game, rng: Random, taste: str = "anything") -> Iterator[Step]:
    """Play to the end, yielding after every step."""
    for _ in range(MOST_STEPS):
        step = one_step(game, rng, taste)
        if step is None:
            return
        yield step
    raise AssertionError(f"the game is not over after {MOST_STEPS} steps")


def repeat(game: Game, step: Step) -> list[Event]:
    """Make a recorded step in another game."""
    return game.resolve(step.number) if step.seat is None else game.apply(step.seat, step.number)


def seated(name: str | Edition, seats: int, seed: int) -> tuple[Game, Random, str]:
    """A new game without a dealer, luck for it, and a taste, all by the seed."""
    edition = editions.load(name) if isinstance(name, str) else name
    return Game.start(edition, seats), Random(seed), list(TASTES)[seed % len(TASTES)]


def somewhere(name: str | Edition, seats: int, seed: int) -> tuple[Game, Random]:
    """A game in which some seat is due, anywhere between the opening and the end."""
    game, rng, taste = seated(name, seats, seed)
    length = sum(1 for _ in steps(game.copy(), Random(seed), taste))
    for _ in range(rng.randrange(length)):
        one_step(game, rng, taste)
    while game.outcomes():
        one_step(game, rng, taste)
    return somewhere(name, seats, seed + 1) if game.over else (game, rng)
