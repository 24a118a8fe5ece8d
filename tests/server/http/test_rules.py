"""The rulebook over HTTP: all rules or those of an edition, in every language; and the numbers of a legend."""

import pytest

from kolej import editions
from kolej.engine.rulebook import rulebook
from kolej.locale import LANGUAGES
from tests.support.running_server import Running


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rulebook_has_every_rule_in_order(server: Running, language: str) -> None:
    book = server.client().get(f"/api/rules?language={language}").json()
    assert [rule["id"] for rule in book["rules"]] == list(rulebook())
    assert all(block["text"] or block["rows"] for rule in book["rules"] for block in rule["blocks"])


def test_an_edition_has_only_its_rules(server: Running) -> None:
    book = server.client().get("/api/rules?edition=new_york").json()
    found = {rule["id"] for rule in book["rules"]}
    assert "visits.attraction" in found
    assert not {"tunnel.reveal", "station.build", "bullet.claim"} & found


def test_a_ruling_and_a_table_are_marked(server: Running) -> None:
    rules = {rule["id"]: rule["blocks"] for rule in server.client().get("/api/rules").json()["rules"]}
    assert [block["type"] for block in rules["draw.two"]] == ["text", "ruling"]
    assert rules["draw.two"][1]["text"].startswith("You must take")
    table = next(block for block in rules["bullet.bonus"] if block["type"] == "table")
    assert table["rows"][1][:3] == ["1st", "+10", "+15"]


def test_an_unknown_edition_is_refused_and_an_unknown_language_is_english(server: Running) -> None:
    refused = server.client().get("/api/rules?edition=nowhere")
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown")
    assert server.client().get("/api/rules?language=xx").json()["language"] == "en"


@pytest.mark.parametrize("name", editions.names())
def test_a_legend_has_the_numbers_of_the_rules(server: Running, name: str) -> None:
    rules = editions.load(name).rules
    facts = server.client().get(f"/api/editions/{name}").json()["facts"]
    assert (facts["cards_each"], facts["wilds"]) == (rules.deck.each, rules.deck.wilds)
    assert [award["name"] for award in facts["awards"]] == [award.key() for award in rules.awards]
    assert facts["end_of"] == list(rules.end.pieces)
    assert all(award["type"] != "other" for award in facts["awards"])
