"""Every written rule has a test named after it, every such test a rule, and every rule named in the code is written."""

import ast
import json
import re
from pathlib import Path

import pytest

import kolej
from tests.support.move_laws import rule_ids

TESTS = Path(__file__).parent.parent / "rules"
SOURCE = Path(kolej.__file__).parent
MESSAGES = {
    key for path in (SOURCE / "locale" / "en").glob("*.json") for key in json.loads(path.read_text(encoding="utf-8"))
}
"""The keys of the catalogue, some of which look like ids of rules."""
ID = re.compile(r"[\"'`]([a-z]+\.[a-z]+(?:-[a-z]+)*)[\"'`]")


def in_python(rule: str) -> str:
    """A rule's id as part of a function's name."""
    return rule.replace(".", "_").replace("-", "_")


def test_functions() -> list[str]:
    """The tests of rules without `test_`; the part after two underscores says which side of the rule is meant."""
    found: list[str] = []
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found.append(node.name.removeprefix("test_").split("__")[0])
    return found


test_functions.__test__ = False  # type: ignore[attr-defined]

TESTED = frozenset(test_functions())


@pytest.mark.parametrize("rule", rule_ids())
def test_a_written_rule_has_a_test(rule: str) -> None:
    assert in_python(rule) in TESTED, f"write a test_{in_python(rule)} in tests/rules"


def test_every_test_of_a_rule_names_a_written_one() -> None:
    assert sorted(TESTED - {in_python(rule) for rule in rule_ids()}) == []


def test_every_rule_has_one_heading() -> None:
    assert len(rule_ids()) == len(set(rule_ids())) > 50
    assert len({in_python(rule) for rule in rule_ids()}) == len(rule_ids())


def test_every_rule_named_in_the_code_is_written() -> None:
    unwritten: list[str] = []
    named: set[str] = set()
    for path in sorted(SOURCE.rglob("*.py")):
        for found in ID.findall(path.read_text(encoding="utf-8")):
            # Other names have dots too; a rule's begins like some rule, and is neither a file nor a message.
            if (
                not found.endswith(".py")
                and found not in MESSAGES
                and found.split(".")[0] in {rule.split(".")[0] for rule in rule_ids()}
            ):
                named.add(found)
                if found not in rule_ids():
                    unwritten.append(f"{path.relative_to(SOURCE)}: {found}")
    assert unwritten == []
    assert {"claim.set", "draw.wild-second", "tunnel.no-substitute"} <= named
