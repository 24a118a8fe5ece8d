"""Wheel and source archive: what they contain, and what works after installing them with and without the server."""

import json
import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from bench.load.server import free_port
from kolej.cli import main
from kolej.cli.lazy import LazyGroup

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "kolej" / "page"
NO_COMPILER = "no-such-compiler"
"""Compiling takes more than a minute; without a compiler the build is quick and says why it did not compile."""

pytestmark = pytest.mark.slow


def clean_environ() -> dict[str, str]:
    """The environment without the variables that would let a command see these sources."""
    return {name: value for name, value in os.environ.items() if not name.startswith(("KOLEJ_", "PYTHON"))}


def run(*command: str | Path, cwd: Path = ROOT, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a command, and wait for it."""
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=clean_environ() | variables,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )


def succeeded(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 0, f"{done.args}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@dataclass
class Built:
    """A source archive, and a wheel built from it."""

    sdist: Path
    wheel: Path

    def sdist_files(self) -> set[str]:
        """The paths in the source archive, without the folder that holds everything."""
        with tarfile.open(self.sdist) as archive:
            return {name.partition("/")[2] for name in archive.getnames()}

    def wheel_files(self) -> set[str]:
        """The paths in the wheel."""
        with ZipFile(self.wheel) as archive:
            return set(archive.namelist())


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder = tmp_path_factory.mktemp("built")
    succeeded(run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder))
    (sdist,) = folder.glob("*.tar.gz")
    pip_wheel = (sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-cache-dir")
    succeeded(run(*pip_wheel, "-w", folder, sdist, CC=NO_COMPILER))
    (wheel,) = folder.glob("*.whl")
    return Built(sdist, wheel)


class Environment:
    """A virtual environment with nothing in it but what is installed here."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "environment"
        self.scratch = folder / "scratch"
        self.scratch.mkdir()
        self.python = self.folder / "bin" / "python"
        succeeded(run(sys.executable, "-m", "venv", "--without-pip", self.folder))

    def install(self, what: str | Path) -> None:
        """Install as a user would."""
        succeeded(run(sys.executable, "-m", "pip", "--python", self.python, "install", "-q", what, cwd=self.scratch))

    def kolej(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run the installed `kolej` command in an empty folder."""
        return run(self.folder / "bin" / "kolej", *arguments, cwd=self.scratch)

    def evaluated(self, code: str) -> Any:
        """What a piece of Python prints as JSON."""
        return json.loads(succeeded(run(self.python, "-c", f"import json\n{code}", cwd=self.scratch)))

    @contextmanager
    def serving(self) -> Iterator[tuple[str, list[str]]]:
        """A server with its address, and the lines that it printed on standard error before it was ready."""
        words = ("serve", "--port", str(free_port()), "--data", "data", "--workers", "1")
        errors = self.scratch / "errors.txt"
        with (
            errors.open("w") as stderr,
            subprocess.Popen(
                [self.folder / "bin" / "kolej", *words],
                cwd=self.scratch,
                env=clean_environ(),
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
            ) as process,
        ):
            try:
                assert process.stdout is not None
                ready = process.stdout.readline()
                assert ready.startswith("Kolej is at "), errors.read_text()
                yield ready.split()[3], errors.read_text().splitlines()
            finally:
                process.terminate()
                assert process.wait(20) == 0


@pytest.fixture(scope="module")
def base(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    environment = Environment(tmp_path_factory.mktemp("base"))
    environment.install(built.wheel)
    return environment


def test_the_page_is_in_the_wheel_and_in_the_source_archive(built: Built) -> None:
    if not PAGE.is_dir():
        pytest.skip("the page has not been built; run `make page`")
    page = {path.relative_to(PAGE).as_posix() for path in PAGE.rglob("*") if path.is_file()}
    assert "index.html" in page
    assert {f"kolej/page/{name}" for name in page} <= built.wheel_files()
    assert {f"src/kolej/page/{name}" for name in page} <= built.sdist_files()


def test_the_source_archive_has_the_sources_and_no_products(built: Built) -> None:
    files = built.sdist_files()
    tracked = succeeded(run("git", "ls-files")).splitlines() if (ROOT / ".git").exists() else ["Makefile"]
    assert {name for name in tracked if (ROOT / name).is_file()} <= files
    products = re.compile(r"\.(so|pyd|pyc)$|(^|/)(node_modules|\.venv|__pycache__)/|not_compiled\.txt$")
    assert [name for name in files if products.search(name)] == []


def test_the_wheel_has_every_module_and_the_rules(built: Built) -> None:
    files = built.wheel_files()
    source = ROOT / "src"
    assert {path.relative_to(source).as_posix() for path in source.rglob("*.py")} <= files
    assert {"kolej/py.typed", "kolej/docs/rules.md", "kolej/editions/europe/board.toml"} <= files
    assert any(name.startswith("kolej/locale/pl/") for name in files)


def test_a_plain_install_brings_three_packages(base: Environment) -> None:
    names = base.evaluated(
        "from importlib.metadata import distributions\n"
        "print(json.dumps(sorted({each.name.lower().replace('_', '-') for each in distributions()})))"
    )
    assert names == ["click", "kolej", "librt", "mypy-extensions"]


def test_everything_but_server_and_store_can_be_imported_without_the_extra(base: Environment) -> None:
    failed = base.evaluated(
        "import importlib, pkgutil, kolej\n"
        "failed = []\n"
        "for module in pkgutil.walk_packages(kolej.__path__, 'kolej.', onerror=failed.append):\n"
        "    if not module.name.endswith('__main__'):\n"
        "        try:\n"
        "            importlib.import_module(module.name)\n"
        "        except ImportError:\n"
        "            failed.append(module.name)\n"
        "print(json.dumps(failed))"
    )
    assert "kolej.server.app" in failed
    stores = ("kolej.store.opening", "kolej.store.postgres", "kolej.store.sqlite")
    assert [name for name in failed if not name.startswith(("kolej.server.", *stores))] == []


def test_every_command_has_its_help_without_the_extra(base: Environment) -> None:
    assert isinstance(main, LazyGroup)
    listed = succeeded(base.kolej("--help"))
    assert [name for name in main.commands_at if not re.search(rf"^  {name} +\S", listed, re.MULTILINE)] == []
    usage = base.evaluated(
        "from click.testing import CliRunner\n"
        "from kolej.cli import main\n"
        "called = {name: CliRunner().invoke(main, [name, '--help']).output for name in main.commands_at}\n"
        "print(json.dumps({name: output.split('\\n')[0] for name, output in called.items()}))"
    )
    assert usage.keys() == main.commands_at.keys()
    assert [name for name, line in usage.items() if not line.startswith(f"Usage: main {name} [OPTIONS]")] == []


@pytest.mark.parametrize(
    "command",
    [
        "demo new_york --seed 3",
        "sim berlin --games 4 --bots planner,greedy",
        "arena --edition new_york --bots random,greedy --games 2",
        "play new_york --players= --bots random,planner --seed 1",
        "board nordic --svg nordic.svg",
        "check europe",
        "rule draw.wild-first",
        "bots",
    ],
)
def test_games_are_played_without_the_extra(base: Environment, command: str) -> None:
    assert succeeded(base.kolej(*command.split()))


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("serve", "server"),
        ("backup data copy.db", "server"),
        ("restore copy.db data", "server"),
        ("export data --all", "server"),
        ("board europe --png europe.png", "png"),
    ],
)
def test_a_command_whose_extra_is_missing_names_it(base: Environment, command: str, extra: str) -> None:
    done = base.kolej(*command.split())
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(rf"kolej: .*; install it with: pip install 'kolej\[{extra}\]'\n", done.stderr)


def test_an_engine_that_was_not_compiled_says_why(base: Environment) -> None:
    note = "The engine is not compiled, so it is slow: no C compiler (no-such-compiler not found). To compile it,"
    version = base.kolej("--version")
    assert version.stdout == "kolej 0.1.0 (engine: interpreted)\n"
    assert version.stderr.startswith(note)
    assert note in base.kolej("sim", "new_york", "--games", "1").stderr
    assert note in base.kolej("bench", "--edition", "new_york", "--seats", "2", "--seconds", "0.01").stderr


def test_the_server_runs_with_its_extra(built: Built, tmp_path: Path) -> None:
    environment = Environment(tmp_path)
    environment.install(built.wheel)
    # As the message says; pip finds the rest of what is installed already, whatever an index may have.
    environment.install("kolej[server]")
    with environment.serving() as (address, errors):
        page = urlopen(address).read().decode()
        if PAGE.is_dir():
            # The server makes the paths of the page absolute, as its path prefix wants them.
            assert page == (PAGE / "index.html").read_text(encoding="utf-8").replace('"./', '"/')
            assert not [line for line in errors if line.startswith("kolej: ")]
        assert succeeded(environment.kolej("backup", "data", "copy.db")).startswith("copy.db: 0 tables")
    (installed,) = environment.folder.glob("lib/python*/site-packages/kolej")
    if PAGE.is_dir():
        (installed / "page").rename(tmp_path / "page")
    with environment.serving() as (address, errors):
        assert errors[0].startswith("kolej: this copy has no page for browsers; programs can connect. To get the page,")
        assert "has not been built" in urlopen(address).read().decode()
