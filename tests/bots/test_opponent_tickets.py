"""Ticket beliefs: by what opponents have built, and by the cards they were seen taking."""

from collections import Counter

import pytest

from kolej import editions
from kolej.bots.board_weights import weights_of
from kolej.bots.planner.bot import planner_for
from kolej.bots.search.opponent_tickets import LEAST, MOST, beliefs_for
from kolej.engine.chance.rng import Rng
from kolej.engine.decision import Decision
from kolej.engine.knowledge.build_view import view_of
from tests.support.arranged_game import Table, cleared
from tests.support.random_games import TABLES, somewhere


def beliefs_of(decision: Decision) -> list[list[int]]:
    """What the seat that decides believes about all seats."""
    weights = weights_of(decision.edition)
    return beliefs_for(planner_for(decision, weights.planner), weights.ticket_beliefs).weights(decision.known())


def believed(table: Table) -> list[int]:
    """What seat 0 believes about seat 1."""
    return beliefs_of(table.game.decision(0))[1]


def test_a_ticket_whose_way_is_being_built_is_the_likeliest() -> None:
    table = cleared("europe", 2)
    before = believed(table)
    table.own(1, "munchen-wien", "frankfurt-munchen")
    after = believed(table)
    ticket = table.board.ticket("paris-wien")
    short = [n for n, each in enumerate(table.board.tickets) if each.deck == table.board.tickets[ticket].deck]
    assert before[ticket] < MOST // 2
    assert after[ticket] == max(after[n] for n in short)


def after_taking(color: str) -> list[int]:
    """What seat 0 believes when seat 1 has taken three cards of a colour from the display."""
    table = cleared("europe", 2)
    before = believed(table)
    table.give(1, **{color: 3})
    assert believed(table) == before, "what nobody saw is no evidence"
    table.s.known[table.t.kinds + table.kind(color)] = 3
    return believed(table)


def test_cards_that_a_seat_was_seen_to_take_count() -> None:
    ticket = cleared("europe", 2).board.ticket("paris-wien")
    # München to Wien takes three orange cards, and no yellow card helps on the path.
    assert after_taking("orange")[ticket] > after_taking("yellow")[ticket]


def test_a_way_that_was_closed_does_not_rule_a_ticket_out() -> None:
    table = Table("new_york", 2)
    ticket = 0
    city = table.board.tickets[ticket].a
    for n, route in enumerate(table.board.routes):
        if city in (route.a, route.b):
            table.s.owner[n] = 0
    assert believed(table)[ticket] >= LEAST


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_every_seat_may_hold_every_ticket(name: str, seats: int) -> None:
    game, _ = somewhere(name, seats, seed=3)
    decision = game.decision(game.to_act()[0])
    weights = beliefs_of(decision)
    assert len(weights) == seats
    assert all(1 <= each <= MOST + LEAST for row in weights for each in row)
    assert weights[decision.seat] == [1] * len(game.edition.board.tickets)


def test_worlds_have_the_tickets_that_are_likely() -> None:
    table = Table("europe", 3)
    decision = table.game.decision(0)
    t, rng = decision.tables, Rng(5)
    own = decision.view.tickets[0] or ()
    wanted = next(n for n, deck in enumerate(t.ticket_deck) if deck == t.play_deck and n not in own)
    likely = [[1] * t.tickets for _ in range(3)]
    likely[2][wanted] = 10_000
    held = Counter(decision.determinize(rng, likely).place[wanted] for _ in range(50))
    assert held[2] >= 45
    even = Counter(decision.determinize(rng).place[wanted] for _ in range(50))
    assert even[2] < 30


@pytest.mark.parametrize("name", editions.names())
def test_a_world_dealt_by_guesses_looks_the_same(name: str) -> None:
    for seed in range(6):
        game, _ = somewhere(name, 2, seed)
        decision = game.decision(game.to_act()[0])
        likely = beliefs_of(decision)
        state = decision.determinize(Rng(seed), likely)
        assert view_of(decision.tables, state, decision.seat) == decision.view
