"""The message catalogue: all translated texts, in one folder per language, and the renderer for Python.

    message.py     parser and renderer of messages (a subset of ICU MessageFormat)
    plurals.py     the languages and their plural rules
    refusals.py    the sentence of a refused move, with names
    rule_texts.py  the rulebook in other languages, from `rules/`

A language is a folder of JSON files (`en/log.json`) that map keys to messages. The page bundles the same files and
renders them with `web/src/i18n`. In Python the terminal uses it, `load("en").text("log.due", {"count": 3})`, and the
server for the English of its refusals. A message that a language lacks is shown in English.

A new language `xx` needs a folder `xx/` with the files and keys of `en/` (tests name what is missing) and a line in
`plurals.py`; for the page, a line in `web/src/browser/languages.ts`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kolej.locale.message import Value, parse, render
from kolej.locale.plurals import PLURAL_RULES

LANGUAGES = tuple(PLURAL_RULES)
ENGLISH = "en"


@dataclass(frozen=True)
class Catalogue:
    """The messages of one language by key, with English messages where the language has none."""

    language: str
    messages: Mapping[str, str]

    def text(self, key: str, values: Mapping[str, Value] | None = None) -> str:
        """The rendered message of a key; the key itself where there is no message."""
        return self.text_or(key, key, values)

    def text_or(self, key: str, fallback: str, values: Mapping[str, Value] | None = None) -> str:
        """The rendered message of a key, or the fallback: names of custom editions are not in the catalogue."""
        message = self.messages.get(key)
        return fallback if message is None else render(parse(message), values or {}, PLURAL_RULES[self.language])


@cache
def load(language: str = ENGLISH) -> Catalogue:
    """The catalogue of a language; the English one for a language that does not exist."""
    if language not in LANGUAGES:
        return load(ENGLISH)
    return Catalogue(language, {**messages_of(ENGLISH), **messages_of(language)})


def messages_of(language: str) -> dict[str, str]:
    """The messages in the files of a language, without those that fall back to English."""
    messages: dict[str, str] = {}
    for section in sorted(files(__name__).joinpath(language).iterdir(), key=lambda each: each.name):
        if section.name.endswith(".json"):
            messages |= json.loads(section.read_text(encoding="utf-8"))
    return messages
