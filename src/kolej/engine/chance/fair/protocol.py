"""The fair deal protocol: commitments, seeds, and how all seeds become one secret. See `docs/fair-deals.md`.

The server commits to its seed by a hash, then every seat commits to its own. Seeds are opened only when all commitments
are fixed, so nobody, the server included, can choose a seed after seeing the others. `kolej.fair_verifier` is a second
implementation that shares no code with this one, so that a mistake in either of them is noticed.
"""

import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from typing import NoReturn

from kolej.engine.errors import KolejError

BLOCK = 64
"""The block size of SHA-256 in bytes."""
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""Translation tables that XOR the bytes of a key with the inner and outer pad of HMAC."""
METHOD = 2
"""The version of the protocol for new deals; it changes with any byte of what is hashed.

Method 1 differs in the block of the server's commitment alone, which had no house rules. The labels of all other blocks
are those of method 1, so that programs of players need not know the method.
"""
METHODS = (1, 2)

OWN = "own"
SERVER = "server"
"""Where a seat's seed comes from: the seat itself, or the server, for bots and for people who share its screen."""

UNOPENED = "unopened"
UNFIT = "unfit"
"""Why a seat that had committed gets the fallback seed: it opened no seed, or one that does not fit."""

HEX = "[0-9a-f]{64}"
TABLE = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
SEED_BYTES = 32


class FairError(KolejError):
    """A fair deal that can't go on, and the seat that is the cause. The message never contains a seed."""


class Seed:
    """256 secret bits. Only `hex` and `raw` reveal them: no message, log or pickle contains them."""

    __slots__ = ("raw",)

    def __init__(self, raw: bytes) -> None:
        if len(raw) != SEED_BYTES:
            raise FairError(f"a seed has {SEED_BYTES} bytes")
        self.raw = bytes(raw)

    @classmethod
    def fresh(cls) -> "Seed":
        """A new seed from the operating system's random source."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def read(cls, text: str) -> "Seed":
        """Read a seed from hexadecimal digits."""
        if re.fullmatch(HEX, text) is None:
            raise FairError(f"a seed is written as {2 * SEED_BYTES} lower-case hexadecimal digits")
        return cls(bytes.fromhex(text))

    def hex(self) -> str:
        """The seed in hexadecimal digits, for the file of a finished game."""
        return self.raw.hex()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seed) and hmac.compare_digest(self.raw, other.raw)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return "Seed(secret)"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a seed is secret and can't be copied by pickling")


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a deal. The server's commitment is valid for these terms only."""

    table: str
    """The id of the table, never used for two deals."""
    edition: str
    rules: int
    board: str
    seats: int
    first: int | None = None
    house: tuple[str, ...] = ()
    """The house rules, sorted; only method 2 has them."""
    method: int = METHOD

    def __post_init__(self) -> None:
        if re.fullmatch(TABLE, self.table) is None:
            raise FairError("a table is named by 1 to 64 letters, digits, dots, dashes and underscores")
        if self.method not in METHODS:
            raise FairError(f"there is no method {self.method} of fair deals; there are {METHODS[0]} and {METHODS[1]}")
        if self.house and self.method == 1:
            raise FairError("a fair deal of method 1 has no house rules; deal by method 2")


@dataclass(frozen=True, slots=True)
class SeatCommitment:
    """The commitment of a seat, or of the server for that seat."""

    who: str
    hash: str


@dataclass(frozen=True, slots=True)
class Commitments:
    """All commitments of one deal; they are public."""

    table: str
    server: str
    seats: tuple[SeatCommitment, ...]
    fallbacks: tuple[tuple[int, str], ...] = ()
    """Seats with the fallback seed, because they did not open their own, each with `UNOPENED` or `UNFIT`."""
    method: int = METHOD

    def whole(self) -> str:
        """One hash over all commitments, for a player to note before any seed is opened."""
        fields = [field for seat in self.seats for field in (seat.who.encode(), bytes.fromhex(seat.hash))]
        return sha256(length_prefixed("kolej fair 1 table", bytes.fromhex(self.server), *fields)).hexdigest()

    def by_server(self, seat: int) -> bool:
        """Whether the seat's seed came from the server in the end."""
        return self.seats[seat].who == SERVER or seat in dict(self.fallbacks)


@dataclass(frozen=True, slots=True)
class Seeds:
    """All seeds of one deal, opened."""

    server: Seed = field(repr=False)
    seats: tuple[Seed, ...] = field(repr=False)


def length_prefixed(*fields: bytes | str | int) -> bytes:
    """Fields in order, each after its length in four bytes, so that different fields never give the same bytes."""
    raws = [each if isinstance(each, bytes) else str(each).encode() for each in fields]
    return b"".join(len(raw).to_bytes(4, "big") + raw for raw in raws)


