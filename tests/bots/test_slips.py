"""Slips: mistakes of the easier levels are worse moves of the same kind, such as people make."""

from collections import Counter

import pytest

from kolej import bots, editions
from kolej.bots.planner.bot import PlannerBot
from kolej.bots.slips import SlippingBot, slips_of
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.cards import WILD
from kolej.engine.decision import Decision
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    TakeCard,
)
from kolej.engine.silent_game import SilentGame

CLAIMS = (ClaimRoute, BeginStandIns)
CARDS = (DrawBlind, TakeCard)


class WatchedBot:
    """A planner whose every decision is looked at."""

    def __init__(self, seed: int) -> None:
        self.bot = PlannerBot.planner(seed)
        self.move = -1

    def choose(self, decision: Decision) -> int:
        self.move = self.bot.choose(decision)
        return self.move


def same_kind(one: Move, other: Move) -> bool:
    kinds = (CLAIMS, CARDS, (KeepTickets,))
    return any(isinstance(one, kind) and isinstance(other, kind) for kind in kinds)


@pytest.mark.parametrize("edition", editions.names())
def test_a_slip_is_a_move_of_the_same_kind_and_wastes_nothing(edition: str) -> None:
    seen: Counter[type[Move]] = Counter()
    for seed in range(3):
        game = SilentGame(editions.load(edition), 2, SeededDealer(seed), 0)
        inner = [WatchedBot(seed), WatchedBot(seed)]
        players = [SlippingBot(10 * seed + seat, inner[seat], 100) for seat in range(2)]
        while not game.over:
            decision = game.decision
            number = players[decision.seat].choose(decision)
            meant, made = decision.move(inner[decision.seat].move), decision.move(number)
            if made != meant:
                seen[type(made)] += 1
                assert same_kind(meant, made)
                assert not isinstance(made, BuildStation | DrawTickets)
                assert made != TakeCard(WILD)
            if made != meant and isinstance(made, ClaimRoute):
                claims = [move for move in decision.moves.values() if isinstance(move, ClaimRoute)]
                assert made.cards[WILD] == min(move.cards[WILD] for move in claims if move.route == made.route)
            if made != meant and isinstance(made, KeepTickets) and isinstance(meant, KeepTickets):
                assert len(made.tickets) == len(meant.tickets)
            game.apply(number)
    assert {ClaimRoute, TakeCard, DrawBlind, KeepTickets} <= set(seen)


def test_a_better_slip_is_likelier() -> None:
    bot = SlippingBot(1, PlannerBot.planner(1), 100)
    drawn = Counter(bot._one_of([(15, 1), (12, 2), (0, 3)]) for _ in range(2000))
    assert drawn[1] > 1.5 * drawn[2] > 6 * drawn[3] > 0


def test_where_there_is_nothing_else_to_do_the_own_move_is_made() -> None:
    decision = SilentGame(editions.load("europe"), 2, SeededDealer(1), 0).decision
    for number in decision.legal:
        assert number not in [slip for _, slip in slips_of(decision, number)]
    everything = decision.legal[-1]
    assert slips_of(decision, everything) == []
    assert SlippingBot(1, FixedBot(everything), 100).choose(decision) == everything


class FixedBot:
    """Always makes the same move."""

    def __init__(self, move: int) -> None:
        self.move = move

    def choose(self, decision: Decision) -> int:
        return self.move


@pytest.mark.parametrize("level", ["easy", "medium"])
def test_easier_levels_keep_their_stations_until_late(level: str) -> None:
    stations = 0
    for seed in range(6):
        game = SilentGame(editions.load("europe"), 3, SeededDealer(seed), 0)
        players = [bots.find(level)(10 * seed + seat) for seat in range(3)]
        while not game.over:
            decision = game.decision
            move = players[decision.seat].choose(decision)
            if move >= decision.tables.build:
                stations += 1
                assert decision.view.supply[decision.seat][0] <= 30
            game.apply(move)
    assert stations <= 18
