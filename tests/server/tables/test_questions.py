"""What players ask: why not, which cards, what is missing, how likely. Never more than the seat may know."""

from collections.abc import Callable, Iterator
from itertools import permutations, product

import pytest
from hypothesis import given, settings

from kolej.engine.advice.payments import Payments
from kolej.engine.advice.tunnel_odds import hidden_cards
from kolej.engine.chance.rng import Rng
from kolej.engine.errors import IllegalMove, Params
from kolej.engine.game import Game
from kolej.engine.moves.moves import BeginStandIns, BuildStation, ClaimRoute
from kolej.engine.moves.reasons import SENTENCES
from kolej.locale import ENGLISH, messages_of
from kolej.server.errors import Refusal
from kolej.server.tables.actions.questions import odds, reach, stand_ins, why
from tests.support.arranged_game import Table, cleared
from tests.support.move_laws import rule_ids
from tests.support.random_games import TABLES, somewhere
from tests.support.seeds import SEEDED, SEEDS


def hand_of(game: Game, seat: int) -> tuple[int, ...]:
    return game.view(seat).hands[seat] or ()


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_what_can_be_taken_is_said_to_be_and_else_a_rule_is_named(name: str, seats: int, seed: int) -> None:
    game, _ = somewhere(name, seats, seed)
    rules = rule_ids()
    for seat in range(seats):
        moves = [game.move(seat, number) for number in game.legal(seat)]
        routes = {move.route for move in moves if isinstance(move, ClaimRoute | BeginStandIns)}
        cities = {move.city for move in moves if isinstance(move, BuildStation)}
        answers = [(n in routes, why(game, seat, n, None)) for n in range(0, len(game.edition.board.routes), 3)]
        answers += [(n in cities, why(game, seat, None, n)) for n in range(0, len(game.edition.board.cities), 5)]
        for can, answer in answers:
            assert answer.claimable == can
            assert (answer.reason is None) == (answer.rule is None) == (answer.code is None) == can
            assert answer.rule is None or answer.rule in rules
            assert answer.code is None or answer.code in SENTENCES


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_answers_do_not_depend_on_what_is_hidden(name: str, seats: int, seed: int) -> None:
    game, _ = somewhere(name, seats, seed)
    for seat in range(seats):
        other = game.determinize(game.view(seat), Rng(seed))
        assert reach(game, seat) == reach(other, seat)
        nothing = [0] * len(hand_of(game, seat))
        for route in range(0, len(game.edition.board.routes), 7):
            assert why(game, seat, route, None) == why(other, seat, route, None)
            assert odds(game, seat, route, nothing) == odds(other, seat, route, nothing)


def said(table: Table, route: str, seat: int = 0) -> tuple[str | None, str | None]:
    answer = why(table.game, seat, table.board.route(route), None)
    assert not answer.claimable
    return answer.reason, answer.rule


def named(table: Table, route: str, seat: int = 0) -> tuple[str | None, Params]:
    """A reason by name, and its numbers but for that of the route, which must be right."""
    number = table.board.route(route)
    answer = why(table.game, seat, number, None)
    assert answer.params.get("route", number) == number
    return answer.code, {name: value for name, value in answer.params.items() if name != "route"}


def test_reasons_that_a_player_can_act_on() -> None:
    table = cleared("europe", 2)
    table.give(0, purple=1, red=3, wild=1)
    table.give(1, red=3)
    assert said(table, "lisboa-madrid") == ("Lisboa–Madrid costs 3 × purple: you lack 1", "claim.set")
    assert said(table, "amsterdam-london") == ("Amsterdam–London costs 2 × locomotive: you lack 1", "ferry.wilds")
    table.own(1, "lisboa-madrid")
    assert said(table, "lisboa-madrid") == ("Lisboa–Madrid belongs to seat 1", "claim.any")
    table.own(1, "bruxelles-paris")
    assert said(table, "bruxelles-paris/2")[1] == "claim.double-few"
    route = next(r for r in table.board.routes if r.color is None and r.length == 3 and r.kind == "tunnel")
    assert why(table.game, 0, table.board.route(route.id), None).claimable
    assert said(table, route.id, 1) == ("it is seat 0's turn", "turn.one-action")
    table.pieces(0, train=2)
    assert said(table, route.id)[1] == "claim.pieces"
    table.take(0, next(card for card in table.display if card not in (None, "wild")) or "")
    table.pieces(0, train=20)
    assert said(table, route.id) == ("draw your second card first", "draw.two")


