"""Names as keys: look-alikes have one skeleton, different names have two."""

import unicodedata

import pytest

from kolej.store.names import INVISIBLE, invisible, login_key, skeleton

HOMOGLYPHS = {
    "Ada": ["ada", "\u0410d\u0430", "\u0391da", "\uff21da", "Ada\ufe0f", "A\u200bda", " Ada"],
    "Alice": ["AIice", "A1ice", "\u0391l\u0456ce", "Al\u0131ce"],
    "Bob": ["\u0412\u043eb", "B0b", "\u0392\u03bfb"],
    "Nikos": ["\u039dikos", "Nik\u03bfs"],
    "Ann K": ["Ann\u2003K", "Ann  K", "Ann \u041a"],
}


@pytest.mark.parametrize(("name", "copy"), [(name, copy) for name, copies in HOMOGLYPHS.items() for copy in copies])
def test_look_alikes_have_one_skeleton(name: str, copy: str) -> None:
    assert skeleton(name) == skeleton(copy)


def test_different_names_have_different_skeletons() -> None:
    names = [
        *HOMOGLYPHS,
        "\xc1da",
        "Ad\xe1m",
        "Adam",
        "Bobo",
        "\u0421\u0430\u0448\u0430",
        "\u039d\u03af\u03ba\u03bf\u03c2",
        "Ann",
    ]
    assert len({skeleton(name) for name in names}) == len(names)


def test_every_name_keeps_something_of_itself() -> None:
    """A skeleton is empty only for a name that shows nothing."""
    shown = [chr(code) for code in range(0x20, 0x3000) if unicodedata.category(chr(code))[0] in "LNPS"]
    assert [each for each in shown if each not in INVISIBLE and not skeleton(each)] == []


def test_what_shows_nothing() -> None:
    fillers = "\u200b\u200d\u200e\u200f\u2060\ufeff\u3164\u115f\u1160\uffa0\u2800\u034f\u202e\u2066\u061c\U000e0041"
    assert all(map(invisible, fillers)) and not any(map(invisible, "a \u0301\u017c\u6f22"))


def test_log_in_keys_ignore_case_and_encoding_only() -> None:
    assert login_key("Ada") == login_key(" \uff21DA ") != login_key("\u0410da")
