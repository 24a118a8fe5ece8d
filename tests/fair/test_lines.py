"""The lines of a fair deal in a game file: written, read back, and refused if Kolej would not write them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.engine.chance.fair.file_lines import commitment_lines, read_commitments, read_seeds, seed_lines
from kolej.engine.chance.fair.protocol import OWN, SERVER, UNFIT, UNOPENED, Commitments, SeatCommitment, Seed, Seeds
from kolej.engine.record.game_file import GameFileError, Header, LineReader, Lines, header_lines, sealed, split
from kolej.engine.record.replay import read
from kolej.fair_verifier import FairDealFile
from tests.fair.deals import begun, bodies, finished, go_on, number_of, with_lines
from tests.support.seeds import SEEDED

HASHES = st.binary(min_size=32, max_size=32).map(bytes.hex)
TABLES = st.from_regex(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,63}\Z")
FREELY = settings(SEEDED, max_examples=80)


@st.composite
def commitments(draw: st.DrawFn) -> Commitments:
    seats = tuple(
        SeatCommitment(who, draw(HASHES))
        for who in draw(st.lists(st.sampled_from([OWN, SERVER]), min_size=1, max_size=6))
    )
    broken = [
        (seat, why)
        for seat, each in enumerate(seats)
        if each.who == OWN and (why := draw(st.sampled_from(["", UNOPENED, UNFIT])))
    ]
    return Commitments(draw(TABLES), draw(HASHES), seats, tuple(broken))


@given(promised=commitments())
@FREELY
def test_promises_are_read_as_they_were_written(promised: Commitments) -> None:
    reader = LineReader([*commitment_lines(promised), "goes on"], "lines")
    assert read_commitments(reader, len(promised.seats)) == promised
    assert reader.next == "goes on"


@given(raws=st.lists(st.binary(min_size=32, max_size=32), min_size=1, max_size=7))
@FREELY
def test_seeds_are_read_as_they_were_written(raws: list[bytes]) -> None:
    seeds = Seeds(Seed(raws[0]), tuple(map(Seed, raws[1:])))
    reader = LineReader([*seed_lines(seeds), "result 1"], "lines")
    assert read_seeds(reader, len(raws) - 1) == seeds
    assert reader.next == "result 1"


@given(promised=commitments(), first=st.none() | st.integers(0, 5), data=st.data())
@FREELY
def test_a_header_is_read_as_it_was_written(promised: Commitments, first: int | None, data: st.DataObject) -> None:
    """Names of players may look like the lines that follow them."""
    seats = len(promised.seats)
    name = st.sampled_from(["Ada", "fair 1 x", "commitment 0 own", "seed 0", "stand-in 0 unfit", "x = y", "goes on"])
    players = tuple(data.draw(st.lists(name, min_size=seats, max_size=seats)))
    header = Header("europe", 1, "0" * 16, seats, first, players, promised)
    assert split([*header_lines(header), "goes on"], "lines") == Lines(header, [], [], None, "goes on")


@given(promised=commitments())
@FREELY
def test_both_implementations_read_the_same(promised: Commitments) -> None:
    header = Header("europe", 1, "0" * 16, len(promised.seats), None, ("seed 0",) * len(promised.seats), promised)
    deal = FairDealFile(sealed([*header_lines(header), "goes on"]))
    assert deal.whole == promised.whole()
    assert deal.hashes == {"server": promised.server} | {f"{n}": each.hash for n, each in enumerate(promised.seats)}
    assert deal.fallbacks == dict(promised.fallbacks)
    assert deal.own == [seat for seat in range(len(promised.seats)) if not promised.by_server(seat)]


GOES_ON = go_on(begun("new_york", 3, 1, server=[2]), 1, 10).text()
OVER = finished("new_york", 3, 1, server=(2,)).text()
HASH = "0" * 64

# The file, the changed line and its replacement, the line that the error names, and what it says.
MISWRITTEN: dict[str, tuple[str, str, str, str, str]] = {
    "another method": (GOES_ON, "fair", "fair 3 x", "fair 3", 'a line "fair ..." must stand'),
    "no table": (GOES_ON, "fair", "fair 2", "fair 2", 'a line "fair ..." must stand'),
    "a table that is none": (GOES_ON, "fair", "fair 2 a b", "fair 2", 'a line "fair ..." must stand'),
    "no server": (
        GOES_ON,
        "commitment server",
        f"commitment 0 own {HASH}",
        "commitment 0 own 000",
        '"commitment server',
    ),
    "a short hash": (GOES_ON, "commitment 0", "commitment 0 own 00", "commitment 0", 'a line "commitment 0 ..."'),
    "a loud hash": (
        GOES_ON,
        "commitment 0",
        f"commitment 0 own {'A' * 64}",
        "commitment 0",
        '"commitment 0 ..."',
    ),
    "nobody's": (GOES_ON, "commitment 0", f"commitment 0 bot {HASH}", "commitment 0", 'a line "commitment 0 ..."'),
    "another seat": (GOES_ON, "commitment 0", f"commitment 7 own {HASH}", "commitment 7", '"commitment 0 ..." must'),
    "a seat twice": (
        GOES_ON,
        "commitment 2",
        f"commitment 2 server {HASH}\ncommitment 2 server {HASH[1:]}1",
        f"commitment 2 server {HASH[1:]}1",
        "this is no step",
    ),
    "standing in for a bot": (
        GOES_ON,
        "commitment 2",
        f"commitment 2 server {HASH}\nstand-in 2 unfit",
        "stand-in",
        'a line "stand-in ..."',
    ),
    "standing in for no reason": (
        GOES_ON,
        "commitment 2",
        f"commitment 2 server {HASH}\nstand-in 0 lazy",
        "stand-in",
        'a line "stand-in ..."',
    ),
    "standing in twice": (
        GOES_ON,
        "commitment 2",
        f"commitment 2 server {HASH}\nstand-in 1 unfit\nstand-in 1 unopened",
        "stand-in 1 unopened",
        'a line "stand-in ..."',
    ),
    "standing in out of order": (
        GOES_ON,
        "commitment 2",
        f"commitment 2 server {HASH}\nstand-in 1 unfit\nstand-in 0 unopened",
        "stand-in 0",
        'a line "stand-in ..."',
    ),
    "a seed in a game that goes on": (
        GOES_ON,
        "goes on",
        f"seed server {HASH}\nseed 0 {HASH}\nseed 1 {HASH}\nseed 2 {HASH}\ngoes on",
        "seed server",
        "the game goes on, and yet a seed is opened",
    ),
    "one seed in a game that goes on": (
        GOES_ON,
        "goes on",
        f"seed 1 {HASH}\ngoes on",
        "seed 1",
        "the game goes on, and",
    ),
    "a seed too few": (OVER, "seed 1", f"seed 2 {HASH}", "seed 2 000", 'a line "seed 1 ..." must stand'),
    "a seed too many": (OVER, "seed 2", f"seed 2 {HASH}\nseed 3 {HASH}", "seed 3", "after the seeds only the line"),
    "seeds without the server's": (OVER, "seed server", f"seed 0 {HASH}", "seed 0 000", 'a line "seed server ..."'),
    "a step after the seeds": (
        OVER,
        "seed 2",
        f"seed 2 {HASH}\n0 pass = 0123456789abcdef",
        "0 pass = 0123456789abcdef",
        "after the seeds only the line",
    ),
}


@pytest.mark.parametrize("what", MISWRITTEN)
def test_what_another_program_wrote_is_refused_at_its_line(what: str) -> None:
    text, start, instead, named, said = MISWRITTEN[what]
    spoiled = with_lines(text, {start: instead})
    with pytest.raises(GameFileError) as error:
        read(spoiled, "game.kolej", editions.load)
    assert said in str(error.value)
    assert error.value.line == number_of(spoiled, named)
    assert HASH not in str(error.value)


def test_seeds_without_promises_are_no_lines_at_all() -> None:
    lines = [line for line in bodies(OVER) if line.split(" ")[0] not in ("fair", "commitment")]
    with pytest.raises(GameFileError, match="this is no step") as error:
        read(sealed(lines), "game.kolej", editions.load)
    assert lines[error.value.line - 1].startswith("seed server")


def test_seeds_that_do_not_fit_are_still_a_file() -> None:
    """Reading a file and verifying its deal are separate: the file of an unfair game must be readable."""
    text = with_lines(OVER, {"seed 1": f"seed 1 {HASH}"})
    assert read(text, "unfair", editions.load).text() == text
