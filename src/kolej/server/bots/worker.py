"""Bot worker: the program of a worker process, which reads requests from one pipe and writes moves to another.

A frame is a length of four bytes and a MessagePack value. The worker ends when its input does, so that none outlives
the server, however that ended.
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
from kolej.engine.decision import Decision
from kolej.engine.knowledge.view import View
from kolej.engine.ruleset.compile import tables_of
from kolej.engine.ruleset.rules import Edition

MOST_BOTS = 256
"""How many bots a worker keeps; one that was dropped is made again when needed."""
NICER = 10
"""How much lower the priority of a worker is than the server's (its nice value)."""
LENGTH = 4


class BotRequest(msgspec.Struct):
    """A request for one move."""

    number: int
    key: str
    edition: str
    seats: int
    bot: str
    seed: int
    seat: int
    view: View
    legal: list[int]
    rules: int | None = None
    """The version of the edition's rules; None is the newest."""
    house: tuple[str, ...] = ()


class BotReply(msgspec.Struct):
    """The move, or what went wrong. Number 0 means that the worker is ready."""

    number: int
    move: int = -1
    fault: str = ""


class BotCache:
    """The bots of games in progress; the least recently used is dropped first."""

    def __init__(self, capacity: int = MOST_BOTS) -> None:
        self.capacity = capacity
        self.bots: OrderedDict[tuple[str, str, int, int], Bot] = OrderedDict()

    def bot(self, request: BotRequest) -> Bot:
        """The bot that plays this seat, made from its seed at the first request."""
        key = _key(request)
        if key not in self.bots:
            # Only by name: nothing sent by a client may name a program to run.
            self.bots[key] = BOTS[request.bot](request.seed)
        self.bots.move_to_end(key)
        while len(self.bots) > self.capacity:
            self.bots.popitem(last=False)
        return self.bots[key]

    def forget(self, request: BotRequest) -> None:
        """Drop a bot that failed; it is made again at the next request."""
        self.bots.pop(_key(request), None)


def _key(request: BotRequest) -> tuple[str, str, int, int]:
    return request.key, request.bot, request.seed, request.seat


@cache
def _edition(name: str, rules: int | None, house: tuple[str, ...]) -> Edition:
    return editions.find(name, rules, house)


def choose_move(bot_cache: BotCache, request: BotRequest) -> BotReply:
    """The reply to a request: the bot's move, or its failure."""
    try:
        edition = _edition(request.edition, request.rules, request.house)
        tables = tables_of(edition, request.seats)
        decision = Decision(edition, tables, request.view, request.seat, request.legal[:])
        return BotReply(request.number, int(bot_cache.bot(request).choose(decision)))
    except Exception as error:
        # A bot that fails must not affect those of other tables. Only the place of the failure is reported: it is
        # logged, and must contain nothing that the seat knows.
        bot_cache.forget(request)
        at = extract_tb(error.__traceback__)[-1]
        return BotReply(request.number, fault=f"{type(error).__name__} ({Path(at.filename).name}, line {at.lineno})")


def encode_frame(value: BotRequest | BotReply) -> bytes:
    """A value as it is sent through a pipe."""
    body = msgspec.msgpack.encode(value)
    return len(body).to_bytes(LENGTH, "big") + body


def serve(input_: BinaryIO, output: BinaryIO) -> None:
    """Answer one request after another until the input ends."""
    bot_cache = BotCache()
    decoder = msgspec.msgpack.Decoder(BotRequest)
    reply = BotReply(0)
    while True:
        output.write(encode_frame(reply))
        output.flush()
        head = input_.read(LENGTH)
        body = input_.read(int.from_bytes(head, "big"))
        if not body:
            return
        reply = choose_move(bot_cache, decoder.decode(body))


def main() -> None:
    """Serve the server that started this process."""
    if hasattr(os, "nice"):
        os.nice(NICER)
    # What bots print must not end up between the replies.
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    try:
        serve(sys.stdin.buffer, output)
    except (BrokenPipeError, KeyboardInterrupt):
        # The server has ended, or is ending.
        os._exit(0)


if __name__ == "__main__":
    main()
