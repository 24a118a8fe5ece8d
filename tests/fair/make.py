"""Recorded fair games for documents and tests: `python -m tests.fair.make` writes those that are missing.

Their seeds are public here, so they must not be used for real games.
"""

from pathlib import Path

from kolej import bots, editions
from kolej.engine.board.model import fingerprint
from kolej.engine.chance.fair.commitment_round import CommitmentRound
from kolej.engine.chance.fair.protocol import Seed, Terms, seat_commitment
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import save

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "examples" / "fair-game.kolej"
UNDONE = ROOT / "tests" / "replays" / "new_york-fair-undone.kolej"

SERVER = Seed(bytes.fromhex("5e" * 32))
ADA = Seed(bytes.fromhex("ada0" * 16))
BO = Seed(bytes.fromhex("b0" * 32))


def table(name: str) -> CommitmentRound:
    """Ada and Bo have committed to their seeds, and the server to one for the bot."""
    edition = editions.load("new_york")
    table = CommitmentRound(Terms(name, edition.id, edition.rules.version, fingerprint(edition.board), 3), SERVER)
    table.commit(0, seat_commitment(table.server, 0, ADA))
    table.commit(1, seat_commitment(table.server, 1, BO))
    table.contribute(2)
    table.fix()
    return table


def play(recorded: RecordedGame, moves: int | None = None) -> None:
    """Everyone plays like the greedy bot."""
    minds = [bots.find("greedy")(seat) for seat in range(3)]
    while not recorded.game.over and moves != 0:
        seat = recorded.game.to_act()[0]
        recorded.apply(seat, minds[seat].choose(recorded.game.decision(seat)))
        moves = None if moves is None else moves - 1


def example() -> RecordedGame:
    """The game of `docs/fair-deals.md`."""
    gathering = table("example-1")
    gathering.open(0, ADA)
    gathering.open(1, BO)
    recorded = RecordedGame.start(editions.load("new_york"), 3, ["Ada", "Bo", "bot:greedy"], gathering.dealer())
    play(recorded)
    return recorded


def undone() -> RecordedGame:
    """A game in which Bo never opened his seed, with two undos, one of which took back an outcome of chance."""
    gathering = table("example-2")
    gathering.open(0, ADA)
    gathering.use_fallback(1)
    recorded = RecordedGame.start(editions.load("new_york"), 3, ["Ada", "Bo", "bot:greedy"], gathering.dealer())
    play(recorded, 3)
    begun = len(recorded.steps)
    play(recorded, 6)
    assert recorded.chance_since(begun)
    recorded.undo(begun)
    play(recorded, 8)
    before = 0
    while before + 1 != len(recorded.steps):
        before = len(recorded.steps)
        play(recorded, 1)
    recorded.undo(before)
    play(recorded)
    return recorded


if __name__ == "__main__":
    for path, made in ((EXAMPLE, example), (UNDONE, undone)):
        if not path.exists():
            save(made(), path)
            print(f"{path.name}: {path.stat().st_size // 1024} KB")
