"""The container image, built and run: `python -m tests.proofs.image --help`.

Builds `deploy/Containerfile` with buildah, which needs no daemon, and runs it in a network namespace without any way
out. No registry is asked: debootstrap makes the base, a small Debian with the Python of that Debian, without
documentation, translations and caches, as slim images are; packages come from a folder that pip downloads first. It
needs root, buildah and debootstrap (Debian: both names), Debian's package server and pip's index. Where a program is
missing, it says so and is skipped.
"""

import argparse
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src" / "kolej" / "page" / "index.html"
SUITE, SUITE_PYTHON = "bookworm", "3.11"
ONLY_THERE = ("async-timeout>=4.0.3",)
"""What redis needs with Debian's 3.11.2. pip decides by its own Python, which may be newer, and would leave it out."""
MIRROR = "http://deb.debian.org/debian"
MOST_BYTES = 200_000_000
USER = 10001
DATA = "/var/lib/kolej"
ADDRESS = "http://127.0.0.1:8600"
COMPILER = "gcc libc6-dev python3-dev python3-venv"
UNNEEDED = (
    *("var/cache/apt/archives", "var/lib/apt/lists", "var/log"),
    *(f"usr/share/{name}" for name in ("doc", "man", "locale", "info", "lintian", "groff")),
)
"""Folders that slim images are without."""
BUILD_TOOLS = ("gcc", "cc", "ld", "as", "make", "pip", "pip3", "mypy", "hatchling", "git")


class Failed(Exception):
    """What is wrong with the image."""


def check(condition: object, problem: str) -> None:
    if not condition:
        raise Failed(problem)


def run(*command: str | Path, cwd: Path = ROOT, seconds: float = 1800) -> str:
    """Run a command that must succeed, and return what it printed."""
    words = list(map(str, command))
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, check=False, timeout=seconds)
    if done.returncode != 0:
        raise Failed(f"{' '.join(words)}\nfailed with {done.returncode}:\n{(done.stdout + done.stderr)[-4000:]}")
    return done.stdout


def missing() -> str:
    """Why the proof can't run here; empty if it can."""
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        return "it needs root on Linux, for debootstrap and network namespaces"
    programs = [name for name in ("buildah", "debootstrap", "unshare", "ip", "ss") if shutil.which(name) is None]
    if programs:
        return f"install {' and '.join(programs)} (Debian: apt-get install buildah debootstrap util-linux iproute2)"
    return "" if PAGE.is_file() else "the page has not been built: make page"


class Buildah:
    """buildah with a storage of its own, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.command = [
            "buildah",
            "--storage-driver",
            "vfs",
            "--root",
            f"{folder}/storage",
            "--runroot",
            f"{folder}/run",
        ]

    def __call__(self, *words: str | Path) -> str:
        return run(*self.command, *words).strip()

    def build(self, tag: str, *words: str | Path) -> None:
        self("bud", "--isolation", "chroot", "--format", "docker", "--tag", tag, *words)

    @contextmanager
    def container(self, image: str) -> Iterator[str]:
        """A new container of an image, deleted at the end."""
        name = self("from", "--pull-never", image)
        try:
            yield name
        finally:
            self("rm", name)


def make_base(buildah: Buildah, folder: Path, mirror: str) -> None:
    """The images `base`, with Python, and `builder`, with a compiler too."""
    root = folder / "base"
    run("debootstrap", "--variant=minbase", "--include=python3", SUITE, root, mirror)
    for name in UNNEEDED:
        shutil.rmtree(root / name)
        (root / name).mkdir()
    for cache in [*root.glob("usr/**/__pycache__"), *root.glob("var/cache/apt/*.bin")]:
        shutil.rmtree(cache) if cache.is_dir() else cache.unlink()
    with buildah.container("scratch") as name:
        buildah("add", "--quiet", name, root, "/")
        buildah("commit", "--quiet", name, "base")
    shutil.rmtree(root)
    install = f"apt-get -qq update && apt-get -qq -y install --no-install-recommends {COMPILER}"
    (folder / "Containerfile").write_text(f"FROM localhost/base\nRUN {install}\n")
    buildah.build("builder", folder)


def download(folder: Path) -> None:
    """Everything that is installed in the image or builds it, as wheels."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    needed = [*project["build-system"]["requires"], *project["project"]["dependencies"]]
    needed += [each for each in (*extras["server"], *extras["cluster"]) if not each.startswith("kolej[")]
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "download", "--quiet", "--dest", folder)
    run(*pip, "--only-binary", ":all:", "--python-version", SUITE_PYTHON, *needed, *ONLY_THERE)


