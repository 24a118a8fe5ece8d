"""Garbage collection policy: full collections of Python's cyclic collector run only rarely.

By default Python may start one every few seconds. With thousands of sockets it takes half a second, in which no client
gets an answer. Here young objects are collected as usual, and everything only now and then.
"""

import asyncio
import gc

THRESHOLDS = (1_000, 5, 1_000_000)
"""Allocations until generation 0 is collected, collections until generation 1 is, and until generation 2 is (never)."""
FULL_COLLECTION_SECONDS = 900.0


def configure_gc() -> None:
    """Set the thresholds, and exempt all objects that exist after the start from collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)


async def collect_periodically() -> None:
    """Run full collections, until cancelled."""
    while True:
        await asyncio.sleep(FULL_COLLECTION_SECONDS)
        gc.collect()
