"""The message renderer and the plural rules of `kolej.locale`."""

import json
import shutil
import subprocess

import pytest

from kolej.locale import LANGUAGES, load
from kolej.locale.message import MessageError, Value, parse, render
from kolej.locale.plurals import PLURAL_RULES

INTL = """
const rules = process.argv.slice(1).map((language) => [language, new Intl.PluralRules(language)])
const forms = rules.map(([language, rule]) => [language, Array.from({length: 1001}, (_, count) => rule.select(count))])
console.log(JSON.stringify(Object.fromEntries(forms)))
"""


def say(message: str, language: str = "en", **values: Value) -> str:
    return render(parse(message), values, PLURAL_RULES[language])


def test_plural_rules_are_those_of_browsers() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    done = subprocess.run([node, "-e", INTL, *LANGUAGES], capture_output=True, text=True, check=True)
    theirs = json.loads(done.stdout)
    assert theirs == {language: [PLURAL_RULES[language](count) for count in range(1001)] for language in LANGUAGES}


def test_values_are_put_in() -> None:
    assert say("{name} is to move, {name}!", name="Ada") == "Ada is to move, Ada!"


def test_a_negative_number_has_a_minus_sign() -> None:
    assert say("{count, plural, one {# point} other {# points}}", count=-4) == "−4 points"


def test_the_plural_of_the_language_is_chosen() -> None:
    cards = "{count, plural, one {# karta} few {# karty} many {# kart} other {# karty}}"
    assert [say(cards, "pl", count=count) for count in (1, 3, 5, 12, 22)] == [
        "1 karta",
        "3 karty",
        "5 kart",
        "12 kart",
        "22 karty",
    ]


def test_an_exact_number_comes_first() -> None:
    assert say("{n, plural, =0 {none} one {# left} other {# left}}", n=0) == "none"


def test_a_word_selects() -> None:
    message = "{who, select, you {Your turn} other {Turn of {who}}}"
    assert say(message, who="you") == "Your turn"
    assert say(message, who="Bo") == "Turn of Bo"


def test_cases_nest_and_a_number_sign_outside_is_plain() -> None:
    message = "Seat #{seat}: {n, plural, one {# card of {name}} other {# cards of {name}}}"
    assert say(message, seat=2, n=4, name="Ada") == "Seat #2: 4 cards of Ada"


def test_what_is_missing_is_shown() -> None:
    assert say("Hello {name}") == "Hello {name}"
    assert load("en").text("no.such.key") == "no.such.key"


@pytest.mark.parametrize(
    "message", ["{", "a } b", "{n, plural, one {x}}", "{n, plural, other {x}", "{n, odd, other {x}}", "{}"]
)
def test_a_broken_message_is_refused(message: str) -> None:
    with pytest.raises(MessageError):
        parse(message)


def test_a_language_nobody_wrote_is_english() -> None:
    assert load("xx") is load("en")
    assert load("pl").language == "pl"
