"""What a seat makes of the others' tickets: by what they have built, and by the cards they were seen to take."""

from collections import Counter

import pytest

from kolej import editions
from kolej.bots.search.opponent_tickets import LEAST, MOST
from kolej.bots.wits import wits_for
from kolej.engine.chance.rng import Luck
from kolej.engine.knowledge.view import view_of
from tests.support.arranged_game import Table, cleared
from tests.support.random_games import TABLES, somewhere


def guessed(table: Table) -> list[int]:
    """What seat 0 makes of seat 1."""
    choice = table.game.choice(0)
    return wits_for(choice)[1].weights(choice.known())[1]


def test_a_ticket_whose_way_is_being_built_is_the_likeliest() -> None:
    table = cleared("europe", 2)
    before = guessed(table)
    table.own(1, "munchen-wien", "frankfurt-munchen")
    after = guessed(table)
    ticket = table.board.ticket("paris-wien")
    short = [n for n, each in enumerate(table.board.tickets) if each.deck == table.board.tickets[ticket].deck]
    assert before[ticket] < MOST // 2
    assert after[ticket] == max(after[n] for n in short)


def after_taking(color: str) -> list[int]:
    """What seat 0 thinks when seat 1 has taken three cards of a colour from the display."""
    table = cleared("europe", 2)
    before = guessed(table)
    table.give(1, **{color: 3})
    assert guessed(table) == before, "what nobody saw tells nothing"
    table.s.known[table.t.kinds + table.kind(color)] = 3
    return guessed(table)


def test_cards_that_a_seat_was_seen_to_take_count() -> None:
    ticket = cleared("europe", 2).board.ticket("paris-wien")
    # München to Wien takes three orange cards, and no yellow one helps on the way.
    assert after_taking("orange")[ticket] > after_taking("yellow")[ticket]


def test_a_way_that_was_closed_does_not_rule_a_ticket_out() -> None:
    table = Table("new_york", 2)
    ticket = 0
    city = table.board.tickets[ticket].a
    for n, route in enumerate(table.board.routes):
        if city in (route.a, route.b):
            table.s.owner[n] = 0
    assert guessed(table)[ticket] >= LEAST


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_seat_may_hold_every_ticket(name: str, seats: int) -> None:
    game, _ = somewhere(name, seats, seed=3)
    choice = game.choice(game.to_act()[0])
    weights = wits_for(choice)[1].weights(choice.known())
    assert len(weights) == seats
    assert all(1 <= each <= MOST + LEAST for row in weights for each in row)
    assert weights[choice.seat] == [1] * len(game.edition.board.tickets)


def test_worlds_have_the_tickets_that_are_likely() -> None:
    table = Table("europe", 3)
    choice = table.game.choice(0)
    t, luck = choice.tables, Luck(5)
    own = choice.view.tickets[0] or ()
    wanted = next(n for n, deck in enumerate(t.ticket_deck) if deck == t.play_deck and n not in own)
    likely = [[1] * t.tickets for _ in range(3)]
    likely[2][wanted] = 10_000
    held = Counter(choice.imagine(luck, likely).place[wanted] for _ in range(50))
    assert held[2] >= 45
    even = Counter(choice.imagine(luck).place[wanted] for _ in range(50))
    assert even[2] < 30


@pytest.mark.parametrize("name", editions.names())
def test_a_world_dealt_by_guesses_looks_the_same(name: str) -> None:
    for seed in range(6):
        game, _ = somewhere(name, 2, seed)
        choice = game.choice(game.to_act()[0])
        likely = wits_for(choice)[1].weights(choice.known())
        world = choice.imagine(Luck(seed), likely)
        assert view_of(choice.tables, world, choice.seat) == choice.view
