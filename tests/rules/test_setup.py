"""Set-up: what every seat is dealt, what it may keep, who begins, and the order of chance outcomes."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import pytest

from kolej import editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.state import DISPLAY_CARD, FIRST_SEAT, HAND_CARD, OPENING_TICKET, TICKET
from kolej.engine.errors import IllegalMove, RulesError
from kolej.engine.game import Game
from kolej.engine.knowledge.events import FirstSeatDrawn, TicketsChosen, TicketsKept, TurnBegan, redact
from kolej.engine.moves.moves import ClaimRoute, DrawBlind, DrawTickets, KeepTickets, Move, Pass, TakeCard
from kolej.engine.ruleset.rules import Edition
from kolej.rules.tickets import BOTTOM, SHUFFLED, Opening, offer
from tests.support.arranged_game import Table

WILD = 0


@dataclass(frozen=True)
class Column:
    """One column of the table of numbers, as far as set-up goes."""

    edition: str
    seats: tuple[int, ...]
    each: int
    wilds: int
    colors: int
    cards: int
    tickets: int
    keep: int
    choices: int
    """How many ways there are to keep enough."""
    under: str
    """What the tickets that are not kept join: the pile's end, a shuffled group, or nothing."""

    @property
    def deck(self) -> int:
        return self.each * self.colors + self.wilds


NEW_YORK = Column("new_york", (2, 3, 4), 6, 8, 6, cards=2, tickets=2, keep=1, choices=3, under="tail")
BERLIN = Column("berlin", (2, 3, 4), 6, 8, 6, cards=2, tickets=2, keep=1, choices=3, under="tail")
EUROPE = Column("europe", (2, 3, 4, 5), 12, 14, 8, cards=4, tickets=4, keep=2, choices=11, under="box")
NORDIC = Column("nordic", (2, 3), 12, 14, 8, cards=4, tickets=5, keep=2, choices=26, under="box")
JAPAN = Column("japan", (2, 3, 4, 5), 12, 14, 8, cards=4, tickets=4, keep=2, choices=11, under="group")
ALL = (NEW_YORK, BERLIN, EUROPE, NORDIC, JAPAN)

every_game = pytest.mark.parametrize("game_of", ALL, ids=lambda column: column.edition)


def waiting(game_of: Column, seats: int = 3) -> Table:
    """A table at which nobody has chosen tickets yet."""
    return Table(game_of.edition, seats, opened=False)


def offers(table: Table) -> list[tuple[int, ...]]:
    """The tickets dealt to each seat, in the order dealt."""
    return [table.game.view(seat).offer for seat in range(table.game.seats)]


def drawn(table: Table, seat: int) -> tuple[int, ...]:
    """What a seat is offered when it draws tickets."""
    table.play(seat, DrawTickets())
    return table.game.view(seat).offer


def chance_of_set_up(game: Game, script: Sequence[int] = ()) -> list[int]:
    """What chance was asked for until all seats may choose; it follows the script first, then brings the last it may.

    The last outcome is never a wild while colours are left, so that nothing but the script can flush the display.
    """
    asked: list[int] = []
    lines = iter(script)
    while game.outcomes():
        asked.append(game.view().status.owes)
        game.resolve(next(lines, game.outcomes()[-1][0]))
    return asked


# setup.deal


@every_game
def test_setup_deal__cards_display_and_tickets_in_number(game_of: Column) -> None:
    for seats in game_of.seats:
        view = waiting(game_of, seats).game.view()
        assert view.hand_sizes == (game_of.cards,) * seats
        assert len(view.display) == 5
        assert all(kind >= 0 for kind in view.display)
        assert view.offered == (game_of.tickets,) * seats
        assert view.status.deck_left + sum(view.discard) == game_of.deck - game_of.cards * seats - 5


