"""Versions of rules and house rules: how an edition is composed, and what refers to it."""

import pickle
import shutil
from pathlib import Path

import pytest

from kolej import editions, load_edition
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import RulesError, UnknownName
from kolej.engine.game import Game
from kolej.engine.ruleset.rows import EmptyDeck
from kolej.rules.house import HOUSE_RULES, house_rules_of


@pytest.mark.parametrize("name", editions.names())
def test_every_edition_has_both_versions(name: str) -> None:
    new, old = editions.load(name), editions.load(name, rules=1)
    assert (new.rules.version, old.rules.version) == (2, 1)
    assert old.rules.empty_deck == EmptyDeck() and new.rules.empty_deck.at_once
    assert new.fingerprint == old.fingerprint
    assert editions.load(name, 2) is new and load_edition(name, rules=1) is old


def test_a_version_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match='the edition "japan" has no version 7 of its rules; there is 1 and 2'):
        editions.load("japan", rules=7)


def test_house_rules_change_the_composition() -> None:
    plain, changed = editions.load("europe"), editions.load("europe", house=("no-longest-path", "no-flush"))
    assert changed.rules.house == ("no-flush", "no-longest-path")
    assert changed.rules.market.flush_at > changed.rules.market.face_up
    assert [award.id for award in changed.rules.awards] == ["tickets", "unused"]
    assert [tie.id for tie in changed.rules.ties] == ["tickets completed", "fewest built"]
    assert changed.rules.doubles == plain.rules.doubles
    assert editions.load("europe", house=["no-flush", "no-longest-path"]) is changed
    assert editions.load("europe", house=()) is plain


def test_both_halves_of_a_double_from_two_seats() -> None:
    for house, both in (((), 0), (("both-doubles",), 1)):
        game = Game.start(editions.load("europe", house=house), 2, SeededDealer(1))
        assert game._tables.both_open == both


@pytest.mark.parametrize("name", editions.names())
def test_a_house_rule_is_offered_where_it_changes_something(name: str) -> None:
    rules = editions.load(name).rules
    offered = house_rules_of(rules)
    assert ("no-longest-path" in offered) == (name == "europe")
    assert ("no-flush" in offered) == (name != "nordic")
    assert "both-doubles" in offered
    for id in HOUSE_RULES:
        if id in offered:
            edition = editions.load(name, house=(id,))
            assert edition.fingerprint != editions.load(name).fingerprint and id not in house_rules_of(edition.rules)
        else:
            with pytest.raises(UnknownName, match=f'the house rule "{id}" changes nothing in this edition; it has: '):
                editions.load(name, house=(id,))


def test_a_house_rule_that_does_not_exist() -> None:
    with pytest.raises(UnknownName, match='there is no house rule "no-flsh"; near it: no-flush'):
        editions.load("europe", house=("no-flsh",))


@pytest.mark.parametrize(("rules", "house"), [(1, ()), (2, ("no-flush",)), (1, ("both-doubles",))])
def test_a_pickle_refers_to_version_and_house_rules(rules: int, house: tuple[str, ...]) -> None:
    edition = editions.load("berlin", rules, house)
    game = pickle.loads(pickle.dumps(Game.start(edition, 2, SeededDealer(1))))
    assert game.edition.fingerprint == edition.fingerprint
    assert (game.edition.rules.version, game.edition.rules.house) == (rules, house)


def test_earlier_versions_of_a_custom_edition(tmp_path: Path) -> None:
    folder = tmp_path / "new_york"
    shutil.copytree(editions.HERE / "new_york", folder)
    assert editions.find(str(folder), rules=1).rules.version == 1
    source = folder / "rules.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("version=1, ", "version=2, "), encoding="utf-8")
    with pytest.raises(RulesError, match="every version in EARLIER must be another one"):
        editions.find(str(folder))
    source.write_text(text + "EARLIER = 3\n", encoding="utf-8")
    with pytest.raises(RulesError, match="EARLIER"):
        editions.find(str(folder))
