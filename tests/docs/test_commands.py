"""Every command in the README and in the documents is run as it stands there."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)

COMPARED_ELSEWHERE = {
    "docs/adding-a-board.md": "tests/editions/test_document.py",
    "docs/game-file.md": "tests/record/test_document.py",
    "docs/tutorial.md": "tests/cli/terminal/test_tutorial.py",
}
"""Documents whose output is compared too, and the tests that do it."""


def commands_in(document: str) -> list[str]:
    text = (ROOT / document).read_text(encoding="utf-8")
    return [line[2:] for block in BLOCK.findall(text) for line in block.splitlines() if line.startswith("$ ")]


DOCUMENTS = [
    str(path.relative_to(ROOT))
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "bench").glob("*.md"))]
    if commands_in(str(path.relative_to(ROOT)))
]


def test_there_are_commands_to_run() -> None:
    assert "README.md" in DOCUMENTS and set(COMPARED_ELSEWHERE) <= set(DOCUMENTS)
    assert all((ROOT / test).is_file() for test in COMPARED_ELSEWHERE.values())


@pytest.mark.parametrize("document", [each for each in DOCUMENTS if each not in COMPARED_ELSEWHERE])
def test_every_command_runs(document: str, tmp_path: Path) -> None:
    if (ROOT / "examples").is_dir():
        shutil.copytree(ROOT / "examples", tmp_path / "examples")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    for command in commands_in(document):
        run = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert run.returncode == 0, f"{document}: $ {command}\n{run.stdout}\n{run.stderr}"
        assert "Traceback" not in run.stderr
