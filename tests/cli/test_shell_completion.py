"""Shell completion: every parameter that takes an edition, a bot, a document, a file or a folder completes it."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.shell_completion import CompletionItem, ShellComplete

from kolej.cli import main
from kolej.cli import shell_completion as completion

FREE_TEXT = {
    ("export", "table"),
    ("new-board", "name"),
    ("play", "players"),
    ("verify", "noted"),
}
"""Parameters whose text nothing can complete."""
NOT_WALKED = {"serve", "worker"}
"""Their options are made from the settings of the server, which are values and not names."""

KINDS: dict[str, tuple[str, str, set[object]]] = {
    "edition": ("eu", "europe", {completion.edition_names, completion.board_paths}),
    "bot": ("plan", "planner", {completion.bot_names, completion.bot_lists}),
}
"""Words that mark a parameter: the start of a name, the name, and what completes it."""


def parameters() -> Iterator[tuple[str, click.Parameter]]:
    """Every parameter of every command that takes text."""
    ctx = click.Context(main)
    for name in main.list_commands(ctx):
        command = main.get_command(ctx, name)
        assert command is not None
        for each in command.params:
            if name not in NOT_WALKED and isinstance(each.type, click.types.StringParamType | click.Path):
                yield name, each


def offered(*arguments: str) -> list[CompletionItem]:
    """What a shell is offered for the last argument."""
    *before, incomplete = arguments
    return ShellComplete(main, {}, "kolej", "_KOLEJ_COMPLETE").get_completions(before, incomplete)


def values(*arguments: str) -> list[str]:
    return [item.value for item in offered(*arguments)]


def line(command: str, parameter: click.Parameter, incomplete: str) -> list[str]:
    """The arguments of a line that ends within the value of a parameter."""
    if isinstance(parameter, click.Option):
        return [command, parameter.opts[-1], incomplete]
    loaded = main.get_command(click.Context(main), command)
    assert loaded is not None
    arguments: list[click.Parameter] = [each for each in loaded.params if isinstance(each, click.Argument)]
    return [command, *("x" for _ in arguments[: arguments.index(parameter)]), incomplete]


def wanted_path(parameter: click.Parameter) -> str:
    """Whether a parameter takes a file ("file"), a folder ("dir") or neither ("")."""
    metavar = (parameter.metavar or "").strip(".")
    if metavar in ("DIR", "DATA", "FOLDER"):
        return "dir"
    return "file" if metavar in ("FILE", "PATH") or isinstance(parameter.type, click.Path) else ""


def ids(found: list[tuple[str, click.Parameter]]) -> list[str]:
    return [f"{name}-{each.name}" for name, each in found]


TEXTS = list(parameters())
PATHS = [(name, each) for name, each in TEXTS if wanted_path(each)]


@pytest.mark.parametrize(("command", "parameter"), TEXTS, ids=ids(TEXTS))
def test_every_parameter_that_takes_text_is_completed(command: str, parameter: click.Parameter) -> None:
    if (command, parameter.name) in FREE_TEXT:
        assert offered(*line(command, parameter, "eu")) == []
        return
    assert parameter._custom_shell_complete or isinstance(parameter.type, click.Path), "give it a shell_complete"
    for mark, (start, name, complete) in KINDS.items():
        if mark in (parameter.name or "") or f"--{mark}" in parameter.opts or f"--{mark}s" in parameter.opts:
            assert parameter._custom_shell_complete in complete
            assert name in values(*line(command, parameter, start))


@pytest.mark.parametrize(("command", "parameter"), PATHS, ids=ids(PATHS))
def test_files_are_completed_where_files_are_taken(command: str, parameter: click.Parameter) -> None:
    assert [item.type for item in offered(*line(command, parameter, "./some"))] == [wanted_path(parameter)]


def test_the_walk_finds_the_commands_that_play() -> None:
    found = {(name, each.name) for name, each in TEXTS}
    assert {("sim", "edition"), ("sim", "bots"), ("arena", "bots"), ("board", "edition"), ("docs", "page")} <= found
    assert found >= FREE_TEXT and len(PATHS) > 10


def test_editions_by_name_and_folder() -> None:
    assert values("sim", "eu") == values("board", "eu") == ["europe"]
    assert values("bench", "--edition", "n") == ["new_york", "nordic"]
    assert [(item.value, item.type) for item in offered("demo", "./ri")] == [("./ri", "dir")]
    assert [(item.value, item.type) for item in offered("check", "ridge/bo")] == [("ridge/bo", "file")]


def test_shapes_that_no_seat_has_yet() -> None:
    assert values("play", "--shapes", "s") == ["square", "star"]
    assert values("play", "--shapes", "star,s") == ["star,square"]
    assert values("play", "--shapes", "star,,t") == ["star,,triangle"]


def test_bots_alone_and_in_a_list(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "mine.py").touch()
    (tmp_path / "pupil.py").touch()
    assert values("sim", "europe", "--bots", "pl") == ["planner"]
    assert values("arena", "--bots", "greedy,pl") == ["greedy,planner"]
    assert values("sim", "europe", "--bots", "greedy,pu") == ["greedy,pupil.py"]
    assert values("sim", "europe", "--bots", "greedy,own/") == ["greedy,own/mine.py"]
    assert [item.type for item in offered("sim", "europe", "--bots", "own/")] == ["file"]
    # A single bot is checked at a time.
    assert [item.type for item in offered("check-bot", "greedy,pl")] == ["file"]


def test_documents_by_name() -> None:
    assert values("docs", "arc") == ["architecture"]
