"""Drawing cards: two of them, the wilds among them, and what happens when cards run short."""

from collections import Counter
from collections.abc import Iterable, Mapping

import pytest

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.game import Game
from kolej.engine.knowledge.events import (
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DeckReshuffled,
    DisplayFlushed,
    Event,
    TurnBegan,
    redact,
)
from kolej.engine.moves.moves import ClaimRoute, DrawBlind, DrawTickets, Move, Pass, RefuseTunnel, TakeCard
from kolej.engine.ruleset.rules import Edition
from tests.support.arranged_game import StackedDealer, Table

WILD = 0
EDITIONS = ("new_york", "berlin", "europe", "nordic", "japan")
STRICT = ("new_york", "berlin", "europe", "japan")
"""The editions in which a wild from the display is the whole draw and too many wilds flush the display."""

CLOSED = ("europe", "nordic")
"""The editions in which nothing is taken from the display while deck and discards are empty."""

every_game = pytest.mark.parametrize("edition", EDITIONS)
strict_games = pytest.mark.parametrize("edition", STRICT)
closed_games = pytest.mark.parametrize("edition", CLOSED)
open_games = pytest.mark.parametrize("edition", [name for name in EDITIONS if name not in CLOSED])

A_LENGTH_OF_ONE = {
    "new_york": ("times_square-midtown_west", "green"),
    "berlin": ("siegessaeule-schloss_bellevue", "green"),
    "europe": ("amsterdam-bruxelles", "black"),
    "nordic": ("alborg-arhus", "purple"),
    "japan": ("kyoto-tsuruga", "black"),
}


def laid_out(edition: str | Edition, *display: str, seats: int = 2) -> Table:
    """Empty hands and this display; all other cards are in the deck."""
    table = Table(edition, seats)
    for seat in range(seats):
        table.give(seat)
    table.show(*display)
    return table


def leave(
    table: Table,
    deck: Mapping[str, int] = {},
    discards: Mapping[str, int] = {},
    hand: Mapping[str, int] = {},
) -> None:
    """Leave exactly these cards beside the display: `hand` with seat 0, and all the others in the hand of seat 1."""
    table.give(0, **(Counter(hand) + Counter(deck) + Counter(discards)))
    table.hoard(1)
    table.give(0, **(Counter(hand) + Counter(deck)))
    table.discard(**discards)
    table.give(0, **hand)


def in_discards(table: Table) -> dict[str, int]:
    """The discards by colour, without zeros."""
    names = ("wild", *table.board.colors)
    return {name: count for name, count in zip(names, table.game.view().discard, strict=True) if count}


def in_deck(table: Table) -> int:
    return table.game.view().status.deck_left


def count(kind: type[Event], events: Iterable[Event]) -> int:
    return sum(isinstance(event, kind) for event in events)


def second_card_due(table: Table, seat: int = 0) -> bool:
    """Whether the seat is in the middle of a draw: it may go on drawing, and do nothing else."""
    moves = table.moves(seat)
    return table.turn_of == seat and bool(moves) and all(isinstance(move, DrawBlind | TakeCard) for move in moves)


# draw.two


