"""Fair deals for tests: reproducible seeds, commitment rounds, and whole games."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from random import Random

from kolej import editions
from kolej.engine.board.model import fingerprint
from kolej.engine.chance.fair.commitment_round import CommitmentRound
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import Seed, Seeds, Terms, seat_commitment
from kolej.engine.record.game_file import sealed
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.ruleset.rules import Edition
from tests.support.random_games import MOST_STEPS, TASTES, choose

NAMES = ["Ada", "Bo = 1", "bot:greedy", "commitment 0 own", "seed 1"]
"""Names of players; some of them look like other lines of a file."""


def seed(number: int, who: int | str) -> Seed:
    """A seed that is derived from a number and a name."""
    return Seed(sha256(f"a seed for tests/{number}/{who}".encode()).digest())


def terms(edition: Edition, seats: int, number: int = 0, first: int | None = None) -> Terms:
    return Terms(f"test-{number}", edition.id, edition.rules.version, fingerprint(edition.board), seats, first)


def gathered(
    edition: Edition, seats: int, number: int, server: Sequence[int] = (), first: int | None = None
) -> CommitmentRound:
    """A round in which every seat has committed and none has opened; the server contributes for some seats."""
    table = CommitmentRound(terms(edition, seats, number, first), seed(number, "server"))
    for seat in range(seats):
        if seat in server:
            table.contribute(seat)
        else:
            table.commit(seat, seat_commitment(table.server, seat, seed(number, seat)))
    table.fix()
    return table


def dealer(
    edition: Edition, seats: int, number: int, server: Sequence[int] = (), first: int | None = None
) -> FairDealer:
    """The dealer of a round in which every seat opened its seed."""
    table = gathered(edition, seats, number, server, first)
    for seat in table.unopened():
        table.open(seat, seed(number, seat))
    return table.dealer()


def begun(
    name: str | Edition, seats: int, number: int, server: Sequence[int] = (), first: int | None = None
) -> RecordedGame:
    """A game before its opening choices."""
    edition = editions.load(name) if isinstance(name, str) else name
    return RecordedGame.start(edition, seats, NAMES[:seats], dealer(edition, seats, number, server, first), first)


def go_on(recorded: RecordedGame, number: int, moves: int = MOST_STEPS) -> RecordedGame:
    """Play on at random, with a player style that depends on the number."""
    rng, taste, game = Random(number), list(TASTES)[number % len(TASTES)], recorded.game
    for _ in range(moves):
        if game.over:
            break
        seat = rng.choice(game.to_act())
        recorded.apply(seat, choose(game, game.legal(seat), rng, taste))
    return recorded


@cache
def finished(name: str, seats: int, number: int, server: tuple[int, ...] = ()) -> RecordedGame:
    """A whole game; cached, so for reading only."""
    return go_on(begun(name, seats, number, server), number)


def other_returns(name: str, opening: int, play: int) -> Edition:
    """An edition in which returned tickets go elsewhere."""
    edition = editions.load(name)
    rules = edition.rules
    deal = replace(rules.opening.deal, returns=opening)
    return Edition(
        edition.id,
        edition.board,
        replace(rules, opening=replace(rules.opening, deal=deal), tickets=replace(rules.tickets, returns=play)),  # type: ignore[type-var]
    )


def forged(honest: RecordedGame, at: int, outcome: int) -> str:
    """The game with a different outcome at one step, continued from there: legal, but not fair."""
    recorded, rng = RecordedGame(honest.edition, honest.header), Random(at)
    recorded.seeds = honest.opened()
    for step in honest.steps[:at]:
        if step.seat is None:
            assert isinstance(step.move, int)
            recorded.resolve(step.move)
        else:
            recorded.apply(step.seat, recorded.notation.read_move(step.text))
    recorded.resolve(outcome)
    while not recorded.game.over:
        if recorded.game.outcomes():
            recorded.resolve(rng.choice(recorded.game.outcomes())[0])
        else:
            seat = rng.choice(recorded.game.to_act())
            recorded.apply(seat, choose(recorded.game, recorded.game.legal(seat), rng, "routes"))
    return recorded.text()


def bodies(text: str) -> list[str]:
    """The lines of a file without their seals."""
    return [line[:-10] for line in text.splitlines()]


def with_lines(text: str, changes: dict[str, str]) -> str:
    """The file with some lines replaced, found by how they begin, each by one or several; seals are valid."""
    lines = bodies(text)
    for start, instead in changes.items():
        at = number_of(sealed(lines), start) - 1
        lines[at : at + 1] = instead.split("\n")
    return sealed(lines)


def number_of(text: str, start: str) -> int:
    """The number of the only line that begins like this."""
    (number,) = [number for number, line in enumerate(bodies(text), start=1) if line.startswith(start)]
    return number


def hidden(seeds: Seeds) -> list[Seed]:
    """Every seed in one list."""
    return [seeds.server, *seeds.seats]
