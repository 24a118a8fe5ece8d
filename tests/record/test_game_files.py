"""Game files: a written game is read back as the same game, and invalid files are refused with a remedy."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.engine.board.model import fingerprint
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.record.game_file import GameFileError, name_fault, sealed
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import load, read
from kolej.engine.ruleset.rules import Edition
from tests.engine.test_sixth_board import written
from tests.record.records import begun, go_on, lines_of, number_of, played, with_line
from tests.support.random_games import TABLES
from tests.support.seeds import SEEDED, SEEDS


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS, moves=st.none() | st.integers(0, 150), first=st.booleans())
@settings(SEEDED, max_examples=2)
def test_what_is_written_is_read_and_written_the_same(
    name: str, seats: int, seed: int, moves: int | None, first: bool
) -> None:
    begins = seed % seats if first else None
    recorded = played(name, seats, seed, first=begins) if moves is None else played(name, seats, seed, moves, begins)
    again = read(recorded.text(), "again", editions.load)
    assert again.text() == recorded.text()
    assert (again.header, again.steps) == (recorded.header, recorded.steps)
    assert again.game.fingerprint() == recorded.game.fingerprint()


@pytest.mark.parametrize(("name", "seats"), [table for table in TABLES if table[1] in (2, 4)])
@given(seed=SEEDS, moves=st.integers(0, 60))
@settings(SEEDED, max_examples=1)
def test_a_saved_game_goes_on_as_if_nobody_had_left(name: str, seats: int, seed: int, moves: int) -> None:
    stayed = played(name, seats, seed, moves)
    resumed = read(stayed.text(), "saved", editions.load, SeededDealer(seed))
    go_on(stayed, seed + 1)
    go_on(resumed, seed + 1)
    assert stayed.game.over and resumed.text() == stayed.text()


def test_a_file_holds_no_seed() -> None:
    text = RecordedGame.start(editions.load("europe"), 2, ["Ada", "Bo"], SeededDealer("swordfish")).text()
    assert "swordfish" not in text and "seed" not in text


def test_a_game_on_a_board_of_ones_own(tmp_path: Path) -> None:
    edition = editions.load_folder(written(tmp_path / "ridge"))
    recorded = played(edition, 3, 4)
    assert "mule" in recorded.text()
    assert read(recorded.text(), "ridge", lambda *_: edition).text() == recorded.text()
    with pytest.raises(GameFileError) as error:
        read(recorded.text(), "ridge.kolej", editions.load)
    assert str(error.value).startswith(f'ridge.kolej:2: there is no edition "ridge"; there are {editions.names()[0]}')
    assert "name its folder" in str(error.value)


@given(name=st.text(max_size=50))
@settings(SEEDED, max_examples=300)
def test_every_name_is_kept_or_refused(name: str) -> None:
    edition = editions.load("new_york")
    if name_fault(name):
        with pytest.raises(GameFileError) as error:
            RecordedGame.start(edition, 2, [name, "Bo"])
        assert str(error.value).isprintable()
    else:
        text = RecordedGame.start(edition, 2, [name, "Bo"]).text()
        assert read(text.encode().decode(), "names", editions.load).header.players == (name, "Bo")


RECORDED = played("europe", 2, 3, moves=20, first=1)
FIRST_MOVE = number_of(RECORDED, "0 keep")
FIRST_CARD = number_of(RECORDED, "- ")
LAST = len(lines_of(RECORDED))
CHANGED = "the rules behave differently now: replay the game with the Kolej that recorded it"
MISWRITTEN = "the seal fits, so this was written so"


def line(number: int) -> str:
    return lines_of(RECORDED)[number - 1]


# The number of a line, its replacement, and text that the error must contain. Every seal is valid.
FORGED: dict[str, tuple[int, str | None, str]] = {
    "an older format": (
        1,
        "kolej game 0",
        "of format 0, and this Kolej reads formats 1 and 2; read it with the Kolej that",
    ),
    "a newer format": (
        1,
        "kolej game 3",
        "of format 3, and this Kolej reads formats 1 and 2; read it with a newer Kolej",
    ),
    "another file": (1, "kolej board 1", 'this is no game file: its first line is not "kolej game 2"'),
    "no edition": (2, None, f'here a line "edition ..." must stand; {MISWRITTEN}'),
    "an edition that is not there": (2, "edition atlantis", 'there is no edition "atlantis"'),
    "an edition by its path": (2, "edition /tmp/europe", 'here a line "edition ..." must stand'),
    "an edition above": (2, "edition ../europe", 'here a line "edition ..." must stand'),
    "other rules": (
        3,
        "rules 3",
        "played by version 3 of the rules, and versions 1 and 2 are installed; read it with a Kolej that",
    ),
    "rules in other digits": (3, "rules 01", 'here a line "rules ..." must stand'),
    "another board": (4, "board 0123456789abcdef", "read it with the board that it was played on"),
    "a first seat that is not there": (6, "first 2", "seat 2 can't begin"),
    "a player without a name": (7, "player  ", "is empty or has spaces around it"),
    "a player that breaks the screen": (7, "player A\x1bda", "control character U+001B"),
    "a player too few": (8, None, 'here a line "player ..." must stand'),
    "a step of nobody": (FIRST_MOVE, "draw = 0123456789abcdef", "this is no step"),
    "a step without a hash": (FIRST_MOVE, line(FIRST_MOVE).partition(" = ")[0], "this is no step"),
    "a step of another seat": (FIRST_MOVE, "7" + line(FIRST_MOVE)[1:], "this step can't be made: there is no seat 7"),
    "a step that is no move": (FIRST_MOVE, "0 fly = 0123456789abcdef", 'there is no move "fly"'),
    "a step that is refused": (FIRST_MOVE, "0 draw = 0123456789abcdef", "choose your tickets first [setup.keep]"),
    "a step in other words": (FIRST_MOVE, line(FIRST_MOVE).replace("keep", "KEEP"), 'must be spelled "keep'),
    "a step that leads elsewhere": (FIRST_MOVE, line(FIRST_MOVE)[:-16] + "0123456789abcdef", CHANGED),
    "chance that does what it can't": (FIRST_CARD, "- pink = 0123456789abcdef", 'there is no card "pink"'),
    "chance at the wrong time": (FIRST_MOVE, "- red = 0123456789abcdef", "chance owes nothing"),
    "a move at the wrong time": (FIRST_CARD, "0 draw = 0123456789abcdef", "chance comes first"),
    "chance that leads elsewhere": (FIRST_CARD, line(FIRST_CARD)[:-16] + "0123456789abcdef", CHANGED),
    "a result before the end": (
        LAST,
        "result 1 0 ranks 1 2",
        'the file ends with "result 1 0 ranks 1 2", but the game',
    ),
}


@pytest.mark.parametrize("fault", FORGED)
def test_what_another_program_wrote_is_refused_at_its_line(fault: str) -> None:
    number, instead, words = FORGED[fault]
    with pytest.raises(GameFileError) as error:
        read(with_line(RECORDED, number, instead), "game.kolej", editions.load)
    assert error.value.line == number
    assert str(error.value).startswith(f"game.kolej:{number}: ")
    assert words in str(error.value)
    assert str(error.value).isprintable()


def test_seats_that_the_edition_does_not_have() -> None:
    lines = lines_of(RECORDED)
    text = sealed([*lines[:4], "seats 6", *["player Ada"] * 6, *lines[8:]])
    with pytest.raises(GameFileError, match="Europe is for 2 to 5 seats, not 6") as error:
        read(text, "game.kolej", editions.load)
    assert error.value.line == 5


@pytest.mark.parametrize(("seats", "at", "said"), [(3, 9, 'a line "player ..." must stand'), (1, 8, "this is no step")])
def test_more_or_fewer_players_than_seats(seats: int, at: int, said: str) -> None:
    with pytest.raises(GameFileError) as error:
        read(with_line(RECORDED, 5, f"seats {seats}"), "game.kolej", editions.load)
    assert error.value.line == at and said in str(error.value)


def test_a_result_that_is_no_longer_the_result() -> None:
    recorded = played("new_york", 2, 6)
    last = len(lines_of(recorded))
    for closing in ("result 0 0 ranks 1 1", "goes on", "result nonsense"):
        with pytest.raises(GameFileError) as error:
            read(with_line(recorded, last, closing), "game.kolej", editions.load)
        assert error.value.line == last and "but the game with" in str(error.value)


def test_rules_that_score_differently_are_found(tmp_path: Path) -> None:
    """The same board and version, but without an award: the moves are the same, and the result is not."""
    recorded = played("europe", 2, 5)
    europe = recorded.edition
    other = Edition("europe", europe.board, replace(europe.rules, awards=europe.rules.awards[:-1]))
    with pytest.raises(GameFileError) as error:
        read(recorded.text(), "game.kolej", lambda *_: other)
    assert error.value.line == len(lines_of(recorded)) and CHANGED in str(error.value)


def test_the_wrong_edition_is_refused() -> None:
    with pytest.raises(GameFileError, match='of the edition "europe", not of "japan"; name the folder') as error:
        read(RECORDED.text(), "game.kolej", lambda *_: editions.load("japan"))
    assert error.value.line == 2


def test_a_board_that_was_mended_since(tmp_path: Path) -> None:
    europe = RECORDED.edition
    board = replace(europe.board, tickets=(*europe.board.tickets[1:], europe.board.tickets[0]))
    with pytest.raises(GameFileError) as error:
        read(RECORDED.text(), "game.kolej", lambda *_: Edition("europe", board, europe.rules))
    assert error.value.line == 4 and fingerprint(board) in str(error.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file is empty"),
        ("\n", "this is no game file"),
        ("hello\n", "this is no game file"),
        ("\ufeff" + RECORDED.text(), "byte order mark; save it as UTF-8 without one"),
        (RECORDED.text().replace("\n", "\r\n"), "lines end in CR LF; save the file with lines that end in LF"),
        ("kolej game 3\n", "of format 3, and this Kolej reads formats 1 and 2 (or the line was altered"),
        ("kolej game 1\n", "the seal does not fit"),
    ],
)
def test_text_that_is_no_game_file(text: str, said: str) -> None:
    with pytest.raises(GameFileError) as error:
        read(text, "game.kolej", editions.load)
    assert error.value.line == 1 and said in str(error.value)


def test_a_line_that_was_altered_is_distinguished_from_rules_that_changed() -> None:
    text = RECORDED.text()
    state = line(FIRST_MOVE)[-16:]
    altered = text.replace(state, "0123456789abcdef")
    for spoiled, said in (
        (altered, "this line was altered"),
        (with_line(RECORDED, FIRST_MOVE, line(FIRST_MOVE)[:-16] + "0123456789abcdef"), CHANGED),
    ):
        with pytest.raises(GameFileError) as error:
            read(spoiled, "game.kolej", editions.load)
        assert error.value.line == FIRST_MOVE and said in str(error.value)


def test_files_that_are_none(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "latin").write_bytes(RECORDED.text().encode().replace(b"Ada", b"Ad\xe9"))
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(2**30)
    said = {
        "missing": "cannot be read: No such file or directory",
        "empty": "1: the file is empty",
        "latin": "7: this is not text in UTF-8",
        "huge": "is larger than 16 MB, which no game is",
        ".": "cannot be read: Is a directory",
        "nul\0": "cannot be read: embedded null byte",
    }
    for name, words in said.items():
        with pytest.raises(GameFileError) as error:
            load(f"{tmp_path}/{name}", editions.load)
        assert f"{name}:" in str(error.value) and words in str(error.value)


def test_begun_games_can_be_saved_before_anything_was_chosen() -> None:
    recorded = begun("japan", 5, 9)
    assert read(recorded.text(), "begun", editions.load).game.to_act() == [0, 1, 2, 3, 4]
