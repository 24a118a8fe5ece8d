"""`kolej.Game`: a game by the name of its edition, dealt by a seed."""

import os
from secrets import randbits
from typing import Self

from kolej import editions
from kolej.engine.chance.dealer import Dealer
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import KolejError
from kolej.engine.game import Game as EngineGame
from kolej.engine.ruleset.rules import Edition


class Game(EngineGame):
    """One game in progress.

    Seats, routes, cities and tickets are numbered from 0, in the order of the board. A move can be given in three
    ways: by its number, which is one of `legal_moves`; as an object of `kolej.moves`; or as text in the notation of
    game files, such as `"claim brest-paris 3 black"`.
    """

    @classmethod
    def start(  # type: ignore[override]
        cls,
        edition: str | os.PathLike[str] | Edition,
        seats: int = 2,
        seed: int | str | None = None,
        *,
        dealer: Dealer | None = None,
        first: int | None = None,
        deal: bool = True,
        events: bool = False,
    ) -> Self:
        """Start a game that is dealt up to its first decision.

        Args:
            edition: a name (`kolej.edition_names()` lists them), the folder of a custom edition, or an `Edition`.
            seats: the number of seats.
            seed: the same seed deals the same cards. By default every game has a new one.
            dealer: what decides chance instead of a seed.
            first: the seat that begins; by default chance decides.
            deal: False leaves chance to you: the game waits for `resolve` with one of `outcomes()`.
            events: keep the events of the set-up in `opening_events`.
        """
        if sum([seed is not None, dealer is not None, not deal]) > 1:
            raise KolejError("give one of seed, dealer and deal=False: each of them decides who deals")
        if isinstance(edition, Edition):
            chosen = edition
        elif isinstance(edition, (str, os.PathLike)):
            chosen = editions.find(os.fspath(edition))
        else:
            raise KolejError(f'{edition!r} is no edition; give a name such as "europe", a folder, or an Edition')
        if dealer is None and deal:
            dealer = SeededDealer(randbits(64) if seed is None else seed)
        return super().start(chosen, seats, dealer, first, events=events)
