"""The message catalogue: every language has the same keys, placeholders and plural categories."""

import json
from collections import Counter
from importlib.resources import files

import pytest

from kolej import editions
from kolej.bots.levels import LEVELS
from kolej.engine.moves.reasons import SENTENCES
from kolej.locale import ENGLISH, LANGUAGES, messages_of
from kolej.locale.message import Placeholder, parse, placeholders
from kolej.locale.plurals import PLURAL_RULES
from kolej.server.errors import STATUS

ONLY_ENGLISH: frozenset[str] = frozenset()
"""Keys that stay in English in every language, on purpose."""

OPTIONAL_CASES = {"pl": {"many"}, "hu": {"one"}}
"""Plural categories that may be left out: Polish "many" may fall back to "other", and a Hungarian noun after a number
stays in the singular."""

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def names(message: str) -> set[tuple[str, str]]:
    """The placeholders of a message, and how they are used."""
    return {
        (each.name, "value" if each.kind == "plural" else each.kind)
        for each in placeholders(parse(message))
        if each.name != "#"
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys(language: str) -> None:
    english, other = set(messages_of(ENGLISH)) - ONLY_ENGLISH, set(messages_of(language))
    assert sorted(english - other) == [], f"keys that {language} lacks"
    assert sorted(other - english) == [], f"keys that only {language} has"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_puts_the_same_values_in(language: str) -> None:
    english = messages_of(ENGLISH)
    for key, message in messages_of(language).items():
        assert names(message) == names(english[key]), f"{language}: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_cases_of_their_language(language: str) -> None:
    categories = {PLURAL_RULES[language](count) for count in range(101)} | {"other"}
    needed = categories - OPTIONAL_CASES.get(language, set())
    for key, message in messages_of(language).items():
        for placeholder in placeholders(parse(message)):
            if placeholder.kind == "plural":
                cases = {case for case, _ in placeholder.cases if not case.startswith("=")}
                assert cases >= needed, f"{language}: {key} lacks a case"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty(language: str) -> None:
    assert [key for key, message in messages_of(language).items() if not message.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_written_twice(language: str) -> None:
    written: Counter[str] = Counter()
    for section in files("kolej.locale").joinpath(language).iterdir():
        pairs = json.loads(section.read_text(encoding="utf-8"), object_pairs_hook=list)
        written.update(key for key, _ in pairs)
    assert [key for key, count in written.items() if count > 1] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_was_left_in_english(language: str) -> None:
    """A longer message that is the same as in English was probably not translated. Not every box was printed in it."""
    english = messages_of(ENGLISH)
    same = {
        key
        for key, message in messages_of(language).items()
        if message == english[key] and len(message.split()) > 3 and not key.endswith(".box")
    }
    assert sorted(same) == []


def test_a_place_within_a_case_is_found() -> None:
    found = list(placeholders(parse("{n, plural, one {# of {name}} other {#}}")))
    assert Placeholder("name") in found


def test_what_editions_say_of_themselves_is_what_the_catalogue_has() -> None:
    english = messages_of(ENGLISH)
    for name in editions.names():
        edition = editions.load(name)
        said = {f"edition.{name}.difference.{n}": words for n, words in enumerate(edition.rules.differences, 1)}
        said[f"edition.{name}.box"] = edition.board.box
        if edition.board.note:
            said[f"edition.{name}.note"] = edition.board.note
        parts = tuple(f"edition.{name}.{part}" for part in ("difference.", "box", "note"))
        written = {key for key in english if key.startswith(parts)}
        assert {key: english[key] for key in written} == said


def test_every_level_has_its_character_in_the_catalogue() -> None:
    english = messages_of(ENGLISH)
    assert {level.name: level.character for level in LEVELS} == {
        level.name: english[f"level.{level.name}.character"] for level in LEVELS
    }


def test_every_refusal_has_words() -> None:
    assert sorted(code for code in STATUS if f"refused.{code}" not in messages_of(ENGLISH)) == []


def test_every_text_of_a_refusal_has_its_code() -> None:
    page, parts = {"offline", "unexpected", "closed"}, {"cost.color", "cost.any", "cost.both"}
    texts = {key.removeprefix("refused.") for key in messages_of(ENGLISH) if key.startswith("refused.")}
    assert texts == STATUS.keys() | SENTENCES.keys() | page | parts
