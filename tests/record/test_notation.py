"""Notation: moves, outcomes and events survive a round trip, and invalid text gives a clear error."""

from dataclasses import fields, replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.engine.board.model import Board
from kolej.engine.core import cards as counts
from kolej.engine.core.cards import MOST_KINDS, MOST_OF_A_KIND
from kolej.engine.core.state import BLIND_CARD, FIRST_SEAT, NOTHING, OPENING_TICKET, TICKET
from kolej.engine.knowledge.events import Event, redact
from kolej.engine.knowledge.view import Owed, Phase
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
from kolej.engine.record.notation import FORMS, Notation, NotationError
from kolej.testing.event_notation import KINDS, read_event, write_event
from tests.support.random_games import TABLES, seated, steps
from tests.support.secrecy_laws import viewers
from tests.support.seeds import SEEDED, SEEDS

NOTATIONS = {name: Notation(editions.load(name).board) for name in editions.names()}
BY_NAME = st.sampled_from(sorted(NOTATIONS))
HERE = NOTATIONS["europe"]


def moves_on(board: Board) -> st.SearchStrategy[Move]:
    """Any well-formed move on a board, legal or not."""
    kinds = len(board.colors) + 1
    card = st.integers(0, kinds - 1)
    cards = st.lists(st.integers(0, MOST_OF_A_KIND), min_size=kinds, max_size=kinds).map(tuple)
    route = st.integers(0, len(board.routes) - 1)
    tickets = st.lists(st.integers(0, len(board.tickets) - 1), max_size=6).map(tuple)
    return st.one_of(
        st.sampled_from([DrawBlind(), DrawTickets(), Pass(), RefuseTunnel()]),
        st.builds(TakeCard, card),
        st.builds(PayCard, card),
        st.builds(KeepTickets, tickets),
        st.builds(ClaimRoute, route, cards),
        st.builds(BeginStandIns, route, st.integers(1, MOST_OF_A_KIND)),
        st.builds(BuildStation, st.integers(0, len(board.cities) - 1), cards),
        st.builds(TopUp, cards),
    )


@given(data=st.data(), name=BY_NAME)
@settings(SEEDED, max_examples=150)
def test_every_well_formed_move_is_read_back(data: st.DataObject, name: str) -> None:
    notation = NOTATIONS[name]
    move = data.draw(moves_on(notation.board))
    text = notation.move(move)
    assert "\n" not in text and text == " ".join(text.split())
    assert notation.read_move(text) == move
    assert notation.read_move(f"  {text.upper()} ") == move


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=1)
def test_everything_in_a_game_is_read_back(name: str, seats: int, seed: int) -> None:
    """Legal moves, outcomes, and events as each viewer gets them."""
    notation = NOTATIONS[name]
    game, rng, taste = seated(name, seats, seed)
    owes = game.view().status.owes
    for number, step in enumerate(steps(game, rng, taste)):
        if step.seat is None:
            text = notation.outcome(owes, step.number)
            assert notation.read_outcome(owes, text) == step.number
        owes = game.view().status.owes
        for seat in game.to_act() if number % 10 == 0 else []:
            for move in game.decision(seat).moves.values():
                assert notation.read_move(notation.move(move)) == move
        for event in step.events:
            for viewer in (event_seat(event), *viewers(game)[:2]):
                seen = redact(event, viewer)
                if seen is not None:
                    assert read_event(notation, write_event(notation, seen)) == seen


def event_seat(event: Event) -> int | None:
    seat: int | None = getattr(event, "seat", None)
    return seat


