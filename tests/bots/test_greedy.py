"""The greedy bot: better than chance, at home in every edition, and right about what is open to it."""

from math import comb
from random import Random

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kolej import editions
from kolej.bots.greedy import GreedyBot, way_of
from kolej.bots.greedy_routes import FAR, Network, hand_of, lacking, open_ways, rows_of, shortest
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.core.state import TURN
from kolej.engine.decision import Choice
from kolej.engine.ruleset.tables import BLIND, REFUSE
from kolej.engine.silent_game import QuietGame
from kolej.sim.games import play
from kolej.sim.plan import planned
from tests.support.random_games import TABLES, somewhere
from tests.support.seeds import SEEDED, SEEDS


def chance_of_at_least(wins: int, games: int, share: float) -> float:
    """How likely so many wins or more are for a player who wins each game with this chance."""
    return sum(comb(games, n) * share**n * (1 - share) ** (games - n) for n in range(wins, games + 1))


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_beats_random_players(name: str, seats: int) -> None:
    """One against all others; were it no better than they, a result like this would be one in a thousand."""
    games = 14
    plan = planned(name, seats, ["greedy", *["random"] * (seats - 1)], 1, rotate=True)
    played = [play(plan, number) for number in range(games)]
    wins = sum(result.winners == (result.bots.index("greedy"),) for result in played)
    assert chance_of_at_least(wins, games, 1 / seats) < 0.001, f"{wins} of {games}"


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_finishes_games_among_its_own_kind(name: str, seats: int) -> None:
    plan = planned(name, seats, ["greedy"], 2, rotate=True)
    for number in range(2):
        assert 0 < play(plan, number).decisions < 2000


@pytest.mark.parametrize("name", editions.names())
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    def choices(seed: int) -> list[int]:
        game = QuietGame(editions.load(name), 2, SeededDealer(1))
        bots = [GreedyBot(seed), GreedyBot(seed + 1)]
        made = []
        while not game.over:
            made.append(bots[game.choice.seat].choose(game.choice))
            game.apply(made[-1])
        return made

    assert choices(5) == choices(5)
    assert any(choices(5) != choices(seed) for seed in range(6, 12)), "chance never decided between equals"


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=3)
def test_knows_what_is_open_and_what_it_lacks(name: str, seats: int, seed: int) -> None:
    """A way that is open and lacks no card can be claimed, and nothing else can, but for payments with bundles."""
    game, luck = somewhere(name, seats, seed)
    choice = game.choice(game.to_act()[0])
    while choice.view.status.phase != TURN:
        game, luck = somewhere(name, seats, luck.randrange(2**32))
        choice = game.choice(game.to_act()[0])
    t, rows, hand = choice.tables, rows_of(choice.edition), hand_of(choice)
    ways = open_ways(choice)
    plain = {way_of(t, number) for number in choice.legal if t.claim <= number < t.swap}
    assert plain == {way for way in ways if lacking(rows[way], hand) == 0}
    assert {way_of(t, number) for number in choice.legal if t.swap <= number < t.build} <= set(ways)


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
    total, path = shortest(network, 0, end)
    if not nx.has_path(graph, 0, end):
        assert (total, path) == (FAR, [])
    else:
        assert total == nx.dijkstra_path_length(graph, 0, end)
        assert total == sum(spaces for _, spaces in path)
        assert all(spaces == edges[route][2] > 0 for route, spaces in path)


@pytest.mark.parametrize("name", ["europe", "nordic"])
def test_draws_after_a_tunnel_that_cost_too_much(name: str) -> None:
    """Trying again at once, with the same hand and few cards about, could go on for ever."""

    class Watched(GreedyBot):
        refusals = 0

        def choose(self, choice: Choice) -> int:
            again = self.refused
            move = super().choose(choice)
            if again and choice.legal[0] == BLIND:
                assert move < choice.tables.top_up, "neither a card nor a ticket was drawn"
            Watched.refusals += move == REFUSE
            return move

    luck = Random(3)
    for _ in range(6):
        game = QuietGame(editions.load(name), 3, SeededDealer(luck.random().hex()))
        bots = [Watched(seed) for seed in range(3)]
        while not game.over:
            game.apply(bots[game.choice.seat].choose(game.choice))
    assert Watched.refusals, "no tunnel cost too much"