@every_game
def test_setup_deal__every_card_of_the_deck_is_there_once(game_of: Column) -> None:
    table = waiting(game_of)
    cards = Counter(table.display)
    for seat in range(3):
        cards.update(table.hand_of(seat))
    names = ("wild", *table.board.colors)
    for kind, name in enumerate(names):
        cards[name] += table.s.deck[kind] + table.s.discard[kind]
    assert cards == {"wild": game_of.wilds} | dict.fromkeys(table.board.colors, game_of.each)
    assert len(table.board.colors) == game_of.colors


@every_game
def test_setup_deal__cards_are_shuffled(game_of: Column) -> None:
    game = Game.start(editions.load(game_of.edition), 2, first=0)
    weights = [game_of.wilds] + [game_of.each] * game_of.colors
    assert game.outcomes() == list(enumerate(weights))
    game.resolve(WILD)
    assert dict(game.outcomes())[WILD] == game_of.wilds - 1


def test_setup_deal__a_card_in_a_hand_cannot_come_again() -> None:
    # Four hands of two hold all eight wilds of New York.
    game = Game.start(editions.load("new_york"), 4, first=0)
    for _ in range(8):
        game.resolve(WILD)
    assert game.view().status.owes == DISPLAY_CARD
    assert WILD not in dict(game.outcomes())


@every_game
def test_setup_deal__tickets_are_shuffled_and_dealt_once(game_of: Column) -> None:
    game = Game.start(editions.load(game_of.edition), 3, first=0)
    tickets = game.edition.board.tickets
    while game.view().status.owes != OPENING_TICKET:
        game.resolve(game.outcomes()[-1][0])
    gone: set[int] = set()
    for _ in range(3):
        for dealt in range(game_of.tickets):
            deck = "long" if game_of is EUROPE and dealt == 0 else "regular"
            left = {n for n, ticket in enumerate(tickets) if ticket.deck == deck} - gone
            assert game.outcomes() == [(n, 1) for n in sorted(left)]
            gone.add(min(left))
            game.resolve(min(left))
    assert game.outcomes() == []


def test_setup_deal__one_long_ticket_and_three_regular_ones_in_europe() -> None:
    table = waiting(EUROPE, 5)
    for dealt in offers(table):
        assert Counter(table.board.tickets[ticket].deck for ticket in dealt) == {"long": 1, "regular": 3}


@every_game
def test_setup_deal__seats_outside_the_range_are_refused(game_of: Column) -> None:
    edition = editions.load(game_of.edition)
    for seats in (0, 1, game_of.seats[-1] + 1):
        with pytest.raises(RulesError) as refusal:
            Game.start(edition, seats)
        assert refusal.value.rule == "setup.deal"


def test_setup_deal__another_seed_is_another_deal() -> None:
    edition = editions.load("europe")

    def dealt(seed: int) -> tuple[object, ...]:
        game = Game.start(edition, 3, SeededDealer(seed), first=0)
        views = [game.view(seat) for seat in range(3)]
        return views[0].display, *(view.hands[view.viewer or 0] for view in views), *(view.offer for view in views)

    assert dealt(1) == dealt(1)
    assert len({dealt(seed) for seed in range(8)}) == 8


# setup.keep


@every_game
def test_setup_keep__any_tickets_but_enough_of_them(game_of: Column) -> None:
    table = waiting(game_of)
    for seat, dealt in enumerate(offers(table)):
        kept = [move.tickets for move in table.moves(seat) if isinstance(move, KeepTickets)]
        assert len(kept) == len(table.moves(seat)) == game_of.choices
        assert {len(tickets) for tickets in kept} == set(range(game_of.keep, game_of.tickets + 1))
        assert all(set(tickets) <= set(dealt) for tickets in kept)


@every_game
def test_setup_keep__too_few_are_refused(game_of: Column) -> None:
    # Nothing is kept for a seat by itself, either: without an answer the game waits.
    table = waiting(game_of)
    dealt = offers(table)[1]
    for count in range(game_of.keep):
        assert table.refused(1, KeepTickets(dealt[:count])).rule == "setup.keep"
    assert table.game.to_act() == [0, 1, 2]


