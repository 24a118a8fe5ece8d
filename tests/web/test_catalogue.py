"""Every language says the same things, with the same values put in."""

import json
from collections import Counter
from importlib.resources import files

import pytest

from kolej import editions
from kolej.bots.levels import LEVELS
from kolej.locale import ENGLISH, LANGUAGES, sections
from kolej.locale.message import Place, parse, places
from kolej.server.errors import STATUS

ONLY_ENGLISH: frozenset[str] = frozenset()
"""Keys that are said in English everywhere, on purpose."""

CASES = {"en": {"one", "other"}, "pl": {"one", "few", "other"}, "hu": {"other"}}
"""What a plural must tell apart. In Hungarian a noun after a number stays in the singular."""

OTHERS = [language for language in LANGUAGES if language != ENGLISH]


def names(message: str) -> set[tuple[str, str]]:
    """The values of a message, and how they are used."""
    return {
        (each.name, "value" if each.kind == "plural" else each.kind)
        for each in places(parse(message))
        if each.name != "#"
    }


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys(language: str) -> None:
    english, other = set(sections(ENGLISH)) - ONLY_ENGLISH, set(sections(language))
    assert sorted(english - other) == [], f"keys that {language} lacks"
    assert sorted(other - english) == [], f"keys that only {language} has"


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_puts_the_same_values_in(language: str) -> None:
    english = sections(ENGLISH)
    for key, message in sections(language).items():
        assert names(message) == names(english[key]), f"{language}: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_cases_of_their_language(language: str) -> None:
    for key, message in sections(language).items():
        for place in places(parse(message)):
            if place.kind == "plural":
                cases = {case for case, _ in place.cases if not case.startswith("=")}
                assert cases >= CASES[language], f"{language}: {key} lacks a case"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_message_is_empty(language: str) -> None:
    assert [key for key, message in sections(language).items() if not message.strip()] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_written_twice(language: str) -> None:
    written: Counter[str] = Counter()
    for section in files("kolej.locale").joinpath(language).iterdir():
        pairs = json.loads(section.read_text(encoding="utf-8"), object_pairs_hook=list)
        written.update(key for key, _ in pairs)
    assert [key for key, count in written.items() if count > 1] == []


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_was_left_in_english(language: str) -> None:
    """Longer messages that are the same as in English have been forgotten, as a rule."""
    english = sections(ENGLISH)
    same = {key for key, message in sections(language).items() if message == english[key] and len(message.split()) > 3}
    assert sorted(same) == []


def test_a_place_within_a_case_is_found() -> None:
    found = list(places(parse("{n, plural, one {# of {name}} other {#}}")))
    assert Place("name") in found


def test_what_editions_say_of_themselves_is_what_the_catalogue_has() -> None:
    english = sections(ENGLISH)
    for name in editions.names():
        edition = editions.load(name)
        said = {f"edition.{name}.difference.{n}": words for n, words in enumerate(edition.rules.differences, 1)}
        if edition.board.note:
            said[f"edition.{name}.note"] = edition.board.note
        written = {key for key in english if key.startswith((f"edition.{name}.difference.", f"edition.{name}.note"))}
        assert {key: english[key] for key in written} == said


def test_every_level_has_its_character_in_the_catalogue() -> None:
    english = sections(ENGLISH)
    assert {level.name: level.character for level in LEVELS} == {
        level.name: english[f"level.{level.name}.character"] for level in LEVELS
    }


def test_every_refusal_has_words() -> None:
    assert sorted(code for code in STATUS if f"refused.{code}" not in sections(ENGLISH)) == []
