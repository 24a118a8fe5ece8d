"""Names stored in the trained weights of `learned`: the keys, and the features in their order."""

import json

from kolej import editions
from kolej.bots.learned.features import FEATURES
from kolej.bots.learned.weights import file_of

REMEDY = (
    "the files in `learned/weights` have the old names, and took hours to train. Classes, functions and modules may be "
    "renamed; to rename, add or drop a stored name, rewrite or retrain every file."
)

STORED = """
usual; time; last turn; slack; plan; no plan; given up; hand; wilds; rival's hand; supply; rival's supply; lead;
tickets; second card; opening; seats; deck; usual is a claim; usual is a card; usual points; blind; take; take wild;
draw tickets; keep; claim; bundles; build; pass; effort; wish; have; need; pays; pays a planned one; share; card's
gain; points; pieces; cards; wilds laid; planned; last planned; rivals; both ends; spent; left; reveals; spare;
touches; joins; twin; ends the game; ends it ahead; completes; steps; gain; risk; wanted; harm; cuts; path; path
ahead; path behind; due; hope; pile; value; less than best; kept; lost; turns; worth; buildings; saved
"""


def test_features_keep_their_names_and_order() -> None:
    assert list(FEATURES) == " ".join(STORED.split()).split("; "), REMEDY


def test_files_have_these_keys_and_features() -> None:
    for edition in editions.names():
        stored = json.loads(file_of(edition).read_text())
        assert list(stored) == ["traits", "straight", "bias", "units"], REMEDY
        assert list(stored["traits"]) == list(FEATURES) == list(stored["straight"]), REMEDY
