"""Random numbers: uniform enough for games, weighted by what is left, and determined by the seed."""

from collections import Counter
from itertools import pairwise

import pytest

from kolej import editions
from kolej.engine.chance.dealer import ScriptedDealer
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.game import Game
from kolej.engine.knowledge.events import CardDrawn, CardTurnedUp, Event, FirstSeatDrawn, TicketOffered
from tests.support.random_games import TABLES, seated

# Chi-square at one in a hundred thousand, by degrees of freedom: with fixed seeds the tests are deterministic.
CRITICAL = {1: 19.5, 2: 23.0, 6: 33.1, 9: 39.3, 51: 110.0, 59: 121.0}


def chi_square(seen: Counter[int], expected: dict[int, float]) -> float:
    assert set(seen) <= set(expected)
    return sum((seen[each] - want) ** 2 / want for each, want in expected.items())


@pytest.mark.parametrize("count", [2, 3, 7, 10, 52, 60])
def test_numbers_are_even(count: int) -> None:
    rng, draws = Rng(count), 60_000
    seen = Counter(rng.below(count) for _ in range(draws))
    assert chi_square(seen, dict.fromkeys(range(count), draws / count)) < CRITICAL[count - 1]


def test_a_number_says_nothing_about_the_next() -> None:
    rng, draws = Rng(1), 60_000
    numbers = [rng.below(2) for _ in range(draws + 1)]
    pairs = Counter(2 * one + other for one, other in pairwise(numbers))
    assert chi_square(pairs, dict.fromkeys(range(4), draws / 4)) < CRITICAL[6]


def test_neighbouring_seeds_begin_differently() -> None:
    firsts = Counter(Rng(seed).below(10) for seed in range(20_000))
    assert chi_square(firsts, dict.fromkeys(range(10), 2_000.0)) < CRITICAL[9]
    assert len({tuple(Rng(seed).below(1_000) for seed in [seed] * 3) for seed in range(500)}) > 300


def test_the_same_seed_is_the_same_luck() -> None:
    one, other = Rng(2**80 + 7), Rng(2**80 + 7)
    assert [one.below(1_000) for _ in range(100)] == [other.below(1_000) for _ in range(100)]
    assert one.below(1) == 0


@pytest.mark.parametrize("name", ["new_york", "europe"])
def test_outcomes_come_as_often_as_they_weigh(name: str) -> None:
    game, _, _ = seated(name, 2, 0)
    rng, compared = Rng(3), set[int]()
    while not game.to_act():
        outcomes, draws = game.outcomes(), 20_000
        if game._state.owes not in compared:
            compared.add(game._state.owes)
            whole = sum(weight for _, weight in outcomes)
            seen = Counter(rng.outcome(game._tables, game._state) for _ in range(draws))
            expected = {each: draws * weight / whole for each, weight in outcomes}
            assert chi_square(seen, expected) < CRITICAL[51]
        game.resolve(outcomes[0][0])
    assert len(compared) == 4, "the first seat, hands, the display and tickets are all up to chance"


@pytest.mark.parametrize("name", ["new_york", "europe"])
def test_a_dealer_deals_as_often_as_outcomes_weigh(name: str) -> None:
    game, _, _ = seated(name, 2, 0)
    game.resolve(0)
    outcomes, draws = game.outcomes(), 4_000
    whole = sum(weight for _, weight in outcomes)
    seen = Counter(SeededDealer(seed).outcome(game._tables, game._state) for seed in range(draws))
    assert chi_square(seen, {each: draws * weight / whole for each, weight in outcomes}) < CRITICAL[9]


def dealt(name: str, seats: int, seed: int, play: int) -> tuple[list[Event], Game]:
    """A whole game with this seed, with moves drawn by an independent generator."""
    game = Game.start(editions.load(name), seats, SeededDealer(seed))
    events, rng = list(game.opening_events), Rng(play)
    while not game.over:
        seat = game.to_act()[0]
        numbers = game.legal(seat)
        events += game.apply(seat, numbers[rng.below(len(numbers))])
    return events, game


def first_deck(events: list[Event]) -> list[int]:
    """The cards of the first deck in the order they came."""
    cards: list[int] = []
    for event in events:
        drawn = event.card if isinstance(event, CardDrawn | CardTurnedUp) else None
        if drawn is not None and event.status.decks == 0:
            cards.append(drawn)
    return cards


def opening_tickets(events: list[Event]) -> list[int | None]:
    return [event.ticket for event in events if isinstance(event, TicketOffered)]


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_the_same_seed_and_the_same_play_is_the_same_game(name: str, seats: int) -> None:
    one, other = dealt(name, seats, 1, 2), dealt(name, seats, 1, 2)
    assert one[0] == other[0] and one[1].fingerprint() == other[1].fingerprint()


@pytest.mark.parametrize("name", ["berlin", "japan", "nordic"])
def test_the_first_deck_is_the_same_however_one_plays(name: str) -> None:
    games = [dealt(name, 2, 5, play) for play in range(4)]
    decks = [first_deck(events) for events, _ in games]
    shortest = min(map(len, decks))
    assert shortest > 20
    # Tunnel cards come from the same deck but have another event, so only the cards before them are compared.
    until = 2 * editions.load(name).rules.opening.cards + 5 if name == "nordic" else shortest
    assert len({tuple(deck[:until]) for deck in decks}) == 1
    assert len({game.fingerprint() for _, game in games}) == 4, "the games must differ for this to mean anything"


def test_different_seeds_deal_different_games() -> None:
    games = [dealt("new_york", 3, seed, 0)[0] for seed in range(12)]
    assert len({tuple(first_deck(events)[:12]) for events in games}) == 12
    assert len({tuple(opening_tickets(events)[:6]) for events in games}) == 12
    firsts = {event.seat for events in games for event in events if isinstance(event, FirstSeatDrawn)}
    assert firsts == {0, 1, 2}


def test_a_script_that_ends_leaves_a_move_unmade() -> None:
    game, _, _ = seated("berlin", 2, 0)
    script: list[int] = []
    while game.outcomes():
        script.append(game.outcomes()[-1][0])
        game.resolve(script[-1])
    scripted = Game.start(game.edition, 2, ScriptedDealer(script))
    assert scripted.fingerprint() == game.fingerprint()
    for seat in (0, 1):
        scripted.apply(seat, scripted.legal(seat)[0])
    before = scripted.fingerprint()
    with pytest.raises(ImpossibleOutcome, match="script has ended"):
        scripted.apply(scripted.to_act()[0], 0)
    assert scripted.fingerprint() == before
