"""Several people at one screen: nobody sees the secrets of another."""

import re
from pathlib import Path

from kolej import editions
from kolej.cli.terminal.console import CLEAR
from kolej.cli.terminal.output.labels import Labels
from kolej.engine.record.replay import load
from tests.cli.terminal.driver import CONTROL, Player, Terminal, too_wide

HAND_OVER = re.compile(r"Pass to (\w+), then press Enter\. ")


def screens(raw: str) -> list[tuple[str, str]]:
    """The screens between two clearings, each with the player who sees it ("nobody" during a hand-over)."""
    out: list[tuple[str, str]] = []
    person = "nobody"
    for part in raw.split(CLEAR):
        text = CONTROL.sub("", part).replace("\r", "")
        passed = HAND_OVER.search(text)
        out.append(("nobody" if passed else person, text))
        person = passed[1] if passed else person
    return out


def test_nobody_sees_what_is_anothers(tmp_path: Path) -> None:
    file = tmp_path / "pair.kolej"
    options = ("--players", "Ann,Bob", "--seed", "8", "--save", file.name)
    with Terminal("play", "new_york", *options, cwd=tmp_path) as terminal:
        Player(terminal, seed=3).play(terminal.screen())
        assert terminal.code() == 0
        assert too_wide(terminal.shown) == []
        game_over = terminal.raw.index("The game is over.")
        shown = screens(terminal.raw[:game_over])
    recorded = load(file, editions.load)
    labels = Labels(recorded.edition.board)
    held = recorded.game.view().tickets
    assert [person for person, _ in shown].count("Bob") > 5
    for seat, other in ((0, "Bob"), (1, "Ann")):
        tickets = [labels.ticket(ticket) for ticket in held[seat] or ()]
        own = "".join(text for person, text in shown if person == ("Ann", "Bob")[seat])
        assert tickets and all(f"{ticket} (" in own for ticket in tickets)
        for person, text in shown:
            if person == other:
                assert not any(f"{ticket} (" in text for ticket in tickets), text


def test_a_hand_over_shows_nothing_but_the_name() -> None:
    with Terminal("play", "europe", "--players", "Ann,Bob,Cleo", "--seats", "4", "--seed", "8") as terminal:
        Player(terminal, seed=3).play(terminal.screen(), decisions=12)
        shown = screens(terminal.raw)
    between = [text.strip() for person, text in shown[1:] if person == "nobody"]
    assert len(between) >= 10
    assert {HAND_OVER.sub("", text + " ") for text in between} == {""}
    assert {HAND_OVER.search(text + " ")[1] for text in between} == {"Ann", "Bob", "Cleo"}  # type: ignore[index]


def test_a_person_sees_what_came_of_the_move_before_the_screen_is_cleared() -> None:
    with Terminal("play", "new_york", "--players", "Ann,Bob", "--seed", "8") as terminal:
        terminal.screen()
        assert "Ann, choose your tickets" in terminal.say("")
        after = terminal.say("keep 1")
        assert "You have chosen your tickets." in after and after.endswith("Press Enter to clear the screen. ")
        assert terminal.say("").strip() == "Pass to Bob, then press Enter."


def test_one_person_among_bots_is_never_asked_to_pass_on() -> None:
    with Terminal("play", "new_york", "--seats", "3", "--seed", "8") as terminal:
        Player(terminal, seed=3).play(terminal.screen(), decisions=6)
        assert "Pass to" not in terminal.shown and CLEAR not in terminal.raw


def test_lines_typed_by_one_person_can_not_be_called_back_by_the_next() -> None:
    with Terminal("play", "new_york", "--players", "Ann,Bob", "--seed", "8") as terminal:
        terminal.screen()
        terminal.say("")
        terminal.say("keep 1")
        terminal.say("")
        assert "Bob, choose your tickets" in terminal.say("")
        assert "keep 1" not in terminal.say("\x1b[A\x1b[A")
        assert "You have chosen your tickets." in terminal.say("keep 2")
