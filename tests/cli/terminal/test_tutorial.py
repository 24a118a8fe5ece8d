"""The output in the tutorial is that of its commands."""

from tests.cli.terminal.tutorial import BLOCK, TUTORIAL, as_run, commands


def test_every_command_prints_what_the_tutorial_shows() -> None:
    text = TUTORIAL.read_text(encoding="utf-8")
    assert as_run(text) == text, "run `python -m tests.cli.terminal.tutorial` and look at what changed"


def test_the_tutorial_shows_the_whole_terminal_game() -> None:
    text = TUTORIAL.read_text(encoding="utf-8")
    shown = " ".join(command for block in BLOCK.findall(text) for command in commands(block))
    for words in ("kolej play", "--save", "--resume", "--players Ann,Bob", "kolej replay", "kolej rule", "claim"):
        assert words in shown
    assert "Traceback" not in text
