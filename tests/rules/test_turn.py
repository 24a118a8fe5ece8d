"""A turn: one action and no more, and when doing nothing is allowed."""

import pytest

from kolej.engine.knowledge.events import GameEnded, LastRoundBegan, Passed, TurnBegan
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from tests.support.arranged_game import Table

EDITIONS = ("new_york", "berlin", "europe", "nordic", "japan")

every_game = pytest.mark.parametrize("edition", EDITIONS)

A_LENGTH_OF_ONE = {
    "new_york": ("times_square-midtown_west", "red"),
    "berlin": ("siegessaeule-schloss_bellevue", "red"),
    "europe": ("dieppe-paris", "purple"),
    "nordic": ("alborg-arhus", "purple"),
    "japan": ("kyoto-tsuruga", "black"),
}


def nothing_to_draw(edition: str, seats: int, holder: int = 1) -> Table:
    """No card in deck, discards and display, no ticket in the pile: one seat holds all the cards."""
    table = Table(edition, seats)
    table.show()
    for seat in range(seats):
        table.give(seat)
    table.hoard(holder)
    table.drop_tickets()
    return table


def over_for(table: Table, seat: int) -> None:
    """The seat's turn is over: it may do nothing at all, whatever it tries."""
    assert table.turn_of != seat
    assert table.game.legal(seat) == []
    for move in (DrawBlind(), TakeCard(1), DrawTickets(), Pass(), ClaimRoute(0, table.cards(red=1))):
        assert table.refused(seat, move).rule == "turn.one-action"


# turn.one-action


@pytest.mark.parametrize(
    ("edition", "kinds"),
    [
        ("new_york", {DrawBlind, TakeCard, DrawTickets, ClaimRoute}),
        ("berlin", {DrawBlind, TakeCard, DrawTickets, ClaimRoute}),
        ("europe", {DrawBlind, TakeCard, DrawTickets, ClaimRoute, BuildStation}),
        # Claiming again: with stand-ins, the claim begins with their number.
        ("nordic", {DrawBlind, TakeCard, DrawTickets, ClaimRoute, BeginStandIns}),
        ("japan", {DrawBlind, TakeCard, DrawTickets, ClaimRoute}),
    ],
)
def test_turn_one_action__what_there_is_to_choose(edition: str, kinds: set[type[Move]]) -> None:
    table = Table(edition, 2)
    table.give(1)
    table.show("green", "green", "red", "red", "black")
    table.give(0, red=4, blue=4, black=4, wild=3)
    assert {type(move) for move in table.moves(0)} == kinds


@every_game
def test_turn_one_action__drawing_cards_is_one(edition: str) -> None:
    table = Table(edition, 2)
    table.play(0, DrawBlind())
    table.play(0, DrawBlind())
    over_for(table, 0)


@every_game
def test_turn_one_action__claiming_is_one(edition: str) -> None:
    table = Table(edition, 2)
    route, color = A_LENGTH_OF_ONE[edition]
    table.give(0, **{color: 3})
    events = table.claim(0, route, **{color: 1})
    assert [event.seat for event in events if isinstance(event, TurnBegan)] == [1]
    over_for(table, 0)


@every_game
def test_turn_one_action__drawing_tickets_is_one(edition: str) -> None:
    table = Table(edition, 2)
    table.play(0, DrawTickets())
    table.play(0, table.game.legal(0)[0])
    over_for(table, 0)


def test_turn_one_action__building_a_station_is_one() -> None:
    table = Table("europe", 2)
    table.give(0, red=6)
    table.build(0, "berlin", red=1)
    over_for(table, 0)
    city = table.board.city("paris")
    assert table.refused(0, BuildStation(city, table.cards(red=2))).rule == "turn.one-action"


@pytest.mark.parametrize("edition", ["new_york", "berlin", "nordic", "japan"])
def test_turn_one_action__stations_are_built_in_europe_only(edition: str) -> None:
    table = Table(edition, 2)
    table.give(0, red=3)
    assert table.refused(0, BuildStation(0, table.cards(red=1))).rule == "turn.one-action"


