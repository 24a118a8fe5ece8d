"""Shuffles: they are uniform, each deck has its own, and every seed matters."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import sha256
from itertools import combinations, permutations
from math import sqrt

import pytest

from kolej import editions
from kolej.engine.chance.dealer import outcomes
from kolej.engine.chance.fair.dealer import FairDealer, deck_of
from kolej.engine.chance.fair.protocol import (
    OWN,
    CombinedSeeds,
    Commitments,
    SeatCommitment,
    Seed,
    Seeds,
    below,
    shuffled,
)
from kolej.engine.core.state import State
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.ruleset.rows import BOTTOM, BOX, SHUFFLED
from kolej.engine.ruleset.tables import RuleTables
from tests.fair.deals import begun, dealer, finished, go_on, other_returns, seed


def decks(count: int, label: str) -> list[Seed]:
    """Reproducible secrets of decks."""
    return [Seed(sha256(f"{label}/{number}".encode()).digest()) for number in range(count)]


def chi_square(counts: list[int]) -> float:
    """The chi-square statistic of counts that should be equal."""
    expected = sum(counts) / len(counts)
    return sum((count - expected) * (count - expected) for count in counts) / expected


def bound(cells: int) -> float:
    """A limit that chi-square exceeds about once in a million times: the mean plus five standard deviations."""
    return cells - 1 + 5 * sqrt(2 * (cells - 1))


def test_every_order_of_four_cards_is_as_likely() -> None:
    found = Counter("".join(shuffled(deck, "abcd")) for deck in decks(12_000, "orders"))
    assert len(found) == 24
    assert chi_square([found["".join(order)] for order in permutations("abcd")]) < bound(24)


@pytest.mark.parametrize("left", [2, 3, 5, 44, 110])
def test_every_place_is_as_likely(left: int) -> None:
    found = Counter(below(deck, left) for deck in decks(60 * left if left > 40 else 6_000, f"places/{left}"))
    assert chi_square([found[place] for place in range(left)]) < bound(left)


def test_every_card_is_as_likely_at_every_place() -> None:
    cards = "abcdefghijkl"
    orders = [shuffled(deck, cards) for deck in decks(2_400, "places of cards")]
    for place in range(len(cards)):
        found = Counter(order[place] for order in orders)
        assert chi_square([found[card] for card in cards]) < bound(len(cards))


def test_equal_cards_are_dealt_in_every_order() -> None:
    """Three wilds among six cards: all their positions are equally likely."""
    found = Counter("".join(shuffled(deck, "wwwrrr")) for deck in decks(10_000, "equal cards"))
    orders = ["".join("w" if place in wilds else "r" for place in range(6)) for wilds in combinations(range(6), 3)]
    assert chi_square([found[order] for order in orders]) < bound(20)


def test_a_bias_would_be_seen() -> None:
    """The same statistic detects the classic mistake, a shuffle that swaps each position with any other."""
    found: Counter[str] = Counter()
    for deck in decks(12_000, "orders"):
        cards = list("abcd")
        for place in range(4):
            other = int.from_bytes(sha256(deck.raw + bytes([place])).digest()) % 4
            cards[place], cards[other] = cards[other], cards[place]
        found["".join(cards)] += 1
    assert chi_square([found["".join(order)] for order in permutations("abcd")]) > bound(24)


def test_seats_begin_equally_often() -> None:
    promised = Commitments("uniform", "0" * 64, tuple(SeatCommitment(OWN, "0" * 64) for _ in range(3)))
    found: Counter[int] = Counter()
    for number in range(3_000):
        mixed = CombinedSeeds(promised, Seeds(seed(number, "server"), tuple(seed(number, seat) for seat in range(3))))
        found[below(mixed.deck(0, "first", 0), 3)] += 1
    assert chi_square([found[seat] for seat in range(3)]) < bound(3)


def dealt(recorded: RecordedGame) -> list[str]:
    return [step.text for step in recorded.steps if step.seat is None]


def test_each_deck_is_one_shuffle_however_the_players_play() -> None:
    """Whether they draw, take tickets or build, the cards of a deck come in the same order."""
    edition = editions.load("europe")
    kinds = begun("europe", 2, 3).notation.kinds
    orders = []
    for taste in (1, 2, 3, 4):
        recorded = begun("europe", 2, 3)
        go_on(recorded, taste, moves=40)
        assert recorded.game._state.decks == 0
        orders.append([text for text in dealt(recorded) if text in kinds])
    deck = CombinedSeeds(*_mixing("europe", 2, 3)).deck(0, "cards", 0)
    full = [kinds[0]] * edition.rules.deck.wilds + [kind for kind in kinds[1:] for _ in range(edition.rules.deck.each)]
    expected = shuffled(deck, full)
    for order in orders:
        assert len(order) > 13 and order == expected[: len(order)]


def _mixing(name: str, seats: int, number: int) -> tuple[Commitments, Seeds]:
    there = dealer(editions.load(name), seats, number)
    return there.commitments, there.opened()


def test_changing_any_one_seed_changes_the_deal() -> None:
    promised, seeds = _mixing("europe", 4, 1)
    cards = [f"card {number}" for number in range(40)]
    orders = [shuffled(CombinedSeeds(promised, seeds).deck(0, "cards", 0), cards)]
    everyone = [seeds.server, *seeds.seats]
    for place in range(5):
        flipped = [
            Seed(bytes([each.raw[0] ^ 1]) + each.raw[1:]) if at == place else each for at, each in enumerate(everyone)
        ]
        combined = CombinedSeeds(promised, Seeds(flipped[0], tuple(flipped[1:])))
        orders.append(shuffled(combined.deck(0, "cards", 0), cards))
    swapped = Seeds(seeds.server, (seeds.seats[1], seeds.seats[0], *seeds.seats[2:]))
    orders.append(shuffled(CombinedSeeds(promised, swapped).deck(0, "cards", 0), cards))
    for one, other in combinations(orders, 2):
        # Unrelated orders of forty cards agree in about one position.
        assert sum(a == b for a, b in zip(one, other, strict=True)) < 8


def test_decks_have_nothing_to_do_with_each_other() -> None:
    promised, seeds = _mixing("europe", 2, 1)
    mixed = CombinedSeeds(promised, seeds)
    names = [(e, kind, n) for e in range(3) for kind in ("cards", "tickets", "returned", "first") for n in range(12)]
    assert len({mixed.deck(*name).hex() for name in names}) == len(names)


class Watched:
    """A fair dealer that notes which number of which deck was used."""

    def __init__(self, inner: FairDealer) -> None:
        self.inner = inner
        self.asked: list[tuple[int, str, int, int]] = []

    def next_epoch(self) -> None:
        self.inner.next_epoch()

    def outcome(self, t: RuleTables, s: State) -> int:
        left = sum(weight for _, weight in outcomes(t, s))
        self.asked.append((self.inner.epoch, *deck_of(t, s), left))
        return self.inner.outcome(t, s)


@pytest.mark.parametrize("returns", [BOX, BOTTOM, SHUFFLED])
@pytest.mark.parametrize("number", [1, 2])
def test_no_number_is_ever_used_twice(returns: int, number: int) -> None:
    """Decks are reshuffled, tickets are returned, moves are undone: a reused number would make a card predictable."""
    edition = other_returns("new_york", returns, returns)
    watched = Watched(dealer(edition, 3, number))
    recorded = RecordedGame.start(edition, 3, ["a", "b", "c"], watched)
    for round in range(4):
        go_on(recorded, number, moves=15)
        before = len(recorded.steps)
        go_on(recorded, number + round, moves=6)
        recorded.undo(before)
    go_on(recorded, number)
    assert recorded.game.over and recorded.epoch >= 3
    assert len(set(watched.asked)) == len(watched.asked) > 100


PROGRAM = "from tests.fair.deals import finished; print(finished('japan', 3, 4).text(), end='')"


@pytest.mark.parametrize("environment", [{"PYTHONHASHSEED": "1"}, {"PYTHONHASHSEED": "2"}, {"KOLEJ_PURE": "1"}])
def test_it_is_the_same_everywhere(environment: dict[str, str]) -> None:
    run = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    assert run.stdout == finished("japan", 3, 4).text()
