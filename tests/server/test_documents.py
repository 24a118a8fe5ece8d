"""docs/protocol.md and docs/hosting.md against the code: every route, command, frame, refusal code and setting."""

import re
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from kolej.engine.moves.reasons import SENTENCES
from kolej.server.errors import STATUS
from kolej.server.maintenance.health_checks import Check
from kolej.server.settings import Settings, option, variable
from kolej.server.tables.setup.settings import FIXED
from kolej.server.tables.table import CHANGES
from kolej.server.wire import base
from kolej.server.wire.commands import Command
from kolej.server.wire.frames import Answer, EventsFrame, Frame, Gone, Ok, Refused
from kolej.server.wire.tables import NewSettings, NewTable, TableInfo, TableSettings
from tests.support.running_server import ROOT, Running

PROTOCOL = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
HOSTING = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def rows(text: str, heading: str) -> list[list[str]]:
    """The rows of the first table under a heading."""
    part = re.split(r"\n#+ ", text[text.index(heading) + len(heading) :])[0]
    found = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")
    ]
    return found[2:]


def first_words(found: list[list[str]]) -> list[str]:
    return [word for row in found for word in re.findall(r"`([^`]+)`", row[0])]


def tags(union: Any) -> dict[str, type[msgspec.Struct]]:
    return {str(each.__struct_config__.tag): each for each in get_args(union)}


def test_every_route_is_there(server: Running) -> None:
    document = server.client().get("/schema").json()
    written = set(first_words(rows(PROTOCOL, "## Requests")))
    served = {f"{method.upper()} {path}" for path, each in document["paths"].items() for method in each}
    assert written == served | {"GET /schema"}


def test_the_version_is_the_one_that_the_server_reports(server: Running) -> None:
    assert (
        f"This is version {base.PROTOCOL} of the protocol" in PROTOCOL and f"## Version {base.PROTOCOL}\n" in PROTOCOL
    )
    assert server.client().get("/health").json()["protocol"] == base.PROTOCOL


def test_every_change_is_there() -> None:
    assert first_words(rows(PROTOCOL, "### A change")) == list(CHANGES)


def test_every_frame_is_there() -> None:
    found = rows(PROTOCOL, "### Frames from the server")
    frames = tags(Frame)
    documented = {row[0].strip("`"): row for row in found if row[0].strip("`") in frames}
    assert set(documented) == set(frames)
    for tag, frame in frames.items():
        named = re.findall(r"`(\w+)`", documented[tag][1])
        assert named == list(frame.__struct_fields__), tag


def test_every_command_is_there() -> None:
    documented = {row[0].strip("`"): row for row in rows(PROTOCOL, "### Commands") + rows(PROTOCOL, "### Questions")}
    commands = tags(Command)
    assert set(documented) == set(commands)
    for tag, command in commands.items():
        assert {"id", *re.findall(r"`(\w+)`", documented[tag][1])} == set(command.__struct_fields__), tag


def test_every_field_of_a_table_is_there() -> None:
    assert first_words(rows(PROTOCOL, "### A table")) == list(NewTable.__struct_fields__)
    settings = rows(PROTOCOL, "### Settings")
    assert first_words(settings) == list(TableSettings.__struct_fields__)
    defaults = {field.name: field for field in msgspec.structs.fields(TableSettings)}
    for name, default, _ in settings:
        field = defaults[name.strip("`")]
        if field.name != "hot_seat":
            value = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
            assert default == ("" if field.required else f"`{msgspec.json.encode(value).decode()}`"), name


def test_every_code_is_there_with_its_status() -> None:
    found = rows(PROTOCOL, "## Refusals")
    assert {row[0].strip("`"): int(row[1]) for row in found} == STATUS


def test_every_reason_is_there() -> None:
    assert sorted(first_words(rows(PROTOCOL, "### Moves that the rules forbid"))) == sorted(SENTENCES)


def test_every_setting_that_may_be_changed_is_there() -> None:
    part = re.split(r"\n#+ ", PROTOCOL[PROTOCOL.index("### Other settings") + 10 :])[0]
    fixed = re.search(r"may change all settings but (.*?)\. ", part.replace("\n", " "))
    assert fixed is not None and tuple(re.findall(r"`(\w+)`", fixed[1])) == FIXED
    example = re.search(r"```\n(.*)\n```", part)
    assert example is not None
    change = msgspec.json.decode(example[1], type=NewSettings)
    assert change.settings.keys() <= set(TableSettings.__struct_fields__)


def test_examples_are_commands_and_frames() -> None:
    sent = re.findall(r"^→ (.*)$", PROTOCOL, re.MULTILINE)
    came = re.findall(r"^← (.*)$", PROTOCOL, re.MULTILINE)
    assert len(sent) >= 8
    for text in sent:
        msgspec.json.decode(text, type=Command)
    seen = [type(msgspec.json.decode(text, type=Frame)) for text in came]
    assert {EventsFrame, Ok, Refused, Answer, Gone} <= set(seen)
    new, info = re.findall(r"```json\n(.*)\n```", PROTOCOL)[1:]
    msgspec.json.decode(new, type=NewTable)
    msgspec.json.decode(info, type=TableInfo)


def default_text(setting: "Field[Any]") -> str:
    if setting.metadata["shown"]:
        return str(setting.metadata["shown"])
    assert setting.default is not MISSING
    if isinstance(setting.default, bool):
        return "yes" if setting.default else "no"
    return str(setting.default) if setting.default != () else "none"


def test_every_setting_is_there() -> None:
    found = [
        [f"`{option(each)}`", f"`{variable(each)}`", default_text(each), each.metadata["help"]]
        for each in fields(Settings)
    ]
    assert rows(HOSTING, "## Settings") == found


def test_every_metric_is_there(server: Running) -> None:
    helps = re.findall(r"^# HELP (\w+) (.*)$", server.client().get("/metrics").text, re.MULTILINE)
    assert rows(HOSTING, "## Monitoring") == [[f"`{name}`", help] for name, help in helps]


def test_every_check_of_health_is_there() -> None:
    part = re.split(r"\n## ", HOSTING[HOSTING.index("## Monitoring") :])[0]
    assert [check for check in get_args(Check) if f"`{check}` if" not in part] == []


@pytest.mark.parametrize("name", ["protocol.md", "hosting.md", "security.md"])
def test_links_lead_somewhere(name: str) -> None:
    folder = ROOT / "docs"
    links = re.findall(r"\]\(([^)#]+)", (folder / name).read_text(encoding="utf-8"))
    assert [each for each in links if not Path(folder / each).exists()] == []