def server_commitment(terms: Terms, seed: Seed) -> str:
    """The commitment of the server."""
    first = "" if terms.first is None else terms.first
    fields = (terms.table, terms.edition, terms.rules, terms.board, terms.seats, first)
    house = () if terms.method == 1 else (" ".join(terms.house),)
    return sha256(length_prefixed(f"kolej fair {terms.method} server", *fields, *house, seed.raw)).hexdigest()


def seat_commitment(server: str, seat: int, seed: Seed) -> str:
    """The commitment of a seat. It includes that of the server, so it is valid for this table only."""
    return sha256(length_prefixed("kolej fair 1 seat", bytes.fromhex(server), seat, seed.raw)).hexdigest()


def fallback_seed(server: str, seat: int, seed: Seed) -> Seed:
    """The seed for a seat that gives none. It is derived from the server's own, so that the server can't choose it."""
    return Seed(hmac_sha256(seed.raw, length_prefixed("kolej fair 1 stand-in", bytes.fromhex(server), seat)))


def mismatch(terms: Terms, commitments: Commitments, seeds: Seeds) -> str:
    """Why these seeds don't fit the commitments; empty if they do."""
    if len(commitments.seats) != terms.seats or len(seeds.seats) != terms.seats:
        return f"there must be a commitment and a seed for each of the {terms.seats} seats"
    if commitments.method != terms.method:
        return f"the commitments are of method {commitments.method}, and the deal of method {terms.method}"
    if commitments.table != terms.table or server_commitment(terms, seeds.server) != commitments.server:
        return "the server's seed does not fit its commitment"
    for seat, (committed, seed) in enumerate(zip(commitments.seats, seeds.seats, strict=True)):
        made = seed == fallback_seed(commitments.server, seat, seeds.server)
        if made != commitments.by_server(seat):
            return f"the seed of seat {seat} does not come from where the commitments say"
        if seat in dict(commitments.fallbacks):
            continue
        if seat_commitment(commitments.server, seat, seed) != committed.hash:
            return f"the seed of seat {seat} does not fit its commitment"
    return ""


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 (RFC 2104).

    `hmac.digest` releases the interpreter lock at every call, and a server that deals thousands of cards a second would
    wait for its other threads at every card.
    """
    block = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    return sha256(block.translate(OUTER) + sha256(block.translate(INNER) + message).digest()).digest()


class CombinedSeeds:
    """All seeds combined into one secret, and the secrets of the decks that are derived from it."""

    __slots__ = ("_deck", "_deck_name", "_secret")

    def __init__(self, commitments: Commitments, seeds: Seeds) -> None:
        # HKDF-Extract (RFC 5869).
        raws = (seed.raw for seed in (seeds.server, *seeds.seats))
        salt = bytes.fromhex(commitments.whole())
        self._secret = Seed(hmac_sha256(salt, length_prefixed("kolej fair 1 mix", *raws)))
        self._deck_name: tuple[int, str, int] | None = None
        self._deck = self._secret

    def __repr__(self) -> str:
        return "CombinedSeeds(secret)"

    def deck(self, epoch: int, kind: str, number: int) -> Seed:
        """The secret of one deck (HKDF-Expand of RFC 5869). The last one is cached: decks change rarely."""
        if self._deck_name != (epoch, kind, number):
            info = length_prefixed("kolej fair 1 deck", epoch, kind, number)
            self._deck = Seed(hmac_sha256(self._secret.raw, info + b"\x01"))
            self._deck_name = (epoch, kind, number)
        return self._deck


@lru_cache(maxsize=1024)
def _number_label(left: int, attempt: int) -> bytes:
    """The message that is hashed for a number; cached, because the same few come up again and again."""
    return length_prefixed("kolej fair 1 number", left, attempt)


def below(deck: Seed, left: int) -> int:
    """The position, from 0, of the next item among the `left` items of a deck; all are equally likely."""
    if not 1 <= left <= 2**16:
        raise FairError(f"a deck has 1 to {2**16} things to choose from, not {left}")
    fair = 2**16 - 2**16 % left
    attempt = 0
    while True:
        digest = hmac_sha256(deck.raw, _number_label(left, attempt))
        number = int.from_bytes(digest[:2], "big")
        # Numbers from `fair` on would make the first few outcomes more likely than the rest.
        if number < fair:
            return number % left
        attempt += 1


def shuffled(deck: Seed, things: Iterable[str]) -> list[str]:
    """A whole deck in the order in which it is dealt, given its items in the order of the board."""
    rest = list(things)
    return [rest.pop(below(deck, len(rest))) for _ in range(len(rest))]
