"""The rulebook in other languages: `rules/xx.md` translates `docs/rules.md`, rule by rule.

Each rule of a translation says which English text it translates, by its fingerprint:

    ### `draw.hand`
    <!-- translates 1a2b3c4d -->
    The text, with as many paragraphs as the English one.

`python -m kolej.locale.rule_texts` lists the rules that lack a translation or whose English text has changed since.
"""

import re
import sys
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from kolej.engine.rulebook import WrittenRule, parse_rules, rulebook
from kolej.locale.plurals import PLURAL_RULES

ENGLISH = "en"
MARK = re.compile(r"<!-- translates ([0-9a-f]{8}) -->")


@dataclass(frozen=True, slots=True)
class Translation:
    """One rule in another language, and the fingerprint of the English text it translates."""

    translates: str
    paragraphs: tuple[str, ...]


def fingerprint(rule: WrittenRule) -> str:
    """What identifies the English text of a rule: it changes with every change of the wording."""
    return sha256("\n".join(rule.paragraphs).encode()).hexdigest()[:8]


@cache
def translations(language: str) -> dict[str, Translation]:
    """Every translated rule of a language by its id; none for English, which is the original."""
    if language == ENGLISH or language not in PLURAL_RULES:
        return {}
    text = files("kolej.locale").joinpath("rules", f"{language}.md").read_text(encoding="utf-8")
    found: dict[str, Translation] = {}
    for id, rule in parse_rules(text).items():
        first, *rest = rule.paragraphs
        mark = MARK.match(first)
        whole = (first[mark.end() :].strip(), *rest) if mark else rule.paragraphs
        found[id] = Translation(mark[1] if mark else "", whole)
    return found


def paragraphs_in(rule: WrittenRule, language: str) -> tuple[str, ...] | None:
    """The paragraphs of a rule in a language; None where it has no translation of the same shape."""
    if language == ENGLISH:
        return rule.paragraphs
    found = translations(language).get(rule.id)
    return found.paragraphs if found and len(found.paragraphs) == len(rule.paragraphs) else None


def problems(language: str) -> list[str]:
    """What is wrong with the translation of a language, one line for each rule."""
    found, known = translations(language), rulebook()
    lines = [f"{language}: {id} is no rule of docs/rules.md" for id in found if id not in known]
    for id, rule in known.items():
        mark = fingerprint(rule)
        if id not in found:
            lines.append(f"{language}: {id} is not translated; its mark is <!-- translates {mark} -->")
        elif found[id].translates != mark:
            lines.append(
                f"{language}: the English of {id} has changed; compare, then mark it <!-- translates {mark} -->"
            )
        elif len(found[id].paragraphs) != len(rule.paragraphs):
            lines.append(f"{language}: {id} has {len(found[id].paragraphs)} paragraphs, not {len(rule.paragraphs)}")
    return lines


if __name__ == "__main__":
    left = [line for language in PLURAL_RULES if language != ENGLISH for line in problems(language)]
    print("\n".join(left) or "every rule is translated")
    sys.exit(1 if left else 0)
