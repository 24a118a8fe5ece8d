"""Golden playthroughs: `python -m tests.golden.make` writes them anew beside this file.

For each game a text, to be read by people when it changes, and a JSON file, for whoever folds events into views in
another language. Neither depends on a bot: the players here never learn.
"""

from dataclasses import dataclass
from pathlib import Path

from kolej import editions
from kolej.engine.chance.dealer import SeededDealer
from kolej.engine.chance.rng import Luck
from kolej.engine.moves.moves import (
    BeginBundles,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    Move,
    Pass,
    PickCard,
    TakeCard,
    TopUp,
)
from kolej.engine.record.replay import Recorded
from tests.golden.playthrough_json import folds
from tests.golden.playthrough_text import story

HERE = Path(__file__).parent
RENEW = "python -m tests.golden.make"


@dataclass(frozen=True)
class Playthrough:
    """A game to be recorded: who plays how."""

    edition: str
    seats: int
    prefers: tuple[type[Move], ...]
    """Moves that players choose if they can."""
    faithful: bool = False
    """Always, and not just three times out of four."""
    seed: int = 1

    @property
    def name(self) -> str:
        return f"{self.edition}-{self.seats}" + ("-idle" if self.faithful else "")

    def played(self) -> Recorded:
        """The whole game."""
        players = [f"Player {seat}" for seat in range(self.seats)]
        recorded = Recorded.start(editions.load(self.edition), self.seats, players, SeededDealer(self.seed))
        luck = Luck(self.seed)
        while not recorded.game.over:
            due = recorded.game.to_act()
            seat = due[luck.below(len(due))]
            choice = recorded.game.choice(seat)
            preferred = [number for number, move in choice.moves.items() if isinstance(move, self.prefers)]
            willing = preferred and (self.faithful or luck.below(4) > 0)
            numbers = preferred if willing else choice.legal
            recorded.apply(seat, numbers[luck.below(len(numbers))])
        return recorded


BUILDERS = (ClaimRoute, BeginBundles, PickCard, BuildStation, TopUp)
HOARDERS = (DrawBlind,)
IDLERS = (DrawBlind, TakeCard, DrawTickets, Pass)

PLAYTHROUGHS = [
    *(Playthrough(name, min(editions.load(name).rules.seats), BUILDERS) for name in editions.names()),
    *(Playthrough(name, max(editions.load(name).rules.seats), HOARDERS) for name in editions.names()),
    # Nobody builds, so that the deck runs out and seats must pass.
    Playthrough("new_york", 3, IDLERS, faithful=True),
]


def made(playthrough: Playthrough) -> dict[str, str]:
    """The files of a playthrough, by name."""
    recorded = playthrough.played()
    return {f"{playthrough.name}.txt": story(recorded), f"{playthrough.name}.json": folds(recorded)}


if __name__ == "__main__":
    for each in PLAYTHROUGHS:
        for name, text in made(each).items():
            (HERE / name).write_text(text, encoding="utf-8", newline="\n")
            print(f"{name}: {len(text) // 1024} KB")
