"""The files in `deploy/`: what they name exists, and nothing runs with more rights than it needs."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from kolej.server.settings import Settings, variable
from kolej.server.uvicorn_ext.connections import MAX_CONNECTIONS, MAX_PER_ADDRESS, MAX_PER_WIDER
from kolej.server.uvicorn_ext.file_limit import MIN_SPARE
from tests.support.running_server import ROOT, Running, running

DEPLOY = ROOT / "deploy"
VARIABLES = {variable(each) for each in fields(Settings)}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("deploy")) as found:
        yield found


def manifests() -> dict[str, Any]:
    """The Kubernetes objects, by kind and name."""
    files = sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    found = [each for file in files for each in yaml.safe_load_all(file.read_text(encoding="utf-8"))]
    return {f"{each['kind']} {each['metadata']['name']}": each for each in found}


def test_every_setting_that_a_file_names_exists() -> None:
    named = {
        name
        for path in DEPLOY.rglob("*")
        if path.is_file()
        for name in re.findall(r"\bKOLEJ_[A-Z_]+\b", path.read_text(encoding="utf-8"))
    }
    # The only one that is no setting of a server: how the image is built.
    assert len(named) > 8 and named - {"KOLEJ_BUILD"} <= VARIABLES


def test_the_dashboard_names_metrics_that_are_exported() -> None:
    dashboard = json.loads((DEPLOY / "grafana" / "kolej.json").read_text(encoding="utf-8"))
    queries = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    named = {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"\bkolej_[a-z_]+", queries)}
    documented = set(re.findall(r"^\| `(kolej_[a-z_]+)`", (ROOT / "docs" / "hosting.md").read_text("utf-8"), re.M))
    assert len(named) > 15 and named <= documented, named - documented


def test_metrics_of_one_server_are_exported(server: Running) -> None:
    dashboard = (DEPLOY / "grafana" / "kolej.json").read_text(encoding="utf-8")
    exported = set(re.findall(r"^# TYPE (\S+)", server.client().get("/metrics").text, re.M))
    alone = {name for name in exported if re.search(rf"\b{name}\b|\b{name}_bucket\b", dashboard)}
    assert {"kolej_ack_seconds", "kolej_append_seconds", "kolej_commands_total", "kolej_sockets"} <= alone


def test_a_server_may_have_a_file_for_each_connection() -> None:
    unit = (DEPLOY / "systemd" / "kolej.service").read_text(encoding="utf-8")
    (limit,) = re.findall(r"^LimitNOFILE=(\d+)$", unit, re.M)
    assert int(limit) >= MAX_CONNECTIONS + MIN_SPARE


def test_proxies_limit_the_connections_of_clients() -> None:
    passed_on = (DEPLOY / "nginx" / "kolej-proxy.inc").read_text("utf-8")
    assert f"\nlimit_conn kolej {MAX_PER_ADDRESS};\n" in passed_on
    assert f"\nlimit_conn kolej_wide {MAX_PER_WIDER};\n" in passed_on
    for name in ("kolej.conf", "kolej-prefix.inc"):
        locations = re.findall(r"proxy_pass [^}]+", (DEPLOY / "nginx" / name).read_text(encoding="utf-8"))
        assert locations and all("include kolej-proxy.inc;" in each for each in locations)
    annotations = manifests()["Ingress kolej"]["metadata"]["annotations"]
    assert annotations["nginx.ingress.kubernetes.io/limit-connections"] == str(MAX_PER_ADDRESS)


def test_files_that_compose_mounts_exist() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    assert {"server-1", "server-2", "worker", "postgres", "redis", "proxy"} == set(services)
    mounted = [each.split(":")[0] for each in services["proxy"]["volumes"] if each.startswith("./")]
    assert len(mounted) == 3 and all((DEPLOY / name).is_file() for name in mounted)
    build = services["server-1"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    upstream = (DEPLOY / "compose" / "kolej-upstream.conf").read_text(encoding="utf-8")
    assert re.findall(r"server (\S+):8600;", upstream) == ["server-1", "server-2"]
    needed = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text(encoding="utf-8")))
    assert needed == set(re.findall(r"^([A-Z_]+)=", (DEPLOY / ".env.example").read_text(encoding="utf-8"), re.M))


@pytest.mark.parametrize("name", ["kolej", "kolej-worker"])
def test_pods_run_without_rights(name: str) -> None:
    pod = manifests()[f"Deployment {name}"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    assert pod["securityContext"]["runAsNonRoot"] and not pod["automountServiceAccountToken"]
    rights = container["securityContext"]
    assert rights["readOnlyRootFilesystem"] and not rights["allowPrivilegeEscalation"]
    assert rights["capabilities"] == {"drop": ["ALL"]}
    secret = [each for each in container["env"] if each["name"] in ("KOLEJ_DATABASE", "KOLEJ_REDIS")]
    assert secret and all("secretKeyRef" in each["valueFrom"] for each in secret)


def test_labels_and_ports_fit_together() -> None:
    objects = manifests()
    labels = objects["Deployment kolej"]["spec"]["template"]["metadata"]["labels"]
    for kind in ("Service kolej", "PodDisruptionBudget kolej"):
        selector = objects[kind]["spec"]["selector"]
        assert selector.get("matchLabels", selector) == labels
    (container,) = objects["Deployment kolej"]["spec"]["template"]["spec"]["containers"]
    for probe in ("startupProbe", "readinessProbe"):
        assert container[probe]["httpGet"] == {"path": "/health", "port": container["ports"][0]["name"]}


def test_the_image_runs_as_nobody_special() -> None:
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    users = [line.split()[1] for line in lines if line.startswith("USER ")]
    assert users == ["10001"] and any(line.startswith("HEALTHCHECK ") for line in lines)


@pytest.mark.parametrize("name", ["kolej", "kolej-worker"])
def test_units_are_hardened(name: str) -> None:
    text = Path(DEPLOY, "systemd", f"{name}.service").read_text(encoding="utf-8")
    for line in ("NoNewPrivileges=yes", "ProtectSystem=strict", "CapabilityBoundingSet=", "PrivateTmp=yes"):
        assert f"\n{line}\n" in text
    assert re.search(r"^User=kolej$|^DynamicUser=yes$", text, re.M)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd")
@pytest.mark.parametrize("name", ["kolej", "kolej-worker"])
def test_systemd_accepts_the_units(name: str, tmp_path: Path) -> None:
    unit = tmp_path / f"{name}.service"
    text = Path(DEPLOY, "systemd", unit.name).read_text(encoding="utf-8")
    # The program must exist.
    unit.write_text(text.replace("/opt/kolej/bin/kolej", "/bin/true"), encoding="utf-8")
    for words in (["verify", "--man=no"], ["security", "--offline=yes", "--threshold=20"]):
        done = subprocess.run(["systemd-analyze", *words, str(unit)], capture_output=True, text=True, check=False)
        assert done.returncode == 0 and "Unknown" not in done.stderr, done.stdout[-500:] + done.stderr


def test_no_request_goes_to_a_server_that_starts_or_stops() -> None:
    pod = manifests()["Deployment kolej"]["spec"]["template"]["spec"]
    pause = int(pod["containers"][0]["lifecycle"]["preStop"]["exec"]["command"][1])
    assert pod["terminationGracePeriodSeconds"] >= pause + 2 * Settings().grace
    services = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))["services"]
    servers = {name for name in services if name.startswith("server-")}
    assert services["proxy"]["depends_on"] == {name: {"condition": "service_healthy"} for name in servers}
    assert "stop_grace_period" in services["worker"]


def test_each_upstream_keeps_a_table_at_one_server() -> None:
    for folder in ("nginx", "compose"):
        text = (DEPLOY / folder / "kolej-upstream.conf").read_text(encoding="utf-8")
        assert "hash $kolej_table consistent;" in text
