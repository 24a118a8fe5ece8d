"""Settings from options and environment variables, and errors of `kolej serve` before it starts."""

import os
import re
import socket
import subprocess
from dataclasses import fields, replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from bench.load.server import free_port
from kolej.cli.commands.serve import serve
from kolej.cli.commands.worker import worker
from kolej.server.settings import Settings, option, variable
from kolej.store.sqlite import SqliteStore
from tests.support.running_server import command


def parsed(*words: str) -> Settings:
    """The settings that `kolej serve` makes of its arguments and of the environment."""
    params = dict(serve.make_context("serve", list(words)).params)
    del params["open_page"]
    return Settings(**params)


def test_without_arguments_the_defaults_hold() -> None:
    assert parsed() == Settings()


def test_text_becomes_settings() -> None:
    settings = parsed(
        *("--port", "80", "--https", "--origin", "https://a.org, http://b.org:81/", "--proxy", "10.0.0.0/8 ::1"),
        *("--log-level", "DEBUG"),
    )
    assert (settings.port, settings.https, settings.log_level) == (80, True, "debug")
    assert settings.origin == ("https://a.org", "http://b.org:81")
    assert settings.proxy == ("10.0.0.0/8", "::1")
    assert settings.host == Settings().host
    assert parsed("--data", "~/x").data == Path.home() / "x"


def test_ipv4_proxies_that_are_written_as_ipv6_are_known_by_the_addresses_that_clients_have() -> None:
    assert parsed("--proxy", "::ffff:10.0.0.1 ::ffff:10.1.0.0/112").proxy == ("10.0.0.1/32", "10.1.0.0/16")


def test_boards_are_named_one_by_one_or_as_a_path(monkeypatch: pytest.MonkeyPatch) -> None:
    assert parsed("--board", "a b", "--board", "~/c").board == (Path("a b"), Path.home() / "c")
    monkeypatch.setenv("KOLEJ_BOARD", os.pathsep.join(("a b", "c")))
    assert parsed().board == (Path("a b"), Path("c"))


def test_an_option_takes_precedence_over_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable_name, text in {"PORT": "81", "HTTPS": "yes", "ACCESS_LOG": "off", "DATA": "~/y", "PING": ""}.items():
        monkeypatch.setenv(f"KOLEJ_{variable_name}", text)
    settings = parsed("--access-log")
    assert (settings.port, settings.https, settings.access_log) == (81, True, True)
    assert settings.data == Path.home() / "y"
    assert settings.ping == Settings().ping
    assert parsed("--port", "82", "--no-https") == replace(settings, port=82, https=False, access_log=False)


BAD = [
    ("port", "x"),
    ("port", "65536"),
    ("port", "-1"),
    ("port", ""),
    ("host", "a b"),
    ("data", " "),
    ("data", __file__),
    ("origin", "kolej.org"),
    ("origin", "https://kolej.org/path"),
    ("origin", "https://me@kolej.org"),
    ("origin", "https://kolej.org:x"),
    ("proxy", "localhost"),
    ("proxy", "10.0.0.1/8"),
    ("workers", "-1"),
    ("log_format", "xml"),
    ("log_level", "loud"),
    ("metrics", "some"),
    ("grace", "0"),
]


@pytest.mark.parametrize(("name", "text"), BAD)
def test_values_that_can_not_be(name: str, text: str) -> None:
    with pytest.raises(click.BadParameter) as refused:
        parsed(f"--{name.replace('_', '-')}", text)
    message = refused.value.format_message()
    assert f"Invalid value for '--{name.replace('_', '-')}' (env var: 'KOLEJ_{name.upper()}'): " in message
    assert repr(text) in message


@pytest.mark.parametrize(("name", "text"), [*[each for each in BAD if each[1]], ("https", "maybe")])
def test_values_of_variables_that_can_not_be(name: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"KOLEJ_{name.upper()}", text)
    with pytest.raises(click.BadParameter) as refused:
        parsed()
    assert f"KOLEJ_{name.upper()}" in refused.value.format_message()
    assert repr(text) in refused.value.format_message()


@pytest.mark.parametrize("text", ["mysql://me:secret@somewhere/kolej", "secret.db"])
def test_a_wrong_database_is_refused_without_repeating_its_password(text: str) -> None:
    with pytest.raises(click.BadParameter, match="postgresql://user:password@host/name") as refused:
        parsed("--database", text)
    assert "secret" not in refused.value.format_message()


@pytest.mark.parametrize("text", ["memcached://me:secret@somewhere", "secret.example.org:6379"])
def test_a_wrong_redis_is_refused_without_repeating_its_password(text: str) -> None:
    with pytest.raises(click.BadParameter, match="redis://user:password@host:6379/0") as refused:
        parsed("--redis", text)
    assert "secret" not in refused.value.format_message()


def test_redis_is_refused_without_a_database_that_can_be_shared() -> None:
    done = CliRunner().invoke(serve, ["--redis", "redis://:secret@127.0.0.1"])
    assert done.exit_code == 2
    assert "--redis is for servers that share a PostgreSQL database; name it by --database" in done.output
    assert "secret" not in done.output


def test_a_server_without_processes_for_bots_needs_workers() -> None:
    done = CliRunner().invoke(serve, ["--workers", "0"])
    assert done.exit_code == 2 and "--workers 0 leaves all bots to `kolej worker`, which needs --redis" in done.output


def test_a_worker_needs_redis_and_a_process() -> None:
    for words, problem in (
        ((), "name the Redis of the servers by --redis or KOLEJ_REDIS"),
        (("--redis", "redis://127.0.0.1", "--workers", "0"), "a worker needs at least one process"),
        (("--redis", "127.0.0.1"), "redis://user:password@host:6379/0"),
    ):
        done = CliRunner().invoke(worker, words, env={"KOLEJ_REDIS": None})
        assert done.exit_code == 2 and problem in done.output


def test_the_error_says_what_is_valid() -> None:
    for words, valid in {
        ("--port", "many"): "0 to 65535",
        ("--metrics", "some"): "'local', 'all', 'none'",
        ("--proxy", "localhost"): "10.0.0.0/8",
        ("--origin", "kolej.org"): "https://kolej.example.org",
    }.items():
        with pytest.raises(click.BadParameter, match=re.escape(valid)):
            parsed(*words)


def test_every_setting_is_an_option_and_a_variable() -> None:
    help = CliRunner().invoke(serve, ["--help"]).output
    squeezed = " ".join(help.split())
    for each in fields(Settings):
        assert option(each) in help
        assert f"[env var: {variable(each)}" in squeezed
        assert each.metadata["help"] in squeezed
    for text in ("--port NUMBER", "0<=x<=65535", "[plain|json]", "--https / --no-https", "default: (cores less one)"):
        assert text in squeezed


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


def test_an_invalid_setting_ends_the_command_at_once(tmp_path: Path) -> None:
    code, words = run("--data", str(tmp_path / "data"), KOLEJ_PING="never")
    assert code == 2
    assert words.endswith(
        "Error: Invalid value for '--ping' (env var: 'KOLEJ_PING'): 'never' is not a number from 1 to 3600.\n"
    )
    assert not (tmp_path / "data").exists()


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
