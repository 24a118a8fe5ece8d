"""Bots that are programs of their own, in any language: `program:COMMAND`.

A program is started for each game and spoken to in lines of JSON: a greeting with the board, then one line for each
choice, each answered with one line. What is said is in `program_lines.py`; this file keeps the program alive, waits for
it no longer than it should, and makes sure that it ends.
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
from kolej.bots.external.protocol import Nonsense, greeting, number_in, question, ready_in
from kolej.engine.decision import Choice
from kolej.engine.errors import KolejError

START_SECONDS = 20.0
"""How long a program may take to start and to answer the greeting."""
ANSWER_SECONDS = 10.0
"""How long it may take for a choice, unless its name says otherwise."""
END_SECONDS = 1.0
"""How long it may go on when its input has ended."""
LONGEST = 10_000
"""Bytes of an answer; more is nonsense."""
SHOWN = 200
"""Letters of what a program wrote that are worth repeating."""

R = TypeVar("R")

_NAME = re.compile(r"program(?:\((?P<seconds>[^)]*)\))?:(?P<command>.*)", re.DOTALL)


class ProgramError(KolejError):
    """A program that can't be run."""


class ProgramFault(KolejError):
    """A program that did not play as it should."""

    def __init__(self, command: str, what: str) -> None:
        self.what = what
        super().__init__(f"the program `{command}` {what}")


def is_program(name: str) -> bool:
    """Whether the name of a bot is a command to run."""
    return _NAME.fullmatch(name) is not None


def load(name: str) -> Callable[[int], Bot]:
    """The bot behind `program:COMMAND`, or behind `program(SECONDS):COMMAND` with its own limit for an answer."""
    found = _NAME.fullmatch(name)
    assert found is not None, "is_program was asked first"
    command = found["command"].strip()
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ProgramError(f'"{name}" is no command: {error}; quote it as for a shell') from error
    if not words:
        raise ProgramError(f'"{name}" names no program; write program:COMMAND')
    if shutil.which(words[0]) is None:
        raise ProgramError(f'there is no program "{words[0]}" that could be run for "{name}"')
    return partial(ProgramBot, command=command, words=words, seconds=_seconds(name, found["seconds"]))


def _seconds(name: str, text: str | None) -> float:
    try:
        seconds = ANSWER_SECONDS if text is None else float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 86_400:
        raise ProgramError(f'"{name}" has no limit in seconds between the brackets; write program(60):COMMAND')
    return seconds


class ProgramBot:
    """Asks a program, which runs from the first choice until `close`."""

    def __init__(self, seed: int, command: str, words: list[str], seconds: float) -> None:
        self.seed = seed
        self.command = command
        self.words = words
        self.seconds = seconds
        self._talk: Conversation | None = None

    def choose(self, choice: Choice) -> int:
        """What the program answers; refuses anything but a legal move, and ends a program that gives it."""
        try:
            if self._talk is None:
                self._talk = self._begun(choice)
            line = self._ask(self._talk, question(choice), self.seconds)
            return self._understood(partial(number_in, legal=choice.legal), line)
        except BaseException:
            # It failed, or nobody waits for it any more: no reason to be patient.
            if self._talk is not None:
                _kill(self._talk.process)
            self.close()
            raise

    def close(self) -> None:
        """The game is over: end the program."""
        if self._talk is not None:
            self._talk.end()

    def _begun(self, choice: Choice) -> "Conversation":
        try:
            talk = Conversation(self.words)
        except OSError as error:
            raise ProgramFault(self.command, f"can't be started: {error.strerror or error}") from error
        # Known before the greeting, so that it is ended also if the greeting fails.
        self._talk = talk
        self._understood(ready_in, self._ask(talk, greeting(choice, self.seed), START_SECONDS))
        return talk

    def _ask(self, talk: "Conversation", line: str, seconds: float) -> bytes:
        try:
            answer = talk.ask(line, seconds)
        except Empty:
            what = f"gave no answer within {seconds:g} s"
            raise ProgramFault(self.command, what + talk.last_words()) from None
        if not answer:
            raise ProgramFault(self.command, talk.how_it_ended() + talk.last_words())
        return answer

    def _understood(self, read: Callable[[str], R], line: bytes) -> R:
        text = line.decode(errors="replace").strip()
        shown = text if len(text) <= SHOWN else text[:SHOWN] + "…"
        try:
            return read(text)
        except Nonsense as error:
            raise ProgramFault(self.command, f"wrote {shown!r}, {error}") from error


class Conversation:
    """A running program. A thread writes and reads, so that nobody waits for a pipe longer than they want."""

    def __init__(self, words: list[str]) -> None:
        self.errors: IO[bytes] = TemporaryFile()  # noqa: SIM115  (closed with the conversation)
        try:
            # A group of its own: Ctrl-C at the terminal is not for the program, and whatever it starts ends with it.
            self.process = Popen(words, stdin=PIPE, stdout=PIPE, stderr=self.errors, process_group=0)
        except OSError:
            self.errors.close()
            raise
        self.asked: SimpleQueue[bytes | None] = SimpleQueue()
        self.answers: SimpleQueue[bytes] = SimpleQueue()
        Thread(target=_talk, args=(self.process, self.asked, self.answers), daemon=True).start()
        self.end = finalize(self, _end, self.process, self.asked, self.errors, os.getpid())
        """Ends the program, once; at the latest when nobody holds this conversation any more, or Python ends."""

    def ask(self, line: str, seconds: float) -> bytes:
        """The line that answers; empty if there will be none. Raises `Empty` when it does not come in time."""
        self.asked.put(line.encode() + b"\n")
        return self.answers.get(timeout=seconds)

    def how_it_ended(self) -> str:
        """What became of a program that gave no answer."""
        try:
            code = self.process.wait(END_SECONDS)
        except TimeoutExpired:
            return "closed its output instead of answering"
        if code < 0:
            return f"was ended by signal {-code} instead of answering"
        return f"ended with exit code {code} instead of answering"

    def last_words(self) -> str:
        """The last line that it wrote to standard error, if any."""
        self.errors.seek(0, os.SEEK_END)
        self.errors.seek(max(0, self.errors.tell() - LONGEST))
        lines = self.errors.read().decode(errors="replace").split("\n")
        line = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"; its last line of errors: {line[:SHOWN]!r}" if line else ""


def _talk(process: Popen[bytes], asked: "SimpleQueue[bytes | None]", answers: "SimpleQueue[bytes]") -> None:
    """Write and read by turns, until there is nothing more to ask."""
    assert process.stdin is not None and process.stdout is not None
    for line in iter(asked.get, None):
        # A program that does not read may be about to say why: what it writes, or that it has ended, tells more.
        with suppress(OSError):
            process.stdin.write(line)
            process.stdin.flush()
        answers.put(process.stdout.readline(LONGEST))
    with suppress(OSError):
        process.stdin.close()
    process.stdout.close()


def _end(process: Popen[bytes], asked: "SimpleQueue[bytes | None]", errors: IO[bytes], owner: int) -> None:
    """End its input, wait a moment for it to end by itself, and then end it and all that it has started."""
    if os.getpid() != owner:
        # A fork has inherited this duty, but not the program.
        return
    asked.put(None)
    try:
        with suppress(TimeoutExpired):
            process.wait(END_SECONDS)
    finally:
        _kill(process)
        process.wait()
        errors.close()


def _kill(process: Popen[bytes]) -> None:
    """End a program and all that it has started, if there is anything left of it."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
