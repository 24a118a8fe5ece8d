"""Planner and search bots: positions with one right answer, hidden information, budgets and levels."""

import os
import subprocess
import sys
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings

from kolej import bots, editions
from kolej.bots.board_weights import weights_of
from kolej.bots.budget import Budget, read_budget
from kolej.bots.levels import LEVELS
from kolej.bots.planner.network_plan import NetworkPlan
from kolej.bots.planner.planner import Planner
from kolej.bots.planner.valuation import Valuation
from kolej.bots.search.bot import SearchBot
from kolej.bots.search.candidates import candidates_for
from kolej.bots.search.trials import MOST_DECISIONS, playout
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.state import TURN
from kolej.engine.errors import UnknownName
from kolej.engine.game import Game
from kolej.engine.knowledge.events import TunnelBegun
from kolej.engine.moves.moves import BuildStation, ClaimRoute, DrawTickets, KeepTickets, Move, RefuseTunnel, TopUp
from kolej.engine.silent_game import SilentGame
from kolej.sim.games import play
from kolej.sim.plan import plan_simulation
from tests.support.arranged_game import Table, cleared
from tests.support.random_games import TABLES, somewhere
from tests.support.seeds import SEEDED, SEEDS

PLANNERS = ("path", "hungry", "one-step", "long-route", "planner")


def choice_of(table: Table, bot: str = "planner") -> Move:
    """The move of a new bot on seat 0 of a table."""
    decision = table.game.decision(0)
    return decision.move(bots.find(bot)(1).choose(decision))


def is_claim(table: Table, move: Move, route: str) -> bool:
    return isinstance(move, ClaimRoute) and move.route == table.board.route(route)


# Positions.


def one_link_missing() -> Table:
    """Paris to Wien, except for the link between Frankfurt and Paris."""
    table = cleared("europe", 2)
    table.tickets(0, "paris-wien")
    table.own(0, "munchen-wien", "frankfurt-munchen")
    return table


def test_a_ticket_that_can_be_finished_is_finished() -> None:
    table = one_link_missing()
    table.give(0, white=3, green=1, blue=1)
    assert is_claim(table, choice_of(table), "frankfurt-paris")


def test_in_the_last_round_the_turn_goes_to_the_ticket_and_not_to_longer_routes() -> None:
    table = one_link_missing()
    table.give(0, white=3, black=4)
    table.s.turns_left = 2
    assert is_claim(table, choice_of(table), "frankfurt-paris")


@pytest.mark.parametrize("bot", ["planner", "hungry", "one-step", "long-route", "path"])
@pytest.mark.parametrize("name", editions.names())
def test_no_tickets_are_drawn_in_the_last_round(name: str, bot: str) -> None:
    table = Table(name, 2)
    table.s.turns_left = 1
    assert not isinstance(choice_of(table, bot), DrawTickets)


def test_in_the_last_round_a_sure_route_is_better_than_a_tunnel_of_the_same_length() -> None:
    table = cleared("europe", 2)
    table.give(0, green=2)
    table.s.turns_left = 1
    listed = {table.board.routes[move.route].kind for move in table.moves(0) if isinstance(move, ClaimRoute)}
    assert listed >= {"plain", "tunnel"}, "there is nothing to choose between"
    move = choice_of(table)
    assert isinstance(move, ClaimRoute) and table.board.routes[move.route].kind == "plain"


def test_what_a_tunnel_costs_more_is_paid_when_it_can_be() -> None:
    table = cleared("europe", 2)
    table.tickets(0, "paris-wien")
    table.give(0, green=3)
    table.stack("green", "white", "white")
    table.claim(0, "venezia-zurich", green=2)
    assert isinstance(choice_of(table), TopUp)


def test_a_tunnel_that_cannot_be_paid_is_refused() -> None:
    table = cleared("europe", 2)
    table.give(0, green=2)
    table.stack("green", "white", "white")
    table.claim(0, "venezia-zurich", green=2)
    assert isinstance(choice_of(table), RefuseTunnel)


