"""Golden playthroughs: the games play as they did when they were recorded, and every viewer sees the same."""

import json
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from kolej import editions
from kolej.engine.knowledge.events import BY_TAG
from kolej.engine.record.json import to_json
from kolej.testing.fold import fold
from kolej.testing.json import event_from_json, event_to_json, view_from_json
from tests.golden.make import HERE, PLAYTHROUGHS, RENEW, Playthrough, made

FILES = sorted(path for path in HERE.iterdir() if path.suffix in (".txt", ".json"))
FOLDS = [path for path in FILES if path.suffix == ".json"]


@cache
def parsed(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: str(playthrough.name))
def test_games_are_played_as_they_were(playthrough: Playthrough) -> None:
    for name, text in made(playthrough).items():
        path = HERE / name
        assert path in FILES, f"{name} is missing; write it with `{RENEW}`"
        written = path.read_bytes().decode()
        lines = zip_longest(written.split("\n"), text.split("\n"), fillvalue="(nothing)")
        for number, (was, now) in enumerate(lines, start=1):
            assert was == now, (
                f"tests/golden/{name}:{number} was\n  {was[:1000]}\nand is now\n  {now[:1000]}\n"
                f"If that is meant, raise the version of the rules that changed and renew all with `{RENEW}`."
            )


def test_every_edition_has_one_for_its_fewest_and_most_seats() -> None:
    assert {path.name for path in FILES} == {f"{each.name}{end}" for each in PLAYTHROUGHS for end in (".txt", ".json")}
    for name in editions.names():
        seats = editions.load(name).rules.seats
        assert {min(seats), max(seats)} <= {each.seats for each in PLAYTHROUGHS if each.edition == name}


@pytest.mark.parametrize("path", FOLDS, ids=lambda path: str(path.stem))
def test_folding_what_is_sent_gives_what_is_known(path: Path) -> None:
    for part in parsed(path)["parts"]:
        for seen in part["viewers"]:
            view = view_from_json(seen["view"])
            assert view.viewer == seen["viewer"] and to_json(view) == seen["view"]
            for then in seen["then"]:
                for sent in then["events"]:
                    event = event_from_json(sent)
                    assert event_to_json(event) == sent
                    view = fold(view, event)
                assert to_json(view) == then["view"]


def test_every_kind_of_event_is_folded_somewhere() -> None:
    sent = {
        event["kind"]
        for path in FOLDS
        for part in parsed(path)["parts"]
        for seen in part["viewers"]
        for then in seen["then"]
        for event in then["events"]
    }
    assert sent == set(BY_TAG)


def test_they_stay_small_enough_to_be_read() -> None:
    assert sum(path.stat().st_size for path in FILES) < 1_500_000
    assert all(path.stat().st_size < 40_000 for path in FILES if path.suffix == ".txt")
