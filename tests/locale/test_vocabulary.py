"""One word for one thing: words that `docs/contributing/language.md` has replaced don't come back into a message."""

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from kolej.locale import LANGUAGES, messages_of
from kolej.locale.rule_texts import translations

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "contributing" / "language.md"
CODES = {"English": "en", "Polish": "pl", "Hungarian": "hu"}


class Replaced(NamedTuple):
    """A word that is no longer used, as the beginning of its inflected forms."""

    beginning: str
    language: str
    use: str
    phrases: list[str]

    def found_in(self, text: str) -> bool:
        rest = text.lower()
        for phrase in self.phrases:
            rest = rest.replace(phrase.lower(), "")
        return re.search(rf"\b{re.escape(self.beginning.lower())}", rest) is not None


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a page in Markdown: rows of cells, without the line below the headings."""
    blocks = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    return [
        [[cell.strip() for cell in line.strip("|\n").split("|")] for line in block.splitlines()] for block in blocks
    ]


def replaced_words() -> list[Replaced]:
    (table,) = [table for table in tables(GUIDE.read_text(encoding="utf-8")) if table[0][0] == "word"]
    return [
        Replaced(word, CODES[language], use, [each.strip() for each in phrases.split(",") if each.strip()])
        for word, language, use, phrases in table[2:]
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_were_replaced_stay_out(language: str) -> None:
    found = {
        f"{key}: {message!r} has “{word.beginning}”, use “{word.use}”"
        for word in replaced_words()
        if word.language == language
        for key, message in messages_of(language).items()
        if word.found_in(message)
    }
    assert sorted(found) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_written_in_the_same_words(language: str) -> None:
    found = {
        f"{id} has “{word.beginning}”, use “{word.use}”"
        for id, rule in translations(language).items()
        for word in replaced_words()
        if word.language == language and any(word.found_in(paragraph) for paragraph in rule.paragraphs)
    }
    assert sorted(found) == []


def test_a_replaced_word_is_found_in_any_form_but_not_in_its_exceptions() -> None:
    word = Replaced("tras", "pl", "połączenie", ["najdłuższa trasa"])
    assert word.found_in("Zajmij trasę")
    assert word.found_in("Trasy")
    assert not word.found_in("Najdłuższa trasa")
    assert not word.found_in("Nastrasz")


def test_every_language_has_replaced_words() -> None:
    assert {word.language for word in replaced_words()} == set(LANGUAGES)
