"""/health and /metrics."""

import re

from kolej.server.metrics import Counter, Gauge, Histogram
from tests.support.running_server import Client, Running


def figures(client: Client) -> dict[str, float]:
    lines = [line for line in client.get("/metrics").text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_health(ada: Client) -> None:
    answer = ada.get("/health")
    assert answer.status_code == 200
    assert answer.json()["ok"] is True
    with ada.socket(ada.table()) as talk:
        talk.frame()
        assert ada.get("/health").json()["sockets"] >= 1


def test_figures_count_what_happens(ada: Client) -> None:
    before = figures(ada)
    with ada.socket(ada.table()) as talk:
        talk.frame()
        talk.ask("chat", text="hello")
        talk.say("nonsense")
        talk.frame()
        during = figures(ada)
    ada.get("/api/nothing")
    after = figures(ada)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grown('kolej_commands_total{command="chat",answer="ok"}') == 1
    assert grown('kolej_commands_total{command="unread",answer="bad-json"}') == 1
    assert grown('kolej_requests_total{method="POST",route="/api/tables",status="201"}') == 1
    assert grown('kolej_refusals_total{code="unknown"}') == 1
    assert grown("kolej_ack_seconds_count") == 1
    assert grown("kolej_append_seconds_count") >= 1
    assert grown("kolej_frames_total") >= 4
    assert during["kolej_sockets"] == before["kolej_sockets"] + 1
    assert after["kolej_failures_total"] == 0


def test_figures_are_in_the_form_that_prometheus_reads(ada: Client) -> None:
    answer = ada.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    line = re.compile(r'(# (HELP|TYPE) kolej_\w+ .+|kolej_\w+(\{\w+="[^"]*"(,\w+="[^"]*")*\})? [0-9.e+-]+)')
    assert [each for each in answer.text.splitlines() if not line.fullmatch(each)] == []


def test_figures_are_for_this_machine(strict: Running) -> None:
    # This server shows metrics to everybody; the proxy header says where the request comes from.
    assert strict.client(**{"x-forwarded-for": "10.8.0.1"}).get("/metrics").status_code == 200


def test_counts_and_times_as_text() -> None:
    counter = Counter("c", "Counts.", "kind")
    counter.add('a"b\n')
    assert list(counter.lines())[2] == 'c{kind="a\\"b\\n"} 1'
    times = Histogram("t", "Times.", (0.1, 1.0))
    for seconds in (0.05, 0.1, 0.5, 7.0):
        times.observe(seconds)
    assert list(times.lines())[2:] == [
        't_bucket{le="0.1"} 2',
        't_bucket{le="1.0"} 3',
        't_bucket{le="+Inf"} 4',
        "t_sum 7.650000",
        "t_count 4",
    ]
    assert list(Gauge("g", "Now.", lambda: 3).lines())[-1] == "g 3"
