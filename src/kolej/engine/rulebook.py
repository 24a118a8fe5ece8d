"""The rulebook: the written rules by id, read from `docs/rules.md`. Every refusal names one of these ids."""

import re
from dataclasses import dataclass
from functools import cache

from kolej.engine.documents import document
from kolej.engine.errors import UnknownName
from kolej.engine.suggestions import near_it


@dataclass(frozen=True, slots=True)
class WrittenRule:
    """One rule: its id, the section it is in, and its paragraphs."""

    id: str
    section: str
    paragraphs: tuple[str, ...]

    @property
    def title(self) -> str:
        """Its first sentence."""
        first = self.paragraphs[0].removeprefix("Ruling. ").removeprefix("Departure. ")
        return re.split(r"(?<=[.:]) ", first)[0]

    @property
    def text(self) -> str:
        """Its paragraphs, separated by empty lines; the rows of a table stay together."""
        joined = "\n\n".join(self.paragraphs)
        return joined.replace("|\n\n|", "|\n|")


@cache
def rulebook() -> dict[str, WrittenRule]:
    """Every rule by its id, in the order of the text."""
    return parse_rules(document("rules").text)


def rule(id: str) -> WrittenRule:
    """The rule with this id."""
    known = rulebook()
    if id not in known:
        family = [each for each in known if each.split(".")[0] == id.split(".", maxsplit=1)[0]]
        hint = f"; there are {', '.join(family)}" if family else near_it(id[:60], known)
        raise UnknownName(f'there is no rule "{id[:60]}"{hint}')
    return known[id]


def parse_rules(text: str) -> dict[str, WrittenRule]:
    """The rules in a text by their ids: every heading that is an id begins one."""
    rules: dict[str, WrittenRule] = {}
    section = ""
    for block in re.split(r"\n(?=#)", text):
        heading, _, body = block.partition("\n")
        if heading.startswith("## "):
            section = re.sub(r"^## [\d.]+ *", "", heading)
        named = re.fullmatch(r"### `([a-z.-]+)`", heading)
        if named:
            rules[named[1]] = WrittenRule(named[1], section, _paragraphs(body))
    return rules


def _paragraphs(body: str) -> tuple[str, ...]:
    """The paragraphs, one line each; every row of a table is a line."""
    out: list[str] = []
    for paragraph in body.strip().split("\n\n"):
        lines = paragraph.splitlines()
        if lines[0].startswith("|"):
            out += [line for line in lines if not line.startswith("|--")]
        else:
            out.append(re.sub(r"\*(\w+\.?)\*", r"\1", " ".join(lines)).replace("**", ""))
    return tuple(out)
