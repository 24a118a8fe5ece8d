"""The greedy bot: better than random in every edition, and correct about what it can claim."""

from math import comb
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.bots.greedy import GreedyBot, option_of
from kolej.bots.greedy_routes import FAR, Network, hand_of, missing_cards, open_options, shortest_path
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.state import TURN
from kolej.engine.decision import Decision
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.tables import BLIND, REFUSE
from kolej.engine.silent_game import SilentGame
from kolej.sim.games import play
from kolej.sim.plan import plan_simulation
from tests.support.random_games import TABLES, somewhere
from tests.support.seeds import SEEDED, SEEDS


def chance_of_at_least(wins: int, games: int, share: float) -> float:
    """The probability of at least this many wins for a player who wins each game with probability `share`."""
    return sum(comb(games, n) * share**n * (1 - share) ** (games - n) for n in range(wins, games + 1))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_beats_random_players(name: str, seats: int) -> None:
    """One against all others; if it were no better than they, such a result would be one in a thousand."""
    games = 14
    plan = plan_simulation(name, seats, ["greedy", *["random"] * (seats - 1)], 1, rotate=True)
    played = [play(plan, number) for number in range(games)]
    wins = sum(result.winners == (result.bots.index("greedy"),) for result in played)
    assert chance_of_at_least(wins, games, 1 / seats) < 0.001, f"{wins} of {games}"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_finishes_games_among_its_own_kind(name: str, seats: int) -> None:
    plan = plan_simulation(name, seats, ["greedy"], 2, rotate=True)
    for number in range(2):
        assert 0 < play(plan, number).decisions < 2000


@pytest.mark.parametrize("name", editions.names())
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    def choices(seed: int) -> list[int]:
        game = SilentGame(editions.load(name), 2, SeededDealer(1))
        bots = [GreedyBot(seed), GreedyBot(seed + 1)]
        made = []
        while not game.over:
            made.append(bots[game.decision.seat].choose(game.decision))
            game.apply(made[-1])
        return made

    assert choices(5) == choices(5)
    assert any(choices(5) != choices(seed) for seed in range(6, 12)), "chance never decided between equals"


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_knows_what_is_open_and_what_it_lacks(name: str, seats: int, seed: int) -> None:
    """An open option without missing cards can be claimed, and nothing else can except with stand-ins."""
    game, rng = somewhere(name, seats, seed)
    decision = game.decision(game.to_act()[0])
    while decision.view.status.phase != TURN:
        game, rng = somewhere(name, seats, rng.randrange(2**32))
        decision = game.decision(game.to_act()[0])
    t, rows, hand = decision.tables, claims_of(decision.edition), hand_of(decision)
    ways = open_options(decision)
    plain = {option_of(t, number) for number in decision.legal if t.claim <= number < t.stand_in}
    assert plain == {way for way in ways if missing_cards(rows[way], hand) == 0}
    assert {option_of(t, number) for number in decision.legal if t.stand_in <= number < t.build} <= set(ways)


@given(st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), st.integers(0, 6)), max_size=20), st.integers(0, 7))
@settings(derandomize=True, database=None)
def test_the_shortest_way_is_the_shortest(edges: list[tuple[int, int, int]], end: int) -> None:
    network: Network = {city: [] for city in range(8)}
    graph: nx.MultiGraph[int] = nx.MultiGraph()
    graph.add_nodes_from(range(8))
    for route, (a, b, spaces) in enumerate(edges):
        network[a].append((b, spaces, route))
        network[b].append((a, spaces, route))
        graph.add_edge(a, b, weight=spaces)
    total, path = shortest_path(network, 0, end)
    if not nx.has_path(graph, 0, end):
        assert (total, path) == (FAR, [])
    else:
        assert total == nx.dijkstra_path_length(graph, 0, end)
        assert total == sum(spaces for _, spaces in path)
        assert all(spaces == edges[route][2] > 0 for route, spaces in path)


@pytest.mark.parametrize("name", ["europe", "nordic"])
def test_draws_after_a_tunnel_that_cost_too_much(name: str) -> None:
    """Trying again at once, with the same hand and few cards left, could go on without end."""

    class Watched(GreedyBot):
        refusals = 0

        def choose(self, decision: Decision) -> int:
            again = self.refused
            move = super().choose(decision)
            if again and decision.legal[0] == BLIND:
                assert move < decision.tables.top_up, "neither a card nor a ticket was drawn"
            Watched.refusals += move == REFUSE
            return move

    rng = Random(3)
    for _ in range(6):
        game = SilentGame(editions.load(name), 3, SeededDealer(rng.random().hex()))
        bots = [Watched(seed) for seed in range(3)]
        while not game.over:
            game.apply(bots[game.decision.seat].choose(game.decision))
    assert Watched.refusals, "no tunnel cost too much"
