"""The console: reading and writing lines at a terminal or through a pipe, and Tab completion."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable
from typing import TextIO

import click

try:
    import readline as line_editor
except ImportError:  # Windows has no readline
    line_editor = None  # type: ignore[assignment]

from kolej.cli.terminal.output.paint import Paint, fit

WIDTH = 80
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class InputClosed(Exception):
    """The input ended or was interrupted: the user has left."""


class Console:
    """Prints wrapped lines and reads input."""

    def __init__(self, width: int, paint: Paint, stdin_tty: bool, stdout_tty: bool) -> None:
        self.width = width
        self.paint = paint
        self.stdin_tty = stdin_tty
        """Whether input is typed at a terminal. Other input is echoed, so that the output reads in order."""
        self.interactive = stdin_tty and stdout_tty
        """Whether both input and output are a terminal."""

    def show(self, lines: Iterable[str], hang: int | None = None) -> None:
        """Print lines, wrapped to the width."""
        for line in lines:
            for each in fit(line, self.width, hang):
                click.echo(each, color=True)

    def show_command(self, *words: str) -> None:
        """Print a shell command on one line, whatever its length, so that it can be copied."""
        click.echo(f"  {shlex.join(words)}")

    def ask(self, prompt: str) -> str:
        """Read a line of input, stripped of surrounding spaces."""
        try:
            if self.interactive:
                return input(prompt).strip()
            if self.stdin_tty:
                click.echo(prompt, nl=False)
            line = sys.stdin.readline() if sys.stdin else ""
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise InputClosed from None
        if not line:
            raise InputClosed
        answer = "".join(each if each.isprintable() else " " for each in line).strip()
        if not self.stdin_tty:
            self.show([f"{prompt}{answer}"])
        return answer

    def ask_or_none(self, prompt: str) -> str | None:
        """Read a line of input; None if the input has ended."""
        try:
            return self.ask(prompt)
        except InputClosed:
            return None

    def clear(self) -> None:
        """Clear the screen, its scrollback and the history of typed lines."""
        if not self.interactive:
            return
        click.echo("\n" * 100 if os.environ.get("TERM", "dumb") == "dumb" else CLEAR, nl=False, color=True)
        if line_editor is not None:
            line_editor.clear_history()

    def complete_with(self, candidates: Callable[[str, str], list[str]]) -> None:
        """Enable Tab completion; `candidates` gets the line before a word and the start of the word."""
        if not self.interactive or line_editor is None:
            return

        def completion(word: str, state: int) -> str | None:
            before = line_editor.get_line_buffer()[: line_editor.get_begidx()]
            found = candidates(before, word)
            return found[state] if state < len(found) else None

        line_editor.set_completer(completion)
        line_editor.set_completer_delims(" ")
        line_editor.parse_and_bind("tab: complete")
        # Bracketed paste is of no use here, and terminals that do not support it show its codes.
        line_editor.parse_and_bind("set enable-bracketed-paste off")


def open_console(color: bool | None, width: int | None) -> Console:
    """The console of this process; colours and width default to those of the terminal."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            # Some terminals cannot encode all city names; a question mark is better than a crash.
            stream.reconfigure(errors="replace")
    if color is None:
        color = _is_tty(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if width is None:
        width = min(max(_columns(), 60), 100) if _is_tty(sys.stdout) else WIDTH
    return Console(width, Paint(color), _is_tty(sys.stdin), _is_tty(sys.stdout))


def _is_tty(stream: TextIO | None) -> bool:
    """Whether a stream is a terminal; a process may have no streams."""
    return stream is not None and not stream.closed and stream.isatty()


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
    except OSError:
        return WIDTH
