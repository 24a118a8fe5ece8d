"""Test vectors of the fair deal: a change of any byte of the method fails here, and needs a new method number.

Both implementations must produce them, and `docs/fair-deals.md` lists them for other implementations.
"""

import hmac
from hashlib import sha256
from pathlib import Path

import pytest

from kolej import fair_verifier
from kolej.engine.chance.fair.protocol import (
    OWN,
    SERVER,
    CombinedSeeds,
    Commitments,
    FairError,
    SeatCommitment,
    Seed,
    Seeds,
    Terms,
    below,
    fallback_seed,
    length_prefixed,
    seat_commitment,
    server_commitment,
    shuffled,
)

DOCUMENT = (Path(__file__).parents[2] / "docs" / "fair-deals.md").read_text(encoding="utf-8")

SERVERS = Seed(bytes(range(32)))
SEAT_0S = Seed(bytes(range(32, 64)))
TERMS = Terms("vector-1", "new_york", 1, "c9e7f9c17a855ceb", 2, method=1)

SERVER_COMMITMENT = "b3da6c37f047abcd4b95e06db318ee82b01d73587e59b086777f91be6629694c"
METHOD_2 = "c8c774c1d9d5ab288a986cd24dbb23a2073244b64ede8e785969d3fecab39a04"
"""The server's commitment by method 2, with rules 2 and two house rules."""
SEAT_0_COMMITMENT = "ceab9302dbef93178b5e7cae69f76c6483c52e085ff7f914a96cbda4e7f8bcf9"
SEAT_1_SEED = "fed6d601dce27d15f8e09850c06a8b1f4e9f402022b783b35fc18fb4a815a3df"
SEAT_1_COMMITMENT = "5eb983250f08952d59f30351fbaca449f65841bdf688c74cffbd4dac04ad0a46"
WHOLE = "d03b3fa95a32fa8323889343023ea363607e9b532c9dc0d35d6220f778fcb30c"
MIXED = "196d89b05ecc267b6f077c26514fddee1b5ed2e9b394123d0a62e29d4d762794"
DECKS = {
    (0, "first", 0): "2cbcb4f0f4ed766c81ec9c01d372e4bf39b523ae54efa513e8aea998a45c7f94",
    (0, "cards", 0): "57e6a9aa9f0a635e9c0e303802e8e9b6b0475fa17aefad94f9cbfac1e2062a36",
    (1, "cards", 0): "1390ad80391f32234e16aaccf53e9de409437e39b4c00bb3edc173456f451820",
    (0, "cards", 1): "6607f73a9a9033a673c6c7d57176a3cbd00984819e2b60b1b97e4abc91069360",
    (0, "tickets", 0): "0770827d19b63398fb6a6b13a8b08ef010fc1bde8c7dae8e621bdd9651b9de9c",
    (0, "returned", 2): "f2b9642337b36137302b8b8d39a889a3d985094b3af0ab819477b224dbfd1ec3",
}
# Deck of cards 0 in epoch 0: the position by number of items left. At 578 the first attempt is rejected.
PLACES = {1: 0, 2: 1, 3: 1, 8: 7, 44: 5, 110: 29, 578: 189, 65536: 18230}
SHUFFLED = "lvyenputmawsobrdjizqghxfkc"
"""The letters from a to z, dealt from that deck."""

CARDS = Seed.read(DECKS[0, "cards", 0])
PROMISED = Commitments(
    "vector-1",
    SERVER_COMMITMENT,
    (SeatCommitment(OWN, SEAT_0_COMMITMENT), SeatCommitment(SERVER, SEAT_1_COMMITMENT)),
)


def test_fields_are_behind_their_lengths() -> None:
    assert (
        length_prefixed("ab", 7, b"\xff")
        == b"\0\0\0\2ab\0\0\0\0017\0\0\0\1\xff"
        == fair_verifier.block("ab", 7, b"\xff")
    )
    assert length_prefixed("a", "b") != length_prefixed("ab", "") and length_prefixed() == b""


