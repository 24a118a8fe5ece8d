"""Tickets: drawing and keeping them, where the others go, who sees them, and what they count."""

from itertools import combinations

import pytest

from kolej.engine.knowledge.events import TicketOffered, TicketsKept, redact
from kolej.engine.moves.moves import ClaimRoute, DrawBlind, DrawTickets, KeepTickets, Move, Pass
from tests.support.arranged_game import Table

EDITIONS = ("new_york", "berlin", "europe", "nordic", "japan")
DRAWN = {"new_york": 2, "berlin": 2, "europe": 3, "nordic": 3, "japan": 3}
BOTTOM = ("new_york", "berlin", "europe", "japan")
IN_ALL = {"new_york": 18, "berlin": 22, "europe": 40, "nordic": 46, "japan": 54}


def left(table: Table) -> int:
    """How many tickets may still be drawn."""
    status = table.game.view().status
    return status.pile_left + status.group_left + status.tail_left


def draw(table: Table, seat: int) -> tuple[int, ...]:
    """Draw tickets and look at them, in the order drawn."""
    table.to_move(seat)
    table.play(seat, DrawTickets())
    return table.game.view(seat).offer


def subsets(tickets: tuple[int, ...]) -> set[frozenset[int]]:
    return {frozenset(some) for size in range(1, len(tickets) + 1) for some in combinations(tickets, size)}


def choices(table: Table, seat: int) -> list[frozenset[int]]:
    moves = table.moves(seat)
    assert all(isinstance(move, KeepTickets) for move in moves)
    return [frozenset(move.tickets) for move in moves if isinstance(move, KeepTickets)]


# ticket.draw


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__so_many_are_drawn_and_any_of_them_kept_but_at_least_one(edition: str) -> None:
    table = Table(edition, 2)
    held = table.game.view().held[0]
    before = left(table)
    offer = draw(table, 0)
    assert len(offer) == len(set(offer)) == DRAWN[edition]
    assert left(table) == before - DRAWN[edition]
    listed = choices(table, 0)
    assert len(listed) == len(set(listed))
    assert set(listed) == subsets(offer)
    for kept in listed:
        again = Table(edition, 2)
        assert draw(again, 0) == offer
        mine = set(again.game.view(0).tickets[0] or ())
        again.keep(0, *kept)
        assert set(again.game.view(0).tickets[0] or ()) == mine | kept
        assert again.game.view().held[0] == held + len(kept)
        assert again.turn_of == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__keeping_none_is_refused(edition: str) -> None:
    table = Table(edition, 2)
    draw(table, 0)
    assert table.refused(0, KeepTickets(())).rule == "ticket.draw"


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__only_what_was_offered_can_be_kept(edition: str) -> None:
    table = Table(edition, 2)
    offer = draw(table, 0)
    mine = table.game.view(0).tickets[0]
    theirs = table.game.view(1).tickets[1]
    assert mine and theirs
    strangers = set(range(len(table.board.tickets))) - {*offer, *mine, *theirs}
    for other in (mine[0], theirs[0], min(strangers), -1, len(table.board.tickets)):
        assert table.refused(0, KeepTickets((other,))).rule == "ticket.draw"
        assert table.refused(0, KeepTickets((offer[0], other))).rule == "ticket.draw"
    assert table.refused(0, KeepTickets((offer[0], offer[0]))).rule == "ticket.draw"


