"""Where lines come from and go to: a terminal with a person at it, or a pipe."""

import os
import shlex
import sys
from collections.abc import Callable, Iterable
from typing import TextIO

import click

try:
    import readline as line_editor
except ImportError:  # as on Windows
    line_editor = None  # type: ignore[assignment]

from kolej.cli.terminal.output.paint import Paint, fit

WIDTH = 80
CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Left(Exception):
    """The person is gone: the input ended, or was interrupted."""


class Console:
    """Shows lines that fit, and asks for others."""

    def __init__(self, width: int, paint: Paint, typed: bool, seen: bool) -> None:
        self.width = width
        self.paint = paint
        self.typed = typed
        """Whether answers are typed at a terminal; else they are echoed, so that what is shown reads in order."""
        self.interactive = typed and seen
        """Whether a person both types and looks at a terminal."""

    def show(self, lines: Iterable[str], hang: int | None = None) -> None:
        """Print lines, broken where they are too wide."""
        for line in lines:
            for each in fit(line, self.width, hang):
                click.echo(each, color=True)

    def show_command(self, *words: str) -> None:
        """Print a command for a shell, in one line whatever its length: it is there to be copied."""
        click.echo(f"  {shlex.join(words)}")

    def ask(self, prompt: str) -> str:
        """A line of input without the spaces around it."""
        try:
            if self.interactive:
                return input(prompt).strip()
            if self.typed:
                click.echo(prompt, nl=False)
            line = sys.stdin.readline() if sys.stdin else ""
        except (EOFError, KeyboardInterrupt):
            click.echo()
            raise Left from None
        if not line:
            raise Left
        answer = "".join(each if each.isprintable() else " " for each in line).strip()
        if not self.typed:
            self.show([f"{prompt}{answer}"])
        return answer

    def ask_or_end(self, prompt: str) -> str | None:
        """A line of input, or None where there is none."""
        try:
            return self.ask(prompt)
        except Left:
            return None

    def clear(self) -> None:
        """Take everything off the screen, and out of what can be scrolled back to or called back."""
        if not self.interactive:
            return
        click.echo("\n" * 100 if os.environ.get("TERM", "dumb") == "dumb" else CLEAR, nl=False, color=True)
        if line_editor is not None:
            line_editor.clear_history()

    def complete_with(self, candidates: Callable[[str, str], list[str]]) -> None:
        """Let Tab complete: `candidates` is given the line before a word, and the beginning of the word."""
        if not self.interactive or line_editor is None:
            return

        def completion(word: str, state: int) -> str | None:
            before = line_editor.get_line_buffer()[: line_editor.get_begidx()]
            found = candidates(before, word)
            return found[state] if state < len(found) else None

        line_editor.set_completer(completion)
        line_editor.set_completer_delims(" ")
        line_editor.parse_and_bind("tab: complete")
        # Codes around a paste are of no use here, and a terminal that does not know them shows them.
        line_editor.parse_and_bind("set enable-bracketed-paste off")


def console(color: bool | None, width: int | None) -> Console:
    """The console of this process: colours and width by what is asked for, else by what the terminal is."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            # Names need more letters than some terminals have; a question mark is better than an end.
            stream.reconfigure(errors="replace")
    if color is None:
        color = _terminal(sys.stdout) and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    if width is None:
        width = min(max(_columns(), 60), 100) if _terminal(sys.stdout) else WIDTH
    return Console(width, Paint(color), _terminal(sys.stdin), _terminal(sys.stdout))


def _terminal(stream: TextIO | None) -> bool:
    """Whether a stream, if there is one at all, is a terminal."""
    return stream is not None and not stream.closed and stream.isatty()


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
    except OSError:
        return WIDTH
