"""Process bots: custom bots that run as a process, in any language: `program:COMMAND`.

A process is started for each game. It receives lines of JSON, one with the board and then one for each decision, and
answers each with a line. `protocol.py` defines the lines; this module starts the process, limits how long an answer may
take, and makes sure that the process ends.
"""

import os
import re
import shlex
import shutil
import signal
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, TypeVar
from weakref import finalize

from kolej.bots.base import Bot
from kolej.bots.external.protocol import InvalidAnswer, check_ready, decision_line, hello_line, read_move
from kolej.engine.decision import Decision
from kolej.engine.errors import KolejError

START_SECONDS = 20.0
"""How long a process may take to start and to answer the first line."""
ANSWER_SECONDS = 10.0
"""How long it may take for a decision by default."""
END_SECONDS = 1.0
"""How long it may run on after its input has ended."""
LONGEST = 10_000
"""The most bytes of an answer; a longer one is invalid."""
SHOWN = 200
"""The most characters of a process's output that an error message repeats."""

R = TypeVar("R")

_NAME = re.compile(r"program(?:\((?P<seconds>[^)]*)\))?:(?P<command>.*)", re.DOTALL)


class ProcessNameError(KolejError):
    """A name `program:COMMAND` whose command can't be run."""


class ProcessFault(KolejError):
    """A bot process that failed: it ended, was too late, or gave an invalid answer."""

    def __init__(self, command: str, what: str) -> None:
        self.what = what
        super().__init__(f"the program `{command}` {what}")


def is_process_name(name: str) -> bool:
    """Whether the name of a bot has the form `program:COMMAND`."""
    return _NAME.fullmatch(name) is not None


def load(name: str) -> Callable[[int], Bot]:
    """The bot behind `program:COMMAND`, or behind `program(SECONDS):COMMAND`, which sets the time for an answer."""
    found = _NAME.fullmatch(name)
    assert found is not None, "callers check is_process_name"
    command = found["command"].strip()
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProcessNameError(f'"{name}" is not a valid command: {error}; quote it as for a shell') from error
    if not words:
        raise ProcessNameError(f'"{name}" names no program; write program:COMMAND')
    if shutil.which(words[0]) is None:
        raise ProcessNameError(f'there is no program "{words[0]}" to run for "{name}"')
    return partial(ProcessBot, command=command, words=words, seconds=_seconds(name, found["seconds"]))


def _seconds(name: str, text: str | None) -> float:
    try:
        seconds = ANSWER_SECONDS if text is None else float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise ProcessNameError(f'"{name}" has no limit in seconds between the brackets; write program(60):COMMAND')
    return seconds


class ProcessBot:
    """A bot that asks a process, which runs from the first decision until `close`."""

    def __init__(self, seed: int, command: str, words: list[str], seconds: float) -> None:
        self.seed = seed
        self.command = command
        self.words = words
        self.seconds = seconds
        self._process: BotProcess | None = None

    def choose(self, decision: Decision) -> int:
        """The answer of the process. Raises `ProcessFault`, and ends the process, if that is not a legal move."""
        try:
            if self._process is None:
                self._process = self._start(decision)
            answer = self._ask(self._process, decision_line(decision), self.seconds)
            return self._read(partial(read_move, legal=decision.legal), answer)
        except BaseException:
            # It failed, or the caller was interrupted: there is no reason to wait for it to end by itself.
            if self._process is not None:
                _kill(self._process.process)
            self.close()
            raise

    def close(self) -> None:
        """End the process: the game is over."""
        if self._process is not None:
            self._process.end()

    def _start(self, decision: Decision) -> "BotProcess":
        try:
            process = BotProcess(self.words)
        except OSError as error:
            raise ProcessFault(self.command, f"can't be started: {error.strerror or error}") from error
        # Stored before the first line is sent, so that the process is ended if that fails.
        self._process = process
        self._read(check_ready, self._ask(process, hello_line(decision, self.seed), START_SECONDS))
        return process

    def _ask(self, process: "BotProcess", line: str, seconds: float) -> bytes:
        try:
            answer = process.ask(line, seconds)
        except Empty:
            raise ProcessFault(self.command, f"gave no answer within {seconds:g} s{process.last_error()}") from None
        if not answer:
            raise ProcessFault(self.command, process.how_it_ended() + process.last_error())
        return answer

    def _read(self, read: Callable[[str], R], answer: bytes) -> R:
        text = answer.decode(errors="replace").strip()
        shown = text if len(text) <= SHOWN else text[:SHOWN] + "…"
        try:
            return read(text)
        except InvalidAnswer as error:
            raise ProcessFault(self.command, f"wrote {shown!r}, {error}") from error


class BotProcess:
    """A running process. A thread writes and reads its pipes, so that waiting for an answer can time out."""

    def __init__(self, words: list[str]) -> None:
        self.errors: IO[bytes] = TemporaryFile()  # noqa: SIM115  (closed by `end`)
        try:
            # A process group of its own: Ctrl-C at the terminal does not reach it, and its children end with it.
            self.process = Popen(words, stdin=PIPE, stdout=PIPE, stderr=self.errors, process_group=0)
        except OSError:
            self.errors.close()
            raise
        self.requests: SimpleQueue[bytes | None] = SimpleQueue()
        self.answers: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_exchange, args=(self.process, self.requests, self.answers), daemon=True).start()
        self.end = finalize(self, _end, self.process, self.requests, self.errors, os.getpid())
        """Ends the process, once; at the latest when this object is collected, or Python exits."""

    def ask(self, line: str, seconds: float) -> bytes:
        """The line that answers; empty if the output has ended. Raises `Empty` after `seconds`."""
        self.requests.put(line.encode() + b"\n")
        return self.answers.get(timeout=seconds)

    def how_it_ended(self) -> str:
        """What happened to a process that gave no answer."""
        try:
            code = self.process.wait(END_SECONDS)
        except TimeoutExpired:
            return "closed its output instead of answering"
        if code < 0:
            return f"was ended by signal {-code} instead of answering"
        return f"ended with exit code {code} instead of answering"

    def last_error(self) -> str:
        """The last line that it wrote to standard error, if any."""
        self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, self.errors.tell() - LONGEST))
        lines = self.errors.read().decode(errors="replace").split("\n")
        line = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; its last line of errors: {line[:SHOWN]!r}" if line else ""


def _exchange(process: Popen[bytes], requests: "SimpleQueue[bytes | None]", answers: "SimpleQueue[bytes]") -> None:
    """Write a line and read a line in turn, until `requests` has None."""
    assert process.stdin is not None and process.stdout is not None
    for line in iter(requests.get, None):
        # A failed write is not reported here: what the process wrote, or how it ended, says more about the cause.
        with suppress(OSError):
            process.stdin.write(line)
            process.stdin.flush()
        answers.put(process.stdout.readline(LONGEST))
    with suppress(OSError):
        process.stdin.close()
    process.stdout.close()


def _end(process: Popen[bytes], requests: "SimpleQueue[bytes | None]", errors: IO[bytes], owner: int) -> None:
    """Close the input, wait `END_SECONDS` for the process to end by itself, then kill it and its children."""
    if os.getpid() != owner:
        # A forked process inherits the finalizer, but does not own the bot process.
        return
    requests.put(None)
    try:
        with suppress(TimeoutExpired):
            process.wait(END_SECONDS)
    finally:
        _kill(process)
        process.wait()
        errors.close()


def _kill(process: Popen[bytes]) -> None:
    """Kill a process and its children, if any are left."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