def test_a_station_rescues_a_ticket_whose_last_link_is_taken() -> None:
    table = one_link_missing()
    table.own(1, "frankfurt-paris", "bruxelles-paris", "dieppe-paris", "marseille-paris", "pamplona-paris")
    table.own(1, "paris-zurich", "brest-paris")
    table.give(0, red=1)
    table.s.turns_left = 1
    move = choice_of(table)
    assert isinstance(move, BuildStation)
    assert move.city in (table.board.city("paris"), table.board.city("frankfurt"))


def test_tickets_that_are_done_already_are_kept() -> None:
    table = cleared("europe", 2)
    table.own(0, "frankfurt-paris", "frankfurt-munchen", "munchen-wien")
    table.stack_tickets("paris-wien", "kyiv-petrograd", "kyiv-sochi")
    table.play(0, DrawTickets())
    move = choice_of(table)
    assert isinstance(move, KeepTickets) and table.board.ticket("paris-wien") in move.tickets


def test_a_marker_that_never_moved_is_moved_while_it_can_be() -> None:
    table = cleared("japan", 2)
    table.give(0, red=3, blue=3)
    table.track(0, 5)
    table.s.turns_left = 1
    move = choice_of(table)
    assert isinstance(move, ClaimRoute) and table.board.routes[move.route].kind == "bullet"


@pytest.mark.parametrize("name", editions.names())
def test_in_the_very_last_turn_a_search_finds_the_best_sure_move(name: str) -> None:
    """Only scoring follows, so that what each claim brings is known."""
    found = 0
    for seed in range(40):
        game = last_turn_of(name, seed)
        if game is None:
            continue
        (seat,) = game.to_act()
        worth = sure_moves(game, seat)
        if len(set(worth.values())) < 2:
            continue
        chosen = SearchBot(seed, Budget(playouts=400)).choose(game.decision(seat))
        if chosen in worth:
            assert worth[chosen] == max(worth.values()), f"seed {seed}"
            found += 1
        if found == 3:
            return
    assert found, "no last turn with a choice was met"


def last_turn_of(name: str, seed: int) -> Game | None:
    """A game of random players at its very last turn; None if it ended without a last round."""
    game, rng = Game.start(editions.load(name), 2, SeededDealer(seed)), Random(seed)
    while not game.over:
        (seat, *_) = game.to_act()
        status = game.view(seat).status
        if status.turns_left == 1 and status.phase == TURN:
            return game
        game.apply(seat, rng.choice(game.legal(seat)))
    return None


def sure_moves(game: Game, seat: int) -> dict[int, int]:
    """Claims that end the game at once whatever chance does, and by how much the seat is ahead then."""
    claims = [number for number in game.legal(seat) if isinstance(game.move(seat, number), ClaimRoute)]
    margins = {number: margin_after(game, seat, number) for number in claims}
    return {number: margin for number, margin in margins.items() if margin is not None}


def margin_after(game: Game, seat: int, number: int) -> int | None:
    """By how much the seat is ahead after a move, if the game is over then."""
    trial = game.copy()
    events = trial.apply(seat, number)
    if not trial.over or any(isinstance(event, TunnelBegun) for event in events):
        return None
    totals = trial.standings().totals
    return totals[seat] - totals[1 - seat]


# Hidden information.