def test_turn_one_action__a_draw_begun_is_not_left_for_another_action() -> None:
    table = Table("europe", 2)
    table.give(0, purple=2)
    table.play(0, DrawBlind())
    claim = ClaimRoute(table.board.route("dieppe-paris"), table.cards(purple=1))
    build = BuildStation(table.board.city("paris"), table.cards(purple=1))
    for move in (claim, build, DrawTickets(), Pass()):
        assert table.refused(0, move).rule == "draw.two"


def test_turn_one_action__tickets_drawn_are_not_left_for_another_action() -> None:
    table = Table("europe", 2)
    table.give(0, purple=2)
    table.play(0, DrawTickets())
    claim = ClaimRoute(table.board.route("dieppe-paris"), table.cards(purple=1))
    for move in (claim, DrawBlind(), DrawTickets(), Pass(), KeepTickets(())):
        assert table.refused(0, move).rule == "ticket.draw"


@pytest.mark.parametrize("move", [DrawBlind(), TakeCard(5), DrawTickets(), Pass(), RefuseTunnel()], ids=repr)
def test_turn_one_action__not_on_the_turn_of_another(move: Move) -> None:
    table = Table("new_york", 3)
    table.show("red", "red", "red", "red", "red")
    for seat in (1, 2):
        assert table.refused(seat, move).rule == "turn.one-action"


@pytest.mark.parametrize("seat", [-1, 2])
def test_turn_one_action__not_for_a_seat_that_is_none(seat: int) -> None:
    table = Table("new_york", 2)
    assert table.game.legal(seat) == []
    assert table.refused(seat, DrawBlind()).rule == "turn.one-action"


def test_turn_one_action__a_number_that_is_no_move_is_refused() -> None:
    table = Table("new_york", 2)
    for number in (-1, table.game.move_count):
        assert table.refused(0, number).rule == "turn.one-action"


@pytest.mark.parametrize("cards", [2, [0, 2], (0, 2.0), (0, True), None], ids=repr)
def test_turn_one_action__cards_that_are_no_counts_are_no_move(cards: object) -> None:
    table = Table("new_york", 2)
    for move in (ClaimRoute(0, cards), BuildStation(0, cards), TopUp(cards)):  # type: ignore[arg-type]
        assert table.refused(0, move).code == "unknown-move"


# turn.pass


@every_game
def test_turn_pass__not_while_anything_can_be_drawn(edition: str) -> None:
    table = Table(edition, 2)
    assert Pass() not in table.moves(0)
    assert table.refused(0, Pass()).rule == "turn.pass"


def test_turn_pass__not_with_a_card_in_the_deck() -> None:
    table = nothing_to_draw("new_york", 2)
    table.give(1, red=5, blue=6, green=6, black=6, purple=6, orange=6, wild=8)
    assert table.game.view().status.deck_left == 1
    assert table.refused(0, Pass()).rule == "turn.pass"
    assert table.moves(0) == [DrawBlind()]


def test_turn_pass__not_with_a_card_discarded() -> None:
    # The deck is empty, but the discards would become a new one.
    table = nothing_to_draw("new_york", 2)
    table.give(1, red=5, blue=6, green=6, black=6, purple=6, orange=6, wild=8)
    table.discard(red=1)
    assert table.refused(0, Pass()).rule == "turn.pass"
    assert table.moves(0) == [DrawBlind()]


@pytest.mark.parametrize("card", ["red", "wild"])
def test_turn_pass__not_with_a_card_in_the_display(card: str) -> None:
    table = Table("new_york", 2)
    table.show(card)
    table.give(0)
    table.hoard(1)
    table.drop_tickets()
    assert table.refused(0, Pass()).rule == "turn.pass"
    assert table.moves(0) == [TakeCard(table.kind(card))]


def test_turn_pass__not_with_a_ticket_left() -> None:
    table = Table("new_york", 2)
    table.show()
    table.give(0)
    table.hoard(1)
    table.drop_tickets(keep=1)
    assert table.refused(0, Pass()).rule == "turn.pass"
    assert table.moves(0) == [DrawTickets()]


