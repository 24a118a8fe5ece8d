"""A contest: which bots meet, in which order, and the statistics."""

from collections.abc import Iterator
from fractions import Fraction
from multiprocessing import active_children
from statistics import fmean

import pytest

from kolej import editions
from kolej.engine.errors import KolejError
from kolej.sim.arena.contest import Arena, Contest, Unit, make_arena
from kolej.sim.arena.figures import figures
from kolej.sim.arena.intervals import is_decided, paired_interval
from kolej.sim.arena.matches import DealResult
from kolej.sim.arena.report import report

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

WON = DealResult(points=((9, 1), (1, 9)), winners=((0,), (1,)))
LOST = DealResult(points=((1, 9), (9, 1)), winners=((1,), (0,)))
SPLIT = DealResult(points=((9, 1), (9, 1)), winners=((0,), (0,)))


@pytest.fixture(autouse=True)
def no_process_is_left() -> Iterator[None]:
    yield
    assert not active_children()


def played(arena: Arena, known: dict[Unit, DealResult] | None = None, jobs: int = 1) -> tuple[Contest, list[Unit]]:
    contest = Contest(arena)
    units = [unit for unit, _ in contest.run(jobs, known or {})]
    return contest, units


def test_all_pairs_meet_on_every_edition_deal_by_deal() -> None:
    arena = make_arena(["new_york", "berlin"], 2, ["random", "greedy", "planner"], 3, 1)
    assert arena.deals == 2, "games are rounded up to whole deals"
    assert [(match.edition, *match.bots) for match in arena.matches] == [
        (edition, *pair)
        for edition in ("new_york", "berlin")
        for pair in (("random", "greedy"), ("random", "planner"), ("greedy", "planner"))
    ]
    contest, units = played(arena)
    assert units == [(match, deal) for deal in range(2) for match in range(6)]
    assert contest.complete
    assert contest.games == contest.games_at_most == 24


def test_any_number_of_jobs_gives_the_same() -> None:
    arena = make_arena(["new_york"], 3, ["random", "greedy", "path"], 12, 5)
    one, two = played(arena), played(arena, jobs=2)
    assert one[1] == two[1]
    assert one[0].played == two[0].played
    assert report(arena, figures(arena, one[0].played)) == report(arena, figures(arena, two[0].played))


def test_what_is_known_is_not_played_again() -> None:
    arena = make_arena(["new_york"], 2, ["random", "greedy"], 8, 5)
    whole, units = played(arena)
    known = {(0, deal): whole.played[0][deal] for deal in range(3)}
    rest, later = played(arena, known)
    assert later == units[3:]
    assert rest.played == whole.played
    assert played(arena, {**known, (0, 3): whole.played[0][3]})[1] == []


def test_looks_come_at_fixed_times() -> None:
    arena = make_arena(["new_york"], 2, ["random", "greedy"], 200, 1, until_clear=True)
    ends = [deals.stop for deals in arena.rounds()]
    assert ends == [10, 20, 30, 40, 50, 62, 77, 96, 100]
    assert list(make_arena(["new_york"], 2, ["random", "greedy"], 200, 1).rounds()) == [range(100)]


def test_a_match_ends_at_the_look_at_which_it_is_clear_and_others_go_on() -> None:
    arena = make_arena(["new_york"], 2, ["random", "greedy", "planner"], 60, 1, until_clear=True)
    # The first pair stays even, the second is clear at once, the third a little later.
    known = {(match, deal): [SPLIT, WON, LOST][match] for match in range(3) for deal in range(30)}
    known |= {(2, deal): WON for deal in range(3)}
    contest, units = played(arena, known)
    assert units == []
    assert contest.complete
    assert [len(deals) for deals in contest.played] == [30, 10, 20]
    assert contest.games_at_most == contest.games == 120
    assert not is_decided(deal.score for deal in list(contest.played[2].values())[:10])
    found = figures(arena, contest.played)
    assert [pair.clear for pair in found.pairs] == [False, True, True]
    assert "2 of 3 matches show which bot is better." in report(arena, found)


def test_a_real_match_ends_early_the_same_for_any_number_of_jobs() -> None:
    arena = make_arena(["new_york"], 2, ["greedy", "random"], 2000, 1, until_clear=True)
    one, two = played(arena), played(arena, jobs=2)
    assert one[0].played == two[0].played
    assert one[0].complete
    assert 20 <= one[0].games < 100


