"""Kolej: an engine, bots and a server for a family of railway board games.

From the lowest layer to the highest; imports point down only:

    engine/           the game engine; names no game
    locale/           the message catalogues of page and terminal, and their renderer
    rules/            rule parts: one mechanism a file
    drawing/          boards laid out and drawn
    editions/         the games: a board and a composition of rule parts each
    store/            durable storage of a server, behind one protocol
    fair_verifier.py  an independent check of fair deals
    bots/             computer players
    sim/              simulations and the arena
    server/           the game server: HTTP, WebSocket, tables
    testing/          `check_bot`, and tools for tests
    cli/              the `kolej` command and the game in a terminal
    _pure.py          the choice between compiled modules and their sources
"""

from kolej import _pure

__version__ = "0.1.0"

_pure.install_if_asked()
