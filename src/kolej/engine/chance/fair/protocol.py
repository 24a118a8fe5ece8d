"""Fair deals: commitments, seeds, and how all seeds together become one secret. `docs/fair-deals.md` has every byte.

The server promises its seed by a hash, then every seat promises its own; only when all promises are fixed are seeds
opened. Nobody, the server included, can choose a seed once the others are known. `kolej.fair_verifier` reckons all of
this a second time and shares no line with this file, so that a slip in one of them is noticed by the other.
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
"""Bytes in a block of SHA-256."""
INNER, OUTER = (bytes(byte ^ pad for byte in range(256)) for pad in (0x36, 0x5C))
"""What HMAC makes of the bytes of a key."""
METHOD = 1
"""Changes when any byte of what follows does."""

OWN = "own"
SERVER = "server"
"""Who a seat's seed comes from: the seat itself; or the server, for bots and for people who share its screen."""

UNOPENED = "unopened"
UNFIT = "unfit"
"""Why the server stands in for a seat that had committed: it opened nothing, or something else."""

HEX = "[0-9a-f]{64}"
TABLE = "[A-Za-z0-9][A-Za-z0-9._-]{0,63}"
SEED_BYTES = 32


class FairError(KolejError):
    """A fair deal that can't go on, and who is the cause. Never holds a seed."""


class Seed:
    """256 secret bits. They leave this object only by `hex` and `raw`: no message, log or pickle has them."""

    __slots__ = ("raw",)

    def __init__(self, raw: bytes) -> None:
        if len(raw) != SEED_BYTES:
            raise FairError(f"a seed has {SEED_BYTES} bytes")
        self.raw = bytes(raw)

    @classmethod
    def fresh(cls) -> "Seed":
        """A seed that nobody can guess."""
        return cls(secrets.token_bytes(SEED_BYTES))

    @classmethod
    def read(cls, text: str) -> "Seed":
        """The seed in hexadecimal digits."""
        if re.fullmatch(HEX, text) is None:
            raise FairError(f"a seed is written as {2 * SEED_BYTES} lower-case hexadecimal digits")
        return cls(bytes.fromhex(text))

    def hex(self) -> str:
        """The secret itself, for a file of a finished game."""
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
    """What a deal is for. The server's commitment holds for these terms and no others."""

    table: str
    """The identity of the table, never used for two deals."""
    edition: str
    rules: int
    board: str
    seats: int
    first: int | None = None

    def __post_init__(self) -> None:
        if re.fullmatch(TABLE, self.table) is None:
            raise FairError("a table is named by 1 to 64 letters, digits, dots, dashes and underscores")


@dataclass(frozen=True, slots=True)
class SeatCommitment:
    """What a seat, or the server in its stead, has promised."""

    who: str
    hash: str


@dataclass(frozen=True, slots=True)
class Commitments:
    """Every promise of one deal, all of them public."""

    table: str
    server: str
    seats: tuple[SeatCommitment, ...]
    stand_ins: tuple[tuple[int, str], ...] = ()
    """Seats that broke their promise, each with `UNOPENED` or `UNFIT`: the server's seed was taken instead."""

    def whole(self) -> str:
        """One hash over all promises, for a player to note before any seed is opened."""
        fields = [field for seat in self.seats for field in (seat.who.encode(), bytes.fromhex(seat.hash))]
        return sha256(joined("kolej fair 1 table", bytes.fromhex(self.server), *fields)).hexdigest()

    def by_server(self, seat: int) -> bool:
        """Whether the seat's seed comes from the server after all."""
        return self.seats[seat].who == SERVER or seat in dict(self.stand_ins)


@dataclass(frozen=True, slots=True)
class Seeds:
    """Everything that was promised, opened."""

    server: Seed = field(repr=False)
    seats: tuple[Seed, ...] = field(repr=False)


def joined(*fields: bytes | str | int) -> bytes:
    """Fields one after the other, each behind its length in four bytes, so that no two lists of fields look alike."""
    raws = [each if isinstance(each, bytes) else str(each).encode() for each in fields]
    return b"".join(len(raw).to_bytes(4, "big") + raw for raw in raws)