def test_a_contest_that_is_stopped_has_the_first_deals() -> None:
    arena = make_arena(["new_york", "berlin"], 2, ["random", "greedy"], 20_000, 1)
    contest, done = Contest(arena), list[Unit]()
    for unit, _ in contest.run(2, {}, stop=lambda: len(done) >= 5):
        done.append(unit)
    assert not contest.complete
    assert done == [(number % 2, number // 2) for number in range(len(done))]
    assert figures(arena, contest.played).pairs


def test_figures_are_those_of_the_deals() -> None:
    arena = make_arena(["new_york", "berlin"], 2, ["greedy", "random", "path"], 6, 1)
    scores = {
        0: [WON, LOST, SPLIT],
        1: [WON, WON, WON],
        2: [LOST, SPLIT, LOST],
        3: [WON, SPLIT, SPLIT],
        4: [WON] * 3,
        5: [LOST] * 3,
    }
    found = figures(arena, [dict(enumerate(scores[match])) for match in range(6)])
    assert [(pair.edition, pair.bots, pair.games, pair.deals) for pair in found.pairs[:4]] == [
        ("new_york", ("greedy", "random"), 6, 3),
        ("new_york", ("greedy", "path"), 6, 3),
        ("new_york", ("random", "path"), 6, 3),
        ("berlin", ("greedy", "random"), 6, 3),
    ]
    assert [pair.win_rate for pair in found.pairs] == pytest.approx([1 / 2, 1, 1 / 6, 2 / 3, 1, 0])
    assert found.pairs[0].interval == paired_interval(dict(enumerate([Fraction(1), Fraction(0), Fraction(1, 2)])))
    assert found.pairs[0].points == (5, 5)
    assert found.pairs[1].points == (9, 1)
    assert [pair.win_rate for pair in found.overall] == pytest.approx([7 / 12, 1, 1 / 12])
    assert [pair.games for pair in found.overall] == [12, 12, 12]
    rates = {bot.bot: bot.win_rate for bot in found.bots}
    assert rates["greedy"] == pytest.approx(fmean([1 / 2, 1, 2 / 3, 1]))
    assert rates["random"] == pytest.approx(fmean([1 / 2, 1 / 6, 1 / 3, 0]))
    assert sum(rates.values()) == pytest.approx(1.5)
    assert found.anchor == "random"
    assert {bot.bot: bot.rating for bot in found.bots}["random"] == 0
    assert [bot.rating for bot in found.bots] == sorted([bot.rating for bot in found.bots], reverse=True)


def test_alone_among_the_others() -> None:
    arena = make_arena(["new_york"], 3, ["greedy", "random"], 6, 1)
    wins = ((0,), (1,), (0,), (1,), (0,), (2,))
    deal = DealResult(points=((1, 1, 1),) * 6, winners=wins)
    (pair,) = figures(arena, [{0: deal, 1: deal}]).pairs
    assert pair.alone == pytest.approx((2 / 3, 1 / 3)), "greedy won two of its three games alone, random one"
    assert pair.win_rate == pytest.approx(4 / 6)


def test_without_random_the_first_bot_counts_as_0() -> None:
    arena = make_arena(["new_york"], 2, ["greedy", "planner"], 4, 1)
    found = figures(arena, [{0: LOST, 1: LOST}])
    assert found.anchor == "greedy"
    assert [(bot.bot, bot.rating > 0) for bot in found.bots] == [("planner", True), ("greedy", False)]


@pytest.mark.parametrize(
    ("places", "seats", "names", "said"),
    [
        (["atlantis"], 2, ["random", "greedy"], 'there is no edition "atlantis"'),
        (["nordic"], 4, ["random", "greedy"], "is for 2 to 3 seats, not 4"),
        (["all"], 9, ["random", "greedy"], "no edition is for 9 seats"),
        (["europe", "europe"], 2, ["random", "greedy"], 'the edition "europe" is named twice'),
        (["europe"], 2, ["random"], "needs at least two bots"),
        (["europe"], 2, ["random", "greedy", "random"], "random is named twice"),
        (["europe"], 2, ["random", "gredy"], 'there is no bot "gredy"'),
    ],
)
def test_what_cannot_be_played_is_refused(places: list[str], seats: int, names: list[str], said: str) -> None:
    with pytest.raises(KolejError) as refused:
        make_arena(places, seats, names, 10, 1)
    assert said in str(refused.value)


def test_all_are_the_editions_with_so_many_seats() -> None:
    for seats in (2, 4):
        played = make_arena(["all"], seats, ["random", "greedy"], 10, 1).editions
        assert played == tuple(name for name in editions.names() if seats in editions.load(name).rules.seats)
        assert ("nordic" in played) == (seats == 2)


def test_a_report_fits_80_columns_whatever_bots_are_called() -> None:
    arena = make_arena(["new_york", "berlin"], 2, ["planner", "long-route", "one-step"], 4, 1)
    text = report(arena, figures(arena, [{0: WON, 1: WON}] * 6))
    assert max(map(len, text.splitlines())) <= 80
    assert "planner – long-route" in text
