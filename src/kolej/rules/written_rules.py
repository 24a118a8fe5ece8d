"""Which written rules apply to an edition, by the parts it is composed of.

A rule applies where a claim option names it, or where the edition has the mechanism that it describes. Rules that are
about no special mechanism apply to every edition, unless their section is about another one.
"""

from collections.abc import Callable, Mapping

from kolej.engine.rulebook import WrittenRule, rulebook
from kolej.engine.ruleset.compile import write_claims
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.rules import Edition

GENERAL = ("set-up", "a turn", "drawing cards", "claiming a route", "drawing tickets", "the end")
"""Sections whose rules hold in every edition."""


class _Parts:
    """An edition, with what its rules ask for computed once."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.rules = edition.rules
        self.claims: list[Claim] = list(write_claims(edition.board, edition.rules))
        self.named = {
            rule
            for row in self.claims
            for rule in (row.pays_by, row.wilds_by, row.more_by, row.placed_by, row.pooled_by)
        }
        self.awards = {award.id for award in edition.rules.awards}
        self.ties = {tie.key() for tie in edition.rules.ties}

    def any_claim(self, test: Callable[[Claim], bool]) -> bool:
        return any(test(row) for row in self.claims)


def _wild_alone(parts: _Parts) -> bool:
    return parts.rules.market.wild_alone


def _flushed(parts: _Parts) -> bool:
    return parts.rules.market.flush_at <= parts.rules.market.face_up


def _doubles(parts: _Parts) -> bool:
    return any(route.pair is not None for route in parts.edition.board.routes)


def _tunnels(parts: _Parts) -> bool:
    return parts.any_claim(lambda row: row.reveals > 0)


def _stations(parts: _Parts) -> bool:
    return bool(parts.rules.builds)


def _pool(parts: _Parts) -> bool:
    return parts.rules.pool > 0


def _path(parts: _Parts) -> bool:
    return "longest" in parts.awards or bool(parts.ties & {"longest-path", "longest-path-card"})


MECHANISMS: Mapping[str, Callable[[_Parts], bool]] = {
    "draw.wild-first": _wild_alone,
    "draw.wild-second": _wild_alone,
    "draw.wild-free": lambda parts: not _wild_alone(parts),
    "draw.flush": _flushed,
    "draw.flush-limit": _flushed,
    "claim.double-own": _doubles,
    "claim.double-few": _doubles,
    "claim.double-which": _doubles,
    "visits.attraction": lambda parts: "visits" in parts.awards,
    "tram.pieces": lambda parts: "tram.pieces" in parts.named,
    "subway.cost": lambda parts: "subway.cost" in parts.named,
    "pieces.kinds": lambda parts: len(parts.rules.end.pieces) > 1,
    "ticket.long": lambda parts: len(parts.rules.opening.deal.offer) > 1,
    "ferry.wilds": lambda parts: "ferry.wilds" in parts.named,
    "tunnel.reveal": _tunnels,
    "tunnel.refuse": _tunnels,
    "tunnel.short": _tunnels,
    "tunnel.no-substitute": lambda parts: "tunnel.no-substitute" in parts.named,
    "station.build": _stations,
    "station.use": _stations,
    "station.kept": lambda parts: "unused" in parts.awards,
    "path.longest": _path,
    "wild.special-only": lambda parts: "wild.special-only" in parts.named,
    "ferry.three-for-one": lambda parts: "ferry.three-for-one" in parts.named,
    "set.four-for-one": lambda parts: "set.four-for-one" in parts.named,
    "tickets.most": lambda parts: "most-tickets" in parts.awards,
    "bullet.claim": _pool,
    "bullet.shared": _pool,
    "bullet.none-left": _pool,
    "bullet.bonus": lambda parts: "track" in parts.awards,
    "bonus.none": lambda parts: "track" in parts.awards and not parts.awards & {"longest", "most-tickets"},
    "city.inset": lambda parts: any(city.alias for city in parts.edition.board.cities),
    "end.both": lambda parts: parts.rules.end.pool_at_most is not None,
}
"""The rules about a mechanism that not every edition has."""


def rules_of(edition: Edition) -> list[WrittenRule]:
    """The written rules that apply to an edition, in the order of the rulebook."""
    parts = _Parts(edition)
    return [rule for rule in rulebook().values() if _applies(rule, parts)]


def _applies(rule: WrittenRule, parts: _Parts) -> bool:
    if rule.id in MECHANISMS:
        return MECHANISMS[rule.id](parts)
    section = rule.section.lower()
    return rule.id in parts.named or section in GENERAL or parts.edition.board.name.lower().startswith(section)
