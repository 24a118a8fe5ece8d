"""Altered game files: they are refused, and the error names the altered line.

Where a line break was inserted or removed, two lines were touched, and the error names one of them.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.engine.record.game_file import GameFileError
from kolej.engine.record.replay import load, read
from tests.record.records import begun, played
from tests.support.random_games import TABLES
from tests.support.seeds import SEEDED, SEEDS

SMALL = begun("new_york", 2, 1, first=0).text().encode()
"""Short enough to corrupt every byte of it."""

OTHERS = (0x00, 0x0A, 0x0D, 0x20, 0x23, 0x30, 0x61, 0x80, 0xC3, 0xFF)
"""Bytes to insert: line breaks, blanks, marks, hexadecimal digits, and invalid or incomplete UTF-8."""


def line_at(raw: bytes, place: int) -> int:
    return raw.count(b"\n", 0, place) + 1


def found_at(raw: bytes) -> int:
    """The line that the error names."""
    with pytest.raises(GameFileError) as error:
        read(raw.decode(errors="surrogateescape"), "game.kolej", editions.load)
    assert str(error.value).startswith(f"game.kolej:{error.value.line}: ")
    return error.value.line


def changed(raw: bytes, place: int, byte: int) -> bytes:
    return raw[:place] + bytes([byte]) + raw[place + 1 :]


def inserted(raw: bytes, place: int, byte: int) -> bytes:
    return raw[:place] + bytes([byte]) + raw[place:]


def deleted(raw: bytes, place: int) -> bytes:
    return raw[:place] + raw[place + 1 :]


def spoilings(raw: bytes, place: int) -> Iterator[tuple[bytes, set[int]]]:
    """Ways to corrupt one byte of a file, each with the lines that the error may name."""
    here = {line_at(raw, place)}
    for byte in {*OTHERS, raw[place] ^ 1, raw[place] ^ 0x20} - {raw[place]}:
        yield changed(raw, place, byte), here
    for byte in OTHERS:
        # A line break inserted before a line break keeps this line intact, with an empty one after it.
        doubled = byte == raw[place] == 0x0A
        yield inserted(raw, place, byte), {line_at(raw, place) + 1} if doubled else here
    yield deleted(raw, place), here


def test_no_byte_of_a_file_can_be_altered() -> None:
    for place in range(len(SMALL)):
        for spoiled, lines in spoilings(SMALL, place):
            assert found_at(spoiled) in lines, f"at byte {place}: {spoiled[max(0, place - 20) : place + 20]!r}"


def test_nothing_can_follow_the_end() -> None:
    for byte in range(256):
        assert found_at(SMALL + bytes([byte])) == SMALL.count(b"\n") + 1


def test_a_file_cut_at_any_length_is_refused() -> None:
    for length in range(len(SMALL)):
        assert found_at(SMALL[:length]) == line_at(SMALL, length)


def test_it_is_the_same_on_a_disk(tmp_path: Path) -> None:
    path, rng = tmp_path / "game.kolej", Random(1)
    for place in rng.sample(range(len(SMALL)), 5):
        for spoiled, _ in spoilings(SMALL, place):
            path.write_bytes(spoiled)
            with pytest.raises(GameFileError) as error:
                load(path, editions.load)
            assert str(error.value).startswith(f"{path}:{found_at(spoiled)}: ")
            assert path.read_bytes() == spoiled


def named(lines: list[str]) -> int:
    with pytest.raises(GameFileError) as error:
        read("".join(lines), "game.kolej", editions.load)
    return error.value.line


def test_no_line_can_be_cut_out_doubled_or_moved() -> None:
    lines = SMALL.decode().splitlines(keepends=True)
    for at in range(len(lines)):
        assert named(lines[:at] + lines[at + 1 :]) == at + 1
        assert named(lines[: at + 1] + lines[at:]) == at + 2
        for to in range(at + 1, len(lines)):
            swapped = lines[:]
            swapped[at], swapped[to] = swapped[to], swapped[at]
            assert named(swapped) == at + 1
            moved = lines[:at] + lines[at + 1 : to + 1] + [lines[at]] + lines[to + 1 :]
            assert named(moved) == at + 1


def test_lines_of_another_game_do_not_fit() -> None:
    """Even if two games have a line in common, the seals before it differ."""
    lines = SMALL.decode().splitlines(keepends=True)
    other = begun("new_york", 2, 2, first=0).text().splitlines(keepends=True)
    first = next(at for at, (one, two) in enumerate(zip(lines, other, strict=False)) if one != two)
    for at in range(first + 1, len(lines)):
        assert named(lines[:at] + other[at:]) == at + 1


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS, moves=st.integers(0, 200))
@settings(SEEDED, max_examples=1)
def test_nor_can_any_other_file(name: str, seats: int, seed: int, moves: int) -> None:
    raw, rng = played(name, seats, seed, moves).text().encode(), Random(seed)
    for _ in range(30):
        place = rng.randrange(len(raw))
        spoiled, lines = rng.choice(list(spoilings(raw, place)))
        assert found_at(spoiled) in lines
        assert found_at(raw[:place]) == line_at(raw, place)
