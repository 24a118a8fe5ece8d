"""The `rules.py` file of an edition: running it, and finding the line of each slot."""

import ast
import sys
from hashlib import sha256
from pathlib import Path
from types import ModuleType

from kolej.engine.errors import KolejError, RulesError, line_in


def run(source: Path) -> ModuleType:
    """Run a custom rules file. Any exception in it becomes a `RulesError` with its line."""
    name = f"kolej_edition_{sha256(str(source.resolve()).encode()).hexdigest()[:12]}"
    module = ModuleType(name)
    module.__file__ = str(source)
    # Dataclasses with postponed annotations look their own module up by name.
    sys.modules[name] = module
    try:
        # Not imported: the bytecode cache would miss an edit within the same second.
        exec(compile(source.read_bytes(), str(source), "exec"), module.__dict__)
    except KolejError:
        raise
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise RulesError(
            f"{source.parent.name}/rules.py:{line_in(source, error)}: {error_text(error)}", "setup.deal"
        ) from error
    return module


def error_text(error: BaseException) -> str:
    """The text of an exception in one line, without a rule id, which is of no use to authors of rules."""
    if isinstance(error, RulesError):
        return str(error).removesuffix(f" [{error.rule}]")
    words = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def slot_lines(text: str | bytes) -> dict[str, int]:
    """The line of each slot of `RULES = Rules(slot=..., ...)`, and of `RULES` itself."""
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
