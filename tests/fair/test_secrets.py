"""Secrecy of seeds: while a game goes on, no file, message, log or pickle contains them."""

import base64
import copy
import logging
import pickle
import traceback
from collections.abc import Callable, Iterator

import pytest

from kolej import editions
from kolej.engine.chance.fair.commitment_round import CommitmentRound
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.fair.protocol import CombinedSeeds, FairError, Seed, Seeds
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import KolejError
from kolej.engine.record.game_file import sealed
from kolej.engine.record.recorded_game import RecordedGame
from kolej.engine.record.replay import read
from tests.fair.deals import begun, bodies, dealer, gathered, go_on, hidden, seed, terms

EUROPE = editions.load("europe")


def secrets_of(dealer: FairDealer) -> list[bytes]:
    """Every secret byte string: seeds, the combined seeds, and the secrets of decks."""
    mixed = CombinedSeeds(dealer.commitments, dealer.opened())
    decks = [mixed.deck(epoch, "cards", number) for epoch in range(2) for number in range(3)]
    return [each.raw for each in (*hidden(dealer.opened()), mixed._secret, *decks, mixed.deck(0, "tickets", 0))]


def spellings(raw: bytes) -> Iterator[str]:
    """Encodings of a secret."""
    yield raw.hex()
    yield raw.hex().upper()
    yield base64.b64encode(raw).decode().rstrip("=")
    yield base64.urlsafe_b64encode(raw).decode().rstrip("=")
    yield base64.b32encode(raw).decode().rstrip("=")
    yield raw.decode("latin-1")
    yield repr(raw)[2:-1]
    yield str(list(raw))[1:-1]
    yield str(int.from_bytes(raw, "big"))
    yield str(int.from_bytes(raw, "little"))


def leaks(text: str, dealer: FairDealer) -> list[str]:
    """Secrets that a text contains in any encoding, in full or their first or last eight bytes."""
    parts = [part for raw in secrets_of(dealer) for part in (raw, raw[:8], raw[-8:])]
    return [spelled for part in parts for spelled in spellings(part) if spelled in text]


def test_leaks_are_found() -> None:
    there = dealer(EUROPE, 3, 1)
    for raw in secrets_of(there):
        for spelled in spellings(raw):
            assert leaks(f"the secret is {spelled}!", there)
    assert leaks("nothing at all", there) == []


def of(recorded: RecordedGame) -> FairDealer:
    assert isinstance(recorded.dealer, FairDealer)
    return recorded.dealer


@pytest.mark.parametrize("moves", [0, 3, 40])
def test_the_file_of_a_game_that_goes_on_has_no_seed(moves: int) -> None:
    recorded = go_on(begun("europe", 3, 1, server=[1]), 1, moves)
    text = recorded.text()
    assert leaks(text, of(recorded)) == []
    assert "seed" not in text.replace("player seed", "")
    assert text.count("commitment ") == 4 and recorded.opened() is None


def test_a_finished_file_has_them_all_and_is_else_the_same() -> None:
    """When a game ends, its file only grows: earlier lines and seals don't change."""
    recorded = begun("new_york", 2, 1)
    texts = [recorded.text()]
    while not recorded.game.over:
        go_on(recorded, len(texts), moves=1)
        texts.append(recorded.text())
    *running, last = texts
    lines = last.splitlines()
    for text in running:
        assert text.splitlines()[:-1] == lines[: len(text.splitlines()) - 1]
    opened = recorded.opened()
    assert opened is not None
    expected = [f"seed {who} {each.hex()}" for who, each in zip(("server", 0, 1), hidden(opened), strict=True)]
    assert bodies(last)[-4:-1] == expected


def test_seeds_that_lie_ready_are_not_written_before_the_end() -> None:
    recorded = begun("new_york", 2, 1)
    recorded.seeds = of(recorded).opened()
    assert recorded.opened() is None and leaks(recorded.text(), of(recorded)) == []


def test_nor_after_something_was_undone() -> None:
    recorded = go_on(begun("europe", 3, 1), 1, 10)
    before = len(recorded.steps)
    go_on(recorded, 2, 10)
    recorded.undo(before)
    assert recorded.epoch == 1 and leaks(recorded.text(), of(recorded)) == []


def test_nothing_prints_itself() -> None:
    recorded = begun("europe", 3, 1, server=[1])
    gathering = gathered(EUROPE, 3, 1, server=[1])
    there = of(recorded)
    for thing in (
        *hidden(there.opened()),
        there,
        there.opened(),
        there._combined,
        there._combined.deck(0, "cards", 0),
        there.commitments,
        there.terms,
        gathering,
        recorded,
        recorded.header,
        recorded.game,
        recorded.steps,
        vars(gathering),
        vars(there),
        vars(recorded),
    ):
        for text in (
            repr(thing),
            str(thing),
            f"{thing}",
            f"{thing!s:>10}" if isinstance(thing, str) else "",
            ascii(thing),
        ):
            assert leaks(text, there) == []
    assert repr(seed(1, 0)) == "Seed(secret)"
    assert repr(there).startswith("FairDealer(table='test-1', commitment='") and "epoch=0" in repr(there)