def build(buildah: Buildah, folder: Path, mirror: str) -> str:
    """The image `kolej`. Returns a word that stands in pip's configuration, and must not stay in the image."""
    make_base(buildah, folder, mirror)
    context, wheels = folder / "context", folder / "wheels"
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", context / "dist")
    download(wheels)
    secret = secrets.token_hex(16)
    (folder / "pip.conf").write_text(f"# {secret}\n[global]\nno-index = true\nfind-links = /wheels\n")
    buildah.build(
        "kolej",
        *("--build-arg", "BUILDER=localhost/builder", "--build-arg", "BASE=localhost/base"),
        *("--secret", f"id=pip,src={folder}/pip.conf", "--volume", f"{wheels}:/wheels:ro"),
        *("--file", ROOT / "deploy" / "Containerfile", context),
    )
    return secret


def size(root: Path) -> int:
    """The bytes of all files below a folder, a file with several names once."""
    found = {}
    for folder, _, names in os.walk(root):
        for name in names:
            status = os.lstat(os.path.join(folder, name))
            found[status.st_ino] = status.st_size
    return sum(found.values())


def look_inside(root: Path, secret: str) -> None:
    """No build tools, nothing of pip's configuration, and no file of the server's user outside the data folder."""
    for folder in ("usr/bin", "usr/local/bin", "opt/kolej/bin"):
        for tool in BUILD_TOOLS:
            check(not os.path.lexists(root / folder / tool), f"{tool} is in /{folder}")
    check((root / "opt/kolej/bin/kolej").is_file(), "there is no /opt/kolej/bin/kolej")
    for path in root.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        name = path.relative_to(root)
        check(path.name != "pip.conf" and not path.match("kolej-*.tar.gz"), f"/{name} is left from the build")
        check(secret.encode() not in path.read_bytes(), f"pip's configuration is in /{name}")
        if path.stat().st_uid == USER:
            check(name.is_relative_to(DATA[1:]), f"/{name} belongs to the user of the server")


def look_at_settings(about: dict[str, Any], secret: str) -> list[str]:
    """The image's user, port, volume and health check; returns the command of the health check."""
    check(secret not in json.dumps(about), "pip's configuration is in the history of the image")
    settings = about["Docker"]["config"]
    check(settings["User"] == str(USER), f"the image runs as {settings['User']!r}")
    check(settings["Entrypoint"] == ["kolej"] and settings["Cmd"] == ["serve"], "the image does not run `kolej serve`")
    check(DATA in settings["Volumes"] and "8600/tcp" in settings["ExposedPorts"], "volume or port is missing")
    kind, *words = settings["Healthcheck"]["Test"]
    check(kind == "CMD" and words, "the image has no health check")
    return list(words)


class Container:
    """A container that serves, with a folder as its volume."""

    def __init__(self, buildah: Buildah, name: str, data: Path) -> None:
        self._buildah, self._name, self._data = buildah, name, data
        self._log = data.with_name("container.log")

    def _command(self, words: Sequence[str]) -> list[str]:
        options = ("--isolation", "chroot", "--volume", f"{self._data}:{DATA}")
        return [*self._buildah.command, "run", *options, self._name, "--", *words]

    def run(self, *words: str) -> str:
        """Run a command to its end, as the user of the image."""
        return run(*self._command(words), seconds=60)

    @contextmanager
    def serving(self, health: Sequence[str]) -> Iterator[None]:
        """The server, until its health check passes and then stopped as an orchestrator does."""
        with self._log.open("w") as log:
            process = subprocess.Popen(self._command(("kolej", "serve")), stdout=log, stderr=log)
        try:
            end = time.monotonic() + 60
            while process.poll() is None and time.monotonic() < end:
                try:
                    urlopen(f"{ADDRESS}/health", timeout=5).close()
                    break
                except (URLError, OSError):
                    time.sleep(0.2)
            else:
                raise Failed(f"the server does not answer:\n{self._log.read_text()[-3000:]}")
            self.run(*health)
            (server,) = self.servers()
            status = Path(f"/proc/{server}/status").read_text()
            check(f"\nUid:\t{USER}\t{USER}\t{USER}\t{USER}\n" in status, f"the server is not user {USER}:\n{status}")
            yield
            os.kill(server, 15)
            check(process.wait(30) == 0, f"the server did not stop well:\n{self._log.read_text()[-3000:]}")
        finally:
            for left in self.servers():
                os.kill(left, 9)
            process.wait(30)

    def servers(self) -> list[int]:
        """The process of the server: the namespace has no other with this port."""
        found = run("ss", "--no-header", "--listening", "--tcp", "--processes", "--numeric", "sport = :8600")
        return sorted({int(each.split(",")[0]) for each in found.split("pid=")[1:]})[:1]


