"""Refusals of the server: their codes, their texts in the catalogue, and the parameters of those texts."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from kolej import server
from kolej.engine.errors import IllegalMove
from kolej.engine.moves.reasons import SENTENCES
from kolej.locale import ENGLISH, messages_of
from kolej.locale.message import parse, placeholders
from kolej.server.errors import STATUS, Refusal, refused_move

SOURCES = sorted(Path(server.__file__).parent.rglob("*.py"))


def raised() -> Iterator[tuple[str, str, ast.Call]]:
    """Where a refusal with a literal code is made."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    yield f"{path.name}:{node.lineno}", str(code.value), node


CALLS = list(raised())


def test_every_code_has_a_status() -> None:
    assert [(place, code) for place, code, _ in CALLS if code not in STATUS] == []


def test_no_code_is_unused() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES if path.name != "errors.py")
    assert [code for code in STATUS if f'"{code}"' not in sources] == []


@pytest.mark.parametrize(("place", "code", "call"), CALLS, ids=[place for place, _, _ in CALLS])
def test_a_refusal_without_its_own_reason_has_the_parameters_of_its_text(place: str, code: str, call: ast.Call) -> None:
    keywords = {each.arg: each.value for each in call.keywords}
    if len(call.args) > 1:
        assert "params" not in keywords, f"{place}: parameters are for the text of the catalogue"
        return
    params = keywords.get("params")
    names = {str(ast.literal_eval(key)) for key in params.keys if key} if isinstance(params, ast.Dict) else set()
    message = messages_of(ENGLISH)[f"refused.{code}"]
    assert names == {each.name for each in placeholders(parse(message))} - {"#"}, place


def test_a_refusal_takes_its_english_reason_from_the_catalogue() -> None:
    refusal = Refusal("name-taken", params={"name": "Ada"})
    assert (refusal.status, refusal.params) == (409, {"name": "Ada"})
    assert refusal.reason == "“Ada” is the name of somebody’s account, or looks like it. Choose another name."
    assert Refusal("full").params == {}
    assert Refusal("bad-command", "no such thing").params is None


def test_a_refused_move_keeps_the_code_of_the_engine() -> None:
    refusal = refused_move(IllegalMove("route-taken", {"route": 3, "seat": 1}, "claim.any", "it is taken"))
    assert (refusal.code, refusal.rule, refusal.reason) == ("route-taken", "claim.any", "it is taken")
    assert (refusal.params, refusal.status) == ({"route": 3, "seat": 1}, 409)
    assert STATUS.keys() & SENTENCES.keys() == {"over"}
