"""`kolej rule`: the rulebook at the terminal."""

import pytest
from click.testing import CliRunner

from kolej.cli import main
from kolej.engine.rulebook import rule, rulebook
from tests.cli.terminal.driver import too_wide
from tests.support.move_laws import rule_ids


def test_every_written_rule_is_found() -> None:
    assert list(rulebook()) == rule_ids()
    for each in rulebook().values():
        assert each.section and each.paragraphs[0].strip() and each.title


def test_one_rule_is_printed_with_its_text() -> None:
    run = CliRunner().invoke(main, ["rule", "draw.wild-second"])
    assert run.exit_code == 0
    assert run.output.startswith("draw.wild-second (Drawing cards)\n\nYour second card cannot be a wild")
    assert too_wide(run.output) == []


def test_rulings_and_tables_keep_their_form() -> None:
    assert any(paragraph.startswith("Ruling. ") for paragraph in rule("tunnel.reveal").paragraphs)
    run = CliRunner().invoke(main, ["rule", "bullet.bonus"])
    assert "\n| 1st | +10 | +15 | +20 | +25 |\n" in run.output


def test_all_rules_are_listed_with_titles() -> None:
    run = CliRunner().invoke(main, ["rule"])
    assert run.exit_code == 0
    for id in rule_ids():
        assert f"\n  {id} " in run.output
    assert "\nDrawing cards\n" in run.output and "\nNordic\n" in run.output
    assert too_wide(run.output) == []


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("claim.sett", "there are claim.set, claim.choice"),
        ("tunel.reveal", "near it: tunnel.reveal"),
        ("xyz", 'there is no rule "xyz"'),
    ],
)
def test_an_unknown_rule_is_answered_with_a_hint(id: str, said: str) -> None:
    run = CliRunner().invoke(main, ["rule", id])
    assert run.exit_code == 2
    assert said in run.stderr
