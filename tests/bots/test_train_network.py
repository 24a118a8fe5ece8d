"""Teaching: what is tried is noted, and what was noted is learned."""

from pathlib import Path

import numpy as np
import pytest

from bench import fit_network as network
from bench import train_network as teaching
from kolej.bots.learned.features import TRAITS
from kolej.bots.learned.weights import read

USUAL, GAIN, HAND = (TRAITS.index(name) for name in ("usual", "gain", "hand"))


def made_up(choices: int, seed: int) -> network.Notes:
    """Choices of four moves each: a gain is worth as much as it says, but with a full hand the opposite."""
    luck = np.random.default_rng(seed)
    rows = np.zeros((4 * choices, len(TRAITS)))
    rows[::4, USUAL] = 1
    rows[:, GAIN] = luck.normal(size=len(rows))
    rows[:, HAND] = np.repeat(luck.integers(0, 2, choices), 4)
    worth = rows[:, GAIN] * np.where(rows[:, HAND] > 0, -0.3, 0.3)
    numbers = np.repeat(np.arange(choices), 4)
    gains = worth - np.repeat(worth[::4], 4)
    noise = np.where(rows[:, USUAL] > 0, 0, luck.normal(size=len(rows)) * 0.1)
    return network.Notes(rows, gains + noise, np.full(len(rows), 0.1), numbers)


def test_a_rule_that_turns_round_is_learned_from_noisy_notes() -> None:
    learned = network.fit(made_up(2500, 1))
    gained, error = network.gain(learned, made_up(500, 2), doubt=0.02)
    # Four draws of the same bell: the best is 1.03 times 0.3 above the first, on average.
    assert gained > 0.25 and error < 0.03
    for each in learned.networks:
        each.weights[2][:] = 0
    assert network.gain(learned, made_up(500, 2), doubt=0.02)[0] < 0.1, "without units there is no turning round"


def test_what_is_written_is_what_was_learned(tmp_path: Path) -> None:
    notes = made_up(500, 1)
    learned = network.fit(notes)
    learned.write(tmp_path / "lessons.json")
    lessons = read(tmp_path / "lessons.json")
    worth = learned.worth(notes.rows[:20])
    written = [lessons.worth(list(row)) for row in notes.rows[:20]]
    differences = [written[n] - written[0] - (worth[n] - worth[0]) for n in range(20)]
    assert differences == pytest.approx([0.0] * 20, abs=1e-3)


def test_notes_of_other_traits_are_found_by_name(tmp_path: Path) -> None:
    notes = made_up(3, 1)
    order = [*range(1, len(TRAITS)), 0]
    np.savez(
        tmp_path / "old.npz",
        traits=[*(TRAITS[n] for n in order), "forgotten"],
        rows=np.c_[notes.rows[:, order], np.ones(12)],
        gains=notes.gains,
        errors=notes.errors,
        choices=notes.choices,
    )
    notes.save(tmp_path / "new.npz")
    both = network.load([tmp_path / "old.npz", tmp_path / "new.npz"])
    assert np.array_equal(both.rows[:12], notes.rows) and np.array_equal(both.rows[12:], notes.rows)
    assert both.choices.tolist() == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4
    assert both.usual().tolist() == [n // 4 * 4 for n in range(24)]


def test_a_round_plays_notes_and_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = ["--edition", "new_york", "--notes", str(tmp_path / "notes"), "--lessons", str(tmp_path / "lessons.json")]
    teaching.main(["teach", *where, "--rounds", "2", "--seconds", "1", "--jobs", "1"])
    assert [file.name for file in sorted((tmp_path / "notes").iterdir())] == ["new_york-0000.npz", "new_york-0001.npz"]
    first = read(tmp_path / "lessons.json")
    assert any(any(row) for row in first.traits)
    teaching.main(["fit", *where])
    assert "thousandths of a victory more than planner" in capsys.readouterr().out


def test_without_notes_there_is_nothing_to_learn(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"there are no notes on europe in .*; teach first"):
        teaching.main(["fit", "--notes", str(tmp_path)])
