"""The generated TypeScript types: up to date and complete."""

import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from kolej.engine.core import state
from kolej.engine.knowledge.events import BY_TAG
from kolej.engine.knowledge.view import Owed, Phase, Status, View
from kolej.server.wire import typescript
from kolej.server.wire.all_types import wire_types
from kolej.server.wire.commands import Command
from kolej.server.wire.frames import Frame

ROOT = Path(__file__).parents[3]


@pytest.mark.skipif(not (ROOT / "web").is_dir(), reason="the page's sources are not here")
def test_the_file_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert typescript.main(["--check"]) == 0, "run `python -m kolej.server.wire.typescript`"


def test_it_is_written_and_checked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert typescript.main(["--check"]) == 1
    assert "out of date" in capsys.readouterr().err
    assert typescript.main([]) == 0 and typescript.main(["--check"]) == 0
    typescript.PLACE.write_text("// edited\n")
    assert typescript.main(["--check"]) == 1


def interface(name: str) -> dict[str, str]:
    """The fields of an interface and their types."""
    found = re.search(rf"^export interface {name} {{\n(.*?)^}}", typescript.typescript(), re.MULTILINE | re.DOTALL)
    assert found is not None, name
    return dict(re.findall(r"^  (\w+\??): (.*);$", found[1], re.MULTILINE))


def test_every_struct_and_every_event_is_there() -> None:
    text = typescript.typescript()
    assert len(wire_types()) > 50
    for struct in wire_types():
        there = {name.rstrip("?") for name in interface(struct.__name__)}
        assert set(struct.__struct_encode_fields__) <= there
    for tag in BY_TAG:
        assert f"\n  {tag}: {{\n    status: Status;\n" in text
    for union in (Command, Frame):
        for member in get_args(union):
            assert re.search(rf"\n  \| {member.__name__}\b", text)
    assert list(interface("Status")) == [each.name for each in fields(Status)]
    assert [name.rstrip("?") for name in interface("View")] == [each.name for each in fields(View)]


def test_types_say_what_the_annotations_say() -> None:
    assert interface("Act") == {
        "type": '"act"',
        "id": "string",
        "seat": "number",
        "version": "number",
        "move": "number | string | Payment",
    }
    assert interface("NewTable")["bots?"] == "Record<string, string>"
    assert interface("TableSettings")["undo?"] == '"none" | "agreed" | "free"'
    assert interface("Legal")["pass"] == "number | null"
    assert interface("Legal")["claim"] == "[number, number, number[], number][]"
    assert interface("EventsFrame")["events"] == "EventPair[]"
    assert interface("ViewFrame")["view"] == "View"
    assert interface("View")["hands"] == "(number[] | null)[]"
    assert interface("History")["frames"] == "Frame[]"


def test_phases_have_the_engines_numbers() -> None:
    assert [getattr(state, phase.name) for phase in Phase] == [phase.value for phase in Phase]
    assert [getattr(state, owed.name) for owed in Owed] == [owed.value for owed in Owed]
    assert len(Phase) == state.OVER + 1 and len(Owed) == state.TICKET + 1