@every_game
def test_draw_two__both_from_the_display(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.stack("orange", "orange")
    before = in_deck(table)
    table.take(0, "blue")
    assert second_card_due(table)
    assert table.hand_of(0) == {"blue": 1}
    events = table.take(0, "green")
    assert table.hand_of(0) == {"blue": 1, "green": 1}
    assert table.display == ["red", "orange", "orange", "black", "purple"]
    assert in_deck(table) == before - 2
    assert [event.seat for event in events if isinstance(event, TurnBegan)] == [1]
    assert table.turn_of == 1


@every_game
def test_draw_two__both_unseen(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.stack("orange", "red")
    before = in_deck(table)
    table.play(0, DrawBlind())
    assert second_card_due(table)
    assert table.hand_of(0) == {"orange": 1}
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"orange": 1, "red": 1}
    # The display has nothing to do with it.
    assert table.display == ["red", "blue", "green", "black", "purple"]
    assert in_deck(table) == before - 2
    assert table.turn_of == 1


@every_game
def test_draw_two__one_of_each_in_either_order(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.stack("orange", "black", "orange", "black")
    table.play(0, DrawBlind())
    table.take(0, "red")
    assert table.hand_of(0) == {"orange": 1, "red": 1}
    table.take(1, "blue")
    table.play(1, DrawBlind())
    assert table.hand_of(1) == {"blue": 1, "black": 1}
    assert table.display == ["black", "orange", "green", "black", "purple"]
    assert table.turn_of == 0


def test_draw_two__the_first_is_replaced_before_the_second_is_chosen() -> None:
    table = laid_out("new_york", "red", "blue", "green", "black", "purple")
    table.stack("orange")
    assert TakeCard(table.kind("orange")) not in table.moves(0)
    events = table.take(0, "red")
    assert [type(event) for event in events] == [CardTaken, CardTurnedUp]
    assert table.display == ["orange", "blue", "green", "black", "purple"]
    table.take(0, "orange")
    assert table.hand_of(0) == {"red": 1, "orange": 1}


def test_draw_two__two_of_one_colour() -> None:
    table = laid_out("new_york", "red", "red", "green", "black", "purple")
    table.stack("blue", "blue")
    table.take(0, "red")
    table.take(0, "red")
    assert table.hand_of(0) == {"red": 2}
    assert table.display == ["blue", "blue", "green", "black", "purple"]


@every_game
def test_draw_two__every_card_that_lies_there_may_be_the_first(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "red", "wild", "purple")
    kinds = {move.card for move in table.moves(0) if isinstance(move, TakeCard)}
    assert kinds == {table.kind(card) for card in ("red", "blue", "wild", "purple")}
    assert DrawBlind() in table.moves(0)


@every_game
@pytest.mark.parametrize("first", ["unseen", "red"])
def test_draw_two__the_second_is_compulsory(edition: str, first: str) -> None:
    table = laid_out(edition, "red", "blue", "red", "black", "purple")
    route, color = A_LENGTH_OF_ONE[edition]
    table.give(0, **{color: 2})
    table.stack("blue")
    if first == "unseen":
        table.play(0, DrawBlind())
    else:
        table.take(0, first)
    colors = {"red", "blue", "black", "purple"}
    assert set(table.moves(0)) == {DrawBlind(), *(TakeCard(table.kind(color)) for color in colors)}
    claim = ClaimRoute(table.board.route(route), table.cards(**{color: 1}))
    others: tuple[Move, ...] = (Pass(), DrawTickets(), claim)
    for move in others:
        assert table.refused(0, move).rule == "draw.two"
    assert table.refused(1, DrawBlind()).rule == "turn.one-action"


def test_draw_two__the_second_is_compulsory_even_if_it_is_the_only_one_left() -> None:
    table = laid_out("new_york", "red", "blue")
    leave(table)
    table.take(0, "red")
    assert table.moves(0) == [TakeCard(table.kind("blue"))]
    assert table.refused(0, Pass()).rule == "draw.two"


def test_draw_two__not_three() -> None:
    table = laid_out("new_york", "red", "blue", "green", "black", "purple")
    table.take(0, "red")
    table.play(0, DrawBlind())
    assert table.refused(0, DrawBlind()).rule == "turn.one-action"
    assert table.refused(0, TakeCard(table.kind("blue"))).rule == "turn.one-action"


def test_draw_two__a_card_that_is_not_there_cannot_be_taken() -> None:
    table = laid_out("new_york", "red", "blue", "green", "black", "purple")
    assert table.refused(0, TakeCard(table.kind("orange"))).rule == "draw.two"
    assert table.refused(0, TakeCard(table.kind("wild"))).rule == "draw.two"
    assert table.refused(0, TakeCard(7)).rule == "draw.two"
    assert table.refused(0, TakeCard(-1)).rule == "draw.two"
    table.play(0, DrawBlind())
    assert table.refused(0, TakeCard(table.kind("orange"))).rule == "draw.two"


def test_draw_two__a_card_drawn_unseen_is_seen_by_its_seat_only() -> None:
    table = laid_out("new_york", "red", "blue", "green", "black", "purple")
    table.stack("orange")
    events = table.play(0, DrawBlind())
    for viewer, card in ((0, table.kind("orange")), (1, None), (None, None)):
        drawn = [event for event in (redact(event, viewer) for event in events) if isinstance(event, CardDrawn)]
        assert [event.card for event in drawn] == [card]


def test_draw_two__the_deck_is_finite() -> None:
    # Nothing is discarded, so the last card of the deck is known before it is drawn.
    table = laid_out("new_york", "red", "blue", "green", "black", "purple")
    for turn in range(19):
        for _ in range(2):
            table.play(turn % 2, DrawBlind())
    table.game.dealer = None
    table.play(1, DrawBlind())
    missing = Counter(wild=8) + Counter(dict.fromkeys(table.board.colors, 6))
    missing.subtract(["red", "blue", "green", "black", "purple"])
    missing.subtract(table.hand_of(0))
    missing.subtract(table.hand_of(1))
    assert sum(missing.values()) == 1
    assert table.game.outcomes() == [(table.kind(card), many) for card, many in missing.items() if many]


# draw.wild-first


@strict_games
def test_draw_wild_first__is_the_only_card(edition: str) -> None:
    table = laid_out(edition, "red", "wild", "green", "black", "purple")
    table.stack("orange")
    events = table.take(0, "wild")
    assert table.hand_of(0) == {"wild": 1}
    assert table.display == ["red", "orange", "green", "black", "purple"]
    assert [event.seat for event in events if isinstance(event, TurnBegan)] == [1]
    assert table.refused(0, DrawBlind()).rule == "turn.one-action"
    assert table.refused(0, TakeCard(table.kind("red"))).rule == "turn.one-action"


@strict_games
def test_draw_wild_first__whatever_replaces_it(edition: str) -> None:
    table = laid_out(edition, "red", "wild", "green", "black", "wild")
    table.stack("wild")
    table.take(0, "wild")
    assert table.display == ["red", "wild", "green", "black", "wild"]
    assert table.turn_of == 1
    assert DrawTickets() in table.moves(1)


# draw.wild-second


@strict_games
@pytest.mark.parametrize("first", ["unseen", "red"])
def test_draw_wild_second__not_from_the_display(edition: str, first: str) -> None:
    table = laid_out(edition, "red", "wild", "green", "black", "purple")
    table.stack("orange")
    if first == "unseen":
        table.play(0, DrawBlind())
    else:
        table.take(0, first)
    wild = TakeCard(table.kind("wild"))
    assert "wild" in table.display
    assert wild not in table.moves(0)
    assert table.refused(0, wild).rule == "draw.wild-second"
    assert table.refused(0, 4).rule == "draw.wild-second"  # the same move by its number
    table.take(0, "green")
    assert table.turn_of == 1
    assert wild in table.moves(1)


@strict_games
def test_draw_wild_second__not_one_that_has_just_been_turned_up(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.stack("wild")
    table.take(0, "red")
    assert table.display[0] == "wild"
    assert table.refused(0, TakeCard(table.kind("wild"))).rule == "draw.wild-second"


@strict_games
def test_draw_wild_second__not_after_an_unseen_wild_either(edition: str) -> None:
    table = laid_out(edition, "red", "wild", "green", "black", "purple")
    table.stack("wild")
    table.play(0, DrawBlind())
    assert table.refused(0, TakeCard(table.kind("wild"))).rule == "draw.wild-second"


def test_draw_wild_second__a_wild_that_is_not_there_is_refused_for_that() -> None:
    table = laid_out("new_york", "red", "blue", "green", "black", "purple")
    table.stack("orange")
    table.take(0, "red")
    assert table.refused(0, TakeCard(table.kind("wild"))).rule == "draw.two"


# draw.blind-wild


@every_game
def test_draw_blind_wild__as_the_first_it_does_not_end_the_draw(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.stack("wild")
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"wild": 1}
    assert second_card_due(table)
    table.take(0, "red")
    assert table.hand_of(0) == {"wild": 1, "red": 1}
    assert table.turn_of == 1


@every_game
def test_draw_blind_wild__as_the_second_it_is_allowed(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.stack("orange", "wild")
    table.take(0, "red")
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"red": 1, "wild": 1}
    assert table.turn_of == 1


@every_game
def test_draw_blind_wild__both_may_be_wild(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.stack("wild", "wild")
    table.play(0, DrawBlind())
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"wild": 2}
    assert table.turn_of == 1


# draw.wild-free


@pytest.mark.parametrize("picks", [("wild", "red"), ("red", "wild"), ("wild", "wild")], ids="-".join)
def test_draw_wild_free__in_nordic_a_wild_is_a_card_like_any_other(picks: tuple[str, str]) -> None:
    table = laid_out("nordic", "red", "wild", "green", "wild", "purple")
    table.stack("orange", "orange")
    table.take(0, picks[0])
    assert second_card_due(table)
    table.take(0, picks[1])
    assert table.hand_of(0) == Counter(picks)
    assert table.turn_of == 1


def test_draw_wild_free__in_nordic_after_a_wild_an_unseen_card() -> None:
    table = laid_out("nordic", "red", "wild", "green", "black", "purple")
    table.stack("orange", "white")
    table.take(0, "wild")
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"wild": 1, "white": 1}
    assert table.turn_of == 1


def test_draw_wild_free__in_nordic_even_one_that_has_just_been_turned_up() -> None:
    table = laid_out("nordic", "red", "blue", "green", "black", "purple")
    table.stack("wild", "white")
    table.take(0, "red")
    table.take(0, "wild")
    assert table.hand_of(0) == {"red": 1, "wild": 1}


def test_draw_wild_free__in_nordic_the_second_card_is_compulsory_after_a_wild() -> None:
    table = laid_out("nordic", "red", "wild", "green", "black", "purple")
    table.take(0, "wild")
    assert table.refused(0, Pass()).rule == "draw.two"
    assert table.refused(0, DrawTickets()).rule == "draw.two"


# draw.flush


def set_up(edition: str, *display: str) -> Game:
    """Two seats dealt no wilds, then these cards for the display, however often it is laid out."""
    dealer = StackedDealer()
    names = ("wild", *editions.load(edition).board.colors)
    hands = editions.load(edition).rules.opening.cards * 2
    dealer.cards.extend([1] * hands)
    dealer.cards.extend(names.index(card) for card in display)
    game = Game.start(editions.load(edition), 2, dealer, first=0)
    assert not dealer.cards
    return game


@strict_games
def test_draw_flush__at_set_up(edition: str) -> None:
    game = set_up(edition, "wild", "wild", "wild", "red", "black", "green", "green", "black", "red", "wild")
    assert count(DisplayFlushed, game.opening_events) == 1
    names = ("wild", *game.edition.board.colors)
    assert [names[kind] for kind in game.view().display] == ["green", "green", "black", "red", "wild"]
    thrown = dict(zip(names, game.view().discard, strict=True))
    assert {card: many for card, many in thrown.items() if many} == {"wild": 3, "red": 1, "black": 1}


@strict_games
@pytest.mark.parametrize("wilds", [3, 4, 5])
def test_draw_flush__three_or_more(edition: str, wilds: int) -> None:
    first = ["wild"] * wilds + ["red"] * (5 - wilds)
    game = set_up(edition, *first, "green", "green", "black", "black", "red")
    assert count(DisplayFlushed, game.opening_events) == 1
    assert game.view().discard[0] == wilds
    assert 0 not in game.view().display


@every_game
def test_draw_flush__two_wilds_stay(edition: str) -> None:
    game = set_up(edition, "wild", "wild", "black", "red", "green")
    assert count(DisplayFlushed, game.opening_events) == 0
    assert game.view().display.count(0) == 2
    assert sum(game.view().discard) == 0


@strict_games
def test_draw_flush__at_set_up_again_and_again(edition: str) -> None:
    again = ("wild", "wild", "wild", "red", "black")
    game = set_up(edition, *again, *again, "wild", "red", "wild", "green", "black")
    assert count(DisplayFlushed, game.opening_events) == 2
    assert game.view().display.count(0) == 2
    assert game.view().discard[0] == 6
    assert sum(game.view().discard) == 10


@strict_games
def test_draw_flush__no_game_begins_with_three_wilds(edition: str) -> None:
    games = [Game.start(editions.load(edition), 2, SeededDealer(seed), first=0) for seed in range(60)]
    assert max(game.view().display.count(0) for game in games) == 2
    # The cards thrown away at set-up are discards like any other.
    assert {sum(game.view().discard) for game in games} >= {0, 5}


@strict_games
def test_draw_flush__between_the_two_cards(edition: str) -> None:
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    table.stack("wild", "black", "black", "orange", "orange", "wild")
    events = table.take(0, "red")
    assert count(DisplayFlushed, events) == 1
    assert table.display == ["black", "black", "orange", "orange", "wild"]
    # The card just taken is safe in the hand.
    assert table.hand_of(0) == {"red": 1}
    assert in_discards(table) == {"wild": 3, "blue": 1, "green": 1}
    # The second card comes from the new display.
    assert second_card_due(table)
    table.stack("purple")
    table.take(0, "orange")
    assert table.hand_of(0) == {"red": 1, "orange": 1}
    assert table.turn_of == 1


@strict_games
def test_draw_flush__after_the_second_card(edition: str) -> None:
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    table.stack("purple", "wild", "black", "black", "orange", "orange", "wild")
    table.play(0, DrawBlind())
    events = table.take(0, "red")
    assert table.display == ["black", "black", "orange", "orange", "wild"]
    assert in_discards(table) == {"wild": 3, "blue": 1, "green": 1}
    # The next seat finds the new display.
    kinds = [type(event) for event in events]
    assert kinds.index(DisplayFlushed) < kinds.index(TurnBegan)
    assert table.turn_of == 1


@strict_games
def test_draw_flush__in_a_turn_again_and_again(edition: str) -> None:
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    table.stack("wild", "wild", "black", "wild", "orange", "wild", "red", "red", "blue", "green", "wild")
    events = table.take(0, "red")
    assert count(DisplayFlushed, events) == 2
    assert table.display == ["red", "red", "blue", "green", "wild"]
    assert in_discards(table) == {"wild": 6, "blue": 1, "green": 1, "black": 1, "orange": 1}
    assert not table.dealer.cards


@strict_games
def test_draw_flush__twice_in_one_turn(edition: str) -> None:
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    table.stack("wild", "wild", "red", "wild", "blue", "green")
    assert count(DisplayFlushed, table.take(0, "red")) == 1
    table.stack("wild", "black", "black", "orange", "orange", "purple")
    assert count(DisplayFlushed, table.take(0, "blue")) == 1
    assert table.display == ["black", "black", "orange", "orange", "purple"]
    assert table.turn_of == 1


@strict_games
def test_draw_flush__a_new_deck_is_made_in_the_middle_of_it(edition: str) -> None:
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    leave(table, deck={"wild": 1, "purple": 2}, discards={"orange": 2})
    table.stack("wild", "purple", "purple", "orange", "wild", "blue")
    events = table.take(0, "red")
    assert count(DisplayFlushed, events) == count(DeckReshuffled, events) == 1
    # What was thrown away is among the cards that come again.
    assert table.display == ["purple", "purple", "orange", "wild", "blue"]
    assert in_discards(table) == {}
    assert in_deck(table) == 7 - 3


def test_draw_flush__not_in_nordic() -> None:
    game = set_up("nordic", "wild", "wild", "wild", "wild", "wild")
    assert game.view().display == (0, 0, 0, 0, 0)
    table = laid_out("nordic", "wild", "red", "wild", "blue", "green")
    table.stack("wild", "wild")
    table.take(0, "red")
    table.take(0, "blue")
    assert table.display == ["wild", "wild", "wild", "wild", "green"]
    assert in_discards(table) == {}


# draw.flush-limit
#
# Outcomes are set by hand where the display must not be replaced: a dealer would replace it without end.


@strict_games
def test_draw_flush_limit__two_coloured_cards_outside_the_hands_are_too_few(edition: str) -> None:
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    leave(table, deck={"wild": 3}, discards={"wild": 1})
    table.game.dealer = None
    for card in ("red", "blue"):
        table.take(0, card)
        assert count(DisplayFlushed, table.game.resolve(WILD)) == 0
        assert table.game.outcomes() == []
    assert table.display == ["wild", "wild", "wild", "wild", "green"]
    assert in_discards(table) == {"wild": 1}


@strict_games
@pytest.mark.parametrize("where", ["deck", "discards"])
def test_draw_flush_limit__three_are_enough_wherever_they_are(edition: str, where: str) -> None:
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    if where == "deck":
        leave(table, deck={"wild": 1, "black": 1})
    else:
        leave(table, deck={"wild": 1}, discards={"black": 1})
    table.stack("wild", "black", "blue", "green", "wild", "wild")
    events = table.take(0, "red")
    assert count(DisplayFlushed, events) == 1
    assert table.display == ["black", "blue", "green", "wild", "wild"]
    assert in_deck(table) == 1


@strict_games
def test_draw_flush_limit__cards_in_hands_do_not_count(edition: str) -> None:
    # The same position twice, but for one card: in the deck it lets the display be replaced, in a hand it does not.
    flushed = []
    for deck in ({"wild": 2, "black": 1}, {"wild": 2}):
        table = laid_out(edition, "wild", "red", "wild", "blue", "green")
        leave(table, deck=deck, hand={"black": 2})
        table.game.dealer = None
        table.take(0, "red")
        flushed.append(count(DisplayFlushed, table.game.resolve(WILD)))
    assert flushed == [1, 0]


def test_draw_flush_limit__the_game_goes_on_with_three_wilds() -> None:
    table = laid_out("new_york", "wild", "red", "wild", "blue", "green")
    leave(table, deck={"wild": 1})
    table.game.dealer = None
    table.take(0, "red")
    table.game.resolve(WILD)
    table.take(0, "blue")
    assert table.display == ["wild", "wild", "wild", None, "green"]
    table.take(1, "wild")
    assert table.display == [None, "wild", "wild", None, "green"]
    assert table.turn_of == 0


@strict_games
def test_draw_flush_limit__a_display_that_would_only_come_back(edition: str) -> None:
    """The deck is the display that was flushed before: the two would replace each other without end."""
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    leave(table, deck={"wild": 4, "black": 2})
    table.game.dealer = None
    table.take(0, "red")
    # Five cards are left in the deck, and cards were drawn from it unseen: nobody knows what it has.
    assert count(DisplayFlushed, table.game.resolve(WILD)) == 1
    for _ in range(3):
        table.game.resolve(WILD)
    table.game.resolve(table.kind("black"))
    events = table.game.resolve(table.kind("black"))
    # Now it is the first display, with three wilds, and everyone knows that; it has as many as the second.
    assert count(DeckReshuffled, events) == 1 and count(DisplayFlushed, events) == 0
    assert table.display == ["wild", "wild", "wild", "black", "black"]
    assert in_deck(table) == 5 and in_discards(table) == {}
    assert table.game.outcomes() == [] and second_card_due(table)


# draw.reshuffle


@every_game
def test_draw_reshuffle__the_discards_become_the_new_deck(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    leave(table, discards={"orange": 3, "red": 1, "wild": 1})
    table.game.dealer = None
    events = table.play(0, DrawBlind())
    assert count(DeckReshuffled, events) == 1
    # Exactly the discards: no card of a hand or of the display, and no full deck.
    cards = [("wild", 1), ("orange", 3), ("red", 1)]
    assert table.game.outcomes() == sorted((table.kind(card), many) for card, many in cards)
    assert in_discards(table) == {}
    assert in_deck(table) == 5
    table.game.resolve(table.kind("orange"))
    assert in_deck(table) == 4
    assert table.hand_of(0) == {"orange": 1}


@every_game
def test_draw_reshuffle__at_once_after_a_card_drawn_blind(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    leave(table, deck={"red": 1}, discards={"blue": 2, "green": 1})
    events = table.play(0, DrawBlind())
    assert count(DeckReshuffled, events) == 1
    assert in_deck(table) == 3
    assert in_discards(table) == {}
    assert second_card_due(table)
    table.stack("blue")
    events = table.play(0, DrawBlind())
    assert count(DeckReshuffled, events) == 0
    assert in_deck(table) == 2
    assert table.hand_of(0) == {"red": 1, "blue": 1}


@every_game
def test_draw_reshuffle__by_version_1_not_before_the_next_card_is_needed(edition: str) -> None:
    table = laid_out(editions.load(edition, rules=1), "red", "blue", "green", "black", "purple")
    leave(table, deck={"red": 1}, discards={"blue": 2, "green": 1})
    events = table.play(0, DrawBlind())
    assert count(DeckReshuffled, events) == 0
    assert in_deck(table) == 0
    assert in_discards(table) == {"blue": 2, "green": 1}
    assert second_card_due(table)
    table.stack("blue")
    events = table.play(0, DrawBlind())
    assert count(DeckReshuffled, events) == 1
    assert in_deck(table) == 2
    assert table.hand_of(0) == {"red": 1, "blue": 1}


@every_game
def test_draw_reshuffle__cards_discarded_later_stay_out(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "red", "blue", "red")
    route, color = A_LENGTH_OF_ONE[edition]
    leave(table, deck={"blue": 2}, discards={"orange": 1})
    table.play(0, DrawBlind())
    table.play(0, DrawBlind())
    assert in_deck(table) == 1
    events = table.claim(1, route, **{color: 1})
    assert count(DeckReshuffled, events) == 0
    assert in_discards(table) == {color: 1}
    table.game.dealer = None
    table.play(0, DrawBlind())
    assert table.game.outcomes() == [(table.kind("orange"), 1)]


@every_game
def test_draw_reshuffle__at_once_after_a_card_for_the_display(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    leave(table, deck={"orange": 1}, discards={"black": 2})
    # The last card of the deck replaces the first one taken, and the new deck is there before the second is chosen.
    assert count(DeckReshuffled, table.take(0, "red")) == 1
    assert table.display[0] == "orange"
    assert in_deck(table) == 2
    assert in_discards(table) == {}
    assert count(DeckReshuffled, table.take(0, "blue")) == 0
    assert table.display[1] == "black"
    assert in_deck(table) == 1


@strict_games
def test_draw_reshuffle__before_a_flush(edition: str) -> None:
    """The display that is flushed is not part of the new deck."""
    table = laid_out(edition, "wild", "red", "wild", "blue", "green")
    leave(table, deck={"wild": 1}, discards={"black": 4, "orange": 4})
    table.stack("wild", "black", "black", "black", "orange", "orange")
    events = table.take(0, "red")
    kinds = [type(event) for event in events]
    assert kinds.index(DeckReshuffled) < kinds.index(DisplayFlushed)
    assert kinds.count(DeckReshuffled) == 1
    assert table.display == ["black", "black", "black", "orange", "orange"]
    assert in_deck(table) == 3
    assert in_discards(table) == {"wild": 3, "blue": 1, "green": 1}


@every_game
def test_draw_reshuffle__without_discards_the_deck_is_made_at_the_end_of_the_action_that_discards(edition: str) -> None:
    route, color = A_LENGTH_OF_ONE[edition]
    table = laid_out(edition, "red", "blue", "red", "blue", "red")
    leave(table, hand={color: 1})
    assert in_deck(table) == 0
    events = table.claim(0, route, **{color: 1})
    # The display is full, so that no card is needed: the deck is made all the same.
    assert count(DeckReshuffled, events) == 1
    assert count(CardTurnedUp, events) == 0
    assert in_deck(table) == 1
    assert in_discards(table) == {}


def test_draw_reshuffle__after_a_station() -> None:
    table = laid_out("europe", "red", "blue", "red", "blue", "red")
    leave(table, hand={"white": 1})
    assert count(DeckReshuffled, table.build(0, "paris", white=1)) == 1
    assert in_deck(table) == 1


def test_draw_reshuffle__after_a_payment_with_stand_ins() -> None:
    table = laid_out("nordic", "red", "blue", "red", "blue", "red")
    leave(table, hand={"white": 4})
    events = table.claim(0, "alborg-goteborg", white=4)
    assert count(DeckReshuffled, events) == 1
    assert in_deck(table) == 4


def test_draw_reshuffle__before_a_tunnel_is_paid() -> None:
    """The third card is the last of the deck: what is laid down, turned up and then paid stays out of the new one."""
    table = laid_out("europe", "red", "blue", "green", "black", "purple")
    leave(table, deck={"red": 1, "green": 2}, discards={"blue": 2}, hand={"red": 3})
    table.stack("red", "green", "green")
    events = table.claim(0, "angora-constantinople", red=2)
    assert count(DeckReshuffled, events) == 1
    assert in_deck(table) == 2
    table.top_up(0, red=1)
    assert in_deck(table) == 2
    assert in_discards(table) == {"green": 2, "red": 4}


def test_draw_reshuffle__refused_cards_that_were_turned_up_make_the_deck() -> None:
    table = laid_out("europe", "red", "blue", "green", "black", "purple")
    leave(table, deck={"red": 1, "green": 2}, hand={"red": 2})
    table.stack("red", "green", "green")
    assert count(DeckReshuffled, table.claim(0, "angora-constantinople", red=2)) == 0
    events = table.play(0, RefuseTunnel())
    assert count(DeckReshuffled, events) == 1
    assert in_deck(table) == 3
    assert table.hand_of(0) == {"red": 2}


def test_draw_reshuffle__for_a_tunnel() -> None:
    table = laid_out("europe", "red", "blue", "green", "black", "purple")
    leave(table, deck={"green": 1}, discards={"blue": 2, "white": 1}, hand={"red": 2})
    table.stack("green", "blue", "white")
    events = table.claim(0, "angora-constantinople", red=2)
    assert count(DeckReshuffled, events) == 1
    # What has been laid down and turned up is discarded only now.
    assert in_deck(table) == 1
    assert in_discards(table) == {"green": 1, "blue": 1, "white": 1, "red": 2}


@pytest.mark.parametrize("edition", ["new_york", "japan"])
def test_draw_reshuffle__no_card_is_made_or_lost(edition: str) -> None:
    game = Game.start(editions.load(edition), 4, SeededDealer(5), first=0)
    rng = Rng(5)
    names = ("wild", *game.edition.board.colors)
    rules = game.edition.rules.deck
    full = tuple(rules.wilds if name == "wild" else rules.each for name in names)
    while not game.over:
        seat = game.to_act()[0]
        moves = game.legal(seat)
        game.apply(seat, moves[rng.below(len(moves))])
        view = game.view()
        hands = [game.view(each).hands[each] or () for each in range(4)]
        there = [sum(hand[kind] for hand in hands) + view.display.count(kind) for kind in range(len(names))]
        left = [all_of - held - gone for all_of, held, gone in zip(full, there, view.discard, strict=True)]
        assert min(left) >= 0
        assert sum(left) == view.status.deck_left
    assert game.view().status.decks > 0


# draw.refill


def with_gaps(edition: str, *display: str, **hand: int) -> Table:
    """A display that could not be filled: no card is left beside it but in hands."""
    table = laid_out(edition, *display)
    leave(table, hand=hand)
    return table


@every_game
def test_draw_refill__gaps_are_filled_at_the_end_of_the_action(edition: str) -> None:
    route, color = A_LENGTH_OF_ONE[edition]
    table = with_gaps(edition, "red", "blue", "red", **{color: 1})
    events = table.claim(0, route, **{color: 1})
    assert table.display == ["red", "blue", "red", color, None]
    assert in_discards(table) == {}
    assert in_deck(table) == 0
    kinds = [type(event) for event in events]
    assert kinds.index(CardTurnedUp) < kinds.index(TurnBegan)
    # The next seat may take what was turned up, where the display is open without a deck.
    assert (TakeCard(table.kind(color)) in table.moves(1)) == (edition not in CLOSED)


def test_draw_refill__what_is_left_over_is_the_deck() -> None:
    table = with_gaps("new_york", "red", "blue", "red", purple=4)
    events = table.claim(0, "chelsea-soho", purple=4)
    assert count(DeckReshuffled, events) == 1
    assert table.display == ["red", "blue", "red", "purple", "purple"]
    assert in_deck(table) == 2
    assert in_discards(table) == {}


def test_draw_refill__an_empty_display_too() -> None:
    table = with_gaps("new_york", purple=4)
    table.claim(0, "chelsea-soho", purple=4)
    assert table.display == ["purple"] * 4 + [None]


def test_draw_refill__gaps_left_by_a_draw() -> None:
    table = laid_out("new_york", "red", "blue", "green", "black", "purple")
    leave(table)
    table.take(0, "blue")
    assert table.display == ["red", None, "green", "black", "purple"]
    table.take(0, "black")
    assert table.display == ["red", None, "green", None, "purple"]
    table.claim(1, "times_square-midtown_west", orange=1)
    assert table.display == ["red", "orange", "green", None, "purple"]


def test_draw_refill__after_a_station() -> None:
    table = with_gaps("europe", "red", "blue", "red", white=1)
    table.build(0, "paris", white=1)
    assert table.display == ["red", "blue", "red", "white", None]


def test_draw_refill__after_a_tunnel() -> None:
    # With gaps in the display there is no card to turn up, so the tunnel is claimed at once.
    table = with_gaps("europe", "red", "blue", "red", white=2)
    table.claim(0, "angora-constantinople", white=2)
    assert table.display == ["red", "blue", "red", "white", "white"]


def test_draw_refill__after_a_payment_with_bundles() -> None:
    table = with_gaps("nordic", "red", white=4)
    table.claim(0, "alborg-goteborg", white=4)
    assert table.display == ["red", "white", "white", "white", "white"]


@pytest.mark.parametrize(
    ("edition", "route", "color"),
    [
        ("new_york", "chelsea-soho", "purple"),
        ("berlin", "wittenbergplatz-potsdamer_platz", "green"),
        ("europe", "barcelona-marseille", "purple"),
        ("japan", "kokura-matsuyama", "purple"),
    ],
)
def test_draw_refill__then_the_display_is_checked_for_wilds(edition: str, route: str, color: str) -> None:
    table = with_gaps(edition, "wild", "wild", **{color: 3, "wild": 1})
    table.stack("wild", color, color)  # now three of the five are wild
    table.stack(color, color, color, "wild", "wild")
    events = table.claim(0, route, **{color: 3, "wild": 1})
    kinds = [type(event) for event in events]
    assert kinds.count(DisplayFlushed) == 1
    assert kinds.index(DisplayFlushed) < kinds.index(TurnBegan)
    assert table.display == [color, color, color, "wild", "wild"]
    assert in_deck(table) == 1
    assert table.turn_of == 1


# draw.exhausted


@open_games
def test_draw_exhausted__nothing_comes_from_an_empty_deck(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    leave(table)
    assert DrawBlind() not in table.moves(0)
    assert table.refused(0, DrawBlind()).rule == "draw.exhausted"
    # The display gives both cards, and what is taken is not replaced.
    table.take(0, "red")
    assert table.refused(0, DrawBlind()).rule == "draw.exhausted"
    assert table.display == [None, "blue", "green", "black", "purple"]
    table.take(0, "black")
    assert table.display == [None, "blue", "green", None, "purple"]
    assert table.hand_of(0) == {"red": 1, "black": 1}
    assert table.turn_of == 1


@closed_games
def test_draw_exhausted__an_empty_deck_closes_the_display(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "wild", "purple")
    leave(table)
    assert table.moves(0) == [DrawTickets()]
    assert table.refused(0, DrawBlind()).rule == "draw.exhausted"
    for card in ("red", "wild"):
        assert table.refused(0, TakeCard(table.kind(card))).rule == "draw.exhausted"
    assert table.refused(0, TakeCard(table.kind("black"))).rule == "draw.two"


@closed_games
def test_draw_exhausted__by_version_1_the_display_stays_open(edition: str) -> None:
    table = laid_out(editions.load(edition, rules=1), "red", "blue", "green", "wild", "purple")
    leave(table)
    assert TakeCard(table.kind("red")) in table.moves(0)
    table.take(0, "red")
    table.take(0, "blue")
    assert table.hand_of(0) == {"red": 1, "blue": 1}


@closed_games
def test_draw_exhausted__the_turn_ends_if_the_first_card_was_the_last_of_the_deck(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    leave(table, deck={"orange": 1})
    events = table.play(0, DrawBlind())
    assert table.hand_of(0) == {"orange": 1}
    assert [event.seat for event in events if isinstance(event, TurnBegan)] == [1]


@closed_games
def test_draw_exhausted__the_turn_ends_if_the_display_takes_the_last_card_of_the_deck(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    leave(table, deck={"orange": 1})
    table.take(0, "red")
    assert table.display == ["orange", "blue", "green", "black", "purple"]
    assert table.hand_of(0) == {"red": 1}
    assert table.turn_of == 1


@closed_games
def test_draw_exhausted__a_new_deck_opens_the_display_again(edition: str) -> None:
    route, color = A_LENGTH_OF_ONE[edition]
    table = laid_out(edition, "red", "blue", "red", "blue", "red")
    leave(table, hand={color: 1})
    assert TakeCard(table.kind("red")) not in table.moves(0)
    table.claim(0, route, **{color: 1})
    assert TakeCard(table.kind("red")) in table.moves(1)


@every_game
def test_draw_exhausted__with_discards_the_deck_is_not_exhausted(edition: str) -> None:
    table = laid_out(edition)
    leave(table, discards={"red": 2})
    table.play(0, DrawBlind())
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"red": 2}
    assert table.refused(1, DrawBlind()).rule == "draw.exhausted"


@open_games
def test_draw_exhausted__the_last_card_of_the_deck_and_one_of_the_display(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    leave(table, deck={"orange": 1})
    table.play(0, DrawBlind())
    assert second_card_due(table)
    assert table.refused(0, DrawBlind()).rule == "draw.exhausted"
    table.take(0, "green")
    assert table.hand_of(0) == {"orange": 1, "green": 1}
    assert table.display == ["red", "blue", None, "black", "purple"]
    assert table.turn_of == 1


@open_games
def test_draw_exhausted__one_card_is_left_in_all(edition: str) -> None:
    table = laid_out(edition, "red")
    leave(table)
    events = table.take(0, "red")
    assert table.hand_of(0) == {"red": 1}
    assert [event.seat for event in events if isinstance(event, TurnBegan)] == [1]


@every_game
def test_draw_exhausted__the_last_card_of_the_deck_is_all_there_is(edition: str) -> None:
    table = laid_out(edition)
    leave(table, deck={"red": 1})
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"red": 1}
    assert table.turn_of == 1


@open_games
def test_draw_exhausted__the_turn_ends_if_only_wilds_are_left_for_the_second(edition: str) -> None:
    table = laid_out(edition, "red", "wild", "wild")
    leave(table)
    table.take(0, "red")
    assert table.hand_of(0) == {"red": 1}
    assert table.turn_of == 1
    assert TakeCard(table.kind("wild")) in table.moves(1)


@strict_games
def test_draw_exhausted__the_turn_ends_if_only_wilds_are_left_after_an_unseen_card(edition: str) -> None:
    table = laid_out(edition, "wild", "wild", "wild", "wild", "wild")
    leave(table, deck={"red": 1})
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"red": 1}
    assert table.turn_of == 1


@strict_games
def test_draw_exhausted__wilds_in_the_display_do_not_end_the_turn_while_discards_are_left(edition: str) -> None:
    table = laid_out(edition, "wild", "wild", "wild", "wild", "wild")
    leave(table, deck={"red": 1}, discards={"blue": 1})
    table.play(0, DrawBlind())
    assert table.moves(0) == [DrawBlind()]
    table.play(0, DrawBlind())
    assert table.hand_of(0) == {"red": 1, "blue": 1}


def test_draw_exhausted__in_nordic_a_wild_may_be_the_second_while_there_is_a_deck() -> None:
    table = laid_out("nordic", "red", "wild")
    leave(table, deck={"blue": 5})
    table.take(0, "red")
    assert TakeCard(table.kind("wild")) in table.moves(0)
    table.take(0, "wild")
    assert table.hand_of(0) == {"red": 1, "wild": 1}
    assert table.turn_of == 1


@open_games
def test_draw_exhausted__a_lone_wild_may_be_taken(edition: str) -> None:
    table = laid_out(edition, "wild")
    leave(table)
    assert TakeCard(table.kind("wild")) in table.moves(0)
    table.take(0, "wild")
    assert table.hand_of(0) == {"wild": 1}
    assert table.turn_of == 1


@every_game
def test_draw_exhausted__with_none_left_there_is_no_drawing(edition: str) -> None:
    table = laid_out(edition)
    leave(table)
    assert table.moves(0) == [DrawTickets()]
    assert table.refused(0, DrawBlind()).rule == "draw.exhausted"
    for kind in range(len(table.board.colors) + 1):
        assert table.refused(0, TakeCard(kind)).rule == "draw.two"


# draw.hand


@every_game
def test_draw_hand__any_number_of_cards(edition: str) -> None:
    table = laid_out(edition, "red", "blue", "green", "black", "purple")
    table.hoard(0, keep=4)
    size = table.game.view().hand_sizes[0]
    assert size == (110 if edition in ("europe", "nordic", "japan") else 44) - 9
    table.play(0, DrawBlind())
    table.take(0, "red")
    assert table.game.view().hand_sizes[0] == size + 2
    assert sum(table.hand_of(0).values()) == size + 2
    assert in_discards(table) == {}
    assert table.turn_of == 1
