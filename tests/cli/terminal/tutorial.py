"""Runs the commands of the tutorial. `python -m tests.cli.terminal.tutorial` updates their output in the document."""

import os
import re
import subprocess
import sysconfig
import tempfile
from pathlib import Path

TUTORIAL = Path(__file__).parents[3] / "docs" / "tutorial.md"
BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)


def commands(block: str) -> list[str]:
    """The commands of a block."""
    return [line.removeprefix("$ ") for line in block.splitlines() if line.startswith("$ ")]


def run(command: str, folder: str) -> str:
    """The output of a command."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ.get("PATH", "")])
    environment = {**os.environ, "PATH": path, "LANG": "C.UTF-8"}
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


def as_run(text: str) -> str:
    """The text with the present output of every command."""
    with tempfile.TemporaryDirectory() as folder:

        def block(found: re.Match[str]) -> str:
            lines = [f"$ {command}\n{run(command, folder)}" for command in commands(found[1])]
            return f"```console\n{''.join(lines)}```"

        return BLOCK.sub(block, text)


if __name__ == "__main__":
    TUTORIAL.write_text(as_run(TUTORIAL.read_text(encoding="utf-8")), encoding="utf-8")