@every_game
def test_setup_keep__the_tickets_chosen_are_the_tickets_held(game_of: Column) -> None:
    table = waiting(game_of)
    dealt = offers(table)
    for seat in range(3):
        table.keep(seat, *dealt[seat][-game_of.keep :])
    for seat in range(3):
        assert table.game.view(seat).tickets[seat] == tuple(sorted(dealt[seat][-game_of.keep :]))
        assert table.game.view(seat).offer == ()
    assert table.game.view().held == (game_of.keep,) * 3


def test_setup_keep__only_own_tickets_and_each_once() -> None:
    table = waiting(NORDIC)
    mine, theirs, _ = offers(table)
    assert table.refused(0, KeepTickets(theirs[:2])).rule == "setup.keep"
    assert table.refused(0, KeepTickets((mine[0], theirs[0]))).rule == "setup.keep"
    assert table.refused(0, KeepTickets((mine[0], mine[0]))).rule == "setup.keep"


@pytest.mark.parametrize("move", [DrawBlind(), TakeCard(1), DrawTickets(), Pass(), ClaimRoute(0, ())], ids=repr)
def test_setup_keep__nothing_is_done_before_the_choice(move: Move) -> None:
    table = waiting(EUROPE)
    table.show("purple", "blue", "orange", "white", "green")
    for seat in range(3):
        assert table.refused(seat, move).rule == "setup.keep"


def test_setup_keep__no_claim_before_the_choice() -> None:
    table = waiting(NEW_YORK)
    table.give(0, red=1)
    route = table.board.route("times_square-midtown_west")
    assert table.refused(0, ClaimRoute(route, table.cards(red=1))).rule == "setup.keep"
    # The first seat has chosen, but the others have not: it must wait for them.
    table.keep(0, *offers(table)[0])
    assert table.refused(0, ClaimRoute(route, table.cards(red=1))).rule == "setup.keep"
    table.keep(2, *offers(table)[2])
    table.keep(1, *offers(table)[1])
    table.claim(0, "times_square-midtown_west", red=1)


def test_setup_keep__a_choice_is_final() -> None:
    table = waiting(JAPAN)
    dealt = offers(table)[0]
    table.keep(0, *dealt[:2])
    assert table.refused(0, KeepTickets(dealt)).rule == "setup.keep"
    assert table.game.legal(0) == []


@every_game
def test_setup_keep__all_choose_at_the_same_time(game_of: Column) -> None:
    table = waiting(game_of)
    assert table.game.to_act() == [0, 1, 2]
    table.keep(1, *offers(table)[1])
    assert table.game.to_act() == [0, 2]
    table.keep(2, *offers(table)[2])
    assert table.game.to_act() == [0]
    table.keep(0, *offers(table)[0])
    assert table.game.to_act() == [0]
    assert table.turn_of == 0
    assert DrawBlind() in table.moves(0)


@every_game
def test_setup_keep__that_a_seat_has_chosen_is_seen_at_once_but_not_what(game_of: Column) -> None:
    few, many = waiting(game_of), waiting(game_of)
    dealt = offers(few)[1]
    seen_few = few.keep(1, *dealt[: game_of.keep])
    seen_many = many.keep(1, *dealt)
    for viewer in (0, 2, None):
        assert few.game.view(viewer).chosen == (False, True, False)
        assert few.game.view(viewer).held == (0, 0, 0)
        assert few.game.view(viewer) == many.game.view(viewer)
        assert [redact(each, viewer) for each in seen_few] == [redact(each, viewer) for each in seen_many]
    assert [type(each) for each in seen_few] == [TicketsChosen]
    assert few.game.view(1) != many.game.view(1)


