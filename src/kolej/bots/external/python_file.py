"""Custom bots in Python files: loads the bot class named by `path.py:Name`."""

import inspect
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from kolej.bots.base import Bot
from kolej.engine.errors import KolejError, line_in


class BotFileError(KolejError):
    """A file that can't be run, or that does not have the bot class."""


def is_file_name(name: str) -> bool:
    """Whether the name of a bot has the form `path.py:Name`, or is an attempt at it."""
    return ".py:" in name or name.endswith(".py")


def load(name: str) -> Callable[[int], Bot]:
    """The class `path.py:Name`; it must accept a seed and have `choose(decision)`."""
    path, _, class_name = name.rpartition(":")
    if name.endswith((".py", ":")):
        raise BotFileError(f'"{name}" names no class; write {name.rstrip(":")}:Name')
    module = _run(Path(path).resolve())
    bot = getattr(module, class_name, None)
    if not isinstance(bot, type):
        own = [thing for thing in vars(module).values() if getattr(thing, "__module__", "") == module.__name__]
        classes = [thing.__name__ for thing in own if isinstance(thing, type)]
        raise BotFileError(f'{path} has no class "{class_name}"; it has {", ".join(classes) or "none"}')
    choose = getattr(bot, "choose", None)
    if not callable(choose):
        raise BotFileError(f"{name} is not a bot: it has no method choose(self, decision)")
    if not _accepts(bot, 1):
        raise BotFileError(f"{name} is not a bot: it must accept a seed and nothing else: __init__(self, seed)")
    if not _accepts(choose, 2):
        raise BotFileError(
            f"{name} is not a bot: choose must accept a decision and nothing else: choose(self, decision)"
        )
    return cast(Callable[[int], Bot], bot)


def _accepts(what: Callable[..., Any], count: int) -> bool:
    """Whether a callable accepts `count` positional arguments."""
    try:
        inspect.signature(what).bind(*range(count))
    except TypeError:
        return False
    except ValueError:
        # Some callables, such as those written in C, have no signature.
        return True
    return True


@cache
def _run(source: Path) -> ModuleType:
    """The module in a file; run once, however many bots are loaded from it."""
    if not source.is_file():
        raise BotFileError(f"there is no file {source}")
    name = f"kolej_bot_{sha256(str(source).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, source)
    assert spec is not None and spec.loader is not None, "is_file_name accepts only Python files"
    module = module_from_spec(spec)
    # Dataclasses with postponed annotations look up their module by name.
    sys.modules[name] = module
    # As for a script, modules beside the file can be imported; last, so that they hide nothing.
    sys.path.append(str(source.parent))
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise BotFileError(f"{source} can't be run: {describe_error(source, error)}") from error
    return module


def describe_error(source: Path, error: BaseException) -> str:
    """An error in one line: its type and message, and the last line of this file in its traceback."""
    line = line_in(source, error)
    text = " ".join((error.msg if isinstance(error, SyntaxError) else str(error)).split())
    place = f" ({source.name}, line {line})" if line else ""
    return f"{type(error).__name__}{': ' if text else ''}{text}{place}"
