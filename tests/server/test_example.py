"""The client in `examples/` plays a whole game on a real server."""

import re
import subprocess
import sys

from tests.support.running_server import ROOT, Running


def test_the_client_plays_a_whole_game(server: Running) -> None:
    client = ROOT / "examples" / "client.py"
    done = subprocess.run(
        [sys.executable, str(client), server.url, "new_york"], check=False, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"-?\d+ to -?\d+ points\n", done.stdout)


def test_the_client_is_short() -> None:
    lines = (ROOT / "examples" / "client.py").read_text(encoding="utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) < 40
