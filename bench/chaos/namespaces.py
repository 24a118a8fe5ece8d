"""Network namespaces: every server on a machine of its own, as far as its network goes, with nftables in between.

The benchmark itself runs in a namespace without any interface to the outside (`unshare --net`), which holds a bridge.
So nothing that happens here reaches the network of the machine. It needs root.
"""

import os
import subprocess
import sys

NETWORK = "10.99.0"
HERE = f"{NETWORK}.1"
"""The address of the players, PostgreSQL and Redis."""
ENTERED = "KOLEJ_CHAOS_NAMESPACE"


def run(*words: str, text: str | None = None) -> None:
    """Run a command that must succeed."""
    done = subprocess.run(words, input=text, text=True, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)} failed: {done.stderr.strip()}")


def enter(words: list[str]) -> None:
    """Start this program again in a network namespace of its own, unless it is in one; does not return then."""
    if ENTERED not in os.environ:
        os.environ[ENTERED] = "1"
        os.execvp("unshare", ["unshare", "--net", sys.executable, "-m", "bench.chaos", *words])
    run("ip", "link", "set", "lo", "up")
    run("ip", "link", "add", "bridge0", "type", "bridge")
    run("ip", "address", "add", f"{HERE}/24", "dev", "bridge0")
    run("ip", "link", "set", "bridge0", "up")


class Machine:
    """A network namespace with one address, connected to the bridge."""

    def __init__(self, number: int) -> None:
        self.address = f"{NETWORK}.{10 + number}"
        self.name = f"kolej-{os.getpid()}-{number}"
        self.command = ("ip", "netns", "exec", self.name)
        """What a command starts with that runs on this machine."""
        self._port = f"machine{number}"

    def create(self) -> None:
        """Make it, and connect it."""
        run("ip", "netns", "add", self.name)
        run("ip", "link", "add", self._port, "type", "veth", "peer", "name", "eth0", "netns", self.name)
        run("ip", "link", "set", self._port, "master", "bridge0", "up")
        run("ip", "-n", self.name, "address", "add", f"{self.address}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            run("ip", "-n", self.name, "link", "set", link, "up")

    def delete(self) -> None:
        """Remove it; what runs on it must have ended."""
        run("ip", "netns", "delete", self.name)

    def drop(self, percent: int) -> None:
        """Lose this share of all packets in both directions."""
        verdict = "drop" if percent >= 100 else f"numgen random mod 100 < {percent} drop"
        chains = "\n".join(
            f"chain {hook} {{\ntype filter hook {hook} priority 0; policy accept;\n{way} eth0 {verdict}\n}}"
            for hook, way in (("input", "iif"), ("output", "oif"))
        )
        self.heal()
        run(*self.command, "nft", "-f", "-", text=f"table inet chaos {{\n{chains}\n}}\n")

    def heal(self) -> None:
        """Lose nothing any more."""
        run(*self.command, "nft", "flush", "ruleset")
