"""Training of the network: candidates become samples, and networks are fitted to samples."""

from pathlib import Path

import numpy as np
import pytest

from bench import fit_network, train_network
from kolej.bots.learned.features import FEATURES
from kolej.bots.learned.weights import read

DEFAULT, GAIN, HAND = (FEATURES.index(name) for name in ("usual", "gain", "hand"))


def made_up(choices: int, seed: int) -> fit_network.Samples:
    """Decisions of four moves each: a move is worth its feature `gain`, or the opposite of it with a full hand."""
    rng = np.random.default_rng(seed)
    rows = np.zeros((4 * choices, len(FEATURES)))
    rows[::4, DEFAULT] = 1
    rows[:, GAIN] = rng.normal(size=len(rows))
    rows[:, HAND] = np.repeat(rng.integers(0, 2, choices), 4)
    worth = rows[:, GAIN] * np.where(rows[:, HAND] > 0, -0.3, 0.3)
    numbers = np.repeat(np.arange(choices), 4)
    gains = worth - np.repeat(worth[::4], 4)
    noise = np.where(rows[:, DEFAULT] > 0, 0, rng.normal(size=len(rows)) * 0.1)
    return fit_network.Samples(rows, gains + noise, np.full(len(rows), 0.1), numbers)


def test_a_rule_that_turns_round_is_learned_from_noisy_notes() -> None:
    learned = fit_network.fit(made_up(2500, 1))
    gained, error = fit_network.gain(learned, made_up(500, 2), doubt=0.02)
    # Four draws of a normal variable: the best is 1.03 * 0.3 above the first on average.
    assert gained > 0.25 and error < 0.03
    for each in learned.networks:
        each.weights[2][:] = 0
    assert fit_network.gain(learned, made_up(500, 2), doubt=0.02)[0] < 0.1, "without hidden units it can't be learned"


def test_what_is_written_is_what_was_learned(tmp_path: Path) -> None:
    samples = made_up(500, 1)
    learned = fit_network.fit(samples)
    learned.write(tmp_path / "weights.json")
    network = read(tmp_path / "weights.json")
    ratings = learned.rate(samples.rows[:20])
    written = [network.rate(list(row)) for row in samples.rows[:20]]
    differences = [written[n] - written[0] - (ratings[n] - ratings[0]) for n in range(20)]
    assert differences == pytest.approx([0.0] * 20, abs=1e-3)


def test_samples_of_other_features_are_found_by_name(tmp_path: Path) -> None:
    samples = made_up(3, 1)
    order = [*range(1, len(FEATURES)), 0]
    np.savez(
        tmp_path / "old.npz",
        traits=[*(FEATURES[n] for n in order), "forgotten"],
        rows=np.c_[samples.rows[:, order], np.ones(12)],
        gains=samples.gains,
        errors=samples.errors,
        choices=samples.choices,
    )
    samples.save(tmp_path / "new.npz")
    both = fit_network.load([tmp_path / "old.npz", tmp_path / "new.npz"])
    assert np.array_equal(both.rows[:12], samples.rows) and np.array_equal(both.rows[12:], samples.rows)
    assert both.choices.tolist() == [0] * 4 + [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4 + [5] * 4
    assert both.defaults().tolist() == [n // 4 * 4 for n in range(24)]


def test_a_round_plays_notes_and_learns(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = [
        "--edition",
        "new_york",
        "--samples",
        str(tmp_path / "samples"),
        "--weights",
        str(tmp_path / "weights.json"),
    ]
    train_network.main(["train", *where, "--rounds", "2", "--seconds", "1", "--jobs", "1"])
    assert [file.name for file in sorted((tmp_path / "samples").iterdir())] == [
        "new_york-0000.npz",
        "new_york-0001.npz",
    ]
    first = read(tmp_path / "weights.json")
    assert any(any(row) for row in first.hidden)
    train_network.main(["fit", *where])
    assert "thousandths of a win more than planner" in capsys.readouterr().out


def test_without_notes_there_is_nothing_to_learn(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"there are no samples of europe in .*; train first"):
        train_network.main(["fit", "--samples", str(tmp_path)])
