"""`docs/play.md` lists the keys of the page."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_key_of_the_page_is_listed() -> None:
    source = (ROOT / "web" / "src" / "table" / "preferences" / "shortcuts.ts").read_text(encoding="utf-8")
    keys = re.findall(r"^  \['(.+)', 'table\.keys\.\w+'\],$", source, re.MULTILINE)
    document = (ROOT / "docs" / "play.md").read_text(encoding="utf-8")
    table = document.partition("| key | effect |\n|---|---|\n")[2].partition("\n\n")[0]
    assert len(keys) > 10
    assert [row.split("|")[1].strip() for row in table.splitlines()] == keys
