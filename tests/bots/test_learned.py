"""`learned`: what it sees in a move, what it makes of that, and that lessons are there for every board."""

import pytest

from kolej import bots, editions
from kolej.bots.learned.bot import LearnedBot
from kolej.bots.learned.features import KINDS, TRAITS, Eye
from kolej.bots.learned.network import Lessons
from kolej.bots.learned.route_impact import Stakes
from kolej.bots.learned.weights import lessons_for
from kolej.bots.wits import wits_for
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.moves.moves import ClaimRoute
from kolej.engine.silent_game import QuietGame
from tests.support.arranged_game import Table, cleared
from tests.support.random_games import TABLES


def looked_at(table: Table) -> dict[int, dict[str, float]]:
    """The traits of all moves of seat 0, by name."""
    choice = table.game.choice(0)
    mind, guesses = wits_for(choice)
    known = choice.known()
    usual = mind.choose(known)
    moves = [usual, *(number for number in choice.legal if number != usual)]
    rows = Eye(mind, guesses).look(known, usual, moves)
    return {move: dict(zip(TRAITS, row, strict=True)) for move, row in zip(moves, rows, strict=True)}


def claim_of(table: Table, route: str) -> dict[str, float]:
    """The traits of claiming a route; there is one payment for it."""
    choice, looks = table.game.choice(0), looked_at(table)
    (found,) = [
        look
        for number, look in looks.items()
        if isinstance(move := choice.moves[number], ClaimRoute) and move.route == table.board.route(route)
    ]
    return found


def one_link_missing(seat: int) -> Table:
    """Somebody has Paris to Wien, but for the link between Frankfurt and Paris."""
    table = cleared("europe", 2)
    table.tickets(seat, "paris-wien")
    table.own(seat, "munchen-wien", "frankfurt-munchen")
    table.give(0, white=3)
    return table


# What is seen.


def test_every_move_has_one_kind_and_the_planners_own_is_marked() -> None:
    assert len(set(TRAITS)) == len(TRAITS)
    for name, seats in TABLES:
        looks = looked_at(Table(name, seats))
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
    looks = looked_at(table)
    take = {color: looks[4 + table.kind(color)] for color in ("white", "red")}
    assert take["white"]["pays a planned one"] > 0 == take["red"]["pays a planned one"]
    assert take["white"]["wish"] > take["red"]["wish"]
    blind = looks[0]
    assert take["red"]["wish"] < blind["wish"] < take["white"]["wish"], "any card may come"


def test_looking_changes_nothing() -> None:
    choice = Table("europe", 3).game.choice(0)
    mind, guesses = wits_for(choice)
    known = choice.known()
    before = known.numbers()
    usual = mind.choose(known)
    Eye(mind, guesses).look(known, usual, [usual, *choice.legal])
    stakes = Stakes(mind, guesses, known)
    stakes.of_card(1)
    assert known.numbers() == before


# What is made of it.


def plain(**straight: float) -> Lessons:
    """Lessons that go by a few traits alone."""
    nothing = {name: [0.0] for name in TRAITS}
    return Lessons(nothing, {**dict.fromkeys(TRAITS, 0.0), **straight}, [0.0], [0.0])


def test_a_network_reckons_with_its_units_and_past_them() -> None:
    traits = {name: [0.0, 0.0] for name in TRAITS}
    traits["usual"], traits["hand"] = [1.0, -1.0], [0.5, 0.0]
    lessons = Lessons(traits, {**dict.fromkeys(TRAITS, 0.0), "hand": 3.0}, [0.25, 0.5], [2.0, 10.0])
    row = [0.0] * len(TRAITS)
    row[TRAITS.index("usual")], row[TRAITS.index("hand")] = 1.0, 2.0
    # Units: 0.25 + 1 + 0.5 · 2 = 2.25, and 0.5 - 1 < 0, which counts as nothing.
    assert lessons.worth(row) == pytest.approx(2 * 2.25 + 3 * 2)


def test_it_does_what_it_was_taught_if_that_promises_enough() -> None:
    choice = Table("europe", 2).game.choice(0)
    planners = bots.find("planner")(1).choose(choice)
    tickets = plain(**{"draw tickets": 1.0})
    assert LearnedBot(1, tickets).choose(choice) == 1
    assert LearnedBot(1, tickets, doubt=1.5).choose(choice) == planners
    assert LearnedBot(1, plain()).choose(choice) == planners


def played(bot: str) -> list[int]:
    """The moves of a game against a planner."""
    game = QuietGame(editions.load("europe"), 2, SeededDealer(1), 0)
    players = [bots.find(bot)(1), bots.find("planner")(2)]
    made: list[int] = []
    while not game.over:
        made.append(players[game.choice.seat].choose(game.choice))
        game.apply(made[-1])
    return made


def test_on_a_board_without_lessons_it_is_the_planner(monkeypatch: pytest.MonkeyPatch) -> None:
    planners = played("planner")
    assert played("learned") != planners
    monkeypatch.setattr("kolej.bots.learned.bot.lessons_for", lambda edition: None)
    assert played("learned") == planners


@pytest.mark.parametrize("name", editions.names())
def test_every_board_has_lessons(name: str) -> None:
    lessons = lessons_for(name)
    assert lessons is not None
    assert len(lessons.units) == len(lessons.bias) == len(lessons.traits[0])
    assert lessons_for("a board of one's own") is None