def test_reasons_have_names_and_numbers() -> None:
    table = cleared("europe", 2)
    table.give(0, purple=1, red=3, wild=1)
    table.give(1, red=3)
    purple = table.kind("purple")
    costs = {"wilds": 0, "cards": 3, "lack": 1, "color": purple}
    assert named(table, "lisboa-madrid") == ("cards", costs)
    costs = {"wilds": 2, "cards": 0, "lack": 1, "color": 0}
    assert named(table, "amsterdam-london") == ("cards", costs)
    table.own(1, "lisboa-madrid")
    assert named(table, "lisboa-madrid") == ("route-taken", {"seat": 1})
    table.own(1, "bruxelles-paris")
    assert named(table, "bruxelles-paris/2") == ("double-few", {"seats": 2})
    assert named(table, "bruxelles-paris/2", 1) == ("double-own", {})
    route = next(r for r in table.board.routes if r.color is None and r.length == 3 and r.kind == "tunnel")
    assert named(table, route.id, 1) == ("not-your-turn", {"seat": 0})
    table.pieces(0, train=2)
    assert named(table, route.id) == ("pieces", {"piece": "train", "pieces": 3, "left": 2})
    table.take(0, next(card for card in table.display if card not in (None, "wild")) or "")
    table.pieces(0, train=20)
    assert named(table, route.id) == ("second-card", {})


def test_names_of_reasons_where_wilds_do_not_pay_and_cards_stand_in() -> None:
    table = cleared("nordic", 2)
    table.give(0, wild=3)
    plain = next(r for r in table.board.routes if r.kind == "plain" and r.color is not None and r.length == 2)
    costs = {"wilds": 0, "cards": 2, "lack": 2, "color": plain.color}
    assert named(table, plain.id) == ("cards-no-wilds", costs)
    table.give(0, red=1)
    costs = {"wilds": 0, "cards": 9, "lack": 8, "color": 0, "stand_in": 4}
    assert named(table, "lieksa-murmansk") == ("cards-for-one", costs)
    table.give(0, wild=0, red=0)
    ferry = next(r for r in table.board.routes if r.symbols and r.length > r.symbols)
    code, numbers = named(table, ferry.id)
    assert code == "cards-for-wild"
    assert (numbers["wilds"], numbers["cards"], numbers["stand_in"]) == (ferry.symbols, ferry.length - ferry.symbols, 3)


def test_names_of_reasons_in_cities() -> None:
    table = cleared("europe", 2)
    paris = table.board.city("paris")

    def answered(city: int) -> tuple[str | None, Params]:
        answer = why(table.game, 0, None, city)
        return answer.code, answer.params

    table.give(0, red=1)
    assert answered(paris) == (None, {})
    table.station(0, "berlin")
    assert answered(paris) == ("build-cards", {"piece": "station", "cards": 2, "lack": 1})
    table.station(1, "paris")
    assert answered(paris) == ("built", {"city": paris, "seat": 1})
    table.pieces(0, station=0)
    assert answered(table.board.city("wien")) == ("none-left", {"piece": "station", "pieces": 0})
    table = cleared("japan", 2)
    assert answered(0) == ("nothing-built", {})


def test_every_reason_has_words_in_the_catalogue() -> None:
    assert sorted(code for code in SENTENCES if f"refused.{code}" not in messages_of(ENGLISH)) == []


