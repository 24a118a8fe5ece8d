"""Names for the reasons why something can't be done, and the numbers in them: for pages that speak other languages.

The engine says why in English, and by which rule. Several reasons may lie behind one rule; which of them it was, the
view tells that the seat has anyway.
"""

from kolej.engine.game import Game
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.rows import Claim

Numbers = dict[str, int]
Lacking = tuple[str, str, str, Numbers]
"""What the hand lacks: in words, by which rule, the name of the reason, and the numbers in it."""

NOT_NOW = {
    "end.trigger": "over",
    "draw.two": "second-card",
    "ticket.draw": "keep-first",
    "tunnel.reveal": "tunnel-first",
    "claim.choice": "payment-first",
}
"""What must be done before, by the rule that says so."""
CODES = (
    *NOT_NOW.values(),
    *("dealing", "turn", "tickets-first", "tickets-chosen"),
    *("taken", "double-own", "double-few", "pool", "pieces"),
    *("cards", "cards-no-wilds", "cards-for-wild", "cards-for-one"),
    *("nothing-built", "built", "none-left", "build-cards"),
)
"""Every name; the catalogue has words for each."""


def not_now(game: Game, seat: int, rule: str | None) -> tuple[str, Numbers] | None:
    """The name of a reason that passes; None for one that stays."""
    if rule is None:
        return "dealing", {}
    if rule == "setup.keep":
        return ("tickets-first" if seat in game.to_act() else "tickets-chosen"), {}
    if rule == "turn.one-action":
        return "turn", {"seat": game.to_act()[0]}
    return (NOT_NOW[rule], {}) if rule in NOT_NOW else None


def of_route(view: View, seat: int, row: Claim, piece: int, rule: str | None) -> tuple[str, Numbers] | None:
    """The name of a reason that lies in the route, or in one's pieces for it."""
    about = {"route": row.route}
    if view.owner[row.route] >= 0:
        return "taken", {**about, "seat": view.owner[row.route]}
    if rule == "claim.double-own":
        return "double-own", about
    if rule == "claim.double-few":
        return "double-few", {**about, "seats": view.seats}
    left = view.supply[seat][piece]
    if rule == row.placed_by and left < row.pieces:
        return "pieces", {**about, "piece": piece, "pieces": row.pieces, "left": left}
    return ("pool", about) if rule == row.pooled_by else None


def of_city(view: View, city: int, builder: int) -> tuple[str, Numbers]:
    """The name of a reason that lies in the city, or in one's pieces to build there."""
    if builder < 0:
        return "nothing-built", {}
    if view.building[city] >= 0:
        return "built", {"city": city, "seat": view.building[city]}
    return "none-left", {"piece": builder}
