"""The commitment round: commitments, then seeds, and seats that don't open theirs."""

from collections.abc import Callable

import pytest

from kolej import editions
from kolej.engine.chance.fair.commitment_round import CommitmentRound
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import (
    OWN,
    SERVER,
    UNFIT,
    UNOPENED,
    FairError,
    Seed,
    Seeds,
    Terms,
    fallback_seed,
    seat_commitment,
)
from kolej.engine.record.recorded_game import RecordedGame
from tests.fair.deals import dealer, gathered, seed, terms

EUROPE = editions.load("europe")


def table() -> CommitmentRound:
    return CommitmentRound(terms(EUROPE, 3), seed(0, "server"))


def promise(table: CommitmentRound, seat: int) -> str:
    return seat_commitment(table.server, seat, seed(0, seat))


def test_a_table_from_first_to_last() -> None:
    gathering = table()
    gathering.commit(0, promise(gathering, 0))
    gathering.contribute(1)
    gathering.commit(2, promise(gathering, 2))
    promised = gathering.fix()
    assert [each.who for each in promised.seats] == [OWN, SERVER, OWN]
    assert gathering.unopened() == [0, 2]
    gathering.open(2, seed(0, 2))
    gathering.open(0, seed(0, 0))
    there = gathering.dealer()
    assert there.commitments == promised == gathering.fix() and promised.fallbacks == ()
    assert there.opened().seats == (seed(0, 0), fallback_seed(gathering.server, 1, seed(0, "server")), seed(0, 2))
    assert RecordedGame.start(EUROPE, 3, ["a", "b", "c"], there).header.fair == promised


def test_nobody_can_guess_a_fresh_seed() -> None:
    assert len({Seed.fresh().hex() for _ in range(100)}) == 100
    assert len({CommitmentRound(terms(EUROPE, 2)).server for _ in range(20)}) == 20


def fixed(table: CommitmentRound) -> CommitmentRound:
    table.contribute(0)
    for seat in (1, 2):
        table.commit(seat, promise(table, seat))
    table.fix()
    return table