def test_commitments() -> None:
    assert server_commitment(TERMS, SERVERS) == SERVER_COMMITMENT
    assert seat_commitment(SERVER_COMMITMENT, 0, SEAT_0S) == SEAT_0_COMMITMENT
    assert fallback_seed(SERVER_COMMITMENT, 1, SERVERS).hex() == SEAT_1_SEED
    assert seat_commitment(SERVER_COMMITMENT, 1, Seed.read(SEAT_1_SEED)) == SEAT_1_COMMITMENT
    assert PROMISED.whole() == WHOLE


def test_method_2_commits_to_house_rules() -> None:
    house = ("both-doubles", "no-flush")
    terms = Terms("vector-1", "new_york", 2, "c9e7f9c17a855ceb", 2, house=house)
    assert server_commitment(terms, SERVERS) == METHOD_2
    assert METHOD_2 in DOCUMENT
    fields = ("vector-1", "new_york", "2", "c9e7f9c17a855ceb", "2", "", "both-doubles no-flush", SERVERS.raw)
    assert fair_verifier.sha("kolej fair 2 server", *fields).hex() == METHOD_2
    with pytest.raises(FairError, match="method 1 has no house rules"):
        Terms("vector-1", "new_york", 2, "c9e7f9c17a855ceb", 2, house=house, method=1)
    with pytest.raises(FairError, match="there is no method 3 of fair deals"):
        Terms("vector-1", "new_york", 2, "c9e7f9c17a855ceb", 2, method=3)


def test_mixing() -> None:
    mixed = CombinedSeeds(PROMISED, Seeds(SERVERS, (SEAT_0S, Seed.read(SEAT_1_SEED))))
    assert mixed._secret.hex() == MIXED
    assert {deck: mixed.deck(*deck).hex() for deck in DECKS} == DECKS


def test_places() -> None:
    assert {left: below(CARDS, left) for left in PLACES} == PLACES
    assert {left: fair_verifier.place(CARDS.raw, left) for left in PLACES} == PLACES
    assert "".join(shuffled(CARDS, "abcdefghijklmnopqrstuvwxyz")) == SHUFFLED


def test_an_attempt_that_is_not_fair_is_made_again() -> None:
    first, second = (
        int.from_bytes(
            hmac.digest(CARDS.raw, length_prefixed("kolej fair 1 number", 578, attempt), "sha256")[:2], "big"
        )
        for attempt in (0, 1)
    )
    assert first == 65486 >= 65536 - 65536 % 578
    assert second % 578 == PLACES[578] != first % 578


@pytest.mark.parametrize("left", [0, -1, 65537])
def test_decks_that_are_none(left: int) -> None:
    with pytest.raises(FairError, match="1 to 65536 things"):
        below(CARDS, left)


def test_the_document_shows_them_all() -> None:
    shown = [SERVER_COMMITMENT, SEAT_0_COMMITMENT, SEAT_1_SEED, SEAT_1_COMMITMENT, WHOLE, MIXED, *DECKS.values()]
    assert [value for value in shown if value not in DOCUMENT] == []
    assert SHUFFLED in DOCUMENT and "65486" in DOCUMENT
    for left, place in PLACES.items():
        assert f"| {left} | {place} |" in DOCUMENT


def test_the_first_block_of_the_document_is_the_one_hashed() -> None:
    """One block written out by hand, so that it comes from neither implementation."""
    fields = "00000013 6b6f6c656a2066616972203120736572766572 00000008 766563746f722d31 00000008 6e65775f796f726b"
    fields += " 00000001 31 00000010 63396537663963313761383535636562 00000001 32 00000000 00000020"
    assert fields in " ".join(DOCUMENT.split())
    raw = bytes.fromhex(fields) + bytes(range(32))
    assert sha256(raw).hexdigest() == SERVER_COMMITMENT
