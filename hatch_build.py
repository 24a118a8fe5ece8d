"""Compile the engine with mypyc while the package is built, or ship plain Python where that cannot be done.

`[tool.kolej]` in pyproject.toml says which modules: `compiled` names files and folders, `interpreted` the exceptions.
KOLEJ_BUILD=pure skips the compiler; KOLEJ_BUILD=compiled turns a failure to compile into a failed build. Otherwise the
reason for not compiling is written into the package, where `kolej --version` finds it.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from importlib.util import find_spec
from pathlib import Path
from textwrap import shorten
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The library that all compiled modules share; a dotted name puts it inside the package.
GROUP = "kolej._compiled"
PRODUCTS = ("*.so", "*.pyd")
REASON = "src/kolej/not_compiled.txt"
PAGE = "src/kolej/page/index.html"

# Functions that other libraries can neither see nor replace may be inlined and called directly.
INWARD = [] if os.name == "nt" else ["-fvisibility=hidden"]


class NotCompiled(Exception):
    """Why the package stays plain Python; `log` is what the tools printed."""

    def __init__(self, reason: str, log: str = "") -> None:
        super().__init__(reason)
        self.log = log


class EngineBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts extension modules beside their sources and into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        wanted = os.environ.get("KOLEJ_BUILD", "")
        if wanted not in ("", "pure", "compiled"):
            raise ValueError(f"KOLEJ_BUILD must be 'pure', 'compiled' or unset, not {wanted!r}")
        if version == "standard" and not Path(root, PAGE).is_file():
            say("the page has not been built, so `kolej serve` will have none; `make page` builds it")
        modules = compiled_modules(root)
        with tempfile.TemporaryDirectory(prefix="kolej-build-") as scratch:
            try:
                if wanted == "pure":
                    raise NotCompiled("KOLEJ_BUILD=pure")
                compile_apart(root, modules, Path(scratch))
            except NotCompiled as reason:
                # An extension module of an older build would shadow the sources.
                remove_products(root)
                if wanted == "compiled":
                    raise RuntimeError(f"cannot compile the engine: {reason}\n{reason.log}") from None
                say(f"the engine stays plain Python: {reason}")
                Path(root, REASON).write_text(f"{reason}\n", encoding="utf-8")
                build_data["artifacts"].append(f"/{REASON}")
                return
            remove_products(root)
            copy_products(Path(scratch, "lib"), root / "src")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["artifacts"] += [f"/src/kolej/**/{pattern}" for pattern in PRODUCTS]
        say(f"compiled {len(modules)} module{'s' if len(modules) > 1 else ''} of the engine")


def say(line: str) -> None:
    print(f"kolej build: {line}", file=sys.stderr, flush=True)


def compiled_modules(root: Path) -> list[str]:
    """The modules that `compiled` names, folders expanded, less those that `interpreted` names."""
    with Path(root, "pyproject.toml").open("rb") as file:
        table: dict[str, list[str]] = tomllib.load(file)["tool"]["kolej"]
    compiled, interpreted = table["compiled"], table.get("interpreted", [])
    missing = [path for path in [*compiled, *interpreted] if not Path(root, path).exists()]
    if missing:
        raise FileNotFoundError(f"[tool.kolej] names paths that do not exist: {', '.join(missing)}")
    return sorted({module for path in compiled for module in modules_at(root, path)} - set(interpreted))


def modules_at(root: Path, path: str) -> list[str]:
    """A module, or every module below a folder. An `__init__` only describes its package, so it is never compiled."""
    if Path(root, path).is_file():
        return [path]
    found = [module for module in Path(root, path).rglob("*.py") if module.name != "__init__.py"]
    return [module.relative_to(root).as_posix() for module in found]


def compile_apart(root: Path, modules: list[str], scratch: Path) -> None:
    """Run the compiler in a process of its own: mypyc prints at length and ends its process on an error."""
    if not modules:
        raise NotCompiled("no module is listed for compiling")
    if find_spec("mypyc") is None or find_spec("setuptools") is None:
        raise NotCompiled("mypyc or setuptools is not installed")
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if compiler and shutil.which(compiler[0]) is None:
        raise NotCompiled(f"no C compiler ({compiler[0]} not found)")
    done = subprocess.run(
        [sys.executable, str(Path(root, "hatch_build.py")), str(scratch), *modules],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise NotCompiled(first_error(done.stdout), done.stdout)


def first_error(log: str) -> str:
    lines = [line.strip() for line in log.splitlines() if line.strip()]
    errors = [line for line in lines if " error: " in line or line.startswith("error: ")]
    return shorten([*errors, *lines[-1:], "mypyc failed without a word"][0], width=200)


def compile_here(modules: list[str], scratch: Path) -> None:
    from setuptools import Distribution  # type: ignore[import-untyped]

    # mypyc looks at whether setuptools is loaded, so it comes second.
    from mypyc.build import mypycify  # isort: skip

    extensions = mypycify(
        [f"--cache-dir={os.devnull}", *modules],
        opt_level="3",
        debug_level="0",
        group_name=GROUP,
        target_dir=str(scratch / "c"),
    )
    for extension in extensions:
        extension.extra_compile_args += INWARD
    command: Any = Distribution({"name": "kolej", "ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib = str(scratch / "lib")
    command.build_temp = str(scratch / "objects")
    command.parallel = os.cpu_count() or 1
    command.ensure_finalized()
    command.run()


def remove_products(root: Path) -> None:
    """Remove what an older build left: its extension modules, or its reason for having none."""
    Path(root, REASON).unlink(missing_ok=True)
    for pattern in PRODUCTS:
        for product in Path(root, "src").rglob(pattern):
            product.unlink()


def copy_products(built: Path, source: Path) -> None:
    for pattern in PRODUCTS:
        for product in built.rglob(pattern):
            shutil.copy2(product, source / product.relative_to(built))


if __name__ == "__main__":
    compile_here(sys.argv[2:], Path(sys.argv[1]))