# Whether every seat has committed, the action, and the refusal.
REFUSED: dict[str, tuple[bool, Callable[[CommitmentRound], object], str]] = {
    "a seed before all is promised": (False, lambda t: t.open(0, seed(0, 0)), "seat 0 opens too early"),
    "standing in before that": (False, lambda t: t.use_fallback(0), "seat 0 opens too early"),
    "fixing too early": (False, lambda t: t.fix(), "seats 0, 1, 2 have not committed yet"),
    "dealing too early": (False, lambda t: t.dealer(), "seats 0, 1, 2 have not committed yet"),
    "a promise that is none": (False, lambda t: t.commit(0, "abc"), "seat 0: a commitment is 64 lower-case"),
    "a promise in capitals": (False, lambda t: t.commit(0, "A" * 64), "seat 0: a commitment is 64 lower-case"),
    "a seat that is not there": (False, lambda t: t.commit(3, "a" * 64), "there is no seat 3; seats are 0 to 2"),
    "another that is not": (False, lambda t: t.contribute(-1), "there is no seat -1"),
    "a promise too late": (True, lambda t: t.commit(1, "a" * 64), "seat 1 commits too late"),
    "the server too late": (True, lambda t: t.contribute(1), "seat 1 commits too late"),
    "another seed": (True, lambda t: t.open(1, seed(1, 1)), "seat 1 opened a seed that does not fit its commitment"),
    "the seed of another seat": (True, lambda t: t.open(1, seed(0, 2)), "seat 1 opened a seed that does not fit"),
    "a seed for a bot": (True, lambda t: t.open(0, seed(0, 0)), "the seed of seat 0 is known already"),
    "standing in for a bot": (True, lambda t: t.use_fallback(0), "the seed of seat 0 is known already"),
    "a seed of nobody": (True, lambda t: t.open(9, seed(0, 0)), "there is no seat 9"),
    "dealing without seeds": (True, lambda t: t.dealer(), "seats 1, 2 have not opened a seed that fits; start over"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_comes_out_of_order_is_refused_and_changes_nothing(what: str) -> None:
    promised, act, said = REFUSED[what]
    gathering = fixed(table()) if promised else table()
    before = (dict(gathering._committed), gathering._fixed, dict(gathering._opened))
    with pytest.raises(FairError) as error:
        act(gathering)
    assert said in str(error.value)
    assert (gathering._committed, gathering._fixed, gathering._opened) == before


def test_a_promise_cannot_be_changed() -> None:
    gathering = table()
    gathering.commit(0, promise(gathering, 0))
    with pytest.raises(FairError, match="seat 0 has committed already"):
        gathering.commit(0, "a" * 64)
    with pytest.raises(FairError, match="seat 0 has committed already"):
        gathering.contribute(0)
    assert gathering.unopened() == [0, 1, 2]


def test_a_seat_that_opened_something_else_may_still_keep_its_promise() -> None:
    gathering = fixed(table())
    with pytest.raises(FairError, match="seat 1"):
        gathering.open(1, seed(9, 9))
    gathering.open(1, seed(0, 1))
    gathering.open(2, seed(0, 2))
    assert gathering.dealer().commitments.fallbacks == ()


def test_the_server_stands_in_and_the_seats_are_named() -> None:
    gathering = fixed(table())
    with pytest.raises(FairError):
        gathering.open(2, seed(9, 9))
    gathering.use_fallback(2)
    with pytest.raises(FairError, match="seat 1 has not opened a seed that fits"):
        gathering.dealer()
    gathering.use_fallback(1)
    there = gathering.dealer()
    assert there.commitments.fallbacks == ((1, UNOPENED), (2, UNFIT))
    made = tuple(fallback_seed(gathering.server, seat, seed(0, "server")) for seat in range(3))
    assert there.opened().seats == made
    # The hash that was noted before the seeds were opened has not changed.
    assert there.commitments.whole() == fixed(table()).fix().whole()


def test_standing_in_is_no_choice() -> None:
    """The fallback seed is derived from the seed that the server committed to: it can't choose it."""
    one, other = fixed(table()), fixed(table())
    for gathering in (one, other):
        for seat in (1, 2):
            gathering.use_fallback(seat)
    assert one.dealer().opened() == other.dealer().opened()


def test_promises_hold_for_one_table_and_one_seat() -> None:
    """A commitment that is valid elsewhere could be copied from another seat or game."""
    base = terms(EUROPE, 3)
    others = [
        Terms("test-1", "europe", base.rules, base.board, 3),
        Terms("test-0", "nordic", base.rules, base.board, 3),
        Terms("test-0", "europe", base.rules + 1, base.board, 3),
        Terms("test-0", "europe", base.rules, "0" * 16, 3),
        Terms("test-0", "europe", base.rules, base.board, 4),
        *(Terms("test-0", "europe", base.rules, base.board, 3, first) for first in range(3)),
    ]
    servers = [CommitmentRound(each, seed(0, "server")).server for each in (base, *others)]
    assert len(set(servers)) == len(servers)
    seats = [seat_commitment(server, seat, seed(0, 0)) for server in servers for seat in range(3)]
    assert len(set(seats)) == len(seats)


def test_fields_cannot_run_into_each_other() -> None:
    one = Terms("a", "b1", 1, "0" * 16, 12)
    for other in (
        Terms("ab", "1", 1, "0" * 16, 12),
        Terms("a", "b", 11, "0" * 16, 12),
        Terms("a", "b1", 1, "0" * 16, 1, 2),
    ):
        assert CommitmentRound(one, seed(0, 0)).server != CommitmentRound(other, seed(0, 0)).server


@pytest.mark.parametrize("name", ["", "-a", "a b", "a" * 65, "a\n", "ą", "a/b"])
def test_names_of_tables_that_are_none(name: str) -> None:
    with pytest.raises(FairError, match="a table is named by"):
        Terms(name, "europe", 1, "0" * 16, 2)


def test_a_server_that_chooses_its_seed_afterwards_is_stopped_by_its_own_promise() -> None:
    """A server that knows every seed and retries its own would soon find a deal it likes better."""
    gathering = gathered(EUROPE, 2, 5)
    for seat in (0, 1):
        gathering.open(seat, seed(5, seat))
    honest = gathering.dealer()
    for number in range(20):
        seeds = Seeds(seed(number, "ground"), honest.opened().seats)
        with pytest.raises(FairError, match="the server's seed does not fit its commitment; nothing is dealt"):
            FairDealer(honest.terms, honest.commitments, seeds)


def test_a_dealer_takes_no_seeds_but_those_promised() -> None:
    honest = dealer(EUROPE, 3, 5, server=[2])
    zero, one, two = honest.opened().seats
    server = honest.opened().server
    wrong: list[tuple[tuple[Seed, ...], str]] = [
        ((one, zero, two), "the seed of seat 0 does not fit its commitment"),
        ((zero, seed(9, 9), two), "the seed of seat 1 does not fit its commitment"),
        ((zero, one, seed(9, 9)), "the seed of seat 2 does not come from where the commitments say"),
        ((zero, one), "a commitment and a seed for each of the 3 seats"),
    ]
    for seats, said in wrong:
        with pytest.raises(FairError, match=said):
            FairDealer(honest.terms, honest.commitments, Seeds(server, seats))
