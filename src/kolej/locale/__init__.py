"""The catalogue: everything that is said to people, in every language; the page reads the same files.

A language is a folder, a section a file in it, and a message is found by its key: `load("pl").text("lobby.seats",
{"count": 3})`. What a language lacks is said in English.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kolej.locale.message import Value, parse, written
from kolej.locale.plurals import PLURALS

LANGUAGES = tuple(PLURALS)
ENGLISH = "en"


@dataclass(frozen=True)
class Words:
    """The messages of one language, by key."""

    language: str
    messages: Mapping[str, str]

    def text(self, key: str, values: Mapping[str, Value] | None = None) -> str:
        """The words for a key, with values put in; the key itself where nobody has written any."""
        message = self.messages.get(key)
        return key if message is None else written(parse(message), values or {}, PLURALS[self.language])


@cache
def load(language: str) -> Words:
    """The words of a language; of English, if there is no such language."""
    if language not in LANGUAGES:
        return load(ENGLISH)
    return Words(language, {**sections(ENGLISH), **sections(language)})


def sections(language: str) -> dict[str, str]:
    """What is written in a language itself, all sections together."""
    messages: dict[str, str] = {}
    for section in sorted(files(__name__).joinpath(language).iterdir(), key=lambda each: each.name):
        if section.name.endswith(".json"):
            messages |= json.loads(section.read_text(encoding="utf-8"))
    return messages


def preferred(accepted: str) -> str:
    """The first language of a browser's `Accept-Language` that there is."""
    tags = (tag.split(";")[0].strip()[:2].lower() for tag in accepted.split(","))
    return next((tag for tag in tags if tag in LANGUAGES), ENGLISH)
