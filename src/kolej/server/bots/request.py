"""Bot request: all that a bot needs to choose one move, in whichever process it runs."""

from functools import cache
from typing import Self

import msgspec

from kolej import editions
from kolej.engine.decision import Decision
from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.rules import Edition


class BotRequest(msgspec.Struct, frozen=True, kw_only=True):
    """A request for one move. It holds nothing that the seat may not know."""

    key: str
    """Identifies the game and the seat: the same bot object answers the same key."""
    edition: str
    """The name of an edition, or the folder of a custom one."""
    rules: int
    """The version of the edition's rules."""
    house: tuple[str, ...]
    """The ids of house rules."""
    seats: int
    bot: str
    seed: int
    seat: int
    view: View
    legal: list[int]

    @classmethod
    def of(cls, game: Game, seat: int, *, bot: str, seed: int, key: str) -> Self:
        """The request for the decision of a seat that is due in a game."""
        return cls(
            key=key,
            edition=game.edition.source,
            rules=game.edition.rules.version,
            house=game.edition.rules.house,
            seats=game.seats,
            bot=bot,
            seed=seed,
            seat=seat,
            view=game.view(seat),
            legal=game.legal(seat),
        )

    def decision(self) -> Decision:
        """The decision as a bot receives it."""
        edition = _edition(self.edition, self.rules, self.house)
        return Decision(edition, tables_of(edition, self.seats), self.view, self.seat, self.legal[:])


@cache
def _edition(name: str, rules: int, house: tuple[str, ...]) -> Edition:
    return editions.find(name, rules, house)
