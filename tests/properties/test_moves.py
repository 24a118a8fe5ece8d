"""Moves: a game accepts exactly the moves it lists, by number and as objects."""

from itertools import permutations

import pytest
from hypothesis import given, settings

from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, PayCard
from tests.support import state_laws
from tests.support.move_laws import is_refused, listed_is_accepted, same_move, some_of, unlisted_is_refused
from tests.support.mutants import is_bundle_payment, mutants, numbers_beside, seats_beside
from tests.support.random_games import TABLES, TASTES, one_step, seated, somewhere, steps
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_every_listed_move_is_accepted(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    for _ in steps(game, rng, taste):
        state_laws.moves_are_in_order(game)
        if rng.random() < 0.05:
            for seat in game.to_act():
                numbers = game.legal(seat)
                listed_is_accepted(game, seat, rng.sample(numbers, min(len(numbers), 60)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_every_unlisted_number_is_refused(name: str, seats: int, seed: int) -> None:
    game, rng = somewhere(name, seats, seed)
    unlisted_is_refused(game, some_of(game, rng, 300))
    unlisted_is_refused(game, numbers_beside(game))


@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if table[1] == 2])
def test_every_number_there_is_is_listed_or_refused(name: str, seats: int) -> None:
    for seed in range(2):
        game, _ = somewhere(name, seats, seed)
        unlisted_is_refused(game, range(game.move_count))


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_a_move_with_one_thing_changed_is_refused(name: str, seats: int, seed: int) -> None:
    game, rng = somewhere(name, seats, seed)
    before = game.fingerprint()
    seat = rng.choice(game.to_act())
    listed = [game.move(seat, number) for number in game.legal(seat)]
    for move in rng.sample(listed, min(len(listed), 8)):
        for mutant in mutants(game, move, rng):
            legal = any(same_move(mutant, each) for each in listed)
            if not legal and not is_bundle_payment(game, seat, mutant):
                is_refused(game, seat, mutant)
        for other in seats_beside(game, seat):
            if not any(same_move(move, game.move(other, number)) for number in game.legal(other)):
                is_refused(game, other, move)
    assert game.fingerprint() == before


@pytest.mark.parametrize("seats", [2, 3])
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_payment_with_bundles_in_one_go_is_the_same_as_card_by_card(seats: int, seed: int) -> None:
    game, rng, _ = seated("nordic", seats, seed)
    tried = 0
    for _ in steps(game, rng, "hoarding"):
        for seat in game.to_act():
            bundles = [n for n in game.legal(seat) if isinstance(game.move(seat, n), BeginStandIns)]
            if not bundles or rng.random() > 0.2:
                continue
            number = rng.choice(bundles)
            begun = game.move(seat, number)
            assert isinstance(begun, BeginStandIns)
            by_card, cards = game.copy(), [0] * game._tables.kinds
            by_card.apply(seat, number)
            while by_card.to_act() == [seat] and isinstance(by_card.move(seat, by_card.legal(seat)[0]), PayCard):
                pick = rng.choice(by_card.legal(seat))
                picked = by_card.move(seat, pick)
                assert isinstance(picked, PayCard)
                cards[picked.card] += 1
                by_card.apply(seat, pick)
            whole = ClaimRoute(begun.route, tuple(cards))
            assert is_bundle_payment(game, seat, whole)
            at_once = game.copy()
            at_once.apply(seat, whole)
            assert at_once.fingerprint() == by_card.fingerprint()
            tried += 1
    assert tried, "no payment with bundles was ever possible"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_opening_answers_in_any_order_lead_to_the_same_game(name: str, seats: int) -> None:
    for seed in range(2):
        game, rng, _ = seated(name, seats, seed)
        while not game.to_act():
            one_step(game, rng)
        answers = [rng.choice(game.legal(seat)) for seat in range(seats)]
        ends: set[str] = set()
        for order in permutations(range(seats)):
            table = game.copy()
            for seat in order:
                table.apply(seat, answers[seat])
                state_laws.everything_adds_up(table)
            ends.add(table.fingerprint())
        assert len(ends) == 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_chance_can_only_do_what_is_left(name: str, seats: int) -> None:
    game, rng, taste = seated(name, seats, seats)
    for _ in steps(game, rng, taste):
        possible = dict(game.outcomes())
        if not possible or rng.random() > 0.2:
            continue
        assert min(possible.values()) > 0
        before = game.fingerprint()
        for outcome in (*range(-1, 60), 2**70, True):
            if outcome not in possible or isinstance(outcome, bool):
                with pytest.raises(ImpossibleOutcome):
                    game.resolve(outcome)
        with pytest.raises(ImpossibleOutcome):
            game.apply(0, 0)
        assert game.fingerprint() == before


def test_random_players_have_every_taste() -> None:
    """Checks the tests above: the games that they play must differ in style."""
    assert {seated("berlin", 2, seed)[2] for seed in range(len(TASTES))} == set(TASTES)