def asked(path: str, body: Any = None, token: str = "") -> tuple[bytes, str]:
    """The answer to a request of a program, and the type of its content."""
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(ADDRESS + path, data, headers), timeout=10) as answer:
        return answer.read(), answer.headers["Content-Type"]


def use(container: Container, health: Sequence[str]) -> None:
    """A server, its page, and a table that is still there after a restart."""
    with container.serving(health):
        check(json.loads(asked("/health")[0]).get("ok", True), "/health reports a fault")
        page, kind = asked("/")
        check(kind.startswith("text/html") and b"<script" in page, "the server has no page")
        scripts = re.findall(r'<script[^>]* src="(?:\./|/)?([^"]+)"', page.decode())
        check(scripts, "the page names no script")
        for script in scripts:
            check(asked(f"/{script}")[1].startswith("text/javascript"), f"the server has no /{script}")
        with urlopen(f"{ADDRESS}/api/me", timeout=10) as answer:
            token = answer.headers["Set-Cookie"].removeprefix("kolej=").partition(";")[0]
        new = {"id": "t1", "settings": {"edition": "europe", "seats": 2}, "people": ["Host"], "bots": {}}
        table = json.loads(asked("/api/tables", new, token)[0])
    with container.serving(health):
        found = json.loads(asked(f"/api/tables/{table['code']}", token=token)[0])
        check(found["code"] == table["code"], "the table is lost")
    check("--redis" in container.run("kolej", "worker", "--help"), "`kolej worker --help` does not work")
    version = container.run("kolej", "--version")
    check("interpreted" not in version, f"the engine is not compiled: {version}")


def inspect(folder: Path, secret: str) -> None:
    """Look at the image and run it. In a namespace of its own, where only the loopback interface exists."""
    run("ip", "link", "set", "lo", "up")
    buildah = Buildah(folder)
    health = look_at_settings(json.loads(buildah("inspect", "--type", "image", "kolej")), secret)
    sizes = {}
    for image in ("base", "kolej"):
        with buildah.container(image) as name:
            root = Path(buildah("mount", name))
            sizes[image] = size(root)
            if image == "kolej":
                look_inside(root, secret)
    data = folder / "data"
    data.mkdir(mode=0o700, exist_ok=True)
    os.chown(data, USER, USER)
    with buildah.container("kolej") as name:
        use(Container(buildah, name, data), health)
    whole, base = sizes["kolej"] / 1e6, sizes["base"] / 1e6
    print(f"image: {whole:.0f} MB unpacked on a Debian base of {base:.0f} MB (at most {MOST_BYTES / 1e6:.0f})")
    check(sizes["kolej"] <= MOST_BYTES, "the image is too large")
    print("image: built, healthy, without root and build tools; its data survive a restart")


def main() -> int:
    """Build and check the image; returns 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.image", description=__doc__)
    parser.add_argument("--mirror", default=MIRROR, help=f"a mirror of Debian ({MIRROR})")
    parser.add_argument("--inspect", nargs=2, metavar=("FOLDER", "SECRET"), help=argparse.SUPPRESS)
    asked_for = parser.parse_args()
    try:
        if asked_for.inspect:
            inspect(Path(asked_for.inspect[0]), asked_for.inspect[1])
            return 0
        if problem := missing():
            print(f"image: skipped: {problem}", file=sys.stderr)
            return 0
        with tempfile.TemporaryDirectory(prefix="kolej-image-", ignore_cleanup_errors=True) as name:
            secret = build(Buildah(Path(name)), Path(name), asked_for.mirror)
            again = (sys.executable, "-m", "tests.proofs.image", "--inspect", name, secret)
            return subprocess.run(["unshare", "--net", *again], cwd=ROOT, check=False).returncode
    except Failed as problem:
        print(f"image: {problem}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
