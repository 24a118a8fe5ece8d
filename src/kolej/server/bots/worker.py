"""What runs in a worker process: it takes decisions to make from one pipe and writes moves into another.

Frames are a length of four bytes and a value of MessagePack. The worker ends when its input does, so that none
outlives a server, however that ended.
"""

import os
import sys
from collections import OrderedDict
from functools import cache
from pathlib import Path
from traceback import extract_tb
from typing import BinaryIO

import msgspec

from kolej import editions
from kolej.bots import BOTS, Bot
from kolej.engine.decision import Choice
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.rules import Edition
from kolej.engine.silent_game import tables_of

MOST_BOTS = 256
"""How many bots a worker remembers; one that was forgotten is made anew."""
NICER = 10
"""By how much a worker stands back behind the server."""
LENGTH = 4


class Decision(msgspec.Struct):
    """One move to think of."""

    number: int
    key: str
    edition: str
    seats: int
    bot: str
    seed: int
    seat: int
    view: View
    legal: list[int]


class Thought(msgspec.Struct):
    """The move, or what went wrong. Number 0 says that the worker is ready."""

    number: int
    move: int = -1
    fault: str = ""


class Memory:
    """The bots of games in progress, the least recently asked going first."""

    def __init__(self, most: int = MOST_BOTS) -> None:
        self.most = most
        self.bots: OrderedDict[tuple[str, str, int, int], Bot] = OrderedDict()

    def bot(self, decision: Decision) -> Bot:
        """The bot that plays this seat, made with its seed when it is first asked."""
        key = _key(decision)
        if key not in self.bots:
            # Only by name: nothing that comes over the wire may say which program to run.
            self.bots[key] = BOTS[decision.bot](decision.seed)
        self.bots.move_to_end(key)
        while len(self.bots) > self.most:
            self.bots.popitem(last=False)
        return self.bots[key]

    def forget(self, decision: Decision) -> None:
        """Let go of a bot that failed; next time it is made anew."""
        self.bots.pop(_key(decision), None)


def _key(decision: Decision) -> tuple[str, str, int, int]:
    return decision.key, decision.bot, decision.seed, decision.seat


@cache
def _edition(name: str) -> Edition:
    return editions.find(name)


def thought(memory: Memory, decision: Decision) -> Thought:
    """Think of one move."""
    try:
        edition = _edition(decision.edition)
        tables = tables_of(edition, decision.seats)
        choice = Choice(edition, tables, decision.view, decision.seat, decision.legal[:])
        return Thought(decision.number, int(memory.bot(decision).choose(choice)))
    except Exception as error:
        # A bot that fails must not take those of other tables with it. Where it failed goes into a log, and so nothing
        # of what it knew may.
        memory.forget(decision)
        at = extract_tb(error.__traceback__)[-1]
        return Thought(decision.number, fault=f"{type(error).__name__} ({Path(at.filename).name}, line {at.lineno})")


def framed(value: Decision | Thought) -> bytes:
    """A value as it goes through a pipe."""
    body = msgspec.msgpack.encode(value)
    return len(body).to_bytes(LENGTH, "big") + body


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer one decision after another until there are no more."""
    memory = Memory()
    decoder = msgspec.msgpack.Decoder(Decision)
    answer = Thought(0)
    while True:
        sink.write(framed(answer))
        sink.flush()
        head = source.read(LENGTH)
        body = source.read(int.from_bytes(head, "big"))
        if not body:
            return
        answer = thought(memory, decoder.decode(body))


def main() -> None:
    """Serve the server that started this process."""
    if hasattr(os, "nice"):
        os.nice(NICER)
    # Whatever prints must not print into the answers.
    sink = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(sys.stdin.buffer, sink)
    except (BrokenPipeError, KeyboardInterrupt):
        # The server is gone, or goes.
        os._exit(0)


if __name__ == "__main__":
    main()
