"""`kolej serve --database`: what it says when PostgreSQL can't be used, and that it stores everything there."""

import re
import subprocess
from pathlib import Path

import pytest

from bench.load.server import free_port
from tests.server.test_documents import HOSTING, rows
from tests.support.postgres_server import MISSING, programs, shared_postgres
from tests.support.redis_server import MISSING as NO_REDIS
from tests.support.redis_server import program, running_redis
from tests.support.running_server import command, running, wait_for

METRICS = ("## Monitoring", "### Metrics of servers with PostgreSQL", "### Metrics of servers with Redis")


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
        copying = command("migrate", url, str(tmp_path / "copy"))
        done = subprocess.run(copying, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode != 0 and "another server uses this database" in done.stderr


@pytest.mark.skipif(programs() is None, reason=MISSING)
@pytest.mark.skipif(program() is None, reason=NO_REDIS)
def test_a_server_plays_with_redis_and_without_it(tmp_path: Path) -> None:
    with running_redis() as redis:
        url = shared_postgres().new_database()
        with running(tmp_path, database=url, redis=redis.url, workers=0, metrics="all") as server:
            ada = server.client()
            ada.me()
            wait_for(lambda: "kolej_redis_available 1" in ada.get("/metrics").text)
            helps = re.findall(r"^# HELP (\w+) (.*)$", ada.get("/metrics").text, re.MULTILINE)
            found = [row for heading in METRICS for row in rows(HOSTING, heading)]
            assert sorted(found) == sorted([f"`{name}`", help] for name, help in helps)
            redis.kill()
            wait_for(lambda: "kolej_redis_available 0" in ada.get("/metrics").text)
            # Its own processes were not started; now there is nobody else.
            code = ada.table(bots={"0": "easy", "1": "easy"})
            ada.post(f"/api/tables/{code}/start", {"id": "start"})
            with ada.socket(code) as socket:
                wait_for(lambda: socket.frame()["type"] == "events")
            assert 'kolej_bot_decisions_total{by="server"}' in ada.get("/metrics").text
        assert "Redis is not available" in server.logged()
