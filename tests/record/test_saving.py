"""Saving is atomic: on failure the old file is unchanged and no temporary file is left."""

import errno
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kolej import editions
from kolej.engine.record.game_file import GameFileError
from kolej.engine.record.replay import load, save
from tests.record.records import begun, everything_in, go_on, played

OLD = begun("new_york", 2, 1)
NEW = played("new_york", 2, 1)


def test_a_saved_game_is_loaded_again(tmp_path: Path) -> None:
    path = tmp_path / "a game.kolej"
    save(OLD, path)
    save(NEW, str(path))
    assert load(path, editions.load).text() == NEW.text()
    assert path.read_bytes() == NEW.text().encode()
    assert os.listdir(tmp_path) == ["a game.kolej"]


def failing(error: BaseException) -> Callable[..., None]:
    def fail(*_: object) -> None:
        raise error

    return fail


FULL = OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "replace", "open", "fdopen"])
def test_a_disk_that_fails_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    path = tmp_path / "game.kolej"
    save(OLD, path)
    before = list(everything_in(tmp_path))
    monkeypatch.setattr(os, call, failing(FULL))
    with pytest.raises(GameFileError) as error:
        save(NEW, path)
    monkeypatch.undo()
    assert str(error.value).startswith(f"{path}: cannot be written: No space left on device; nothing was changed")
    assert list(everything_in(tmp_path)) == before


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_nor_does_an_interruption(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    path = tmp_path / "game.kolej"
    save(OLD, path)
    before = list(everything_in(tmp_path))
    monkeypatch.setattr(os, call, failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        save(NEW, path)
    monkeypatch.undo()
    assert list(everything_in(tmp_path)) == before


def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """A process with a file size limit of half a kilobyte, which is less than the game."""
    path = tmp_path / "game.kolej"
    save(OLD, path)
    before = list(everything_in(tmp_path))
    program = (
        "import sys; from kolej import editions; from kolej.engine.record.replay import load, save;"
        "save(load(sys.argv[1], editions.load), sys.argv[1])"
    )
    run = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512)),
    )
    assert "GameFileError" in run.stderr and "cannot be written: File too large" in run.stderr
    assert list(everything_in(tmp_path)) == before


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    os.mkfifo(tmp_path / "pipe")
    said = {
        "folder": "this is not a file",
        "pipe": "this is not a file",
        "missing/game.kolej": "No such file or directory",
        "file/game.kolej": "Not a directory",
        "nul\0": "embedded null byte",
        "x" * 300: "File name too long",
    }
    before = sorted(os.listdir(tmp_path))
    for name, words in said.items():
        with pytest.raises(GameFileError, match=f"cannot be written: .*{words}"):
            save(NEW, f"{tmp_path}/{name}")
    assert sorted(os.listdir(tmp_path)) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_not_ours(tmp_path: Path) -> None:
    path = tmp_path / "game.kolej"
    save(OLD, path)
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(GameFileError, match="Permission denied"):
            save(NEW, path)
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text(encoding="utf-8") == OLD.text() and len(os.listdir(tmp_path)) == 1


def test_links_and_permissions_stay(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    real, link = tmp_path / "games" / "game.kolej", tmp_path / "link"
    save(OLD, real)
    new_file = tmp_path / "plain"
    new_file.touch()
    assert real.stat().st_mode == new_file.stat().st_mode
    real.chmod(0o640)
    link.symlink_to(real)
    save(NEW, link)
    assert link.is_symlink() and load(real, editions.load).text() == NEW.text()
    assert real.stat().st_mode & 0o777 == 0o640


def test_saving_after_every_move(tmp_path: Path) -> None:
    recorded, path = begun("berlin", 2, 3), tmp_path / "game.kolej"
    for seed in range(5):
        go_on(recorded, seed, moves=1)
        save(recorded, path)
        assert load(path, editions.load).steps == recorded.steps