def values_of(event: type[Event], kinds: int) -> st.SearchStrategy[Event]:
    """Any event of a kind with any numbers in its fields, including ones that no game produces."""
    number, few = st.integers(0, 6), st.integers(0, 3)
    by_kind = st.lists(number, min_size=kinds, max_size=kinds).map(tuple)
    numbers = st.lists(few, max_size=4).map(tuple)
    by_name: dict[str, st.SearchStrategy[Any]] = {
        "dealt": st.booleans(),
        "shown": st.lists(st.tuples(few, number), max_size=3).map(lambda pairs: tuple(sum(pairs, ()))),
        "display": st.lists(st.integers(-1, 3), max_size=5).map(tuple),
        "supply": numbers,
        "offer": st.none() | numbers,
        "cards": by_kind,
        "hands": st.lists(by_kind, min_size=2, max_size=5).map(tuple),
        "at_most": st.none() | number,
        "at_least": st.none() | number,
        "places": st.none() | number,
        "hand": st.none() | by_kind,
        **dict.fromkeys(["known", "discard", "unseen", "laid", "turned", "deck", "hidden"], by_kind),
    }
    tickets: dict[str, st.SearchStrategy[Any]] = {
        "PileReached": st.booleans(),
        "TicketsKept": st.none() | numbers,
        "GameEnded": st.lists(numbers, min_size=2, max_size=5).map(tuple),
    }
    status = seated("europe", 2, 1)[0].view().status
    names = [each.name for each in fields(event) if each.name != "status"]
    made = {name: tickets[event.__name__] if name == "tickets" else by_name.get(name, number) for name in names}
    standing = st.tuples(st.sampled_from(Phase), st.sampled_from(Owed), st.integers(-1, 9)).map(
        lambda each: replace(status, phase=each[0], owes=each[1], turns_left=each[2], option=each[2])
    )
    return st.builds(event, status=standing, **made)


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: str(kind.__name__))
@given(data=st.data())
@settings(SEEDED, max_examples=15)
def test_every_kind_of_event_is_read_back(kind: type[Event], data: st.DataObject) -> None:
    event = data.draw(values_of(kind, len(HERE.kinds)))
    assert read_event(HERE, write_event(HERE, event)) == event


def test_what_is_hidden_is_a_question_mark() -> None:
    game, rng, _ = seated("europe", 2, 1)
    drawn = next(event for step in steps(game, rng) for event in step.events if type(event).__name__ == "CardDrawn")
    other = redact(drawn, 1 - (event_seat(drawn) or 0))
    assert other is not None
    assert "card=? hand=? | phase=setup" in write_event(HERE, other)
    assert "?" not in write_event(HERE, drawn)


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Claim paris-brest 2 Black, 1 locomotive", "claim brest-paris 2 black 1 locomotive"),
        ("claim brest-paris 1 locomotive 2 black", "claim brest-paris 2 black 1 locomotive"),
        ("claim brest-paris black black wild", "claim brest-paris 2 black 1 locomotive"),
        ("build paris red", "build paris 1 red"),
        ("TAKE WILD", "take locomotive"),
        ("keep danzig-lisboa, brest-petrograd", "keep lisboa-danzig brest-petrograd"),
        ("pay nothing", "pay nothing"),
        ("keep", "keep"),
    ],
)
def test_other_spellings_are_understood(said: str, meant: str) -> None:
    assert HERE.move(HERE.read_move(said)) == meant


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("", "no move is named; moves are draw, take CARD"),
        ("clam brest-paris 3 red", 'no move "clam"; near it: claim'),
        ("fly", f'no move "fly"; there are {", ".join(FORMS)}'),
        ("draw red", '"draw red" is not a whole move; write "draw"'),
        ("take", '"take" is not a whole move; write "take CARD"'),
        ("take rde", 'no card "rde"; near it: red'),
        ("take gray", "there is no card"),
        ("claim", 'write "claim ROUTE CARDS"'),
        ("claim brest-paris", 'no cards are named; name them like "2 purple 1 locomotive"'),
        ("claim brest-pariss 3 black", 'no route "brest-pariss"; near it: brest-paris'),
        ("claim brest-paris 2", "2 of which card?"),
        ("claim brest-paris 2 2 red", 'no card "2"'),
        ("claim brest-paris 0 red", '"0" can\'t be the number of cards; it is a whole number from 1 to 15'),
        ("claim brest-paris ٣ red", "can't be the number of cards"),
        ("claim brest-paris 9 red 9 red", "no deck has more than 15 red cards"),
        ("claim brest-paris -1 red", 'no card "-1"'),
        ("bundles brest-paris many", '"many" can\'t be the number of bundles'),
        ("keep atlantis-mu", 'no ticket "atlantis-mu"'),
        ("build atlantis 1 red", 'no city "atlantis"'),
        ("take \x1b[31m", r"no card '\x1b[31m'"),
        ("take " + "x" * 5000, "characters long; notation has at most 1000"),
    ],
)
def test_nonsense_is_answered_in_words(said: str, answer: str) -> None:
    with pytest.raises(NotationError) as error:
        HERE.read_move(said)
    assert answer in str(error.value)
    assert str(error.value).isprintable()


