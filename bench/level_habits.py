"""The habits of bots: stations, tickets, claims and draws a game, to see whether they play as people do.

    python bench/level_habits.py --edition europe --bots easy,medium,planner --games 40

All seats of a game have the same bot. Deals depend on the seed alone, as in the arena.
"""

import argparse
import sys
from collections.abc import Sequence
from statistics import mean, median

from kolej import bots
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import KolejError
from kolej.engine.ruleset.tables import BLIND, TAKE, TICKETS
from kolej.engine.silent_game import SilentGame
from kolej.sim.plan import derive_seed, edition_of


def options(words: Sequence[str]) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="The habits of bots: what they do in a game.")
    parser.add_argument("--edition", default="europe", help="an edition, or the folder of a custom one (europe)")
    parser.add_argument("--bots", default="easy,medium,planner", help="bots, with commas (easy,medium,planner)")
    parser.add_argument("--seats", type=int, default=3, help="how many seats (3)")
    parser.add_argument("--games", type=int, default=40, help="games of each bot (40)")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the deals (1)")
    return parser.parse_args(words)


class Habits:
    """What the seats of one bot did."""

    def __init__(self) -> None:
        self.counts: dict[str, list[int]] = {}
        self.first_stations: list[int] = []
        """How many pieces were left in the supply when a seat built its first station."""

    def play(self, edition: str, bot: str, seats: int, seed: int) -> None:
        """Play one game and count."""
        game = SilentGame(edition_of(edition), seats, SeededDealer(seed), 0)
        players = [bots.find(bot)(derive_seed("bot", seed, seat)) for seat in range(seats)]
        did = [dict.fromkeys(("claims", "stations", "draws", "ticket draws", "wilds taken"), 0) for _ in range(seats)]
        while not game.over:
            decision = game.decision
            seat, t = decision.seat, decision.tables
            move = players[seat].choose(decision)
            if t.claim <= move < t.build:
                did[seat]["claims"] += 1
            elif move >= t.build:
                if not did[seat]["stations"]:
                    self.first_stations.append(decision.view.supply[seat][0])
                did[seat]["stations"] += 1
            elif move == TICKETS:
                did[seat]["ticket draws"] += 1
            elif move == BLIND or TAKE <= move < t.top_up:
                did[seat]["draws"] += 1
                did[seat]["wilds taken"] += move == TAKE
            game.apply(move)
        standings = game.standings()
        for seat in range(seats):
            result = {"points": standings.totals[seat], "kept": game.held[seat]}
            result["completed"] = standings.sheet.completed[seat]
            for name, number in (did[seat] | result).items():
                self.counts.setdefault(name, []).append(number)

    def row(self, bot: str) -> str:
        """A row of the table."""
        left = f"{median(self.first_stations):.0f}" if self.first_stations else "–"
        early = f"{min(self.first_stations)}–{max(self.first_stations)}" if self.first_stations else "–"
        means = " | ".join(f"{mean(self.counts[name]):.2f}" for name in COLUMNS)
        return f"| {bot} | {means} | {left} | {early} |"


COLUMNS = ("points", "kept", "completed", "ticket draws", "claims", "draws", "wilds taken", "stations")


def main(words: Sequence[str]) -> None:
    """Play, and print a table in Markdown."""
    chosen = options(words)
    print(f"{chosen.edition}, {chosen.seats} seats, {chosen.games} games of each bot; means for a seat and game")
    print()
    print(f"| bot | {' | '.join(COLUMNS)} | pieces left at the first station, median | range |")
    print(f"|---{'|---:' * (len(COLUMNS) + 2)}|")
    for bot in chosen.bots.split(","):
        habits = Habits()
        for number in range(chosen.games):
            habits.play(chosen.edition, bot, chosen.seats, derive_seed("game", chosen.seed, number))
        print(habits.row(bot), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except KolejError as error:
        sys.exit(f"level_habits: {error}")
