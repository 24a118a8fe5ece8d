"""A bot that is a program of its own: it reads lines of JSON and answers them. Any language will do.

kolej check-bot "program:python3 line_bot.py"
kolej arena --bots "program:python3 line_bot.py,random"
"""

import json
import random
import sys

ORDER = ("claim", "keep", "pay", "pick", "take", "draw")  # what it likes best comes first


def liking(move: dict) -> tuple:
    """How much it likes a move, by its first word; of claims the long ones, of keeping as little as may be."""
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
        answer = {"move": max(message["moves"], key=liking)["move"]}
    print(json.dumps(answer), flush=True)
