"""How well a seat guesses what tickets others hold, and what that is worth to a search.

    python bench/ticket_beliefs.py ranks --games 300
    python bench/ticket_beliefs.py worth --edition new_york --positions 1000

`ranks` lets planners play, and looks at the moments when a seat has used about half of its pieces: how often is each of
its tickets among the five likeliest, and how often would it be by chance? `worth` stops games of a search against
another bot now and then. Where a search that deals tickets by its guesses would choose another move than one that deals
them evenly, both moves are tried in many worlds in which the others have their true tickets.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from itertools import chain, count, islice
from math import inf, sqrt
from random import Random

from kolej import bots, editions
from kolej.bots import Bot
from kolej.bots.beliefs import beliefs_of
from kolej.bots.budget import Budget
from kolej.bots.planner.valuation import Prices
from kolej.bots.search.bot import SearchBot
from kolej.bots.search.opponent_tickets import Guesses
from kolej.bots.search.trials import Trials
from kolej.bots.wits import wits_for
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.chance.rng import Luck
from kolej.engine.core.state import TURN, State
from kolej.engine.decision import Choice
from kolej.engine.knowledge.determinize.tickets import Likely
from kolej.engine.silent_game import QuietGame
from kolej.sim.games import FIRST
from kolej.sim.plan import derived

FIRST_GUESSES = 5
HALF = (0.4, 0.6)
"""Parts of a seat's pieces: what counts as the half of a game."""
SURE = 10**6
"""The weight of a ticket that is known, beside 1 for the others."""
OFTEN = 0.35
"""The part of a search's turns at which its game is stopped."""


class Even(SearchBot):
    """A search that thinks every ticket as likely as any other."""

    def likely(self, choice: Choice, guesses: Guesses) -> Likely | None:
        """Nothing is known."""
        return None


def games(name: str, bot: str, other: str, seed: int) -> Iterator[Iterator[QuietGame]]:
    """Games of two, one after the other, each as it stands before every choice; the bot sits on either seat in turn."""
    for number in count():
        deal = derived("guessing", seed, name, number)
        seats = [bot, other] if number % 2 == 0 else [other, bot]
        players = [bots.find(each)(derived("bot", deal, seat)) for seat, each in enumerate(seats)]
        yield moments(QuietGame(editions.load(name), 2, SeededDealer(deal), FIRST), players)


def moments(game: QuietGame, players: Sequence[Bot]) -> Iterator[QuietGame]:
    """A game before each of its choices."""
    while not game.over:
        yield game
        game.apply(players[game.choice.seat].choose(game.choice))


def half_way(game: QuietGame, seat: int) -> bool:
    """Whether a seat has used about half of its pieces."""
    t = game.choice.tables
    left = sum(int(count) for count in game._state.supply[seat * t.piece_kinds : (seat + 1) * t.piece_kinds])
    return HALF[0] <= 1 - left / sum(int(count) for count in t.supply) <= HALF[1]


def ranks(asked: argparse.Namespace) -> None:
    """How often tickets are among the first guesses."""
    for name in [asked.edition] if asked.edition else editions.names():
        first = by_chance = tickets = 0.0
        for game in chain.from_iterable(islice(games(name, "planner", "planner", asked.seed), asked.games)):
            choice, place = game.choice, list(game._state.place)
            other = 1 - choice.seat
            if game._state.phase != TURN or not half_way(game, other):
                continue
            weights = wits_for(choice)[1].weights(choice.known())[other]
            for ticket in (each for each, where in enumerate(place) if where == other):
                deck = choice.tables.ticket_deck[ticket]
                decks = enumerate(choice.tables.ticket_deck)
                rivals = [n for n, of in decks if of == deck and place[n] not in (choice.seat, other)]
                better = sum(weights[n] > weights[ticket] for n in rivals)
                as_good = sum(weights[n] == weights[ticket] for n in rivals)
                first += better + as_good / 2 < FIRST_GUESSES
                by_chance += min(1.0, FIRST_GUESSES / (len(rivals) + 1))
                tickets += 1
        print(
            f"{name:<9}{tickets:>7,.0f} tickets, {100 * first / tickets:.0f} % among the first {FIRST_GUESSES}", end=" "
        )
        print(f"(by chance {100 * by_chance / tickets:.0f} %)", flush=True)


def worth(asked: argparse.Namespace) -> None:
    """What guesses are worth to a search, choice by choice."""
    luck, gains, differ = Random(asked.seed), list[float](), 0
    budget = Budget(playouts=asked.playouts)
    for number, moments_of in enumerate(games(asked.edition, f"search@{asked.playouts // 4}", asked.other, asked.seed)):
        if len(gains) >= asked.positions:
            break
        even, guessing = Even(number, budget), SearchBot(number, budget)
        for game in moments_of:
            choice = game.choice
            if choice.seat == number % 2 and game._state.phase == TURN and luck.random() < OFTEN:
                moves = [even.choose(choice), guessing.choose(choice)]
                gains.append(compared(choice, game._state, moves, asked.worlds, number) if len(set(moves)) > 1 else 0.0)
                differ += len(set(moves)) > 1
    mean = sum(gains) / len(gains)
    error = sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)
    print(f"{asked.edition} against {asked.other}, {asked.playouts} playouts: {len(gains)} choices,", end=" ")
    print(f"{differ} of them others with guesses; a choice gains {mean:.1f} ± {1.96 * error:.1f} thousandths")


def compared(choice: Choice, true: State, moves: list[int], worlds: int, seed: int) -> float:
    """How much more the second move is worth than the first, in worlds with the tickets that the others really have."""
    rules, luck = choice.edition.rules, Luck(seed)
    prices = Prices(choice.tables, beliefs_of(choice.edition.id))
    trials = Trials(choice.tables, prices, choice.seat, list(rules.awards), list(rules.ties), moves)
    place = list(true.place)
    certain = [[SURE if where == seat else 1 for where in place] for seat in range(choice.tables.seats)]
    for _ in range(worlds):
        trials.try_world(choice.imagine(luck, certain), luck.below(2**28), inf)
    return trials.gains[1] / trials.worlds


def main(words: Sequence[str]) -> None:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    kinds = parser.add_subparsers(required=True)
    ranking = kinds.add_parser("ranks", help=ranks.__doc__)
    ranking.set_defaults(work=ranks)
    ranking.add_argument("--edition", help="the board (all)")
    ranking.add_argument("--games", type=int, default=300, help="games on each board (300)")
    worthy = kinds.add_parser("worth", help=worth.__doc__)
    worthy.set_defaults(work=worth)
    worthy.add_argument("--edition", default="new_york", help="the board (new_york)")
    worthy.add_argument("--other", default="planner", metavar="BOT", help="whom the search plays against (planner)")
    worthy.add_argument("--positions", type=int, default=1000, help="choices to look at, at least (1000)")
    worthy.add_argument("--playouts", type=int, default=800, help="what each search may take (800)")
    worthy.add_argument("--worlds", type=int, default=300, help="worlds in which two moves are compared (300)")
    for kind in (ranking, worthy):
        kind.add_argument("--seed", type=int, default=1, help="the deals (1)")
    asked = parser.parse_args(words)
    asked.work(asked)


if __name__ == "__main__":
    main(sys.argv[1:])
