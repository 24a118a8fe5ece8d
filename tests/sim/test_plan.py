"""Simulation plans: seating, seeds, and plans that are refused."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kolej.engine.errors import KolejError
from kolej.sim.games import ALL_PASSED, LAST_ROUND, BotFault, play
from kolej.sim.plan import LARGEST_SEED, SimulationPlan, derive_seed, plan_simulation
from tests.support.random_games import TABLES
from tests.support.seeds import SEEDED

NUMBERS = st.integers(0, 10**9)


def test_bots_sit_as_named_in_game_0_and_move_on_by_a_seat() -> None:
    plan = SimulationPlan("europe", 3, ("a", "b", "c"), 1)
    assert [plan.seating(number) for number in range(4)] == [
        ("a", "b", "c"),
        ("c", "a", "b"),
        ("b", "c", "a"),
        ("a", "b", "c"),
    ]
    still = SimulationPlan("europe", 3, ("a", "b", "c"), 1, rotate=False)
    assert {still.seating(number) for number in range(4)} == {("a", "b", "c")}


@given(seats=st.integers(2, 5), start=NUMBERS)
@SEEDED
def test_every_bot_sits_on_every_seat_equally_often(seats: int, start: int) -> None:
    plan = SimulationPlan("europe", seats, tuple("abcde"[:seats]), 1)
    sat = Counter(
        (bot, seat) for number in range(start, start + seats) for seat, bot in enumerate(plan.seating(number))
    )
    assert set(sat.values()) == {1}
    assert len(sat) == seats**2


def test_fewer_bots_than_seats_are_repeated() -> None:
    assert plan_simulation("europe", 5, ["greedy", "random"], 1, True).bots == (
        "greedy",
        "random",
        "greedy",
        "random",
        "greedy",
    )


def test_seats_follow_from_the_bots_unless_said() -> None:
    assert plan_simulation("europe", None, ["random"], 1, True).seats == 2
    assert plan_simulation("europe", None, ["random", "greedy", "random"], 1, True).seats == 3


def test_house_rules_change_the_games() -> None:
    """The bonus is gone from the points, and nothing else is: without it the same seed plays the same games."""
    plain = plan_simulation("europe", 2, ["random"], 1, True)
    without = plan_simulation("europe", 2, ["random"], 1, True, house=["no-longest-path", "no-longest-path"])
    assert without.house == ("no-longest-path",)
    for number in range(3):
        full, less = dict(play(plain, number).lines), dict(play(without, number).lines)
        assert max(full.pop("longest")) == 10 and full == less
    with pytest.raises(KolejError, match='no house rule "no-flsh"; near it: no-flush'):
        plan_simulation("europe", 2, ["random"], 1, True, house=["no-flsh"])


@given(seed=st.integers(), number=NUMBERS)
@SEEDED
def test_the_seed_of_a_game_follows_from_seed_and_number_alone(seed: int, number: int) -> None:
    game_seed = SimulationPlan("europe", 2, ("random", "random"), seed).game_seed(number)
    assert game_seed == SimulationPlan("japan", 3, ("greedy",) * 3, seed, rotate=False).game_seed(number)
    assert 0 <= game_seed < LARGEST_SEED
    assert game_seed not in (
        SimulationPlan("europe", 2, ("random", "random"), seed).game_seed(number + 1),
        SimulationPlan("europe", 2, ("random", "random"), seed + 1).game_seed(number),
        derive_seed("bot", seed, number),
    )


@pytest.mark.parametrize(
    ("edition", "seats", "names", "said"),
    [
        ("atlantis", 2, ["random"], 'there is no edition "atlantis"'),
        ("nordic", 5, ["random"], "is for 2 to 3 seats, not 5"),
        ("nordic", None, ["random"] * 4, "is for 2 to 3 seats, not 4"),
        ("europe", 2, ["gredy"], 'there is no bot "gredy"'),
        ("europe", 2, ["random"] * 3, "3 bots can't sit on 2 seats"),
        ("europe", 2, [], "0 bots can't sit on 2 seats"),
    ],
)
def test_what_cannot_be_played_is_refused(edition: str, seats: int | None, names: list[str], said: str) -> None:
    with pytest.raises(KolejError) as refused:
        plan_simulation(edition, seats, names, 1, True)
    assert said in str(refused.value)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_random_games_end_and_their_results_add_up(name: str, seats: int) -> None:
    plan = plan_simulation(name, seats, ["random"], 3, True)
    for number in range(3):
        result = play(plan, number)
        assert result == play(plan, number)
        assert result.points == tuple(map(sum, zip(*(points for _, points in result.lines), strict=True)))
        assert result.winners == tuple(seat for seat in range(seats) if result.ranks[seat] == 1)
        assert all(done <= kept for done, kept in zip(result.completed, result.kept, strict=True))
        assert seats < result.turns < result.decisions
        assert result.ending in (LAST_ROUND, ALL_PASSED)
        assert result.first == 0


def test_a_game_that_goes_round_in_circles_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kolej.sim.games.MOST_DECISIONS", 50)
    with pytest.raises(BotFault, match=r"went on after 50 decisions: the game does not end"):
        play(plan_simulation("europe", 2, ["random"], 1, True), 0)
