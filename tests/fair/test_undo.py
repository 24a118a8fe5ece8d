"""Undo in fair deals: the record keeps undone steps, and cards that were seen are reshuffled."""

import pytest

from kolej import editions
from kolej.engine.chance.fair.dealer import FairDealer
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import KolejError
from kolej.engine.record.game_file import GameFileError, sealed
from kolej.engine.record.recorded_game import MOST_UNDONE, RecordedGame, Undone
from kolej.engine.record.replay import read
from tests.fair.deals import begun, bodies, dealer, go_on

EUROPE = editions.load("europe")


def drew(recorded: RecordedGame) -> list[str]:
    """Let the seat that is due draw two cards from the deck, and return them."""
    before = len(recorded.steps)
    seat = recorded.game.to_act()[0]
    for _ in range(2):
        recorded.apply(seat, recorded.notation.read_move("draw"))
    return [step.text for step in recorded.steps[before:] if step.seat is None]


def opened() -> tuple[RecordedGame, int]:
    """A game at the beginning of its first turn, and that moment."""
    recorded = begun("europe", 2, 1, first=0)
    for seat in (1, 0):
        recorded.apply(seat, recorded.game.legal(seat)[-1])
    return recorded, len(recorded.steps)


def test_past_chance_a_new_epoch_begins() -> None:
    recorded, moment = opened()
    hash = recorded.game.fingerprint()
    seen = [tuple(drew(recorded))]
    for epoch in (1, 2, 3, 4):
        assert recorded.chance_since(moment)
        recorded.undo(moment)
        assert recorded.game.fingerprint() == hash and recorded.game.to_act() == [0]
        assert recorded.steps[-1].text == f"undone to {moment} epoch {epoch}" and recorded.steps[-1].hash == hash
        assert isinstance(recorded.dealer, FairDealer) and recorded.dealer.epoch == recorded.epoch == epoch
        seen.append(tuple(drew(recorded)))
    assert len(set(seen)) > 3
    assert read(recorded.text(), "again", editions.load).text() == recorded.text()


def test_before_chance_nothing_is_shuffled() -> None:
    recorded, moment = opened()
    before = moment - 1
    recorded.undo(before)
    assert not recorded.chance_since(before)
    assert recorded.steps[-1].text == f"undone to {before}" and recorded.epoch == 0
    recorded.apply(0, recorded.game.legal(0)[0])
    assert drew(recorded) == drew(opened()[0])


def test_what_was_undone_stays_and_every_moment_can_be_looked_at() -> None:
    recorded, moment = opened()
    go_on(recorded, 1, 6)
    recorded.undo(moment)
    go_on(recorded, 2, 6)
    hashes = [recorded.at(count).fingerprint() for count in range(len(recorded.steps) + 1)]
    assert hashes[1:] == [step.hash for step in recorded.steps]
    (undone,) = [number for number, step in enumerate(recorded.steps) if isinstance(step.move, Undone)]
    assert hashes[undone + 1] == hashes[moment] and recorded.events_of(undone) == []


def test_moments_that_cannot_be_gone_back_to() -> None:
    recorded, moment = opened()
    go_on(recorded, 1, 8)
    middle = len(recorded.steps)
    go_on(recorded, 1, 2)
    recorded.undo(moment)
    text = recorded.text()
    for count, said in {
        len(recorded.steps): "is not in the past of this one",
        moment: "is not in the past of this one",
        middle: "is not in the past of this one",
        0: "no seat was due",
        5: "no seat was due",
        -1: "there is no moment -1",
        10_000: "there is no moment 10000",
    }.items():
        with pytest.raises(KolejError, match=said):
            recorded.undo(count)
        assert recorded.text() == text
    recorded.undo(moment - 1)


def test_a_game_that_is_over_stays_over() -> None:
    """Its seeds are open, so everything that followed would be known."""
    recorded = go_on(begun("new_york", 2, 1), 1)
    with pytest.raises(GameFileError, match="the game is over"):
        recorded.undo(len(recorded.steps) - 1)
    lines = bodies(recorded.text())
    step = next(line for line in reversed(lines) if line.startswith(("0", "1", "-")))
    lines.insert(lines.index(step) + 1, f"- undone to 12 epoch 1 = {recorded.steps[11].hash}")
    with pytest.raises(GameFileError, match="this step can't be made: the game is over"):
        read(sealed(lines), "game.kolej", editions.load)


def test_a_dealer_that_would_bring_the_same_cards_is_refused() -> None:
    recorded = RecordedGame.start(EUROPE, 2, ["a", "b"], SeededDealer(1), first=0)
    for seat in (1, 0):
        recorded.apply(seat, recorded.game.legal(seat)[-1])
    moment = len(recorded.steps)
    cards = drew(recorded)
    with pytest.raises(GameFileError, match="this dealer would bring them again"):
        recorded.undo(moment)
    recorded.dealer = None
    recorded.undo(moment)
    recorded.dealer = SeededDealer(2)
    assert drew(recorded) != cards
    assert recorded.header.fair is None
    assert read(recorded.text(), "again", editions.load).text() == recorded.text()


def test_a_game_taken_up_again_goes_on_in_its_epoch() -> None:
    recorded, moment = opened()
    drew(recorded)
    recorded.undo(moment)
    drew(recorded)
    again = read(recorded.text(), "saved", editions.load, dealer(EUROPE, 2, 1, first=0))
    assert again.epoch == 1 and isinstance(again.dealer, FairDealer) and again.dealer.epoch == 1
    assert drew(again) == drew(recorded)
    assert again.text() == recorded.text()


def test_undoing_is_distinguished_from_an_outcome_and_checked() -> None:
    recorded, moment = opened()
    drew(recorded)
    recorded.undo(moment)
    *lines, last, closing = bodies(recorded.text())
    for instead, said in {
        last.replace("epoch 1", "epoch 2"): 'must be spelled "undone to',
        last.replace(" epoch 1", ""): 'must be spelled "undone to',
        last.replace(f"to {moment}", f"to {moment - 1}"): "after this step the state has the hash",
        last.replace(f"to {moment}", "to 99999"): "there is no moment 99999",
        last.replace(f"to {moment}", "to 3"): "no seat was due",
        last.replace("- ", "0 "): 'there is no move "undone"',
        last.replace("undone to", "undone"): "chance owes nothing",
    }.items():
        assert instead != last
        with pytest.raises(GameFileError) as error:
            read(sealed([*lines, instead, closing]), "game.kolej", editions.load)
        assert said in str(error.value) and error.value.line == len(lines) + 1


def test_a_file_cannot_keep_its_reader_busy_for_hours() -> None:
    recorded, moment = opened()
    move = recorded.game.legal(0)[0]
    step = recorded.steps[-1]
    recorded.steps += [type(step)(None, Undone(moment), f"undone to {moment}", step.hash, ())] * MOST_UNDONE
    recorded.apply(0, move)
    with pytest.raises(GameFileError, match=f"a game can be gone back in {MOST_UNDONE} times at most"):
        recorded.undo(moment)
