"""Which written rules apply to an edition."""

import pytest

from kolej import editions
from kolej.engine.rulebook import rulebook
from kolej.rules.written_rules import MECHANISMS, rules_of

SPECIAL = {
    "new_york": {"visits.attraction"},
    "berlin": {"tram.pieces", "subway.cost", "pieces.kinds"},
    "europe": {"ticket.long", "ferry.wilds", "tunnel.reveal", "tunnel.refuse", "tunnel.short", "station.build"}
    | {"station.use", "station.kept", "path.longest"},
    "nordic": {"tunnel.reveal", "tunnel.refuse", "tunnel.short", "path.longest", "wild.special-only"}
    | {"ferry.three-for-one", "tunnel.no-substitute", "set.four-for-one", "tickets.most"},
    "japan": {"bullet.claim", "bullet.shared", "bullet.none-left", "city.inset", "bullet.bonus", "bonus.none"}
    | {"end.both"},
}
"""The rules that not every edition has, in the sections about editions."""


def ids(name: str) -> set[str]:
    return {rule.id for rule in rules_of(editions.load(name))}


def specials() -> set[str]:
    return set().union(*SPECIAL.values())


@pytest.mark.parametrize("name", editions.names())
def test_an_edition_has_the_rules_of_its_mechanisms(name: str) -> None:
    assert ids(name) & specials() == SPECIAL[name]


def test_every_rule_applies_somewhere() -> None:
    assert sorted(set(rulebook()) - set().union(*map(ids, editions.names()))) == []


def test_rules_about_mechanisms_exist_and_not_everywhere() -> None:
    assert sorted(set(MECHANISMS) - set(rulebook())) == []
    everywhere = set(rulebook()).intersection(*map(ids, editions.names()))
    assert {"draw.two", "claim.set", "ticket.draw", "end.winner"} <= everywhere
    assert {"draw.flush", "draw.wild-first"} & ids("nordic") == set()
    assert "draw.wild-free" in ids("nordic") and "draw.wild-free" not in ids("europe")
