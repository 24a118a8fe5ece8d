"""Shell completion of arguments: the names of editions, bots, shapes and documents, files and folders.

Every parameter that takes text names one of these functions as its `shell_complete`; a test walks all commands.
"""

from pathlib import Path

import click
from click.shell_completion import CompletionItem

from kolej import editions
from kolej.engine.documents import page_names
from kolej.rules.house import HOUSE_RULES
from kolej.shapes import SHAPES


def edition_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of editions that start with the text; folders, for custom editions, if none does."""
    return _starting(editions.names(), incomplete) or _folders(incomplete)


def board_paths(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of editions that start with the text; board files and folders if none does."""
    return _starting(editions.names(), incomplete) or _files(incomplete)


def bot_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of bots that start with the text; files, for bots like path.py:Name, if none does."""
    return _starting(_bots(), incomplete) or _files(incomplete)


def bot_lists(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completions of the last bot in a comma-separated list."""
    before, comma, last = incomplete.rpartition(",")
    if not comma:
        return bot_names(ctx, param, incomplete)
    # A shell can complete a file name only as a whole word, so files after a comma have to be listed here.
    return _starting([*_bots(), *_python_files(last)], last, before + comma)


def house_rules(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Ids of house rules that start with the text."""
    return _starting(list(HOUSE_RULES), incomplete)


def shape_lists(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Completions of the last shape in a comma-separated list, without those that are in it already."""
    before, comma, last = incomplete.rpartition(",")
    return _starting([shape for shape in SHAPES if shape not in before.split(",")], last, before + comma)


def document_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Names of documents that start with the text."""
    return _starting(page_names(), incomplete)


def file_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Files, which the shell lists."""
    return _files(incomplete)


def folder_names(_ctx: click.Context, _param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Folders, which the shell lists."""
    return _folders(incomplete)


def _bots() -> list[str]:
    # Most commands that import this module need no bots, and importing all of them takes a while.
    from kolej import bots

    return bots.names()


def _starting(names: list[str], incomplete: str, before: str = "") -> list[CompletionItem]:
    return [CompletionItem(before + name) for name in names if name.startswith(incomplete)]


def _files(incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="file")]


def _folders(incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(incomplete, type="dir")]


def _python_files(start: str) -> list[str]:
    """Python files in the folder that a path names so far."""
    folder, slash, _ = start.rpartition("/")
    return sorted(f"{folder}{slash}{path.name}" for path in Path(f"{folder}{slash}" or ".").glob("*.py"))