def test_nothing_is_logged(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    caplog.set_level(logging.DEBUG)
    recorded = go_on(begun("japan", 2, 1), 1, 30)
    assert caplog.text == ""
    assert capsys.readouterr() == ("", "")
    assert recorded.steps


SECRET = seed(1, 0)

WRONG: dict[str, Callable[[], object]] = {
    "a seed that does not fit": lambda: gathered(EUROPE, 3, 2).open(0, SECRET),
    "a seed too early": lambda: CommitmentRound(terms(EUROPE, 3), SECRET).open(0, SECRET),
    "a seed cut short": lambda: Seed(SECRET.raw[:31]),
    "a seed too long": lambda: Seed(SECRET.raw * 2),
    "a seed in capitals": lambda: Seed.read(SECRET.hex().upper()),
    "a seed with something around it": lambda: Seed.read(SECRET.hex() + "\n"),
    "a seed in base64": lambda: Seed.read(base64.b64encode(SECRET.raw).decode()),
    "no dealer yet": lambda: gathered(EUROPE, 3, 1).dealer(),
    "seeds of another table": lambda: FairDealer(
        terms(EUROPE, 3, 2), dealer(EUROPE, 3, 1).commitments, dealer(EUROPE, 3, 1).opened()
    ),
    "too few seeds": lambda: FairDealer(
        terms(EUROPE, 3, 1), dealer(EUROPE, 3, 1).commitments, Seeds(SECRET, (SECRET,))
    ),
    "another game": lambda: RecordedGame.start(EUROPE, 2, ["a", "b"], dealer(EUROPE, 3, 1)),
    "a dealer for another file": lambda: read(
        begun("europe", 3, 2).text(), "saved", editions.load, dealer(EUROPE, 3, 1)
    ),
}


@pytest.mark.parametrize("what", WRONG)
def test_no_error_has_a_seed(what: str) -> None:
    there = dealer(EUROPE, 3, 1)
    with pytest.raises(KolejError) as error:
        WRONG[what]()
    assert leaks(str(error.value) + repr(error.value), there) == []
    assert leaks("".join(traceback.format_exception(error.value)), there) == []


@pytest.mark.parametrize("spoiled", [lambda body: body[:-1], lambda body: body + "0", lambda body: body.upper()])
def test_nor_has_an_error_about_a_file(spoiled: Callable[[str], str]) -> None:
    recorded = go_on(begun("new_york", 2, 1), 1)
    lines = bodies(recorded.text())
    at = next(at for at, line in enumerate(lines) if line.startswith("seed 0"))
    lines[at] = "seed 0 " + spoiled(lines[at].removeprefix("seed 0 "))
    with pytest.raises(KolejError) as error:
        read(sealed(lines), "game.kolej", editions.load)
    assert f"game.kolej:{at + 1}: " in str(error.value) and leaks(str(error.value), of(recorded)) == []


@pytest.mark.parametrize("thing", [SECRET, dealer(EUROPE, 2, 1), dealer(EUROPE, 2, 1).opened(), gathered(EUROPE, 2, 1)])
def test_nothing_is_pickled(thing: object) -> None:
    with pytest.raises(TypeError, match="a seed is secret"):
        pickle.dumps(thing)
    with pytest.raises(TypeError, match="a seed is secret"):
        copy.deepcopy(thing)


def test_seeds_are_compared_and_not_hashed() -> None:
    assert seed(1, 0) == seed(1, 0) != seed(1, 1)
    assert seed(1, 0) != seed(1, 0).raw
    with pytest.raises(TypeError):
        hash(SECRET)


def test_a_fair_game_goes_on_with_its_own_dealer_or_not_at_all() -> None:
    saved = go_on(begun("europe", 3, 1), 1, 10)
    with pytest.raises(KolejError, match="saved: this game has a fair deal; it goes on only with the dealer"):
        read(saved.text(), "saved", editions.load, SeededDealer(1))
    with pytest.raises(KolejError, match="saved: the dealer's commitments are for another game"):
        read(saved.text(), "saved", editions.load, dealer(EUROPE, 3, 2))
    with pytest.raises(FairError, match="for another game"):
        RecordedGame.start(EUROPE, 3, ["a", "b", "c"], dealer(EUROPE, 3, 2), first=0)
    assert read(saved.text(), "saved", editions.load).text() == saved.text()
