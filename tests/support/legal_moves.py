"""Legal moves of a seat as the struct that clients decode."""

import msgspec

from kolej.engine.game import Game
from kolej.server.wire.legal import Legal, legal_json

_decoder: msgspec.json.Decoder[Legal | None] = msgspec.json.Decoder(Legal | None)


def legal_of(game: Game, seat: int) -> Legal | None:
    """The seat's legal moves; None when it has no decision to make."""
    return _decoder.decode(legal_json(game, seat))