def server_commitment(terms: Terms, seed: Seed) -> str:
    """The server's promise."""
    first = "" if terms.first is None else terms.first
    fields = (terms.table, terms.edition, terms.rules, terms.board, terms.seats, first)
    return sha256(joined("kolej fair 1 server", *fields, seed.raw)).hexdigest()


def seat_commitment(server: str, seat: int, seed: Seed) -> str:
    """A seat's promise. The server's is part of it: that one can't change now, nor this one serve at another table."""
    return sha256(joined("kolej fair 1 seat", bytes.fromhex(server), seat, seed.raw)).hexdigest()


def server_made(server: str, seat: int, seed: Seed) -> Seed:
    """The server's seed for a seat. It follows from the server's own: standing in for a seat must not be a choice."""
    return Seed(code(seed.raw, joined("kolej fair 1 stand-in", bytes.fromhex(server), seat)))


def misfit(terms: Terms, commitments: Commitments, seeds: Seeds) -> str:
    """Why these seeds are not those promised; nothing if they are."""
    if len(commitments.seats) != terms.seats or len(seeds.seats) != terms.seats:
        return f"there must be a commitment and a seed for each of the {terms.seats} seats"
    if commitments.table != terms.table or server_commitment(terms, seeds.server) != commitments.server:
        return "the server's seed does not fit its commitment"
    for seat, (promised, seed) in enumerate(zip(commitments.seats, seeds.seats, strict=True)):
        made = seed == server_made(commitments.server, seat, seeds.server)
        if made != commitments.by_server(seat):
            return f"the seed of seat {seat} does not come from where the commitments say"
        if seat in dict(commitments.stand_ins):
            continue
        if seat_commitment(commitments.server, seat, seed) != promised.hash:
            return f"the seed of seat {seat} does not fit its commitment"
    return ""


def code(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA-256 as RFC 2104 has it.

    `hmac.digest` lets go of the interpreter each time it is called, and a server that deals thousands of cards a second
    would wait for its other threads at every card.
    """
    block = (key if len(key) <= BLOCK else sha256(key).digest()).ljust(BLOCK, b"\0")
    return sha256(block.translate(OUTER) + sha256(block.translate(INNER) + message).digest()).digest()


class Mixed:
    """All seeds in one secret, and every number that chance needs drawn from it."""

    __slots__ = ("_deck", "_named", "_secret")

    def __init__(self, commitments: Commitments, seeds: Seeds) -> None:
        # HKDF-Extract of RFC 5869.
        raws = (seed.raw for seed in (seeds.server, *seeds.seats))
        salt = bytes.fromhex(commitments.whole())
        self._secret = Seed(code(salt, joined("kolej fair 1 mix", *raws)))
        self._named: tuple[int, str, int] | None = None
        self._deck = self._secret

    def __repr__(self) -> str:
        return "Mixed(secret)"

    def deck(self, epoch: int, kind: str, number: int) -> Seed:
        """The secret of one deck: HKDF-Expand of RFC 5869. The last one is kept: cards mostly come from the same."""
        if self._named != (epoch, kind, number):
            info = joined("kolej fair 1 deck", epoch, kind, number)
            self._deck = Seed(code(self._secret.raw, info + b"\x01"))
            self._named = (epoch, kind, number)
        return self._deck


@lru_cache(maxsize=1024)
def _asking(left: int, attempt: int) -> bytes:
    """How a deck is asked for a number: the same few questions over and over."""
    return joined("kolej fair 1 number", left, attempt)


def below(deck: Seed, left: int) -> int:
    """Which of so many things left in a deck comes next, counted from 0, each as likely as the others."""
    if not 1 <= left <= 2**16:
        raise FairError(f"a deck has 1 to {2**16} things to choose from, not {left}")
    fair = 2**16 - 2**16 % left
    attempt = 0
    while True:
        said = code(deck.raw, _asking(left, attempt))
        number = int.from_bytes(said[:2], "big")
        # The numbers from `fair` on would make the first few outcomes likelier than the rest.
        if number < fair:
            return number % left
        attempt += 1


def shuffled(deck: Seed, things: Iterable[str]) -> list[str]:
    """A whole deck in the order in which it is dealt, from its things in the order of the board."""
    rest = list(things)
    return [rest.pop(below(deck, len(rest))) for _ in range(len(rest))]
