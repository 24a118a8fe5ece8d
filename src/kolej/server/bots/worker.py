"""Bot worker: the program of a worker process, which reads requests from one pipe and writes moves to another.

A frame is a length of four bytes and a MessagePack value: a number with a request, or the same number with its reply.
The worker ends when its input does, so that none outlives the server, however that ended.
"""

import os
import sys
from collections import OrderedDict
from pathlib import Path
from traceback import extract_tb
from typing import BinaryIO

import msgspec

from kolej.bots import BOTS, Bot
from kolej.bots.search.bot import SearchBot
from kolej.server.bots.request import BotRequest

MOST_BOTS = 256
"""How many bots a worker keeps; one that was dropped is made again when needed."""
NICER = 10
"""How much lower the priority of a worker is than the server's (its nice value)."""
LENGTH = 4
READY = 0
"""The number of the first frame of a worker, which answers no request."""


class BotReply(msgspec.Struct):
    """The move, or what went wrong."""

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
            bot = self.bots[key] = BOTS[request.bot](request.seed)
            if isinstance(bot, SearchBot) and hasattr(os, "sched_yield"):
                # A low priority alone lets it finish its slice of about 3 ms, while moves of people wait.
                bot.after_trial = os.sched_yield
        self.bots.move_to_end(key)
        while len(self.bots) > self.capacity:
            self.bots.popitem(last=False)
        return self.bots[key]

    def forget(self, request: BotRequest) -> None:
        """Drop a bot that failed; it is made again at the next request."""
        self.bots.pop(_key(request), None)


def _key(request: BotRequest) -> tuple[str, str, int, int]:
    return request.key, request.bot, request.seed, request.seat


def choose_move(bot_cache: BotCache, request: BotRequest) -> BotReply:
    """The reply to a request: the bot's move, or its failure."""
    try:
        return BotReply(int(bot_cache.bot(request).choose(request.decision())))
    except Exception as error:
        # A bot that fails must not affect those of other tables. Only the place of the failure is reported: it is
        # logged, and must contain nothing that the seat knows.
        bot_cache.forget(request)
        at = extract_tb(error.__traceback__)[-1]
        return BotReply(fault=f"{type(error).__name__} ({Path(at.filename).name}, line {at.lineno})")


def encode_frame(number: int, value: BotRequest | BotReply) -> bytes:
    """A request or its reply as it is sent through a pipe."""
    body = msgspec.msgpack.encode((number, value))
    return len(body).to_bytes(LENGTH, "big") + body


def serve(input_: BinaryIO, output: BinaryIO) -> None:
    """Answer one request after another until the input ends."""
    bot_cache = BotCache()
    decoder = msgspec.msgpack.Decoder(tuple[int, BotRequest])
    number, reply = READY, BotReply()
    while True:
        output.write(encode_frame(number, reply))
        output.flush()
        head = input_.read(LENGTH)
        body = input_.read(int.from_bytes(head, "big"))
        if not body:
            return
        number, request = decoder.decode(body)
        reply = choose_move(bot_cache, request)


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
