"""Docstrings of compiled classes: mypyc drops them, so `help()` gets them back from the sources."""

import ast
import inspect
from pathlib import Path


def restore_docstring(cls: type) -> None:
    """Give a compiled class the docstring of its source. Its methods can't have any, so theirs are listed below it."""
    # From the name of the module: one that compiled code has imported does not know its file.
    source = Path(__file__).parent.joinpath(*cls.__module__.split(".")[1:]).with_suffix(".py")
    if cls.__doc__ or not source.is_file():
        return
    nodes = ast.parse(source.read_text(encoding="utf-8")).body
    node = next((each for each in nodes if isinstance(each, ast.ClassDef) and each.name == cls.__name__), None)
    if node is None:
        return
    lines = [ast.get_docstring(node) or ""]
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and not method.name.startswith("_"):
            arguments = ", ".join(argument.arg for argument in method.args.args[1:])
            is_property = any(isinstance(each, ast.Name) and each.id == "property" for each in method.decorator_list)
            call = method.name if is_property else f"{method.name}({arguments})"
            lines.append(f"{call}: {inspect.cleandoc(ast.get_docstring(method) or '')}")
    cls.__doc__ = "\n\n".join(lines)