@every_game
def test_setup_keep__how_many_were_kept_is_seen_when_the_last_has_chosen(game_of: Column) -> None:
    table = waiting(game_of)
    dealt = offers(table)
    assert not any(isinstance(event, TicketsKept) for event in table.keep(2, *dealt[2]))
    assert not any(isinstance(event, TicketsKept) for event in table.keep(0, *dealt[0][: game_of.keep]))
    events = [redact(event, None) for event in table.keep(1, *dealt[1])]
    kept = [event for event in events if isinstance(event, TicketsKept)]
    most = game_of.tickets
    assert [(each.seat, each.count, each.returned) for each in kept] == [
        (0, game_of.keep, most - game_of.keep),
        (1, most, 0),
        (2, most, 0),
    ]
    assert [each.tickets for each in kept] == [None] * 3
    assert table.game.view().held == (game_of.keep, most, most)


@every_game
def test_setup_keep__who_answers_first_makes_no_difference(game_of: Column) -> None:
    ends = set()
    for order in permutations(range(3)):
        table = waiting(game_of)
        dealt = offers(table)
        for seat in order:
            table.keep(seat, *dealt[seat][seat % 2 : seat % 2 + game_of.keep])
        # Tickets that came back are drawn again only when the pile is gone.
        table.drop_tickets()
        if game_of.under != "box":
            drawn(table, 0)
        ends.add(table.game.fingerprint())
    assert len(ends) == 1


@pytest.mark.parametrize("game_of", [NEW_YORK, BERLIN], ids=lambda column: column.edition)
def test_setup_keep__returned_tickets_lie_under_the_deck_in_seat_order(game_of: Column) -> None:
    table = Table(game_of.edition, 4, opened=False)
    dealt = offers(table)
    before = table.game.view().status.pile_left
    for seat in (3, 1, 0, 2):
        table.keep(seat, dealt[seat][seat % 2])
    returned = [dealt[seat][1 - seat % 2] for seat in range(4)]
    status = table.game.view().status
    assert (status.pile_left, status.group_left, status.tail_left) == (before, 0, 4)
    assert not set(drawn(table, 0)) & set(returned)
    table.play(0, table.game.legal(0)[-1])
    table.drop_tickets(keep=1)
    # One ticket is left above those that came back.
    assert drawn(table, 1)[1:] == (returned[0],)
    table.play(1, table.game.legal(1)[-1])
    assert drawn(table, 2) == (returned[1], returned[2])
    table.play(2, table.game.legal(2)[-1])
    assert drawn(table, 3) == (returned[3],)


def test_setup_keep__tickets_of_one_seat_go_under_the_deck_in_the_order_dealt() -> None:
    # No game that puts them there lets a seat return two, so these are New York's rules with more tickets dealt.
    city = editions.load("new_york")
    rules = replace(city.rules, opening=Opening(cards=2, deal=offer(keep=1, returns=BOTTOM, regular=4)))
    game = Game.start(Edition("more", city.board, rules), 2, first=0)
    while game.view().status.owes != OPENING_TICKET:
        game.resolve(game.outcomes()[-1][0])
    for ticket in (5, 9, 2, 7, 6, 1, 8, 3):
        game.resolve(ticket)
    # Naming what is kept in another order than dealt must not move anything.
    game.apply(1, KeepTickets((8,)))
    game.apply(0, KeepTickets((7, 9)))
    seen: list[int] = []
    for turn in range(8):
        seat = turn % 2
        game.apply(seat, DrawTickets())
        while game.outcomes():
            game.resolve(game.outcomes()[-1][0])
        seen += game.view(seat).offer
        game.apply(seat, game.legal(seat)[-1])
    assert seen[-5:] == [5, 2, 6, 1, 3]


@pytest.mark.parametrize("game_of", [EUROPE, NORDIC], ids=lambda column: column.edition)
def test_setup_keep__returned_tickets_leave_the_game(game_of: Column) -> None:
    table = waiting(game_of)
    dealt = offers(table)
    for seat in range(3):
        table.keep(seat, *dealt[seat][:2])
    status = table.game.view().status
    regular = {n for n, ticket in enumerate(table.board.tickets) if ticket.deck == "regular"}
    left = regular - {ticket for tickets in dealt for ticket in tickets}
    assert (status.pile_left, status.group_left, status.tail_left) == (len(left), 0, 0)
    # Every ticket there is to draw is drawn and kept: none that came back is among them, and no long one.
    seen: list[int] = []
    seat = 0
    while DrawTickets() in table.moves(seat):
        seen += drawn(table, seat)
        table.play(seat, table.game.legal(seat)[-1])
        seat = (seat + 1) % 3
    assert sorted(seen) == sorted(left)


