"""A game accepts exactly what it lists, whoever asks and however the move is worded."""

from itertools import permutations

import pytest
from hypothesis import given, settings

from kolej.engine.errors import ImpossibleOutcome
from kolej.engine.moves.moves import BeginBundles, ClaimRoute, PickCard
from tests.support import state_laws as laws
from tests.support.move_laws import is_refused, listed_is_accepted, same_move, some_of, unlisted_is_refused
from tests.support.mutants import is_bundle_payment, mutants, numbers_beside, seats_beside
from tests.support.random_games import TABLES, TASTES, one_step, seated, somewhere, steps
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_every_listed_move_is_accepted(name: str, seats: int, seed: int) -> None:
    game, luck, taste = seated(name, seats, seed)
    for _ in steps(game, luck, taste):
        laws.moves_are_in_order(game)
        if luck.random() < 0.05:
            for seat in game.to_act():
                numbers = game.legal(seat)
                listed_is_accepted(game, seat, luck.sample(numbers, min(len(numbers), 60)))


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_every_unlisted_number_is_refused(name: str, seats: int, seed: int) -> None:
    game, luck = somewhere(name, seats, seed)
    unlisted_is_refused(game, some_of(game, luck, 300))
    unlisted_is_refused(game, numbers_beside(game))


@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if table[1] == 2])
def test_every_number_there_is_is_listed_or_refused(name: str, seats: int) -> None:
    for seed in range(2):
        game, _ = somewhere(name, seats, seed)
        unlisted_is_refused(game, range(game.moves))


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_a_move_with_one_thing_changed_is_refused(name: str, seats: int, seed: int) -> None:
    game, luck = somewhere(name, seats, seed)
    before = game.hash()
    seat = luck.choice(game.to_act())
    listed = [game.move(seat, number) for number in game.legal(seat)]
    for move in luck.sample(listed, min(len(listed), 8)):
        for mutant in mutants(game, move, luck):
            legal = any(same_move(mutant, each) for each in listed)
            if not legal and not is_bundle_payment(game, seat, mutant):
                is_refused(game, seat, mutant)
        for other in seats_beside(game, seat):
            if not any(same_move(move, game.move(other, number)) for number in game.legal(other)):
                is_refused(game, other, move)
    assert game.hash() == before


@pytest.mark.parametrize("seats", [2, 3])
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_payment_with_bundles_in_one_go_is_the_same_as_card_by_card(seats: int, seed: int) -> None:
    game, luck, _ = seated("nordic", seats, seed)
    tried = 0
    for _ in steps(game, luck, "hoarding"):
        for seat in game.to_act():
            bundles = [n for n in game.legal(seat) if isinstance(game.move(seat, n), BeginBundles)]
            if not bundles or luck.random() > 0.2:
                continue
            number = luck.choice(bundles)
            begun = game.move(seat, number)
            assert isinstance(begun, BeginBundles)
            by_card, cards = game.copy(), 0
            by_card.apply(seat, number)
            while by_card.to_act() == [seat] and isinstance(by_card.move(seat, by_card.legal(seat)[0]), PickCard):
                pick = luck.choice(by_card.legal(seat))
                picked = by_card.move(seat, pick)
                assert isinstance(picked, PickCard)
                cards += 32**picked.card
                by_card.apply(seat, pick)
            whole = ClaimRoute(begun.route, cards)
            assert is_bundle_payment(game, seat, whole)
            at_once = game.copy()
            at_once.apply(seat, whole)
            assert at_once.hash() == by_card.hash()
            tried += 1
    assert tried, "no payment with bundles was ever possible"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_opening_answers_in_any_order_lead_to_the_same_game(name: str, seats: int) -> None:
    for seed in range(2):
        game, luck, _ = seated(name, seats, seed)
        while not game.to_act():
            one_step(game, luck)
        answers = [luck.choice(game.legal(seat)) for seat in range(seats)]
        ends: set[str] = set()
        for order in permutations(range(seats)):
            table = game.copy()
            for seat in order:
                table.apply(seat, answers[seat])
                laws.everything_adds_up(table)
            ends.add(table.hash())
        assert len(ends) == 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_chance_can_only_do_what_is_left(name: str, seats: int) -> None:
    game, luck, taste = seated(name, seats, seats)
    for _ in steps(game, luck, taste):
        possible = dict(game.outcomes())
        if not possible or luck.random() > 0.2:
            continue
        assert min(possible.values()) > 0
        before = game.hash()
        for outcome in (*range(-1, 60), 2**70, True):
            if outcome not in possible or isinstance(outcome, bool):
                with pytest.raises(ImpossibleOutcome):
                    game.resolve(outcome)
        with pytest.raises(ImpossibleOutcome):
            game.apply(0, 0)
        assert game.hash() == before


def test_random_players_have_every_taste() -> None:
    """Guards the tests above: with one taste only they would say much less than they seem to."""
    assert {seated("berlin", 2, seed)[2] for seed in range(len(TASTES))} == set(TASTES)