@given(text=st.text(max_size=40) | st.from_regex(r"(draw|take|keep|claim|bundles|build|pay) [a-z0-9 -]{0,30}"))
@settings(SEEDED, max_examples=300)
def test_any_text_is_a_move_or_nonsense(text: str) -> None:
    for read in (
        HERE.read_move,
        HERE.read_cards,
        lambda said: HERE.read_outcome(TICKET, said),
        lambda said: read_event(HERE, said),
    ):
        try:
            read(text)
        except NotationError as refusal:
            assert str(refusal).isprintable()


@pytest.mark.parametrize(
    ("owes", "text", "answer"),
    [
        (NOTHING, "red", "chance owes nothing"),
        (FIRST_SEAT, "red", 'no first seat; write it like "seat 2"'),
        (FIRST_SEAT, "seat two", '"two" can\'t be the number of a seat'),
        (BLIND_CARD, "seat 1", 'no card "seat 1"'),
        (OPENING_TICKET, "red", 'no ticket "red"'),
    ],
)
def test_outcomes_that_cannot_be(owes: int, text: str, answer: str) -> None:
    with pytest.raises(NotationError) as error:
        HERE.read_outcome(owes, text)
    assert answer in str(error.value)


def test_first_seats() -> None:
    assert HERE.outcome(FIRST_SEAT, 2) == "seat 2"
    assert HERE.read_outcome(FIRST_SEAT, "seat 2") == 2
    with pytest.raises(NotationError):
        HERE.outcome(NOTHING, 0)


@pytest.mark.parametrize(
    "move",
    [
        TakeCard(9),
        TakeCard(-1),
        ClaimRoute(-1, counts.none(9)),
        ClaimRoute(0, counts.of(9, 0, -5)),
        ClaimRoute(0, counts.of(9, 8, -1)),
        ClaimRoute(0, counts.of(MOST_KINDS, 11)),
        ClaimRoute(0, counts.of(10, 9)),
        KeepTickets((99,)),
    ],
)
def test_what_is_not_on_the_board_cannot_be_written(move: Move) -> None:
    with pytest.raises(NotationError):
        HERE.move(move)


STOOD = "display-stood at_least=none | phase=turn seat=0 first=0 owes=nothing"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (STOOD.replace("display-stood", "display-stod"), 'no event "display-stod"; near it: display-stood'),
        (STOOD.replace("at_least", "at_most"), "not a whole event; write display-stood at_least="),
        (STOOD.replace("at_least=none ", ""), "not a whole event"),
        (STOOD.replace("at_least=none", "at_least=?"), "can't be the number of anything"),
        (STOOD.replace("phase=turn", "phase=trun"), 'no phase "trun"; near it: turn'),
        (STOOD.replace("seat=0", "set=0"), 'no number "set"; near it: seat'),
        (STOOD.partition(" | ")[0], "does not say where the game stands"),
        (STOOD + "x" * 10_000, "characters long"),
        (f"pile-reached seat=0 tickets=maybe{STOOD[27:]}", '"maybe" is neither yes nor no'),
    ],
)
def test_events_that_cannot_be(text: str, answer: str) -> None:
    assert write_event(HERE, read_event(HERE, STOOD)) == STOOD
    with pytest.raises(NotationError) as error:
        read_event(HERE, text)
    assert answer in str(error.value)


@pytest.mark.parametrize(
    ("wild", "word"),
    [("Golden Train", "golden_train"), ("7", "wild"), ("★", "wild"), ("nothing", "wild"), ("RED!", "red_card")],
)
def test_the_wild_is_one_word_on_every_board(wild: str, word: str) -> None:
    notation = Notation(replace(HERE.board, wild=wild))
    assert notation.cards(counts.of(9, 8, 2, 1)) == f"2 red 1 {word}"
    assert notation.read_cards(f"2 red 1 {word}") == counts.of(9, 8, 2, 1)
