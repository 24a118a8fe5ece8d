"""A bot that runs as a process: it reads lines of JSON and answers each with a line. Any language will do.

kolej check-bot "program:python3 line_bot.py"
kolej arena --bots "program:python3 line_bot.py,random"
"""

import json
import random
import sys

ORDER = ("claim", "keep", "pay", "pick", "take", "draw")  # preferred first


def preference(move: dict) -> tuple:
    """How good a move is, by its first word; long claims are better, and keeping few tickets."""
    word, *rest = move["text"].split()
    place = ORDER.index(word) if word in ORDER else len(ORDER)
    cards = sum(int(each) for each in rest if each.isdigit())
    return -place, cards if word == "claim" else -len(rest), random.random()


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        random.seed(message["seed"])
        answer = {"ready": True}
    else:
        answer = {"move": max(message["moves"], key=preference)["move"]}
    print(json.dumps(answer), flush=True)
