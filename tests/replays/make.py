"""Recorded games for this folder: `python -m tests.replays.make` writes those that are missing, and keeps the others.

A game in this folder is kept because it was played by an earlier version of the code. When the version of an edition's
rules changes, its games stay, and are replayed by their own version; add games of the new one.
"""

from pathlib import Path

from kolej import bots, editions
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import save

HERE = Path(__file__).parent
GREEDY, RANDOM = "bot:greedy", "bot:random"

# By file name, in which a 2 is the version of the rules and no number the first: the edition, the players, the seed,
# and the number of moves (None for the whole game).
GAMES: dict[str, tuple[str, list[str], int, int | None]] = {
    "berlin-greedy-and-random": ("berlin", [GREEDY, RANDOM], 1, None),
    "europe-greedy": ("europe", [GREEDY] * 3, 2, None),
    "europe-saved": ("europe", ["Zoë", GREEDY], 3, 25),
    "japan-greedy": ("japan", [GREEDY] * 2, 4, None),
    "new_york-random": ("new_york", [RANDOM] * 4, 5, None),
    "nordic-greedy": ("nordic", [GREEDY] * 2, 6, None),
    "nordic-random": ("nordic", [RANDOM] * 2, 7, None),
    "berlin-2": ("berlin", [RANDOM] * 2, 12, None),
    "europe-2": ("europe", [RANDOM] * 2, 8, None),
    "japan-2": ("japan", [GREEDY, RANDOM], 9, None),
    "new_york-2": ("new_york", [RANDOM] * 3, 10, None),
    "nordic-2": ("nordic", [GREEDY, RANDOM], 11, None),
}


def recorded(edition: str, players: list[str], seed: int, moves: int | None) -> RecordedGame:
    """A game of these players; people play like the greedy bot."""
    game = RecordedGame.start(editions.load(edition), len(players), players, SeededDealer(seed))
    kinds = [name.removeprefix("bot:") if name.startswith("bot:") else "greedy" for name in players]
    minds = [bots.find(kind)(seed + seat) for seat, kind in enumerate(kinds)]
    made = 0
    while not game.game.over and made != moves:
        seat = game.game.to_act()[0]
        game.apply(seat, minds[seat].choose(game.game.decision(seat)))
        made += 1
    return game


if __name__ == "__main__":
    for name, game in GAMES.items():
        path = HERE / f"{name}.kolej"
        if not path.exists():
            save(recorded(*game), path)
            print(f"{path.name}: {path.stat().st_size // 1024} KB")
