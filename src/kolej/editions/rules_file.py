"""The `rules.py` of an edition: running it, and on which line of it a thing stands."""

import ast
import sys
import traceback
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from kolej.engine.errors import KolejError, RulesError


def run(source: Path) -> ModuleType:
    """Run a file of rules of one's own. Whatever goes wrong in it is a `RulesError` with its line."""
    name = f"kolej_edition_{sha256(str(source.resolve()).encode()).hexdigest()[:12]}"
    module = ModuleType(name)
    module.__file__ = str(source)
    # Dataclasses with postponed annotations look their own module up by name.
    sys.modules[name] = module
    try:
        # Compiled here and not imported: a cache of bytecode would miss an edit within the same second.
        exec(compile(source.read_bytes(), str(source), "exec"), module.__dict__)
    except KolejError:
        raise
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise RulesError(
            f"{source.parent.name}/rules.py:{line_in(source, error)}: {said(error)}", "setup.deal"
        ) from error
    return module


def line_in(source: Path, error: BaseException) -> int:
    """The line of a file at which an error came up; 0 where it did not come up in that file."""
    if isinstance(error, SyntaxError) and error.filename == str(source):
        return error.lineno or 0
    lines = [step.lineno for step in traceback.extract_tb(error.__traceback__) if step.filename == str(source)]
    return (lines[-1] if lines else 0) or 0


def said(error: BaseException) -> str:
    """An error in one line: without the rule's id, which a maker of rules does not look up."""
    if isinstance(error, RulesError):
        return str(error).removesuffix(f" [{error.rule}]")
    words = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def slot_lines(text: str | bytes) -> dict[str, int]:
    """On which line each slot of `RULES = Rules(slot=..., ...)` is filled; `RULES` itself has one too."""
    lines: dict[str, int] = {}
    for statement in ast.parse(text).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        targets += [statement.target] if isinstance(statement, ast.AnnAssign) else []
        if not any(isinstance(target, ast.Name) and target.id == "RULES" for target in targets):
            continue
        lines["RULES"] = statement.lineno
        value = getattr(statement, "value", None)
        if isinstance(value, ast.Call):
            lines.update({keyword.arg: keyword.lineno for keyword in value.keywords if keyword.arg})
    return lines
