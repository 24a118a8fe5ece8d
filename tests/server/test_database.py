"""`kolej serve --database`: what it says when PostgreSQL can't be used, and that it stores everything there."""

import subprocess
from pathlib import Path

import pytest

from bench.load_server import free_port
from tests.support.postgres_server import MISSING, programs, shared_postgres
from tests.support.running_server import command, running


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    url = f"postgresql://kolej:secret@127.0.0.1:{free_port()}/kolej"
    words = command("serve", "--port", "0", "--data", str(tmp_path), "--database", url)
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode != 0
    assert "PostgreSQL can't be reached" in done.stderr
    assert "secret" not in done.stderr + done.stdout
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(programs() is None, reason=MISSING)
def test_a_table_is_there_after_a_restart_although_the_data_folder_is_not(tmp_path: Path) -> None:
    url = shared_postgres().new_database()
    with running(tmp_path, database=url) as server:
        ada = server.client()
        ada.me()
        code = ada.game()
    assert not (tmp_path / "data" / "kolej.db").exists()
    other = tmp_path / "other"
    other.mkdir()
    with running(other, database=url) as server:
        assert server.client().get(f"/api/tables/{code}").status_code == 200
        second = command("serve", "--port", "0", "--data", str(tmp_path), "--database", url)
        done = subprocess.run(second, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode != 0 and "another server uses this database" in done.stderr
