"""The rulebook in every language: each rule has a title and a translation of the text as it is now."""

import re
from dataclasses import replace

import pytest

from kolej.engine.rulebook import rulebook
from kolej.locale import ENGLISH, LANGUAGES, messages_of
from kolej.locale.rule_texts import fingerprint, paragraphs_in, problems, translations

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


@pytest.mark.parametrize("language", OTHERS)
def test_every_rule_is_translated_as_it_reads_now(language: str) -> None:
    assert problems(language) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_title_and_no_title_lacks_its_rule(language: str) -> None:
    titles = {key.removeprefix("rule.") for key in messages_of(language) if key.startswith("rule.")}
    assert titles == {id.replace(".", "-", 1) for id in rulebook()}


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_rulings_the_tables_and_the_numbers_of_the_original(language: str) -> None:
    texts = messages_of(language)
    for id, rule in rulebook().items():
        for english, other in zip(rule.paragraphs, translations(language)[id].paragraphs, strict=True):
            for word, key in (("Ruling", "rules.ruling"), ("Departure", "rules.departure")):
                assert english.startswith(word) == other.startswith(texts[key]), f"{language}: {id}"
            assert english.startswith("|") == other.startswith("|"), f"{language}: {id}"
            if not english.startswith("|"):
                numbers = [sorted(re.findall(r"[+−]?\d+", text)) for text in (english, other)]
                assert numbers[0] == numbers[1], f"{language}: {id}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_refers_to_no_place_around_it(language: str) -> None:
    """Rules are also shown one by one, without the table that `docs/rules.md` has above them."""
    around = re.compile(r"\b(above|powyż\w*|fenti)\b")
    texts = {id: " ".join(paragraphs_in(rule, language) or ()) for id, rule in rulebook().items()}
    assert [id for id, text in texts.items() if around.search(text)] == []
    legend = messages_of(language)["table.help.legend"]
    assert [id for id, text in texts.items() if legend in text] == [
        *("setup.deal", "setup.keep", "claim.score", "ticket.draw", "end.trigger", "end.winner")
    ]


def test_a_changed_rule_is_noticed() -> None:
    rule = rulebook()["draw.hand"]
    changed = replace(rule, paragraphs=("You may hold ten cards.",))
    assert fingerprint(rule) == translations("pl")["draw.hand"].translates
    assert fingerprint(changed) != fingerprint(rule)


def test_a_rule_without_a_translation_of_its_shape_falls_back_to_english() -> None:
    rule = rulebook()["draw.hand"]
    assert paragraphs_in(rule, "en") == rule.paragraphs
    assert paragraphs_in(replace(rule, paragraphs=(*rule.paragraphs, "More.")), "pl") is None
