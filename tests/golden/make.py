"""Golden playthroughs: `python -m tests.golden.make` writes them to this folder again.

For each game there is a text, for people to read when it changes, and a JSON file, for clients in other languages that
fold events into views. Neither depends on a bot: the players here are fixed.
"""

from dataclasses import dataclass
from pathlib import Path

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    Move,
    Pass,
    PayCard,
    TakeCard,
    TopUp,
)
from kolej.engine.record.recorded_game import RecordedGame
from tests.golden.playthrough_json import playthrough_json
from tests.golden.playthrough_text import playthrough_text

HERE = Path(__file__).parent
RENEW = "python -m tests.golden.make"


@dataclass(frozen=True)
class Playthrough:
    """A game to be recorded, and how its players choose."""

    edition: str
    seats: int
    prefers: tuple[type[Move], ...]
    """The moves that players prefer."""
    faithful: bool = False
    """Whether they always choose a preferred move, instead of three times out of four."""
    seed: int = 1
    rules: int | None = None
    """The version of the rules; None is the newest."""

    @property
    def name(self) -> str:
        version = "" if self.rules is None else f"-rules-{self.rules}"
        return f"{self.edition}-{self.seats}" + ("-idle" if self.faithful else "") + version

    def played(self) -> RecordedGame:
        """Play and record the whole game."""
        players = [f"Player {seat}" for seat in range(self.seats)]
        edition = editions.load(self.edition, self.rules)
        recorded = RecordedGame.start(edition, self.seats, players, SeededDealer(self.seed))
        rng = Rng(self.seed)
        while not recorded.game.over:
            due = recorded.game.to_act()
            seat = due[rng.below(len(due))]
            decision = recorded.game.decision(seat)
            preferred = [number for number, move in decision.moves.items() if isinstance(move, self.prefers)]
            willing = preferred and (self.faithful or rng.below(4) > 0)
            numbers = preferred if willing else decision.legal
            recorded.apply(seat, numbers[rng.below(len(numbers))])
        return recorded


BUILDERS = (ClaimRoute, BeginStandIns, PayCard, BuildStation, TopUp)
HOARDERS = (DrawBlind,)
IDLERS = (DrawBlind, TakeCard, DrawTickets, Pass)

PLAYTHROUGHS = [
    *(Playthrough(name, min(editions.load(name).rules.seats), BUILDERS) for name in editions.names()),
    *(Playthrough(name, max(editions.load(name).rules.seats), HOARDERS) for name in editions.names()),
    # Nobody builds, so that the deck runs out and seats must pass.
    Playthrough("new_york", 3, IDLERS, faithful=True),
    Playthrough("nordic", 2, IDLERS, faithful=True),
    # Two games as they were played by the first version of the rules; these files never change.
    Playthrough("new_york", 3, IDLERS, faithful=True, rules=1),
    Playthrough("nordic", 3, HOARDERS, rules=1),
]


def made(playthrough: Playthrough) -> dict[str, str]:
    """The files of a playthrough, by name."""
    recorded, name = playthrough.played(), playthrough.name
    return {f"{name}.txt": playthrough_text(recorded), f"{name}.json": playthrough_json(recorded)}


if __name__ == "__main__":
    for each in PLAYTHROUGHS:
        for name, text in made(each).items():
            (HERE / name).write_text(text, encoding="utf-8", newline="\n")
            print(f"{name}: {len(text) // 1024} KB")
