"""A driver of `kolej` at a pseudo-terminal: it reads the screen and types moves that the screen offers."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType

from kolej.cli.terminal.output.paint import columns

# The program makes the pseudo-terminal its controlling terminal: otherwise Ctrl-C would not reach it. It also restores
# the handler of SIGINT, which programs in the background of a script inherit as ignored.
KOLEJ = """
import fcntl, signal, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
signal.signal(signal.SIGINT, signal.default_int_handler)
from kolej.cli import main
main()
"""
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x07")
NUMBERED = re.compile(r"(\d+)\) (.+?)(?=   |$)")
PROMPT = re.compile(r"(?:^|\n)([^\n]*(?:> |\? |\. |\) ))$")
PATIENCE = 20.0


class Terminal:
    """`kolej` at a pseudo-terminal of 80 columns."""

    def __init__(
        self, *arguments: str, cwd: Path | None = None, environment: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        self.main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 80, 0, 0))
        clean = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", KOLEJ, *arguments],
            stdin=other,
            stdout=other,
            stderr=other,
            cwd=cwd,
            env={**clean, "TERM": "xterm", "LANG": "C.UTF-8", "INPUTRC": "/dev/null", **environment},
            start_new_session=True,
        )
        os.close(other)
        self.raw = ""
        self.returned = 0
        """How much of `raw` has been returned."""

    def __enter__(self) -> "Terminal":
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.main)

    @property
    def shown(self) -> str:
        """The whole output so far, without control codes."""
        return CONTROL.sub("", self.raw).replace("\r", "")

    def _more(self) -> bool:
        """Read available output; False at its end."""
        ready, _, _ = select.select([self.main], [], [], PATIENCE)
        assert ready, f"nothing came for {PATIENCE} s after:\n{self.shown[-2000:]}"
        try:
            got = os.read(self.main, 65536)
        except OSError:
            return False
        self.raw += got.decode(errors="replace")
        return bool(got)

    def screen(self) -> str:
        """The output until the next prompt, or until the end."""
        while True:
            text = CONTROL.sub("", self.raw[self.returned :]).replace("\r", "")
            if PROMPT.search(text) and not select.select([self.main], [], [], 0.002)[0]:
                break
            if not self._more():
                text = CONTROL.sub("", self.raw[self.returned :]).replace("\r", "")
                break
        self.returned = len(self.raw)
        return text

    def say(self, line: str) -> str:
        """Type a line, and read the screen that follows."""
        os.write(self.main, f"{line}\n".encode())
        return self.screen()

    def press(self, key: bytes) -> str:
        """Press a key, and read the rest of the output."""
        os.write(self.main, key)
        return self.rest()

    def rest(self) -> str:
        """The rest of the output, until the program ends."""
        while self._more():
            pass
        text = CONTROL.sub("", self.raw[self.returned :]).replace("\r", "")
        self.returned = len(self.raw)
        return text

    def interrupt(self) -> str:
        """Send SIGINT, as a terminal does for Ctrl-C."""
        self.process.send_signal(signal.SIGINT)
        return self.rest()

    def code(self) -> int:
        """The exit code, once the program has ended."""
        return self.process.wait(timeout=PATIENCE)


def too_wide(text: str, width: int = 80) -> list[str]:
    """The lines that are wider than the terminal."""
    return [line for line in text.split("\n") if columns(line.rstrip()) > width]


class Player:
    """Chooses from the list of moves on the screen: a claim if possible, typed as a number or as text."""

    def __init__(self, terminal: Terminal, seed: int) -> None:
        self.terminal = terminal
        self.rng = Random(seed)
        self.decisions = 0

    def offered(self) -> dict[int, str]:
        """The moves on the list, each as it can be typed."""
        moves: dict[int, str] = {}
        heading = ""
        for line in self.terminal.say("moves").split("\n"):
            if line.startswith("claim "):
                heading = line.split("   ")[0]
            elif not line.startswith("   "):
                heading = ""
            for number, text in NUMBERED.findall(line):
                moves[int(number)] = f"{heading} {text}".strip()
        return moves

    def answer(self, screen: str) -> str:
        """Answer a prompt, and read the next screen."""
        prompt = PROMPT.search(screen)
        assert prompt is not None, screen
        if "press Enter" in prompt[1] or "Press Enter" in prompt[1] or "Save the game" in prompt[1]:
            return self.terminal.say("")
        if "to go)?" in prompt[1]:
            low = re.search(r": (\d+) (?:to|or) (\d+) of", prompt[1])
            assert low is not None
            return self.terminal.say(str(self.rng.choice([int(low[1]), int(low[2])])))
        self.decisions += 1
        offered = self.offered()
        if not offered:
            # Tickets to keep are listed without numbers of moves: they are chosen by the numbers of the tickets.
            choices = re.findall(r"keep ([\d ]*\d)", self.terminal.say("moves"))
            kept = self.rng.choice(choices)
            return self.terminal.say(kept if self.rng.random() < 0.5 else f"keep {kept}")
        claims = [number for number, text in offered.items() if text.startswith("claim")]
        others = [number for number, text in offered.items() if text not in ("draw tickets", "refuse")]
        number = self.rng.choice(claims or others or list(offered))
        text = offered[number]
        by_words = self.rng.random() < 0.5 and "stand-in" not in text and len(text) < 60
        return self.terminal.say(text if by_words else str(number))

    def play(self, screen: str, decisions: int | None = None) -> str:
        """Play to the end, or for a number of decisions; returns the last screen."""
        self.decisions = 0
        began = time.monotonic()
        while self.terminal.process.poll() is None and PROMPT.search(screen):
            if decisions is not None and self.decisions >= decisions:
                return screen
            assert time.monotonic() - began < 60, "this game takes too long"
            screen = self.answer(screen)
        return screen
