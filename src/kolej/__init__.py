"""Kolej: an engine, bots and a server for a family of railway board games.

    import kolej

    game = kolej.Game.start("europe", seats=2, seed=7)
    while not game.over:
        game.play(game.to_act()[0], game.legal_moves[0])
    print(game.standings().totals)

The names in `__all__` are the public API; docs/api.md describes them. Every other module may change from version to
version. From the lowest layer to the highest; imports point down only:

    shapes.py         the shapes of the seats' pieces
    engine/           the game engine; names no game
    locale/           the message catalogues of page and terminal, and their renderer
    rules/            rule parts: one mechanism a file
    drawing/          boards laid out and drawn
    editions/         the games: a board and a composition of rule parts each
    game.py           `Game`: a game by the name of its edition, with a seed
    store/            durable storage of a server, behind one protocol
    fair_verifier.py  an independent check of fair deals
    bots/             computer players
    sim/              simulations and the arena
    server/           the game server: HTTP, WebSocket, tables
    testing/          `check_bot`, and tools for tests
    cli/              the `kolej` command and the game in a terminal
    _pure.py          the choice between compiled modules and their sources
    _docstrings.py    the docstrings of compiled classes, restored from their sources
"""

from importlib import import_module
from typing import TYPE_CHECKING

from kolej import _docstrings, _pure

if TYPE_CHECKING:
    from kolej.bots.base import Bot
    from kolej.editions import find as load_edition
    from kolej.editions import names as edition_names
    from kolej.engine.board.ids import CityId, RouteId, Seat, TicketId
    from kolej.engine.board.model import Board
    from kolej.engine.chance.rng import Rng
    from kolej.engine.chance.seeded import SeededDealer
    from kolej.engine.decision import Decision
    from kolej.engine.errors import IllegalMove, KolejError
    from kolej.engine.knowledge import events
    from kolej.engine.knowledge.view import Owed, Phase, View
    from kolej.engine.moves import moves
    from kolej.engine.record.recorded_game import RecordedGame
    from kolej.engine.ruleset.rules import Edition
    from kolej.engine.scoring.standings import Standings
    from kolej.game import Game
    from kolej.sim.games import GameResult
    from kolej.sim.simulate import Simulation, play_game, simulate

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Bot",
    "CityId",
    "Decision",
    "Edition",
    "Game",
    "GameResult",
    "IllegalMove",
    "KolejError",
    "Owed",
    "Phase",
    "RecordedGame",
    "Rng",
    "RouteId",
    "Seat",
    "SeededDealer",
    "Simulation",
    "Standings",
    "TicketId",
    "View",
    "edition_names",
    "events",
    "load_edition",
    "moves",
    "play_game",
    "simulate",
]

# Where each public name is. They are imported on first use: the `kolej` command should not wait for all of them.
_HOMES = {
    "Board": "kolej.engine.board.model",
    "Bot": "kolej.bots.base",
    "CityId": "kolej.engine.board.ids",
    "Decision": "kolej.engine.decision",
    "Edition": "kolej.engine.ruleset.rules",
    "Game": "kolej.game",
    "GameResult": "kolej.sim.games",
    "IllegalMove": "kolej.engine.errors",
    "KolejError": "kolej.engine.errors",
    "Owed": "kolej.engine.knowledge.view",
    "Phase": "kolej.engine.knowledge.view",
    "RecordedGame": "kolej.engine.record.recorded_game",
    "Rng": "kolej.engine.chance.rng",
    "RouteId": "kolej.engine.board.ids",
    "Seat": "kolej.engine.board.ids",
    "SeededDealer": "kolej.engine.chance.seeded",
    "Simulation": "kolej.sim.simulate",
    "Standings": "kolej.engine.scoring.standings",
    "TicketId": "kolej.engine.board.ids",
    "View": "kolej.engine.knowledge.view",
    "edition_names": "kolej.editions:names",
    "events": "kolej.engine.knowledge.events:",
    "load_edition": "kolej.editions:find",
    "moves": "kolej.engine.moves.moves:",
    "play_game": "kolej.sim.simulate",
    "simulate": "kolej.sim.simulate",
}

_pure.install_if_asked()


def __getattr__(name: str) -> object:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'kolej' has no attribute {name!r}; its public names are in kolej.__all__")
    module, colon, attribute = home.partition(":")
    found = import_module(module)
    if attribute or not colon:
        found = getattr(found, attribute or name)
    if isinstance(found, type):
        _docstrings.restore_docstring(found)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
