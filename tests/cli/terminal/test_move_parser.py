"""The move parser and the name lookup."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.cli.terminal.input.commands import BY_WORD, command_of
from kolej.cli.terminal.input.move_parser import MoveParser
from kolej.cli.terminal.input.name_lookup import NameLookup, UnclearInput, normalized
from kolej.cli.terminal.output.move_list import MoveList
from kolej.engine.decision import Decision
from kolej.engine.errors import KolejError
from kolej.engine.moves.moves import BeginStandIns, BuildStation, ClaimRoute, DrawBlind, DrawTickets, KeepTickets, Move
from tests.support.arranged_game import Table
from tests.support.random_games import TABLES, somewhere
from tests.support.seeds import SEEDED, SEEDS


def read(table: Table, line: str) -> list[Move]:
    word, _, rest = line.partition(" ")
    return list(MoveParser(NameLookup(table.board)).moves(table.game.decision(0), command_of(word).word, rest))


def one(table: Table, line: str) -> Move:
    (move,) = read(table, line)
    return move


@pytest.fixture
def europe() -> Table:
    table = Table("europe", 4)
    table.give(0, red=3, yellow=2, wild=1)
    return table


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=4)
def test_every_move_can_be_typed_as_it_is_listed_and_by_its_number(name: str, seats: int, seed: int) -> None:
    game, rng = somewhere(name, seats, seed)
    decision = game.decision(rng.choice(game.to_act()))
    names = NameLookup(decision.edition.board)
    listed = MoveList(decision, names.notation)
    parser = MoveParser(names)
    assert sorted(map(repr, listed.moves)) == sorted(map(repr, decision.moves.values()))
    for move in rng.sample(listed.moves, min(30, len(listed.moves))):
        word, _, rest = listed.spelled(move).partition(" ")
        assert list(parser.moves(decision, word, rest)) == [move]
        if listed.offer:
            with pytest.raises(UnclearInput, match="tickets are kept by their numbers"):
                listed.move(listed.number(move))
        else:
            assert listed.move(listed.number(move)) == move


@pytest.mark.parametrize(
    "line",
    [
        "claim bruxelles-paris 2 red",
        "claim paris-bruxelles 2 red",
        "claim Paris Bruxelles 2 red",
        "claim bru par 2 red",
        "claim PARIS–BRUXELLES 2 Red",
        "claim paris bruxelles, 2 red",
        "cl par bru red",
        "claim bruxelles-paris red red",
    ],
)
def test_a_route_goes_by_its_id_or_by_its_cities(europe: Table, line: str) -> None:
    route = europe.board.route("bruxelles-paris")
    assert one(europe, line) == ClaimRoute(route, europe.cards(red=2))


def test_cards_tell_the_halves_of_a_double_apart(europe: Table) -> None:
    board = europe.board
    assert one(europe, "claim paris bruxelles 2 yellow") == ClaimRoute(
        board.route("bruxelles-paris/2"), europe.cards(yellow=2)
    )
    assert one(europe, "claim paris-bruxelles/2 1 yellow 1 wild") == ClaimRoute(
        board.route("bruxelles-paris/2"), europe.cards(yellow=1, wild=1)
    )
    both = {move.route for move in read(europe, "claim paris bruxelles") if isinstance(move, ClaimRoute)}
    assert both == {board.route("bruxelles-paris"), board.route("bruxelles-paris/2")}
    first = {move.route for move in read(europe, "claim paris bruxelles/1") if isinstance(move, ClaimRoute)}
    assert first == {board.route("bruxelles-paris")}


def test_without_cards_a_single_payment_is_taken_and_several_are_listed(europe: Table) -> None:
    europe.give(0, red=2)
    assert one(europe, "claim paris bruxelles") == ClaimRoute(
        europe.board.route("bruxelles-paris"), europe.cards(red=2)
    )
    europe.give(0, red=2, wild=1)
    assert len(read(europe, "claim paris bruxelles/1")) == 2


def test_names_with_spaces_hyphens_and_accents() -> None:
    nordic, japan = Table("nordic", 2), Table("japan", 2)
    for text in ("mo i rana trondheim", "Trondheim Mo I Rana", "mo-i-rana–trond"):
        assert nordic.board.route("mo_i_rana-trondheim") in NameLookup(nordic.board).routes(text)
    assert (
        NameLookup(nordic.board).city("Århus") == NameLookup(nordic.board).city("arhus") == nordic.board.city("arhus")
    )
    assert NameLookup(nordic.board).city("KØBEN") == nordic.board.city("kobenhavn")
    assert NameLookup(japan.board).city("Kagoshima-Chūō") == japan.board.city("kagoshima_chuo")
    assert normalized("  Mo I Rana–Trondheim/2 ") == "mo i rana trondheim 2"


def test_a_city_that_is_named_in_full_is_not_taken_for_the_beginning_of_another() -> None:
    names = NameLookup(editions.load("europe").board)
    assert names.city("paris") == names.board.city("paris")
    with pytest.raises(UnclearInput, match='"pa" could be palermo or pamplona or paris'):
        names.city("pa")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("claim", "claim which route"),
        ("claim paris moskva", "no route connects Paris and Moskva"),
        ("claim pariss-brest", "near it: paris-brest"),
        ("claim p b", "could be barcelona-pamplona or"),
        ("claim paris brest 2", "2 of which card"),
        ("claim paris brest 2 blak", 'there is no card "blak"; near it: black'),
        ("build parys", "near it: paris"),
        ("build", "build in which city"),
        ("take", "which card"),
        ("take rde", 'there is no card "rde"'),
        ("take b", "could be blue or black"),
        ("draw two", "draw what"),
        ("bundles paris brest", "how many stand-ins"),
        ("refuse now", 'what is "now"'),
    ],
)
def test_what_is_not_understood_is_said_with_a_hint(europe: Table, line: str, said: str) -> None:
    with pytest.raises(KolejError, match=said):
        read(europe, line)


def test_tickets_are_kept_by_place_by_cities_or_all() -> None:
    table = Table("europe", 2, opened=False)
    offer = table.game.view(0).offer
    second = table.board.tickets[offer[1]]
    cities = f"{table.board.cities[second.b].id}-{table.board.cities[second.a].id}"
    assert one(table, "keep 1 3") == KeepTickets((offer[0], offer[2]))
    assert one(table, "keep all") == KeepTickets(offer)
    assert one(table, f"keep {cities}, 1") == KeepTickets((offer[1], offer[0]))
    assert one(table, f"keep {cities[:-2]} 1") == KeepTickets((offer[1], offer[0]))
    with pytest.raises(UnclearInput, match="there is no ticket 5 in the offer; they are 1 to 4"):
        read(table, "keep 5")


def test_drawing_and_short_words(europe: Table) -> None:
    assert one(europe, "draw") == one(europe, "d card") == DrawBlind()
    assert one(europe, "draw tickets") == one(europe, "draw t") == DrawTickets()
    assert one(europe, "build par red") == BuildStation(europe.board.city("paris"), europe.cards(red=1))
    nordic = Table("nordic", 2)
    assert one(nordic, "bundles lieksa murmansk 2") == BeginStandIns(nordic.board.route("lieksa-murmansk"), 2)


def test_commands_are_found_by_their_beginnings() -> None:
    assert command_of("CLAIM").word == command_of("cl").word == "claim"
    assert command_of("?").word == "help" and command_of("exit").word == "quit"
    with pytest.raises(UnclearInput, match='"pa" could be pay or pass'):
        command_of("pa")
    with pytest.raises(UnclearInput, match="near it: claim"):
        command_of("calim")
    assert all(command_of(word).word == word for word in BY_WORD)


@given(line=st.text(max_size=40))
@settings(SEEDED, max_examples=200)
def test_nonsense_is_refused_and_never_crashes(line: str) -> None:
    decision = DECISION
    parser = MoveParser(NameLookup(decision.edition.board))
    for word in ("draw", "take", "keep", "claim", "bundles", "build", "pay", "pick", "refuse", "pass"):
        try:
            assert parser.moves(decision, word, line.strip())
        except KolejError as error:
            assert str(error)


DECISION: Decision = Table("europe", 2).game.decision(0)
