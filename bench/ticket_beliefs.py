"""Accuracy of the ticket beliefs, and what they are worth to a search.

    python bench/ticket_beliefs.py ranks --games 300
    python bench/ticket_beliefs.py worth --edition new_york --positions 1000

`ranks` plays games of planners and looks at the moments when a seat has used about half of its pieces: how often is
each of its tickets among the five likeliest, and how often would it be by chance? `worth` stops games of a search
against another bot now and then. Where a search that deals tickets by its beliefs chooses another move than one that
deals them evenly, both moves are tried in many possible states in which the others have their true tickets.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from math import inf, sqrt
from random import Random

from kolej import bots, editions
from kolej.bots import Bot
from kolej.bots.board_weights import weights_of
from kolej.bots.budget import Budget
from kolej.bots.planner.bot import planner_for
from kolej.bots.search.bot import SearchBot
from kolej.bots.search.opponent_tickets import TicketBeliefs, beliefs_for
from kolej.bots.search.trials import Trials
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.core.state import TURN, State
from kolej.engine.decision import Decision
from kolej.engine.knowledge.determinize.tickets import TicketWeights
from kolej.engine.silent_game import SilentGame
from kolej.sim.games import FIRST
from kolej.sim.plan import derive_seed

TOP = 5
HALF = (0.4, 0.6)
"""Which parts of a seat's pieces, once used, count as about half."""
KNOWN_WEIGHT = 10**6
"""The weight of a ticket that is known, beside 1 for the others."""
SAMPLED = 0.35
"""The part of a search's turns at which moves are compared."""


class EvenSearchBot(SearchBot):
    """A search that believes every ticket to be as likely as any other."""

    def likely_tickets(self, decision: Decision, beliefs: TicketBeliefs) -> TicketWeights | None:
        """No beliefs: tickets are dealt evenly."""
        return None


def games(name: str, bot: str, other: str, seed: int) -> Iterator[Iterator[SilentGame]]:
    """Games of two bots, each as it stands before every decision; the first bot changes seats from game to game."""
    for number in count():
        deal = derive_seed("guessing", seed, name, number)
        seats = [bot, other] if number % 2 == 0 else [other, bot]
        players = [bots.find(each)(derive_seed("bot", deal, seat)) for seat, each in enumerate(seats)]
        yield moments(SilentGame(editions.load(name), 2, SeededDealer(deal), FIRST), players)


def moments(game: SilentGame, players: Sequence[Bot]) -> Iterator[SilentGame]:
    """A game before each of its decisions."""
    while not game.over:
        yield game
        game.apply(players[game.decision.seat].choose(game.decision))


def half_way(game: SilentGame, seat: int) -> bool:
    """Whether a seat has used about half of its pieces."""
    t = game.decision.tables
    left = sum(int(count) for count in game._state.supply[seat * t.piece_kinds : (seat + 1) * t.piece_kinds])
    return HALF[0] <= 1 - left / sum(int(count) for count in t.supply) <= HALF[1]


def ranks(options: argparse.Namespace) -> None:
    """How often tickets are among the likeliest."""
    for name in [options.edition] if options.edition else editions.names():
        first = by_chance = tickets = 0.0
        for game in chain.from_iterable(islice(games(name, "planner", "planner", options.seed), options.games)):
            decision, place = game.decision, list(game._state.place)
            other = 1 - decision.seat
            if game._state.phase != TURN or not half_way(game, other):
                continue
            known = weights_of(decision.edition)
            planner = planner_for(decision, known.planner)
            weights = beliefs_for(planner, known.ticket_beliefs).weights(decision.known())[other]
            for ticket in (each for each, where in enumerate(place) if where == other):
                deck = decision.tables.ticket_deck[ticket]
                decks = enumerate(decision.tables.ticket_deck)
                rivals = [n for n, of in decks if of == deck and place[n] not in (decision.seat, other)]
                better = sum(weights[n] > weights[ticket] for n in rivals)
                as_good = sum(weights[n] == weights[ticket] for n in rivals)
                first += better + as_good / 2 < TOP
                by_chance += min(1.0, TOP / (len(rivals) + 1))
                tickets += 1
        print(f"{name:<9}{tickets:>7,.0f} tickets, {100 * first / tickets:.0f} % among the first {TOP}", end=" ")
        print(f"(by chance {100 * by_chance / tickets:.0f} %)", flush=True)


def worth(options: argparse.Namespace) -> None:
    """What beliefs are worth to a search, decision by decision."""
    rng, gains, differ = Random(options.seed), list[float](), 0
    budget = Budget(playouts=options.playouts)
    for number, moments_of in enumerate(
        games(options.edition, f"search@{options.playouts // 4}", options.other, options.seed)
    ):
        if len(gains) >= options.positions:
            break
        even, believing = EvenSearchBot(number, budget), SearchBot(number, budget)
        for game in moments_of:
            decision = game.decision
            if decision.seat == number % 2 and game._state.phase == TURN and rng.random() < SAMPLED:
                moves = [even.choose(decision), believing.choose(decision)]
                gains.append(
                    compare(decision, game._state, moves, options.trials, number) if len(set(moves)) > 1 else 0.0
                )
                differ += len(set(moves)) > 1
    mean = sum(gains) / len(gains)
    error = sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)
    print(f"{options.edition} against {options.other}, {options.playouts} playouts: {len(gains)} decisions,", end=" ")
    print(f"{differ} of them different with beliefs; a decision gains {mean:.1f} ± {1.96 * error:.1f} thousandths")


def compare(decision: Decision, true: State, moves: list[int], count: int, seed: int) -> float:
    """How much more the second move is worth than the first, in possible states with the true tickets."""
    rules, rng = decision.edition.rules, Rng(seed)
    valuation = planner_for(decision, weights_of(decision.edition).planner).valuation
    trials = Trials(decision.tables, valuation, decision.seat, list(rules.awards), list(rules.ties), moves)
    place = list(true.place)
    certain = [[KNOWN_WEIGHT if where == seat else 1 for where in place] for seat in range(decision.tables.seats)]
    for _ in range(count):
        trials.run(decision.determinize(rng, certain), rng.below(2**28), inf)
    return trials.gains[1] / trials.count


def main(words: Sequence[str]) -> None:
    """Parse the command line and run one of the subcommands."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    ranking = commands.add_parser("ranks", help=ranks.__doc__)
    ranking.set_defaults(run=ranks)
    ranking.add_argument("--edition", help="the edition (all)")
    ranking.add_argument("--games", type=int, default=300, help="games on each edition (300)")
    worthy = commands.add_parser("worth", help=worth.__doc__)
    worthy.set_defaults(run=worth)
    worthy.add_argument("--edition", default="new_york", help="the edition (new_york)")
    worthy.add_argument("--other", default="planner", metavar="BOT", help="the opponent of the search (planner)")
    worthy.add_argument("--positions", type=int, default=1000, help="decisions to look at, at least (1000)")
    worthy.add_argument("--playouts", type=int, default=800, help="playouts of each search (800)")
    worthy.add_argument("--trials", type=int, default=300, help="possible states in which two moves are compared (300)")
    for kind in (ranking, worthy):
        kind.add_argument("--seed", type=int, default=1, help="the seed of the deals (1)")
    options = parser.parse_args(words)
    options.run(options)


if __name__ == "__main__":
    main(sys.argv[1:])