def test_reasons_where_wilds_do_not_pay_and_cards_stand_in() -> None:
    table = cleared("nordic", 2)
    table.give(0, wild=3)
    plain = next(r for r in table.board.routes if r.kind == "plain" and r.color is not None and r.length == 2)
    reason, rule = said(table, plain.id)
    assert reason is not None and reason.endswith("and no locomotive can pay: you lack 2")
    assert rule == "wild.special-only"
    table.give(0, red=1)
    assert said(table, "lieksa-murmansk") == (
        "Lieksa–Murmansk costs 9 cards of one colour (any 4 cards may stand in for one of them): you lack 8",
        "set.four-for-one",
    )


def test_reasons_for_stations() -> None:
    table = cleared("europe", 2)
    city = table.board.city("paris")

    def station(seat: int = 0) -> tuple[bool, str | None, str | None]:
        answer = why(table.game, seat, None, city)
        return answer.claimable, answer.reason, answer.rule

    table.give(0, red=1)
    assert station() == (True, None, None)
    table.station(0, "berlin")
    assert station() == (False, "your next building costs 2 cards of one colour: you lack 1", "station.build")
    table.station(1, "paris")
    assert station() == (False, "seat 1 has built in Paris already", "station.build")
    table.pieces(0, station=0)
    city = table.board.city("wien")
    assert station() == (False, "you have 0 stations left to build", "station.build")
    table.give(1, red=3)
    assert station(1) == (False, "it is seat 0's turn", "turn.one-action")
    other = cleared("japan", 2)
    answer = why(other.game, 0, None, 0)
    assert (answer.reason, answer.rule) == ("nothing is built in cities in this game", "turn.one-action")


def test_bad_numbers_are_refused() -> None:
    game = cleared("europe", 2).game
    nothing = [0] * 9
    asked: list[Callable[[], object]] = [
        lambda: why(game, 0, None, None),
        lambda: why(game, 0, 1, 1),
        lambda: why(game, 0, 500, None),
        lambda: why(game, 0, None, 500),
        lambda: why(game, 2, 0, None),
        lambda: reach(game, -1),
        lambda: stand_ins(game, 0, 500, nothing),
        lambda: stand_ins(game, 0, 0, [0] * 8),
        lambda: odds(game, 0, 500, nothing),
        lambda: odds(game, 0, 0, [0] * 10),
    ]
    for ask in asked:
        with pytest.raises(Refusal) as refusal:
            ask()
        assert refusal.value.code == "bad-command"
    with pytest.raises(Refusal, match="you have"):
        odds(game, 0, 0, [15] * 9)


# Payments with stand-ins


