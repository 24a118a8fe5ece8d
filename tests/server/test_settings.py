"""Settings parsed from text, and errors of `kolej serve` before it starts."""

import os
import socket
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench.load_server import free_port
from kolej.cli.commands.serve import serve
from kolej.server.settings import BadSetting, Settings, option, variable
from kolej.store.sqlite import SqliteStore
from tests.support.running_server import command


def test_text_becomes_settings() -> None:
    words = {"port": "80", "https": "YES", "origin": "https://a.org, http://b.org:81/", "proxy": "10.0.0.0/8 ::1"}
    settings = Settings.from_texts(words)
    assert (settings.port, settings.https) == (80, True)
    assert settings.origin == ("https://a.org", "http://b.org:81")
    assert settings.proxy == ("10.0.0.0/8", "::1")
    assert settings.host == Settings().host
    assert Settings.from_texts({"data": "~/x"}).data == Path.home() / "x"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("port", "x"),
        ("port", "65536"),
        ("port", "-1"),
        ("port", "٣"),
        ("port", ""),
        ("host", "a b"),
        ("data", " "),
        ("origin", "kolej.org"),
        ("origin", "https://kolej.org/path"),
        ("origin", "https://me@kolej.org"),
        ("origin", "https://kolej.org:x"),
        ("proxy", "localhost"),
        ("https", "maybe"),
        ("workers", "0"),
        ("log_format", "xml"),
        ("log_level", "loud"),
        ("metrics", "some"),
        ("grace", "0"),
    ],
)
def test_values_that_can_not_be(name: str, text: str) -> None:
    with pytest.raises(BadSetting) as refused:
        Settings.from_texts({name: text})
    words = str(refused.value)
    assert "\n" not in words
    assert f"--{name.replace('_', '-')}" in words
    assert "give" in words


def test_every_setting_is_an_option_and_a_variable() -> None:
    help = CliRunner().invoke(serve, ["--help"]).output
    squeezed = " ".join(help.split())
    for each in fields(Settings):
        assert option(each) in help
        assert variable(each) in squeezed
        assert each.metadata["help"] in squeezed


def run(*words: str, **variables: str) -> tuple[int, str]:
    done = subprocess.run(
        command("serve", *words),
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, **variables},
    )
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_what_is_wrong_is_told_in_one_line(tmp_path: Path) -> None:
    assert run("--port", "many") == (
        2,
        'kolej: "many" is no value for --port or KOLEJ_PORT: give a number from 0 to 65535\n',
    )
    code, words = run("--data", str(tmp_path), KOLEJ_PING="never")
    assert (code, words.count("\n")) == (2, 1)
    assert "KOLEJ_PING" in words


def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        port = free_port()
        taken.bind(("127.0.0.1", port))
        taken.listen()
        code, words = run("--port", str(port), "--data", str(tmp_path / "data"))
    assert code == 2
    assert (
        words
        == f"kolej: 127.0.0.1 port {port}: Address already in use; stop what is there, or name another by --port\n"
    )
    assert not (tmp_path / "data").exists()


def test_a_folder_that_is_taken(tmp_path: Path) -> None:
    import asyncio

    store = SqliteStore.open(tmp_path)
    try:
        code, words = run("--port", str(free_port()), "--data", str(tmp_path))
    finally:
        asyncio.run(store.close())
    assert (code, words.count("\n")) == (2, 1)
    assert f"process {os.getpid()}" in words


def test_a_folder_that_can_not_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, words = run("--port", str(free_port()), "--data", str(tmp_path / "file" / "data"))
    assert (code, words.count("\n")) == (2, 1)
    assert "Not a directory" in words
