"""The leak oracle: a viewer is sent the same bytes in two games that differ in what it may not know.

A story is played at a real table, and so is its twin (`tests/support/scripted_games.py`). Every frame, answer, refusal
and history that reaches the viewer must be the same in both, in number, length and content; and nothing of it, nor any
line of the log, may have a secret in it, plain, in hexadecimal or in base64.
"""

import asyncio
import base64
import re
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from tests.support.scripted_games import Script, cut, random_script, twin
from tests.support.scripted_table import STRANGER, PlayedScript, Viewer, played

MEMORY = Path("/dev/shm")
"""A memory-backed folder, if there is one: durability is proven elsewhere."""


HEXADECIMAL = re.compile(rb"(?<![0-9a-f])[0-9a-f]{8,16}(?![0-9a-f])")


class Leak(AssertionError):
    """A viewer can distinguish what it may not know."""


def viewers(seats: int) -> list[Viewer]:
    """Every kind of viewer of a table."""
    return [*range(seats), None, STRANGER]


def watch(edition: str, seats: int, seed: int, most: int = 10**6) -> Counter[str]:
    """Check one game for every viewer; returns what was compared, or raises Leak."""
    rng = Random(f"{edition} {seats} {seed}")
    script = random_script(edition, seats, rng, most)
    counts: Counter[str] = Counter(games=1)
    for viewer in viewers(seats):
        # Some stretches end while opening tickets are chosen, some just before the end, most in between.
        end = rng.choice([rng.randrange(seats + 1), len(script.deeds), *[rng.randrange(len(script.deeds) + 1)] * 4])
        counts += compare(cut(script, end), viewer, rng, seed)
    return counts


def compare(script: Script, viewer: Viewer, rng: Random, seed: int) -> Counter[str]:
    """Play a scripted game and its twin, and compare what the viewer gets."""
    seat = viewer if isinstance(viewer, int) else None
    other = twin(script, seat, rng)
    one = staged(script, viewer, seed)
    search(one)
    counts = Counter(viewers=1, frames=len(one.received), bytes=sum(map(len, one.received)))
    if other is None:
        return counts + Counter(alone=1)
    same(one, staged(other.script, viewer, seed), f"{script.edition} {script.seats}, seed {seed}, viewer {viewer}")
    return counts + Counter(twins=1, cards=other.cards, tickets=other.tickets, choices=other.choices)


def staged(script: Script, viewer: Viewer, seed: int) -> PlayedScript:
    """Play a scripted game in a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="kolej-stage-", dir=MEMORY if MEMORY.is_dir() else None))
    try:
        return asyncio.run(played(folder / "data", script, viewer, seed))
    finally:
        shutil.rmtree(folder)


def same(one: PlayedScript, other: PlayedScript, where: str) -> None:
    """Two games look the same to the viewer, byte for byte."""
    for number, (mine, theirs) in enumerate(zip(one.received, other.received, strict=False)):
        if mine != theirs:
            at = next(
                (i for i, (a, b) in enumerate(zip(mine, theirs, strict=False)) if a != b), min(len(mine), len(theirs))
            )
            a, b = (each[max(0, at - 120) : at + 120].decode(errors="replace") for each in (mine, theirs))
            raise Leak(f"{where}: frame {number} differs at byte {at}:\n{a}\n{b}")
    if len(one.received) != len(other.received):
        raise Leak(f"{where}: {len(one.received)} frames in one game and {len(other.received)} in the other")
    if one.logged != other.logged:
        differing = next((pair for pair in zip(one.logged, other.logged, strict=False) if pair[0] != pair[1]), None)
        raise Leak(f"{where}: the log differs: {differing or 'by how many lines it has'}")


def search(found: PlayedScript) -> None:
    """Neither a frame nor a log line contains a secret."""
    for where, text in (
        ("what a viewer gets", b"\n".join(found.received)),
        ("the log", "\n".join(found.logged).encode()),
    ):
        for name, secret in found.secrets.items():
            if any(spelling in text for spelling in spellings(secret)):
                raise Leak(f"{name} is in {where}")
        # There are many of these, and they are short: only what is as long as they are can be one of them.
        digits = set(HEXADECIMAL.findall(text))
        for number, state in found.hashes.items():
            if state.encode() in digits:
                raise Leak(f"the hash of the state after entry {number} is in {where}")


def spellings(secret: bytes) -> Iterator[bytes]:
    """How a secret may be written: as it is, and encoded, wherever it begins in something longer."""
    if len(secret) >= 8 and len(set(secret)) > 1:
        yield secret
    yield secret.hex().encode()
    yield secret.hex().upper().encode()
    for shift in range(3):
        # Whole groups only: the characters at either end depend on what stands beside the secret.
        whole = secret[shift : shift + (len(secret) - shift) // 3 * 3]
        if len(whole) >= 6:
            yield base64.b64encode(whole)
            yield base64.urlsafe_b64encode(whole)