def sets(hand: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    return product(*(range(count + 1) for count in hand))


def accepted(game: Game, route: int, cards: tuple[int, ...]) -> bool:
    trial = game.copy()
    trial.dealer = None
    try:
        trial.apply(0, ClaimRoute(route, cards))
    except IllegalMove:
        return False
    return True


HANDS = [
    {"red": 3, "blue": 2, "wild": 1},
    {"white": 2, "green": 2, "yellow": 2, "black": 1},
    {"orange": 4, "wild": 3},
    {"purple": 5, "red": 1, "blue": 1, "green": 1},
    {"red": 7, "blue": 3, "wild": 2},
]
"""As many different cards as can be tried in every combination."""


@pytest.mark.parametrize("hand", HANDS)
def test_picks_are_exactly_what_brute_force_finds(hand: dict[str, int]) -> None:
    table = cleared("nordic", 2)
    table.give(0, **hand)
    held = hand_of(table.game, 0)
    lengths = {(r.kind, r.length, r.symbols, r.color): n for n, r in enumerate(table.board.routes)}
    for route in lengths.values():
        whole = {cards for cards in sets(held) if accepted(table.game, route, cards)}
        if not whole:
            with pytest.raises(Refusal):
                stand_ins(table.game, 0, route, [0] * len(held))
            continue
        for cards in sets(held):
            answer = stand_ins(table.game, 0, route, list(cards)) if sum(cards) < 3 or cards in whole else None
            payments = Payments(table.t, route, held)
            bigger = [all(a <= b for a, b in zip(cards, each, strict=True)) for each in whole]
            assert payments.can_complete(cards) == any(bigger)
            assert payments.is_payment(cards) == (cards in whole)
            if answer is not None:
                assert answer.whole == (cards in whole)
                assert answer.next == [
                    kind
                    for kind in range(len(held))
                    if any(each[kind] > cards[kind] and fits for each, fits in zip(whole, bigger, strict=True))
                ]


def test_a_large_hand_can_be_picked_from_in_any_order() -> None:
    table = cleared("nordic", 2)
    table.give(0, red=4, blue=4, white=4, green=4, black=4, wild=5)
    route = table.board.route("lieksa-murmansk")
    for order in (min, max):
        cards = [0] * 9
        while not stand_ins(table.game, 0, route, cards).whole:
            cards[order(stand_ins(table.game, 0, route, cards).next)] += 1
        assert accepted(table.game, route, tuple(cards))


def test_a_payment_says_how_many_spaces_are_paid() -> None:
    table = cleared("nordic", 2)
    table.give(0, red=9, blue=8)
    route = table.board.route("lieksa-murmansk")
    red, blue = table.board.colors.index("red") + 1, table.board.colors.index("blue") + 1

    def paid(reds: int, blues: int) -> int:
        cards = [0] * 9
        cards[red], cards[blue] = reds, blues
        return stand_ins(table.game, 0, route, cards).paid

    assert [paid(0, 0), paid(2, 0), paid(7, 0), paid(7, 3), paid(7, 4), paid(7, 8), paid(9, 0)] == [0, 2, 7, 7, 8, 9, 9]


def test_a_route_that_can_not_be_taken_has_no_picks() -> None:
    table = cleared("nordic", 2)
    table.give(0, red=4)
    table.own(1, "lieksa-murmansk")
    with pytest.raises(Refusal) as refusal:
        stand_ins(table.game, 0, table.board.route("lieksa-murmansk"), [0] * 9)
    assert (refusal.value.code, refusal.value.rule) == ("route-taken", "claim.any")


# What tickets lack


def test_what_tickets_lack() -> None:
    table = cleared("europe", 2)
    table.tickets(0, "brest-venezia")
    (ticket,) = reach(table.game, 0).tickets
    assert (ticket.done, ticket.possible, ticket.cards, ticket.pieces_short) == (False, True, 8, 0)
    assert [table.board.routes[n].id for n in ticket.routes] == ["brest-paris", "paris-zurich", "venezia-zurich"]
    assert ticket.path == ticket.routes
    table.pieces(0, train=5)
    assert reach(table.game, 0).tickets[0].pieces_short == 3
    table.own(0, "paris-zurich")
    (ticket,) = reach(table.game, 0).tickets
    assert [table.board.routes[n].id for n in ticket.routes] == ["brest-paris", "venezia-zurich"]
    assert [table.board.routes[n].id for n in ticket.path] == ["brest-paris", "paris-zurich", "venezia-zurich"]
    table.own(0, "brest-paris", "paris-zurich", "venezia-zurich")
    (ticket,) = reach(table.game, 0).tickets
    assert ticket.done
    assert [table.board.routes[n].id for n in ticket.path] == ["brest-paris", "paris-zurich", "venezia-zurich"]
    table = cleared("europe", 2)
    table.tickets(0, "brest-venezia")
    brest = table.board.city("brest")
    table.own(1, *(route.id for route in table.board.routes if brest in (route.a, route.b)))
    assert not reach(table.game, 0).tickets[0].possible


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_tickets_are_done_as_the_end_would_say_now(name: str, seats: int, seed: int) -> None:
    game, _ = somewhere(name, seats, seed)
    done = game.standings().sheet.done
    for seat in range(seats):
        for ticket in reach(game, seat).tickets:
            assert ticket.done == bool(done[ticket.ticket])
            assert ticket.done or not ticket.possible or (ticket.cards and ticket.routes)


# Tunnels


def enumerated(table: Table, color: int, deck: int) -> list[float]:
    """Every order in which unseen cards may lie on the deck, and the discards below once it is used up."""
    game = table.game
    unseen = [kind for kind, count in enumerate(hidden_cards(game.view(0))) for _ in range(count)]
    discards = [kind for kind, count in enumerate(game.view().discard) for _ in range(count)]
    first, second = min(3, deck), min(3 - min(3, deck), len(discards))
    tally = [0, 0, 0, 0]
    for top in permutations(unseen, first):
        for rest in permutations(discards, second):
            tally[sum(kind in (0, color) for kind in (*top, *rest))] += 1
    return [count / sum(tally) for count in tally]


@pytest.mark.parametrize("deck", [0, 1, 2, 3, 6])
@pytest.mark.parametrize("discards", [{}, {"red": 1}, {"red": 2, "blue": 1, "wild": 1}])
def test_odds_are_exactly_what_every_order_gives(deck: int, discards: dict[str, int]) -> None:
    table = cleared("europe", 2)
    route = next(r for r in table.board.routes if r.kind == "tunnel" and r.color is None)
    table.discard(**discards)
    s = table.s
    # The rest of the deck goes to the other seat, unseen; what seat 0 can't place is small enough to be enumerated.
    keep = {"red": 3, "blue": 2, "wild": 2, "green": 2}
    for kind in range(table.t.kinds):
        spare = s.deck[kind] - keep.get(("wild", *table.board.colors)[kind], 0)
        s.deck[kind] -= spare
        s.deck_left -= spare
    for kind in range(table.t.kinds):
        s.unseen[kind] = s.deck[kind]
    s.card_log = s.card_log[:0]
    s.deck_left = deck
    for name in ("red", "wild"):
        cards = [0] * 9
        s.hands[table.kind(name)] = 2
        cards[table.kind(name)] = 2
        found = odds(table.game, 0, table.board.route(route.id), cards).chances
        assert found == pytest.approx(enumerated(table, table.kind(name), deck))


@pytest.mark.parametrize("seats", [2, 3])
@given(seed=SEEDS)
@settings(SEEDED, max_examples=10)
def test_what_is_hidden_is_what_can_not_be_seen_anywhere(seats: int, seed: int) -> None:
    game, _ = somewhere("europe", seats, seed)
    view = game.view(0)
    hidden = hidden_cards(view)
    assert all(count >= 0 for count in hidden) and sum(hidden) >= view.status.deck_left
    deck = game.edition.rules.deck
    if view.status.decks == 0:
        for kind, count in enumerate(hidden):
            seen = view.display.count(kind) + view.discard[kind] + view.turned[kind] + view.laid[kind]
            seen += (view.hands[0] or ())[kind] + sum(view.known[seat][kind] for seat in range(1, seats))
            assert count == (deck.each if kind else deck.wilds) - seen
    for route in range(len(game.edition.board.routes)):
        chances = odds(game, 0, route, [0] * len(hidden)).chances
        assert sum(chances) == pytest.approx(1)
        assert len(chances) == (4 if game.edition.board.routes[route].kind == "tunnel" else 1)


def test_a_tunnel_is_paid_with_one_colour() -> None:
    table = cleared("europe", 2)
    table.give(0, red=1, blue=1)
    with pytest.raises(Refusal, match="one colour"):
        odds(table.game, 0, 0, [int(kind in (table.kind("red"), table.kind("blue"))) for kind in range(9)])
