"""`learned`: the features of moves, the network, and the trained weights of every edition."""

import pytest

from kolej import bots, editions
from kolej.bots.board_weights import weights_of
from kolej.bots.learned.bot import LearnedBot
from kolej.bots.learned.features import FEATURES, KINDS, FeatureExtractor
from kolej.bots.learned.network import Network
from kolej.bots.learned.route_impact import RouteImpact
from kolej.bots.learned.weights import network_for
from kolej.bots.planner.bot import planner_for
from kolej.bots.planner.planner import Planner
from kolej.bots.search.opponent_tickets import TicketBeliefs, beliefs_for
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.decision import Decision
from kolej.engine.moves.moves import ClaimRoute
from kolej.engine.silent_game import SilentGame
from tests.support.arranged_game import Table, cleared
from tests.support.random_games import TABLES


def planner_and_beliefs(decision: Decision) -> tuple[Planner, TicketBeliefs]:
    weights = weights_of(decision.edition)
    planner = planner_for(decision, weights.planner)
    return planner, beliefs_for(planner, weights.ticket_beliefs)


def features_of(table: Table) -> dict[int, dict[str, float]]:
    """The features of all moves of seat 0, by name."""
    decision = table.game.decision(0)
    planner, beliefs = planner_and_beliefs(decision)
    known = decision.known()
    default = planner.choose(known)
    moves = [default, *(number for number in decision.legal if number != default)]
    rows = FeatureExtractor(planner, beliefs).extract(known, default, moves)
    return {move: dict(zip(FEATURES, row, strict=True)) for move, row in zip(moves, rows, strict=True)}


def claim_of(table: Table, route: str) -> dict[str, float]:
    """The features of claiming a route; there is one payment for it."""
    decision, looks = table.game.decision(0), features_of(table)
    (found,) = [
        look
        for number, look in looks.items()
        if isinstance(move := decision.moves[number], ClaimRoute) and move.route == table.board.route(route)
    ]
    return found


def one_link_missing(seat: int) -> Table:
    """A seat has Paris to Wien, except for the link between Frankfurt and Paris."""
    table = cleared("europe", 2)
    table.tickets(seat, "paris-wien")
    table.own(seat, "munchen-wien", "frankfurt-munchen")
    table.give(0, white=3)
    return table


# Features.


def test_every_move_has_one_kind_and_the_planners_own_is_marked() -> None:
    assert len(set(FEATURES)) == len(FEATURES)
    for name, seats in TABLES:
        looks = features_of(Table(name, seats))
        assert [look["usual"] for look in looks.values()] == [1.0, *[0.0] * (len(looks) - 1)]
        assert all(sum(look[kind] for kind in KINDS) == 1.0 for look in looks.values())
        assert all(-10 < number < 10 for look in looks.values() for number in look.values()), "of about one"


def test_a_claim_that_completes_a_ticket_shows_what_it_brings() -> None:
    table = one_link_missing(0)
    link = claim_of(table, "frankfurt-paris")
    ticket = table.board.tickets[table.board.ticket("paris-wien")]
    assert link["completes"] == ticket.points / 10
    assert (link["planned"], link["last planned"], link["joins"], link["touches"]) == (1.0, 1.0, 0.0, 1.0)
    assert link["gain"] > 0, "the plan is worth more with it"
    assert link["risk"] > 0, "and less once another has it"
    assert link["path"] == pytest.approx(3 / 6)


def test_a_claim_that_stands_in_anothers_way_is_seen_to() -> None:
    table = one_link_missing(1)
    table.give(0, white=3, purple=3)
    link, elsewhere = claim_of(table, "frankfurt-paris"), claim_of(table, "lisboa-madrid")
    assert link["wanted"] > elsewhere["wanted"] + 0.1
    assert link["harm"] > elsewhere["harm"]
    assert (link["rivals"], link["planned"]) == (1 / 4, 0.0)


def test_the_last_way_of_another_is_worth_its_ticket() -> None:
    table = one_link_missing(1)
    assert claim_of(table, "frankfurt-paris")["cuts"] == 0
    table.own(0, "bruxelles-paris", "dieppe-paris", "marseille-paris", "pamplona-paris", "paris-zurich", "brest-paris")
    assert claim_of(table, "frankfurt-paris")["cuts"] > 0


def test_a_card_that_is_lacking_is_seen_to_be_worth_more_than_another() -> None:
    table = one_link_missing(0)
    table.hoard(0)
    table.give(0, white=2)
    table.show("white", "red", "red", "red", "red")
    looks = features_of(table)
    take = {color: looks[4 + table.kind(color)] for color in ("white", "red")}
    assert take["white"]["pays a planned one"] > 0 == take["red"]["pays a planned one"]
    assert take["white"]["wish"] > take["red"]["wish"]
    blind = looks[0]
    assert take["red"]["wish"] < blind["wish"] < take["white"]["wish"], "any card may come"


def test_looking_changes_nothing() -> None:
    decision = Table("europe", 3).game.decision(0)
    planner, beliefs = planner_and_beliefs(decision)
    known = decision.known()
    before = known.numbers()
    default = planner.choose(known)
    FeatureExtractor(planner, beliefs).extract(known, default, [default, *decision.legal])
    RouteImpact(planner, beliefs, known).of_card(1)
    assert known.numbers() == before


# The network.


def plain(**direct: float) -> Network:
    """A network that rates by a few features alone."""
    nothing = {name: [0.0] for name in FEATURES}
    return Network(nothing, {**dict.fromkeys(FEATURES, 0.0), **direct}, [0.0], [0.0])


def test_a_network_adds_its_units_and_its_direct_weights() -> None:
    hidden = {name: [0.0, 0.0] for name in FEATURES}
    hidden["usual"], hidden["hand"] = [1.0, -1.0], [0.5, 0.0]
    network = Network(hidden, {**dict.fromkeys(FEATURES, 0.0), "hand": 3.0}, [0.25, 0.5], [2.0, 10.0])
    row = [0.0] * len(FEATURES)
    row[FEATURES.index("usual")], row[FEATURES.index("hand")] = 1.0, 2.0
    # Units: 0.25 + 1 + 0.5 · 2 = 2.25, and 0.5 - 1 < 0, which counts as nothing.
    assert network.rate(row) == pytest.approx(2 * 2.25 + 3 * 2)


def test_it_follows_its_network_if_that_promises_enough() -> None:
    decision = Table("europe", 2).game.decision(0)
    planners = bots.find("planner")(1).choose(decision)
    tickets = plain(**{"draw tickets": 1.0})
    assert LearnedBot(1, tickets).choose(decision) == 1
    assert LearnedBot(1, tickets, doubt=1.5).choose(decision) == planners
    assert LearnedBot(1, plain()).choose(decision) == planners


def played(bot: str) -> list[int]:
    """The moves of a game against a planner."""
    game = SilentGame(editions.load("europe"), 2, SeededDealer(1), 0)
    players = [bots.find(bot)(1), bots.find("planner")(2)]
    made: list[int] = []
    while not game.over:
        made.append(players[game.decision.seat].choose(game.decision))
        game.apply(made[-1])
    return made


def test_on_a_board_without_weights_it_is_the_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    planners = played("planner")
    assert played("learned") != planners
    monkeypatch.setattr("kolej.bots.learned.bot.network_for", lambda edition: None)
    assert played("learned") == planners


@pytest.mark.parametrize("name", editions.names())
def test_every_board_has_weights(name: str) -> None:
    network = network_for(name)
    assert network is not None
    assert len(network.output) == len(network.bias) == len(network.hidden[0])
    assert network_for("a custom board") is None
