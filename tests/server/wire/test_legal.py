"""Legal moves for clients, compared with the engine's moves throughout random games."""

import msgspec
import pytest
from hypothesis import given, settings

from kolej.engine.game import Game
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.server.wire.editions import edition_data
from kolej.server.wire.legal import Legal, legal_json
from tests.support.arranged_game import cleared
from tests.support.legal_moves import legal_of
from tests.support.random_games import TABLES, seated, steps
from tests.support.seeds import SEEDED, SEEDS


def meant(game: Game, legal: Legal) -> dict[int, Move]:
    """The moves that a client would understand."""

    simple: list[tuple[int | None, Move]] = [
        (legal.draw, DrawBlind()),
        (legal.tickets, DrawTickets()),
        (legal.passes, Pass()),
        (legal.refuse, RefuseTunnel()),
    ]
    out: list[tuple[int, Move]] = [(number, move) for number, move in simple if number is not None]
    out += [(number, TakeCard(card)) for number, card in legal.take]
    out += [(number, KeepTickets(tuple(tickets))) for number, tickets in legal.keep]
    out += [(number, ClaimRoute(route, tuple(counts))) for number, route, counts, _ in legal.claim]
    out += [(number, BeginStandIns(route, count)) for number, route, count, _ in legal.stand_ins]
    out += [(number, BuildStation(city, tuple(counts))) for number, city, counts in legal.build]
    options = edition_data(game.edition).options
    for _, route, _, option in [*legal.claim, *legal.stand_ins]:
        assert options[option].route == route
    tunnel = legal.refuse is not None
    out += [(n, TopUp(tuple(counts)) if tunnel else PayCard(counts.index(1))) for n, counts in legal.pay]
    assert len(out) == len(dict(out)), "no move stands there twice"
    return dict(out)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_every_legal_move_is_there_and_means_what_the_engine_says(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    for count, _ in enumerate(steps(game, rng, taste)):
        if count % 3 and not game.over:
            continue
        for seat in range(seats):
            legal = legal_of(game, seat)
            assert legal_json(game, seat) == msgspec.json.encode(legal)
            if legal is None:
                assert game.legal(seat) == []
            else:
                assert legal.seat == seat
                assert meant(game, legal) == game.decision(seat).moves


def test_a_payment_that_was_begun_is_paid_card_by_card() -> None:
    table = cleared("nordic", 2)
    table.give(0, red=4, blue=4, wild=2)
    begun = next(each for each in table.moves() if isinstance(each, BeginStandIns))
    table.play(0, begun)
    legal = legal_of(table.game, 0)
    assert legal is not None and legal.pay and not legal.claim and legal.refuse is None
    assert legal_of(table.game, 1) is None and legal_json(table.game, 1) == b"null"
    table.play(0, legal.pay[0][0])