def test_turn_pass__not_with_only_returned_tickets_left() -> None:
    # One game's returns are the end of the pile, the other's a shuffled group under it: both can be drawn.
    for edition in ("new_york", "japan"):
        table = Table(edition, 2, opened=False)
        for seat in range(2):
            table.play(seat, table.game.legal(seat)[0])
        table.show()
        table.give(0)
        table.hoard(1)
        table.drop_tickets()
        assert table.refused(0, Pass()).rule == "turn.pass"
        assert table.moves(0) == [DrawTickets()]


@every_game
def test_turn_pass__allowed_when_nothing_can_be_drawn(edition: str) -> None:
    table = nothing_to_draw(edition, 2)
    assert table.moves(0) == [Pass()]
    events = table.play(0, Pass())
    assert [event.seat for event in events if isinstance(event, Passed)] == [0]
    assert table.turn_of == 1
    assert not table.game.over


@every_game
def test_turn_pass__allowed_to_a_seat_that_could_claim_or_build(edition: str) -> None:
    table = nothing_to_draw(edition, 2, holder=0)
    kinds = {type(move) for move in table.moves(0)}
    assert {Pass, ClaimRoute} <= kinds
    assert (BuildStation in kinds) == (edition == "europe")
    table.play(0, Pass())
    assert table.turn_of == 1


@every_game
def test_turn_pass__the_game_ends_when_all_pass_one_after_another(edition: str) -> None:
    table = nothing_to_draw(edition, 3, holder=2)
    for seat in (0, 1):
        table.play(seat, Pass())
        assert not table.game.over
    events = table.play(2, Pass())
    assert isinstance(events[-1], GameEnded)
    assert not any(isinstance(event, LastRoundBegan | TurnBegan) for event in events)
    assert table.game.over
    assert table.game.to_act() == []
    assert table.refused(0, Pass()).rule == "end.trigger"


def test_turn_pass__a_game_that_all_passed_is_scored() -> None:
    table = nothing_to_draw("new_york", 2)
    table.points(30, 10)
    values = [sum(table.board.tickets[n].points for n in table.game.view(seat).tickets[seat] or ()) for seat in (0, 1)]
    assert min(values) > 0
    table.play(0, Pass())
    events = table.play(1, Pass())
    assert table.game.standings().totals == [30 - values[0], 10 - values[1]]
    # Nothing is secret any more.
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert ended.tickets == tuple(table.game.view(seat).tickets[seat] for seat in (0, 1))
    assert None not in table.game.view().hands


def test_turn_pass__a_turn_in_between_begins_the_count_anew() -> None:
    table = nothing_to_draw("new_york", 3, holder=1)
    table.play(0, Pass())
    table.claim(1, "times_square-midtown_west", red=1)
    # The card paid lies in the display now, so that the next seat must take it.
    assert table.refused(2, Pass()).rule == "turn.pass"
    table.take(2, "red")
    for seat in (0, 1):
        table.play(seat, Pass())
        assert not table.game.over
    table.play(2, Pass())
    assert table.game.over


@pytest.mark.parametrize("seats", [2, 3])
def test_turn_pass__in_the_last_round_it_is_the_last_turn(seats: int) -> None:
    table = nothing_to_draw("new_york", seats, holder=0)
    table.pieces(0, taxi=3)
    events = table.claim(0, "times_square-midtown_west", red=1)
    assert any(isinstance(event, LastRoundBegan) for event in events)
    table.take(1, "red")
    for seat in [*range(2, seats), 0]:
        assert not table.game.over
        assert table.turn_of == seat
        table.play(seat, Pass())
    assert table.game.over


def test_turn_pass__in_the_last_round_passes_do_not_cut_it_short() -> None:
    # A pass of one seat is no turn of another: a seat that can still claim does so after two passes.
    table = nothing_to_draw("new_york", 3, holder=0)
    table.pieces(0, taxi=3)
    table.claim(0, "times_square-midtown_west", red=1)
    table.take(1, "red")
    table.play(2, Pass())
    assert table.turn_of == 0
    table.claim(0, "chinatown-wall_street", green=1)
    assert table.game.over
    assert table.game.view().points[0] == 2


def test_turn_pass__not_in_the_middle_of_a_draw() -> None:
    table = Table("new_york", 2)
    table.drop_tickets()
    table.play(0, DrawBlind())
    assert table.refused(0, Pass()).rule == "draw.two"
