"""Parity of compiled and interpreted code: plays random games and prints a digest of every step, one line a game.

python -m tests.support.parity [games of each table] [rollouts of each table]
"""

import sys
from hashlib import sha256

from kolej import _pure, editions
from kolej.engine.chance.rng import Rng
from kolej.engine.game import Game
from kolej.engine.ruleset.tables import BITS, PLACE_KEYS, PLACES
from tests.support.random_games import TABLES, seated, steps


def digest_of_steps(name: str, seats: int, seed: int) -> str:
    """A fingerprint of the state, the events and the legal moves at every step of a random game."""
    game, rng, taste = seated(name, seats, seed)
    digest = sha256(game.fingerprint().encode())
    count = 0
    for step in steps(game, rng, taste):
        legal = [game.legal(seat) for seat in game.to_act()]
        digest.update(f"{game.fingerprint()} {step.events} {legal}".encode())
        count += 1
    standings = game.standings()
    digest.update(f"{standings.lines} {standings.ranks} {standings.decided_by}".encode())
    return f"{name} {seats} game {seed}: {count} steps {digest.hexdigest()[:24]}"


def digest_of_rollouts(name: str, seats: int, count: int) -> str:
    """How many decisions random rollouts took and how they ended."""
    start = Game.start(editions.load(name), seats)
    digest, decisions = sha256(), 0
    for seed in range(count):
        game = start.copy()
        made = game.rollout(Rng(seed))
        decisions += made
        digest.update(f"{made} {game.standings().totals} {game.fingerprint()}".encode())
    return f"{name} {seats} rollouts {count}: {decisions} decisions {digest.hexdigest()[:24]}"


def main(games: int, rollouts: int) -> None:
    """Print the mode the engine runs in, then what must be equal in both modes."""
    print(_pure.mode())
    print("bits", list(BITS)[:60])
    print("places", [PLACES[bit % PLACE_KEYS] for bit in BITS][:60])
    for name, seats in TABLES:
        for seed in range(games):
            print(digest_of_steps(name, seats, seed))
        print(digest_of_rollouts(name, seats, rollouts))


if __name__ == "__main__":
    main(*(int(each) for each in [*sys.argv[1:], "2", "10"][:2]))
