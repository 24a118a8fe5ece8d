"""Bots of one's own: a class in a Python file, named as `path.py:Name`."""

import inspect
import sys
import traceback
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from kolej.bots.base import Bot
from kolej.engine.errors import KolejError


class BotFileError(KolejError):
    """A file in which the bot that was asked for can't be found."""


def is_place(name: str) -> bool:
    """Whether a name says where a bot is, rather than what it is called."""
    return ".py:" in name or name.endswith(".py")


def load(place: str) -> Callable[[int], Bot]:
    """The class at `path.py:Name`; it must be made with a seed and have `choose(choice)`."""
    path, _, name = place.rpartition(":")
    if place.endswith((".py", ":")):
        raise BotFileError(f'"{place}" names no class; write {place.rstrip(":")}:Name')
    module = _run(Path(path).resolve())
    bot = getattr(module, name, None)
    if not isinstance(bot, type):
        mine = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") == module.__name__]
        there = [thing.__name__ for thing in mine if isinstance(thing, type)]
        raise BotFileError(f'{path} has no class "{name}"; it has {", ".join(there) or "none"}')
    choose = getattr(bot, "choose", None)
    if not callable(choose):
        raise BotFileError(f"{place} is no bot: it has no method choose(self, choice)")
    if not _takes(bot, 1):
        raise BotFileError(f"{place} is no bot: it can't be made with a seed alone; give it __init__(self, seed)")
    if not _takes(choose, 2):
        raise BotFileError(f"{place} is no bot: choose must take a choice alone: choose(self, choice)")
    return cast(Callable[[int], Bot], bot)


def _takes(what: Callable[..., Any], count: int) -> bool:
    try:
        inspect.signature(what).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        # Some callables, such as those written in C, do not say what they take.
        return True
    return True


@cache
def _run(source: Path) -> ModuleType:
    """The module in a file; run once, however many bots are taken from it."""
    if not source.is_file():
        raise BotFileError(f"there is no file {source}")
    name = f"kolej_bot_{sha256(str(source).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, source)
    assert spec is not None and spec.loader is not None, "is_place lets only Python files in"
    module = module_from_spec(spec)
    # Dataclasses with postponed annotations look their own module up by name.
    sys.modules[name] = module
    # As for a script, modules beside the file can be imported; last, so that they hide nothing.
    sys.path.append(str(source.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BotFileError(f"{source} can't be run: {where_in(source, error)}") from error
    return module


def where_in(source: Path, error: BaseException) -> str:
    """An error in one line: what it says, and the line of this file that it came through last."""
    lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if step.filename == str(source)]
    line = error.lineno if isinstance(error, SyntaxError) else (lines or [None])[-1]
    text = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    place = f" ({source.name}, line {line})" if line else ""
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"
