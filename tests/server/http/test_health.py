"""/health and /metrics."""

import asyncio
import shutil
import time
from types import SimpleNamespace
from typing import Any

import prometheus_client
import pytest
from prometheus_client.parser import text_string_to_metric_families

from kolej.server.errors import Refusal
from kolej.server.http.health import is_local, metrics
from kolej.server.maintenance.process import LAG_INTERVAL, measure_lag
from kolej.server.metrics import Counter, Histogram, Reading
from kolej.server.settings import Settings
from tests.support.running_server import Client, Running, wait_for


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
    ada.http.request("PROPFIND", "/api/levels")
    after = figures(ada)

    def grown(name: str) -> float:
        return after[name] - before.get(name, 0)

    assert grown('kolej_commands_total{command="chat",answer="ok"}') == 1
    assert grown('kolej_commands_total{command="unread",answer="bad-json"}') == 1
    assert grown('kolej_requests_total{method="POST",route="/api/tables",status="201"}') == 1
    assert grown('kolej_requests_total{method="(other)",route="/api/levels",status="405"}') == 1
    assert grown('kolej_refusals_total{code="unknown"}') == 1
    assert grown("kolej_ack_seconds_count") == 1
    assert grown("kolej_append_seconds_count") >= 1
    assert grown("kolej_frames_total") >= 4
    assert during["kolej_sockets"] == before["kolej_sockets"] + 1
    assert after["kolej_failures_total"] == 0


def test_the_process_and_its_machine_are_measured(ada: Client, server: Running) -> None:
    before = figures(ada)
    assert 10e6 < before["kolej_memory_bytes"] < 1e9
    assert 0 < before["kolej_disk_free_bytes"] <= shutil.disk_usage(server.data).total
    assert 10 < before["kolej_open_files"] < before["kolej_open_files_limit"]
    with ada.socket(ada.table()) as first, ada.socket(ada.table()) as second:
        first.frame()
        second.frame()
        during = figures(ada)
    for name in ("kolej_connections", "kolej_open_files"):
        assert during[name] >= before[name] + 2, name
    wait_for(lambda: figures(ada)["kolej_loop_lag_seconds_count"] > before["kolej_loop_lag_seconds_count"])


def test_a_lag_of_the_event_loop_is_measured() -> None:
    async def run() -> Histogram:
        lag = Histogram("lag", "Lag.")
        measuring = asyncio.create_task(measure_lag(lag))
        await asyncio.sleep(0.05)
        # Something blocks the event loop until long after the next measurement is planned.
        time.sleep(LAG_INTERVAL + 0.3)
        await asyncio.sleep(0.01)
        measuring.cancel()
        return lag

    lag = asyncio.run(run())
    assert sum(lag.counts) == 1 and 0.2 < lag.sum < 5


def test_figures_are_in_the_form_that_prometheus_reads(ada: Client) -> None:
    answer = ada.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = list(text_string_to_metric_families(answer.text))
    assert all(family.name.startswith("kolej_") and family.documentation.endswith(".") for family in families)
    assert {family.type for family in families} == {"counter", "gauge", "histogram"}


def test_figures_are_for_this_machine(strict: Running) -> None:
    # This server shows metrics to everybody; the proxy header says where the request comes from.
    assert strict.client(**{"x-forwarded-for": "10.8.0.1"}).get("/metrics").status_code == 200


@pytest.mark.parametrize(
    ("address", "local"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("10.0.0.1", False),
        ("2001:db8::1", False),
        ("unix", False),
    ],
)
def test_which_addresses_are_of_this_machine(address: str, local: bool) -> None:
    assert is_local(address) == local


@pytest.mark.parametrize(
    ("address", "headers"),
    [
        ("10.0.0.1", {}),
        ("127.0.0.1", {"x-forwarded-for": "127.0.0.1"}),
        ("127.0.0.1", {"forwarded": "for=10.0.0.1"}),
        ("::1", {"via": "1.1 proxy"}),
    ],
)
def test_figures_are_for_no_other_machine_and_no_proxy(address: str, headers: dict[str, str]) -> None:
    state = SimpleNamespace(service=SimpleNamespace(settings=Settings()))
    client, app = SimpleNamespace(host=address), SimpleNamespace(state=state)
    request: Any = SimpleNamespace(client=client, app=app, headers=headers)
    with pytest.raises(Refusal, match="only for the machine"):
        asyncio.run(metrics(request))


def test_text_is_read_as_that_of_the_library_of_prometheus() -> None:
    registry = prometheus_client.CollectorRegistry()
    counter = Counter("c_total", "Counts.", "kind")
    counted = prometheus_client.Counter("c_total", "Counts.", ["kind"], registry=registry)
    plain = Counter("p_total", "Plain.")
    prometheus_client.Counter("p_total", "Plain.", registry=registry)
    times = Histogram("t", "Times.", (0.1, 1.0))
    timed = prometheus_client.Histogram("t", "Times.", buckets=(0.1, 1.0), registry=registry)
    gauge = Reading("g", "Now.", "gauge", lambda: 12_345_678)
    prometheus_client.Gauge("g", "Now.", registry=registry).set(12_345_678)
    total = Reading("r_total", "Read.", "counter", lambda: 9)
    prometheus_client.Counter("r_total", "Read.", registry=registry).inc(9)
    for kind in ('a"b\n\\', "a", "a"):
        counter.add(kind)
        counted.labels(kind).inc()
    for seconds in (0.05, 0.1, 0.5, 7.0):
        times.observe(seconds)
        timed.observe(seconds)

    def read(text: str) -> dict[str, tuple[str, str, dict[str, float]]]:
        return {
            family.name: (
                family.type,
                family.documentation,
                {f"{each.name}{sorted(each.labels.items())}": each.value for each in family.samples},
            )
            for family in text_string_to_metric_families(text)
            if not family.name.endswith("_created")
        }

    ours = "".join(f"{line}\n" for part in (counter, plain, times, gauge, total) for line in part.lines())
    assert read(ours) == read(prometheus_client.generate_latest(registry).decode())


def test_what_only_rises_is_a_counter_and_its_name_says_so(ada: Client) -> None:
    heads = [line.split() for line in ada.get("/metrics").text.splitlines() if line.startswith("# TYPE")]
    kinds = {name: kind for _, _, name, kind in heads}
    assert kinds["kolej_moves_total"] == "counter"
    assert [name for name, kind in kinds.items() if (kind == "counter") != name.endswith("_total")] == []
