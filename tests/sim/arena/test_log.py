"""The log of an arena: cut off anywhere, it can be resumed; the log of another run is refused."""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kolej.sim.arena.contest import Arena, Contest, make_arena
from kolej.sim.arena.log import ArenaLog, LogError, settings

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


@pytest.fixture
def arena() -> Arena:
    return make_arena(["new_york"], 2, ["greedy", "random", "path"], 4, 3)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deals.jsonl"


def run(path: Path, arena: Arena) -> Contest:
    contest = Contest(arena)
    with closing(ArenaLog(str(path), arena)) as log:
        for unit, deal in contest.run(1, log.known):
            log.add(unit, deal)
    return contest


def test_a_line_a_deal(path: Path, arena: Arena) -> None:
    contest = run(path, arena)
    head, *lines = map(json.loads, path.read_text().splitlines())
    assert head == {"kolej arena": settings(arena)}
    assert [(line["bots"], line["deal"]) for line in lines] == [
        (list(match.bots), deal) for deal in range(2) for match in arena.matches
    ]
    assert lines[4]["points"] == [list(points) for points in contest.played[1][1].points]


def test_cut_off_at_any_byte_it_goes_on_to_the_same_end(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arena = make_arena(["new_york"], 2, ["greedy", "random"], 4, 3)
    whole = run(path, arena)
    raw = path.read_bytes()
    # Playing is tested above; here results are looked up instead, so that a cut at every byte can be tested.
    again = {(0, deal): result for deal, result in whole.played[0].items()}

    def looked_up(work: object, numbers: range, jobs: int, stop: object) -> Iterator[object]:
        units = work.args[1]  # type: ignore[attr-defined]
        yield from (again[units[number]] for number in numbers)

    monkeypatch.setattr("kolej.sim.arena.contest.in_order", looked_up)
    for cut in range(len(raw) + 1):
        path.write_bytes(raw[:cut])
        assert run(path, arena).played == whole.played, f"cut at {cut}"
        assert path.read_bytes() == raw, f"cut at {cut}"


@pytest.mark.parametrize("share", [0.4, 0.75])
def test_cut_off_it_is_really_played_on(path: Path, arena: Arena, share: float) -> None:
    whole = run(path, arena)
    raw = path.read_bytes()
    path.write_bytes(raw[: int(share * len(raw))])
    assert run(path, arena).played == whole.played
    assert path.read_bytes() == raw


@pytest.mark.parametrize(
    ("other", "said"),
    [
        (make_arena(["berlin"], 2, ["greedy", "random", "path"], 4, 3), "editions: new_york there, berlin now"),
        (make_arena(["new_york"], 2, ["greedy", "random", "path"], 4, 4), "seed: 3 there, 4 now"),
        (make_arena(["new_york"], 2, ["greedy", "random", "path"], 8, 3), "games: 4 there, 8 now"),
        (
            make_arena(["new_york"], 2, ["greedy", "random"], 4, 3),
            "bots: greedy, random, path there, greedy, random now",
        ),
        (make_arena(["new_york"], 3, ["greedy", "random", "path"], 4, 3), "seats: 2 there, 3 now"),
        (make_arena(["new_york"], 2, ["greedy", "random", "path"], 4, 3, True), "until_clear: false there, true now"),
    ],
)
def test_another_run_is_refused_with_what_differs(path: Path, arena: Arena, other: Arena, said: str) -> None:
    run(path, arena)
    before = path.read_bytes()
    with pytest.raises(LogError) as refused:
        ArenaLog(str(path), other)
    assert said in str(refused.value)
    assert path.read_bytes() == before


def test_a_bot_that_was_changed_is_another_one(tmp_path: Path, path: Path) -> None:
    source = tmp_path / "mine.py"
    for number in range(2):
        source.write_text(f"from kolej.bots.random import RandomBot as Mine  # {number}\n")
        arena = make_arena(["new_york"], 2, [f"{source}:Mine", "greedy"], 2, 1)
        if number == 0:
            run(path, arena)
        else:
            with pytest.raises(LogError, match=r"holds another run \(files: .*mine.py \w+ there, .*mine.py \w+ now\)"):
                ArenaLog(str(path), arena)


@pytest.mark.parametrize("text", ["a shopping list", "a shopping list\n", '{"kolej": 1}\n', "[]\n", "\n"])
def test_what_is_no_log_is_refused_and_left_alone(path: Path, arena: Arena, text: str) -> None:
    path.write_text(text)
    with pytest.raises(LogError, match="is not a file of `kolej arena`"):
        ArenaLog(str(path), arena)
    assert path.read_text() == text


DEAL = {
    "edition": "new_york",
    "bots": ["greedy", "random"],
    "deal": 0,
    "points": [[1, 2], [2, 1]],
    "winners": [[1], [0]],
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"bots": ["greedy", "planner"]},
        {"edition": "berlin"},
        {"deal": None},
        {"points": [[1, 2]], "winners": [[1]]},
        {"points": [[1, 2, 3], [1, 2, 3]]},
        {"winners": [[0], [2]]},
        {"winners": [[0], []]},
    ],
)
def test_a_line_that_is_no_deal_is_named(path: Path, arena: Arena, wrong: dict[str, object]) -> None:
    run(path, arena)
    head, first, _, *rest = path.read_text().splitlines()
    path.write_text("\n".join([head, first, json.dumps(DEAL), *rest, ""]))
    ArenaLog(str(path), arena).close()
    for line in (json.dumps({**DEAL, **wrong}), "nonsense", "{}", ""):
        path.write_text("\n".join([head, first, line, *rest, ""]))
        with pytest.raises(LogError, match="line 3: this is not a deal of this run; remove this line and all after it"):
            ArenaLog(str(path), arena)


def test_two_runs_do_not_write_to_one_file(path: Path, arena: Arena) -> None:
    pytest.importorskip("fcntl")
    with closing(ArenaLog(str(path), arena)), pytest.raises(LogError, match="another run is writing to"):
        ArenaLog(str(path), arena)
    ArenaLog(str(path), arena).close()


def test_a_place_that_cannot_be_written_is_refused(tmp_path: Path, arena: Arena) -> None:
    for name in (str(tmp_path), str(tmp_path / "no" / "such" / "folder")):
        with pytest.raises(LogError, match="can't write"):
            ArenaLog(name, arena)