@pytest.mark.parametrize("bot", [*PLANNERS, "learned", "search@10", "easy", "medium", "greedy", "random"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_what_is_hidden_makes_no_difference(bot: str, name: str, seats: int, seed: int) -> None:
    """The same view and the same seed give the same move, whatever the others hold."""
    game, rng = somewhere(name, seats, seed)
    seat = rng.choice(game.to_act())
    imagined = game.determinize(game.view(seat), Rng(seed))
    mine, other = game.decision(seat), imagined.decision(seat)
    assert mine.view == other.view
    assert bots.find(bot)(seed).choose(mine) == bots.find(bot)(seed).choose(other)


@pytest.mark.parametrize("bot", [*PLANNERS, "learned", "easy", "medium"])
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_whole_games_are_legal_and_end(bot: str, name: str, seats: int) -> None:
    plan = plan_simulation(name, seats, [bot], 3, rotate=True)
    for number in range(2):
        assert 0 < play(plan, number).decisions < 2000


@pytest.mark.parametrize("name", editions.names())
def test_a_search_plays_whole_games(name: str) -> None:
    plan = plan_simulation(name, None, ["search@12", "planner"], 3, rotate=True)
    assert 0 < play(plan, 0).decisions < 2000


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_imagined_games_come_to_an_end(name: str, seats: int) -> None:
    """Planners that can't go on, as at a tunnel that always costs too much, must not block each other permanently."""
    game, rng = SilentGame(editions.load(name), seats, SeededDealer(2), 0), Rng(2)
    t = game.decision.tables
    planners = [Planner(t, Valuation(t, weights_of(editions.load(name)).planner), seat) for seat in range(seats)]
    players = [bots.find("planner")(seat) for seat in range(seats)]
    while not game.over:
        decision = game.decision
        if game.decisions % 10 == 0:
            for planner in planners:
                planner.reset()
            assert playout(t, decision.determinize(rng), planners, rng) < MOST_DECISIONS
        game.apply(players[decision.seat].choose(decision))


def digest(name: str, seats: int) -> str:
    """A hash of the moves of some bots in one game."""
    game = SilentGame(editions.load(name), seats, SeededDealer(5), 0)
    players = [bots.find(bot)(seat) for seat, bot in zip(range(seats), ("learned", "search@8", "hungry"), strict=False)]
    made: list[int] = []
    while not game.over and len(made) < 40:
        made.append(players[game.decision.seat].choose(game.decision))
        game.apply(made[-1])
    return sha256(repr(made).encode()).hexdigest()


def test_compiled_and_interpreted_bots_choose_alike() -> None:
    tables = [("new_york", 2), ("nordic", 2), ("japan", 3)]
    code = f"from tests.bots.test_planner import digest; print([digest(*table) for table in {tables}])"
    run = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "KOLEJ_PURE": "1"}, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str([digest(*table) for table in tables])


# Budgets and levels.


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("100ms", Budget(seconds=0.1)),
        ("2s", Budget(seconds=2)),
        ("0.5s", Budget(seconds=0.5)),
        ("500", Budget(playouts=500)),
    ],
)
def test_budgets_as_people_write_them(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget


@pytest.mark.parametrize("text", ["", "0", "0s", "-1s", "1.5", "fast", "10 s", "1e3"])
def test_what_is_no_budget_is_refused(text: str) -> None:
    with pytest.raises(UnknownName, match="write a time like 100ms or 2s, or a number of playouts"):
        bots.find(f"search@{text}")


def test_a_search_stays_within_its_playouts() -> None:
    table = Table("europe", 2)
    decision = table.game.decision(table.turn_of)
    bot = SearchBot(1, Budget(playouts=100))
    bot.choose(decision)
    assert 80 <= bot.playouts <= 100 + len(candidates_for(decision, decision.legal[0], NetworkPlan(decision.tables)))


def test_a_search_without_time_does_what_the_planner_does() -> None:
    table = Table("europe", 2)
    decision = table.game.decision(table.turn_of)
    assert SearchBot(1, Budget(seconds=1e-9)).choose(decision) == bots.find("planner")(1).choose(decision)


def test_every_level_can_be_named_and_says_who_it_is() -> None:
    assert [level.name for level in LEVELS] == ["easy", "medium", "hard", "expert"]
    for level in LEVELS:
        assert bots.find(level.name) is level.make
        assert level.character.endswith(".") and "\n" not in level.character


def test_the_ladder_has_rungs() -> None:
    """With fixed seeds and many games, the better bot wins clearly more than half."""
    for better, worse in (("planner", "greedy"), ("learned", "planner"), ("medium", "easy"), ("search@50", "medium")):
        plan = plan_simulation("new_york", 2, [better, worse], 11, rotate=True)
        games = 40
        won = sum(
            better in [result.bots[seat] for seat in result.winners] for result in (play(plan, n) for n in range(games))
        )
        assert won > 0.6 * games, f"{better} won {won} of {games} against {worse}"
