"""The dialog that composes a payment with stand-ins."""

from collections.abc import Callable

import pytest

from kolej.cli.terminal.console import Console
from kolej.cli.terminal.input.stand_ins import compose
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.paint import PLAIN
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute
from tests.support.arranged_game import Table, cleared

ARCTIC = "lieksa-murmansk"


class Answers(Console):
    """A console with prepared answers."""

    def __init__(self, *answers: str) -> None:
        super().__init__(80, PLAIN, stdin_tty=False, stdout_tty=False)
        self.answers = list(answers)
        self.asked: list[str] = []

    def ask(self, prompt: str) -> str:
        self.asked.append(prompt)
        return self.answers.pop(0)


@pytest.fixture
def nordic() -> Table:
    table = cleared("nordic", 2)
    table.give(0, green=8, red=3, blue=2, wild=1)
    return table


@pytest.fixture
def composed(nordic: Table) -> Callable[..., tuple[ClaimRoute | None, Answers]]:
    def with_answers(bundles: int, *answers: str, route: str = ARCTIC) -> tuple[ClaimRoute | None, Answers]:
        person = Answers(*answers)
        begun = BeginStandIns(nordic.board.route(route), bundles)
        before = nordic.game.fingerprint()
        made = compose(nordic.game, 0, begun, Labels(nordic.board), person)
        assert nordic.game.fingerprint() == before
        return made, person

    return with_answers


def test_the_person_is_asked_only_where_there_is_a_choice(
    nordic: Table, composed: Callable[..., tuple[ClaimRoute | None, Answers]]
) -> None:
    made, person = composed(1, "x", "5", "1", "2")
    assert made == ClaimRoute(nordic.board.route(ARCTIC), nordic.cards(wild=1, blue=2, green=8, red=1))
    assert person.asked == [
        "locomotive: 0 or 1 of your 1 (12 to go)? ",
        "locomotive: 0 or 1 of your 1 (12 to go)? ",
        "locomotive: 0 or 1 of your 1 (12 to go)? ",
        "blue: 0 to 2 of your 2 (11 to go)? ",
    ]
    nordic.game.apply(0, made)
    assert nordic.game.view().owner[made.route] == 0


def test_a_payment_without_a_choice_asks_nothing(
    nordic: Table, composed: Callable[..., tuple[ClaimRoute | None, Answers]]
) -> None:
    nordic.give(0, green=8, red=2, blue=1, wild=1)
    made, person = composed(1)
    assert made == ClaimRoute(nordic.board.route(ARCTIC), nordic.cards(wild=1, blue=1, green=8, red=2))
    assert person.asked == []


def test_the_person_may_turn_back(composed: Callable[..., tuple[ClaimRoute | None, Answers]]) -> None:
    made, person = composed(1, "0", "back")
    assert made is None
    assert len(person.asked) == 2
