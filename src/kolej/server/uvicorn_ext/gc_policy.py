"""When unreachable objects are looked for. Left to itself, Python looks through everything whenever it likes.

With thousands of sockets that takes half a second, in which nobody is answered, and it may come every few seconds. Here
the young are looked at as usual, and everything only now and then.
"""

import asyncio
import gc

YOUNG, MIDDLE, NEVER = 5_000, 10, 1_000_000
"""Objects made until the youngest are looked at, looks until the middle ones are, and looks until the old ones are."""
EVERY = 900.0
"""Seconds between two looks through everything."""


def settle() -> None:
    """Leave what was made while the server started out of it for ever."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


async def look_now_and_then() -> None:
    """Look through everything, until cancelled."""
    while True:
        await asyncio.sleep(EVERY)
        gc.collect()
