"""The list of commands: shown without importing them."""

import subprocess
import sys

import click

from kolej.cli import main
from kolej.cli.lazy import LazyGroup

LOADED = """
import sys
from click.testing import CliRunner
from kolej.cli import main
assert CliRunner().invoke(main, ["--help"]).exit_code == 0
print(*sorted(name for name in sys.modules if name.startswith(("kolej.cli.commands.", "kolej.server", "kolej.bots"))))
"""


def test_help_imports_no_command() -> None:
    done = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    # Packages are imported to find what is in them.
    assert set(done.stdout.split()) <= {"kolej.cli.commands.database"}


def test_help_says_what_click_would_say() -> None:
    assert isinstance(main, LazyGroup)
    context = click.Context(main, info_name="kolej")
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        assert main._short_help(context, name, 60) == command.get_short_help_str(60)
