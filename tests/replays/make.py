"""Records games for this folder: `python -m tests.replays.make` writes those that are missing, and leaves the others.

A game that is here was played by the rules of its day and is kept for that. When a version of the rules changes, its
games no longer count: take them out and record others.
"""

from pathlib import Path

from kolej import bots, editions
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.record.replay import Recorded, save

HERE = Path(__file__).parent
GREEDY, RANDOM = "bot:greedy", "bot:random"

# The name of a file: the edition, the players, a seed, and how many moves are made unless all.
GAMES: dict[str, tuple[str, list[str], int, int | None]] = {
    "berlin-greedy-and-random": ("berlin", [GREEDY, RANDOM], 1, None),
    "europe-greedy": ("europe", [GREEDY] * 3, 2, None),
    "europe-saved": ("europe", ["Zoë", GREEDY], 3, 25),
    "japan-greedy": ("japan", [GREEDY] * 2, 4, None),
    "new_york-random": ("new_york", [RANDOM] * 4, 5, None),
    "nordic-greedy": ("nordic", [GREEDY] * 2, 6, None),
    "nordic-random": ("nordic", [RANDOM] * 2, 7, None),
}


def recorded(edition: str, players: list[str], seed: int, moves: int | None) -> Recorded:
    """A game of these players; a person plays as a greedy bot would."""
    game = Recorded.start(editions.load(edition), len(players), players, SeededDealer(seed))
    kinds = [name.removeprefix("bot:") if name.startswith("bot:") else "greedy" for name in players]
    minds = [bots.find(kind)(seed + seat) for seat, kind in enumerate(kinds)]
    made = 0
    while not game.game.over and made != moves:
        seat = game.game.to_act()[0]
        game.apply(seat, minds[seat].choose(game.game.choice(seat)))
        made += 1
    return game


if __name__ == "__main__":
    for name, game in GAMES.items():
        path = HERE / f"{name}.kolej"
        if not path.exists():
            save(recorded(*game), path)
            print(f"{path.name}: {path.stat().st_size // 1024} KB")
