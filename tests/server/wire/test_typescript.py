"""The page's types: up to date, and whole."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from kolej.engine.core import state
from kolej.engine.knowledge.events import EVENTS
from kolej.engine.knowledge.view import Status, View
from kolej.server import wire
from kolej.server.wire import typescript as types

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(not (ROOT / "web").is_dir(), reason="the page's sources are not here")
def test_the_file_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert types.main(["--check"]) == 0, "run `python -m kolej.server.wire.typescript`"


def test_it_is_written_and_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert types.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().err
    assert types.main([]) == 0 and types.main(["--check"]) == 0
    types.PLACE.write_text("// edited\n")
    assert types.main(["--check"]) == 1


def interface(name: str) -> dict[str, str]:
    """The fields of an interface and their types."""
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}", types.typescript(), re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return dict(re.findall(r"^  (\w+\??): (.*);$", found[1], re.MULTILINE))


def test_every_struct_and_every_event_is_there() -> None:
    text = types.typescript()
    for thing in vars(wire).values():
        if isinstance(thing, type) and issubclass(thing, msgspec.Struct) and thing not in (wire.Strict, wire.Out):
            there = {name.rstrip("?") for name in interface(thing.__name__)}
            assert set(thing.__struct_encode_fields__) <= there
    for event in EVENTS:
        assert f"\n  {event.__name__}: {{\n    status: Status;\n" in text
    for union in ("Command", "Frame"):
        for member in get_args(getattr(wire, union)):
            assert re.search(rf"\n  \| {member.__name__}\b", text)
    assert list(interface("Status")) == [each.name for each in fields(Status)]
    assert [name.rstrip("?") for name in interface("View")] == [each.name for each in fields(View)]


def test_types_say_what_the_annotations_say() -> None:
    assert interface("Act") == {
        "do": '"act"',
        "id": "string",
        "seat": "number",
        "version": "number",
        "move": "number | string | Payment",
    }
    assert interface("NewTable")["bots?"] == "Record<string, string>"
    assert interface("NewTable")["undo?"] == '"none" | "agreed" | "free"'
    assert interface("Legal")["pass"] == "number | null"
    assert interface("Legal")["claim"] == "[number, number, number[]][]"
    assert interface("EventsFrame")["events"] == "EventPair[]"
    assert interface("ViewFrame")["view"] == "View"
    assert interface("View")["hands"] == "(number[] | null)[]"
    assert interface("History")["frames"] == "Frame[]"


def test_phases_have_the_engines_numbers() -> None:
    names = [word.upper() for word in types.PHASES]
    assert [getattr(state, name) for name in names] == list(range(len(types.PHASES)))
    owed = [re.sub("(?=[A-Z])", "_", word).upper() for word in types.OWES]
    assert [getattr(state, name) for name in owed] == list(range(len(types.OWES)))
    assert len(names) == state.OVER + 1 and len(owed) == state.TICKET + 1