def test_setup_keep__long_tickets_not_dealt_leave_the_game() -> None:
    # With five seats the sixth long ticket is nobody's; with all tickets kept nothing else leaves.
    table = Table("europe", 5)
    assert table.game.view().status.pile_left == 40 - 15
    table.game.dealer = None
    table.play(0, DrawTickets())
    assert {table.board.tickets[ticket].deck for ticket, _ in table.game.outcomes()} == {"regular"}


def japan_with_returns() -> tuple[Table, set[int]]:
    """Two seats that returned two tickets each, with the pile gone above them."""
    table = Table("japan", 2, opened=False)
    dealt = offers(table)
    for seat in (1, 0):
        table.keep(seat, *dealt[seat][:2])
    return table, {*dealt[0][2:], *dealt[1][2:]}


def test_setup_keep__in_japan_returned_tickets_are_shuffled_together() -> None:
    table, returned = japan_with_returns()
    table.drop_tickets()
    table.game.dealer = None
    table.play(0, DrawTickets())
    for _ in range(3):
        left = returned - set(table.game.view(0).offer)
        assert table.game.outcomes() == [(ticket, 1) for ticket in sorted(left)]
        table.game.resolve(max(left))
    assert table.game.to_act() == [0]


def test_setup_keep__in_japan_returned_tickets_lie_under_the_deck() -> None:
    table, returned = japan_with_returns()
    table.drop_tickets(keep=2)
    assert table.game.view().status.group_left == 4
    first, second, third = drawn(table, 0)
    assert not {first, second} & returned
    assert third in returned


def test_setup_keep__in_japan_later_returns_lie_under_the_shuffled_ones() -> None:
    table, returned = japan_with_returns()
    first, second, third = drawn(table, 0)
    table.keep(0, second)
    table.drop_tickets()
    assert set(drawn(table, 1)) < returned
    table.play(1, table.game.legal(1)[-1])
    last, *rest = drawn(table, 0)
    assert last in returned
    assert rest == [first, third]


# setup.first


@every_game
def test_setup_first__drawn_by_lot(game_of: Column) -> None:
    for seats in game_of.seats:
        game = Game.start(editions.load(game_of.edition), seats)
        assert game.view().status.owes == FIRST_SEAT
        assert game.outcomes() == [(seat, 1) for seat in range(seats)]
        events = game.resolve(seats - 1)
        assert [each.seat for each in events if isinstance(each, FirstSeatDrawn)] == [seats - 1]
        assert game.view().status.first == seats - 1


def test_setup_first__every_seat_may_be_drawn() -> None:
    edition = editions.load("berlin")
    firsts = {Game.start(edition, 4, SeededDealer(seed)).view().status.first for seed in range(40)}
    assert firsts == {0, 1, 2, 3}


def test_setup_first__the_table_may_name_it() -> None:
    game = Game.start(editions.load("japan"), 5, first=3)
    assert game.view().status.owes == HAND_CARD
    assert game.view().status.first == 3
    assert [each.seat for each in game.opening_events if isinstance(each, FirstSeatDrawn)] == [3]


@pytest.mark.parametrize("first", [-1, 3])
def test_setup_first__must_be_a_seat(first: int) -> None:
    with pytest.raises(IllegalMove) as refusal:
        Game.start(editions.load("nordic"), 3, first=first)
    assert refusal.value.rule == "setup.first"


