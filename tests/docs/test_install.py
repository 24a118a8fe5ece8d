"""The install page: its extras, messages and links are those that there are."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")


def test_every_extra_is_listed() -> None:
    with (ROOT / "pyproject.toml").open("rb") as file:
        declared = tomllib.load(file)["project"]["optional-dependencies"]
    table = TEXT.partition("| extra |")[2].partition("\n\n")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(declared)


def test_messages_are_quoted_as_they_are_printed() -> None:
    places = ("src/kolej/cli/extras.py", "src/kolej/cli/commands/serve.py", "src/kolej/cli/engine_mode.py", "Makefile")
    printed = "".join((ROOT / place).read_text(encoding="utf-8") for place in places)
    for message in (
        "this command needs the extra",
        "this copy has no page for browsers",
        "The engine is not compiled, so it is slow",
        "Kolej needs Python 3.11 or newer",
    ):
        assert f"| `{message}" in TEXT
        assert message in printed, message


def test_links_lead_somewhere() -> None:
    headings = [heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)]
    targets = re.findall(r"\]\(([^)]+)\)", TEXT)
    assert len(targets) > 5
    for target in targets:
        path, _, anchor = target.partition("#")
        assert (ROOT / "docs" / path).exists(), target
        assert path or anchor in headings, target