@pytest.mark.parametrize("edition", ["europe", "nordic", "japan"])
def test_ticket_draw__with_fewer_left_those_are_drawn(edition: str) -> None:
    table = Table(edition, 2)
    table.drop_tickets(keep=2)
    offer = draw(table, 0)
    assert len(offer) == 2
    assert set(choices(table, 0)) == subsets(offer)
    assert table.refused(0, KeepTickets(())).rule == "ticket.draw"
    table.keep(0, offer[1])
    assert left(table) == (0 if edition == "nordic" else 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__with_none_left_the_action_is_not_there(edition: str) -> None:
    table = Table(edition, 2)
    table.drop_tickets()
    assert DrawTickets() not in table.moves(0)
    assert table.refused(0, DrawTickets()).rule == "ticket.draw"
    # Cards may still be drawn, so that nobody need pass.
    assert DrawBlind() in table.moves(0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__a_kept_ticket_cannot_be_given_back(edition: str) -> None:
    table = Table(edition, 2)
    kept = draw(table, 0)[0]
    table.keep(0, kept)
    for seat in (0, 1):
        assert table.game.view(0).tickets[0] is not None
        assert not any(isinstance(move, KeepTickets) for move in table.moves(seat))
    table.to_move(0)
    assert table.refused(0, KeepTickets((kept,))).rule == "ticket.draw"
    offer = draw(table, 0)
    assert kept not in offer
    table.keep(0, offer[-1])
    assert {kept, offer[-1]} <= set(table.game.view(0).tickets[0] or ())


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__any_number_may_be_held(edition: str) -> None:
    table = Table(edition, 2)
    others = table.game.view().held[1]
    # Europe's long tickets are not drawn in play: what was dealt of them comes on top.
    long = sum(table.board.tickets[ticket].deck == "long" for ticket in table.game.view(0).tickets[0] or ())
    long_elsewhere = sum(table.board.tickets[ticket].deck == "long" for ticket in table.game.view(1).tickets[1] or ())
    while left(table):
        table.keep(0, *draw(table, 0))
    assert table.game.view().held[0] == IN_ALL[edition] + long - (others - long_elsewhere)


def test_ticket_draw__long_tickets_are_never_drawn_in_play() -> None:
    table = Table("europe", 2)
    while left(table):
        offer = draw(table, 0)
        assert {table.board.tickets[ticket].deck for ticket in offer} == {"regular"}
        table.keep(0, *offer)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__it_is_the_whole_turn_and_nothing_else_goes_before_the_choice(edition: str) -> None:
    table = Table(edition, 2)
    route = next(route for route in table.board.routes if route.color and route.length == 2 and route.kind != "ferry")
    paint = table.board.colors[(route.color or 1) - 1]
    table.give(0, **{paint: 2})
    offer = draw(table, 0)
    claim = ClaimRoute(table.board.route(route.id), table.cards(**{paint: 2}))
    others: tuple[Move, ...] = (claim, DrawBlind(), DrawTickets(), Pass())
    for move in others:
        assert table.refused(0, move).rule == "ticket.draw"
    assert table.game.to_act() == [0]
    table.keep(0, offer[0])
    assert table.game.to_act() == [1]
    for move in others:
        assert table.refused(0, move).rule == "turn.one-action"


def test_ticket_draw__an_offer_is_nobody_elses_to_answer() -> None:
    table = Table("europe", 2)
    offer = draw(table, 0)
    assert table.moves(1) == []
    assert table.refused(1, KeepTickets(offer)).rule == "turn.one-action"


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_draw__not_after_a_first_card(edition: str) -> None:
    table = Table(edition, 2)
    table.play(0, DrawBlind())
    assert DrawTickets() not in table.moves(0)
    assert table.refused(0, DrawTickets()).rule == "draw.two"


@pytest.mark.parametrize("edition", ["europe", "japan"])
def test_ticket_draw__the_others_go_under_the_deck_in_the_order_drawn(edition: str) -> None:
    for kept_at in range(3):
        table = Table(edition, 2)
        table.drop_tickets(keep=3)
        offer = draw(table, 0)
        table.keep(0, offer[kept_at])
        assert draw(table, 1) == offer[:kept_at] + offer[kept_at + 1 :]


@pytest.mark.parametrize("edition", ["new_york", "berlin"])
def test_ticket_draw__those_of_two_seats_go_under_the_deck_one_after_the_other(edition: str) -> None:
    table = Table(edition, 2)
    table.drop_tickets(keep=4)
    first = draw(table, 0)
    table.keep(0, first[1])
    second = draw(table, 1)
    table.keep(1, second[0])
    assert draw(table, 0) == (first[0], second[1])


@pytest.mark.parametrize("edition", BOTTOM)
def test_ticket_draw__under_the_deck_means_after_all_others(edition: str) -> None:
    table = Table(edition, 2)
    size = DRAWN[edition]
    table.drop_tickets(keep=size + 1)
    first = draw(table, 0)
    table.keep(0, first[-1])
    last = set(range(len(table.board.tickets))) - {
        *first,
        *(table.game.view(0).tickets[0] or ()),
        *(table.game.view(1).tickets[1] or ()),
    }
    second = draw(table, 1)
    assert second[0] in last
    assert second[1:] == first[:-1]


@pytest.mark.parametrize("edition", ["europe", "japan"])
def test_ticket_draw__the_order_in_which_they_are_named_changes_nothing(edition: str) -> None:
    orders = []
    for turned in (False, True):
        table = Table(edition, 2)
        table.drop_tickets(keep=5)
        a, b, c = draw(table, 0)
        table.keep(0, *((c, a) if turned else (a, c)))
        orders.append(((a, c), draw(table, 1)))
        assert orders[-1][1][-1] == b
    assert orders[0] == orders[1]


def test_ticket_draw__in_japan_they_go_under_those_shuffled_at_the_opening() -> None:
    table = Table("japan", 2, opened=False)
    returned: set[int] = set()
    for seat in range(2):
        offer = table.game.view(seat).offer
        table.keep(seat, *offer[:2])
        returned |= set(offer[2:])
    table.drop_tickets(keep=2)
    first = draw(table, 0)
    assert len(set(first) & returned) == 1, "two of the deck, then the returned ones begin"
    table.keep(0, first[0])
    assert draw(table, 1) == (*[ticket for ticket in table.game.view(1).offer if ticket in returned],)
    table.keep(1, table.game.view(1).offer[0])
    assert draw(table, 0)[:2] == first[1:]


def test_ticket_draw__in_nordic_the_others_leave_the_game() -> None:
    table = Table("nordic", 2)
    before = left(table)
    offer = draw(table, 0)
    table.keep(0, offer[1])
    assert left(table) == before - 3
    seen = set()
    while left(table):
        drawn = draw(table, 1)
        seen |= set(drawn)
        table.keep(1, *drawn)
    assert not seen & {offer[0], offer[2]}
    assert table.refused(0, DrawTickets()).rule == "ticket.draw"


@pytest.mark.parametrize("edition", BOTTOM)
def test_ticket_draw__elsewhere_returned_tickets_can_be_drawn_again(edition: str) -> None:
    table = Table(edition, 2)
    table.drop_tickets(keep=DRAWN[edition])
    offer = draw(table, 0)
    table.keep(0, offer[0])
    assert left(table) == DRAWN[edition] - 1
    assert draw(table, 1) == offer[1:]


# ticket.last


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_last__a_single_one_may_be_drawn_and_must_be_kept(edition: str) -> None:
    table = Table(edition, 2)
    table.drop_tickets(keep=1)
    assert DrawTickets() in table.moves(0)
    (ticket,) = draw(table, 0)
    assert table.moves(0) == [KeepTickets((ticket,))]
    assert table.refused(0, KeepTickets(())).rule == "ticket.last"
    table.keep(0, ticket)
    assert ticket in (table.game.view(0).tickets[0] or ())
    assert left(table) == 0
    assert table.refused(1, DrawTickets()).rule == "ticket.draw"


@pytest.mark.parametrize("edition", BOTTOM)
def test_ticket_last__it_may_be_one_that_came_back(edition: str) -> None:
    table = Table(edition, 2)
    table.drop_tickets(keep=2)
    offer = draw(table, 0)
    table.keep(0, offer[0])
    assert draw(table, 1) == (offer[1],)
    assert table.refused(1, KeepTickets(())).rule == "ticket.last"
    table.keep(1, offer[1])
    assert offer[1] in (table.game.view(1).tickets[1] or ())


# ticket.secret


def two_tables(edition: str) -> tuple[Table, Table]:
    """Two games that differ only in the tickets of seat 0: one is asked for another than the other one is."""
    tables = (Table(edition, 3), Table(edition, 3))
    elsewhere = {ticket for seat in range(3) for ticket in tables[0].game.view(seat).tickets[seat] or ()}
    free = [
        ticket
        for number, ticket in enumerate(tables[0].board.tickets)
        if number not in elsewhere and ticket.deck == "regular"
    ]
    size = DRAWN[edition]
    tables[0].stack_tickets(*[ticket.id for ticket in free[:size]])
    tables[1].stack_tickets(*[ticket.id for ticket in free[size : 2 * size]])
    return tables


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_secret__others_cannot_tell_one_ticket_from_another(edition: str) -> None:
    one, two = two_tables(edition)
    for viewer in (1, 2, None):
        assert one.game.view(viewer) == two.game.view(viewer)
    seen: list[list[list[object]]] = []
    for table, place in ((one, 0), (two, 1)):
        events = table.play(0, DrawTickets())
        assert len([event for event in events if isinstance(event, TicketOffered)]) == DRAWN[edition]
        offer = table.game.view(0).offer
        assert len(offer) == DRAWN[edition]
        assert all(table.game.view(viewer).offer == () for viewer in (1, 2, None))
        events += table.keep(0, offer[place])
        seen.append([[redact(event, viewer) for event in events] for viewer in (1, 2, None)])
        assert any(isinstance(event, TicketsKept) and event.tickets for event in events)
    assert seen[0] == seen[1]
    for viewer in (1, 2, None):
        assert one.game.view(viewer) == two.game.view(viewer)
    assert one.game.view(0) != two.game.view(0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_secret__everyone_sees_ones_own_and_nobody_elses(edition: str) -> None:
    table = Table(edition, 2)
    offer = draw(table, 0)
    table.keep(0, offer[0])
    mine, theirs = table.game.view(0).tickets
    assert mine is not None and offer[0] in mine
    assert theirs is None
    assert table.game.view(1).tickets[0] is None
    assert table.game.view(None).tickets == (None, None)


def test_ticket_secret__completing_one_shows_nothing() -> None:
    views = []
    for ticket in ("lower_east_side-wall_street", "lincoln_center-empire_state_building"):
        table = Table("new_york", 2)
        table.tickets(1)
        table.tickets(0, ticket)
        table.give(0, blue=1, green=1)
        table.own(0, "lower_east_side-chinatown")
        events = table.claim(0, "chinatown-wall_street", green=1)
        views.append((table.game.view(1), table.game.view(), [redact(event, 1) for event in events]))
    assert views[0] == views[1]


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_secret__how_many_are_held_is_public(edition: str) -> None:
    table = Table(edition, 2)
    held = table.game.view().held[0]
    offer = draw(table, 0)
    for viewer in (1, None):
        assert table.game.view(viewer).offered[0] == DRAWN[edition]
    events = table.keep(0, *offer[:2])
    for viewer in (0, 1, None):
        assert table.game.view(viewer).held[0] == held + 2
    (kept,) = [redact(event, 1) for event in events if isinstance(event, TicketsKept)]
    assert isinstance(kept, TicketsKept)
    assert (kept.count, kept.held, kept.tickets, kept.places) == (2, held + 2, None, None)


@pytest.mark.parametrize("edition", EDITIONS)
def test_ticket_secret__after_the_end_all_is_open(edition: str) -> None:
    table = Table(edition, 2)
    mine = table.game.view(0).tickets[0]
    theirs = table.game.view(1).tickets[1]
    table.finish()
    for viewer in (0, 1, None):
        assert table.game.view(viewer).tickets == (mine, theirs)


# ticket.score


def score(table: Table) -> list[int]:
    return dict(table.finish().lines)["tickets"]


# An edition, a ticket, its value, and routes of which only all together join its cities.
CHAINS = [
    ("new_york", "lower_east_side-wall_street", 2, ["lower_east_side-chinatown", "chinatown-wall_street"]),
    (
        "new_york",
        "times_square-east_village",
        4,
        [
            "times_square-empire_state_building/2",
            "empire_state_building-gramercy_park",
            "gramercy_park-east_village",
        ],
    ),
    (
        "berlin",
        "hauptbahnhof-potsdamer_platz",
        3,
        ["hauptbahnhof-reichstag/2", "reichstag-brandenburger_tor", "brandenburger_tor-potsdamer_platz"],
    ),
    (
        "berlin",
        "schloss_bellevue-oranienburger_tor",
        4,
        ["schloss_bellevue-hauptbahnhof", "hauptbahnhof-oranienburger_tor/2"],
    ),
    ("europe", "frankfurt-kobenhavn", 5, ["essen-frankfurt", "essen-kobenhavn"]),
    ("europe", "budapest-sofia", 5, ["budapest-sarajevo", "sarajevo-sofia"]),
    ("nordic", "helsinki-lieksa", 5, ["helsinki-lahti", "kuopio-lahti", "kuopio-lieksa"]),
    ("nordic", "tampere-tallinn", 3, ["helsinki-tampere", "helsinki-tallinn"]),
    ("japan", "hakata-oita", 3, ["hakata-nagasaki", "kumamoto-nagasaki/2", "kumamoto-oita"]),
    ("japan", "shinjuku-ikebukuro", 4, ["shinjuku-yotsuya", "ikebukuro-yotsuya"]),
]


@pytest.mark.parametrize(("edition", "ticket", "value", "chain"), CHAINS)
def test_ticket_score__a_joined_ticket_adds_its_value_and_another_takes_it_away(
    edition: str, ticket: str, value: int, chain: list[str]
) -> None:
    table = Table(edition, 2)
    table.tickets(1)
    table.tickets(0, ticket)
    assert score(table) == [-value, 0]
    for missing in range(len(chain)):
        table = Table(edition, 2)
        table.tickets(1)
        table.tickets(0, ticket)
        table.own(0, *chain[:missing], *chain[missing + 1 :])
        assert score(table) == [-value, 0]
        # The missing link in another's hand is no help.
        table.own(1, chain[missing])
        assert score(table) == [-value, 0]
    table = Table(edition, 2)
    table.tickets(1)
    table.tickets(0, ticket)
    table.own(0, *chain)
    standings = table.finish()
    assert dict(standings.lines)["tickets"] == [value, 0]
    assert list(standings.sheet.completed) == [1, 0]


@pytest.mark.parametrize(("edition", "ticket", "value", "chain"), CHAINS)
def test_ticket_score__routes_claimed_in_play_complete_it_in_any_order(
    edition: str, ticket: str, value: int, chain: list[str]
) -> None:
    for order in (chain, chain[::-1]):
        table = Table(edition, 2)
        table.tickets(1)
        table.tickets(0, ticket)
        for name in order:
            route = table.board.routes[table.board.route(name)]
            table.to_move(0)
            paint = table.board.colors[0 if route.color is None else route.color - 1]
            cost = {paint: route.length - route.symbols, "wild": route.symbols}
            cost = {card: count for card, count in cost.items() if count}
            table.give(1)
            table.show()
            table.give(0, **cost)
            if route.kind == "tunnel":
                table.stack(*[next(color for color in table.board.colors if color != paint)] * 3)
            table.claim(0, name, **cost)
        assert score(table)[0] == value


def test_ticket_score__every_ticket_counts_on_its_own_and_the_sum_may_fall_below_zero() -> None:
    table = Table("new_york", 2)
    table.tickets(1)
    table.tickets(0, "lower_east_side-wall_street", "chelsea-brooklyn", "central_park-chinatown")
    table.own(0, "lower_east_side-chinatown", "chinatown-wall_street")
    table.points(2, 0)
    standings = table.finish()
    assert dict(standings.lines)["tickets"] == [2 - 8 - 8, 0]
    # Two attractions are touched as well.
    assert standings.totals == [2 - 14 + 2, 0]
    assert standings.winners == [1]


def test_ticket_score__only_held_tickets_count() -> None:
    table = Table("new_york", 2)
    table.tickets(1)
    table.tickets(0, "lower_east_side-wall_street")
    table.drop_tickets(keep=0)
    table.own(1, "lower_east_side-chinatown", "chinatown-wall_street")
    assert score(table) == [-2, 0]


def test_ticket_score__one_route_may_serve_several_tickets() -> None:
    table = Table("berlin", 2)
    table.tickets(1)
    table.tickets(0, "gendarmenmarkt-moritzplatz", "hallesches_tor-alexanderplatz")
    table.own(0, "gendarmenmarkt-checkpoint_charlie", "checkpoint_charlie-moritzplatz")
    assert score(table) == [4 - 6, 0]
    table.own(0, "checkpoint_charlie-hallesches_tor", "gendarmenmarkt-museumsinsel", "museumsinsel-alexanderplatz")
    assert score(table) == [4 + 6, 0]


def test_ticket_score__in_europe_the_chain_may_use_a_borrowed_route() -> None:
    table = Table("europe", 2)
    table.tickets(1)
    table.tickets(0, "frankfurt-kobenhavn")
    table.own(0, "essen-frankfurt")
    table.own(1, "essen-kobenhavn")
    assert score(table) == [-5, 0]
    table.station(0, "essen")
    assert score(table) == [5, 0]


def test_ticket_score__in_japan_the_chain_may_use_every_bullet_train() -> None:
    table = Table("japan", 2)
    table.tickets(1)
    table.tickets(0, "tokyo-sendai")
    table.tickets(1, "osaka-tokyo")
    table.own(0, "tokyo-utsunomiya", shared=True)
    table.own(1, "fukushima-utsunomiya", "fukushima-sendai", shared=True)
    assert score(table) == [3, -5]


def test_ticket_score__a_bullet_train_route_taken_with_cars_serves_its_owner_only() -> None:
    for owner, expected in ((0, 3), (1, -3)):
        table = Table("japan", 2)
        table.tickets(1)
        table.tickets(0, "tokyo-sendai")
        table.own(0, "tokyo-utsunomiya", "fukushima-utsunomiya", shared=True)
        table.own(owner, "fukushima-sendai")
        assert score(table) == [expected, 0]