@every_game
def test_setup_first__play_goes_in_ascending_order_of_seats(game_of: Column) -> None:
    table = Table(game_of.edition, 3, first=1)
    turns = []
    for _ in range(7):
        seat = table.turn_of
        turns.append(seat)
        assert table.game.to_act() == [seat]
        table.play(seat, DrawBlind())
        table.play(seat, DrawBlind())
    assert turns == [1, 2, 0, 1, 2, 0, 1]


@pytest.mark.parametrize("first", [0, 1, 2])
def test_setup_first__begins_whoever_chose_last(first: int) -> None:
    table = Table("new_york", 3, opened=False, first=first)
    for seat in (2, 0):
        table.keep(seat, *offers(table)[seat])
    events = table.keep(1, *offers(table)[1])
    assert [each.seat for each in events if isinstance(each, TurnBegan)] == [first]
    assert table.game.to_act() == [first]


# setup.order


@every_game
def test_setup_order__first_seat_cards_display_tickets(game_of: Column) -> None:
    for seats in game_of.seats:
        asked = chance_of_set_up(Game.start(editions.load(game_of.edition), seats))
        assert asked == (
            [FIRST_SEAT]
            + [HAND_CARD] * (seats * game_of.cards)
            + [DISPLAY_CARD] * 5
            + [OPENING_TICKET] * (seats * game_of.tickets)
        )


def test_setup_order__no_lot_when_the_table_names_the_first_seat() -> None:
    asked = chance_of_set_up(Game.start(editions.load("berlin"), 2, first=1))
    assert asked == [HAND_CARD] * 4 + [DISPLAY_CARD] * 5 + [OPENING_TICKET] * 4


def test_setup_order__cards_seat_by_seat_from_the_lowest() -> None:
    # The seat that begins is not dealt first: dealing goes by seat number.
    game = Game.start(editions.load("europe"), 3, first=2)
    for dealt in range(12):
        sizes = [min(4, max(0, dealt - 4 * seat)) for seat in range(3)]
        assert list(game.view().hand_sizes) == sizes
        game.resolve(1 + dealt // 4)
    for seat in range(3):
        hand = game.view(seat).hands[seat]
        assert hand is not None
        assert hand[1 + seat] == 4


def test_setup_order__tickets_seat_by_seat_from_the_lowest() -> None:
    game = Game.start(editions.load("nordic"), 3, first=2)
    while game.view().status.owes != OPENING_TICKET:
        game.resolve(game.outcomes()[-1][0])
    for dealt in range(15):
        assert list(game.view().offered) == [min(5, max(0, dealt - 5 * seat)) for seat in range(3)]
        game.resolve(dealt)
    assert [game.view(seat).offer for seat in range(3)] == [tuple(range(5 * n, 5 * n + 5)) for n in range(3)]


def test_setup_order__the_display_is_full_before_it_is_replaced() -> None:
    game = Game.start(editions.load("new_york"), 2, first=0)
    # Two hands of two; then three wilds first, which flush only once all five lie there; then no wilds.
    asked = chance_of_set_up(game, [1, 1, 2, 2, WILD, WILD, WILD, 3, 4, 5, 5, 5, 5, 6])
    assert asked == [HAND_CARD] * 4 + [DISPLAY_CARD] * 10 + [OPENING_TICKET] * 4
    assert game.view().display == (5, 5, 5, 5, 6)
    assert game.view().discard == (3, 0, 0, 1, 1, 0, 0)


def test_setup_order__in_japan_the_shuffle_of_returns_comes_last() -> None:
    edition = editions.load("japan")
    assert edition.rules.opening.deal.returns == SHUFFLED
    game = Game.start(edition, 2, first=0)
    chance_of_set_up(game)
    for seat in (1, 0):
        # Chance owes nothing while seats choose, and no answer changes that.
        assert game.outcomes() == []
        game.apply(seat, game.legal(seat)[0])
    assert game.outcomes() == []
    assert game.view().status.group_left == 4
    game.apply(0, DrawTickets())
    assert game.view().status.owes == TICKET
