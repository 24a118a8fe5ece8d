"""Names that are stored in databases: tags and fields of entries, table statuses, secrets. They never change."""

from dataclasses import fields
from typing import Any

from kolej.server.tables.log import entries, seeds
from kolej.server.tables.log.entries import BODIES, Body
from kolej.server.tables.log.listing import Summary
from kolej.server.tables.log.seat import Seat
from kolej.server.wire.tables import Clock, TableSettings
from kolej.shapes import SHAPES
from kolej.store.models import TableStatus

REMEDY = (
    "databases that exist have the old name. A class may be renamed: its tag in BODIES stays. A field may be renamed "
    "if its stored name stays: msgspec.field(name=...) or rename=. A new tag, or a new field with a default, is added "
    "here as well."
)

STORED_BODIES = {
    "opened": "settings host after",
    "settled": "settings bots names",
    "sat": "seat person name shape",
    "left": "seat host",
    "forgotten": "person seats host",
    "requested": "seat person name agreed",
    "declined": "seat",
    "bot": "seat level shape name",
    "shape": "seat shape",
    "resigned": "seat host plays_on",
    "ending": "seat agreed",
    "kept": "seat",
    "stopped": "why events hash",
    "stations": "seat routes totals ranks",
    "emptied": "seat",
    "dealing": "table rules board server waits_for house method",
    "committed": "seat hash",
    "fixed": "commitments",
    "seeded": "seat",
    "missing": "seats",
    "consented": "seat seats",
    "dealt": "stand_ins",
    "began": "players outcomes events hash",
    "moved": "seat move outcomes by spent choosing events hash",
    "asked": "seat entry needed agreed",
    "lapsed": "seat",
    "undone": "seat entry epoch agreed hash",
    "said": "seat name text person",
    "moderated": "person action",
    "deletion": "person",
    "away": "seat why",
    "back": "seat",
    "ended": "totals ranks",
    "rematch": "code",
}
"""The tag of every body, and its fields in JSON."""
STORED_PARTS: dict[type[Any], str] = {
    TableSettings: "edition seats open undo pace hints clock absent resign first house hot_seat",
    Clock: "bank more",
    Summary: "settings host seats made_by next deletion early resigned totals ranks",
}


def stored_fields(struct: type[Any]) -> str:
    return " ".join(struct.__struct_encode_fields__)


def test_tags_and_fields_of_bodies() -> None:
    assert {tag: stored_fields(body) for tag, body in BODIES.items()} == STORED_BODIES, REMEDY


def test_every_body_has_one_tag() -> None:
    assert set(BODIES.values()) == set(Body.__subclasses__()) and len(set(BODIES.values())) == len(BODIES)


def test_fields_of_what_bodies_and_lists_consist_of() -> None:
    assert {part: stored_fields(part) for part in STORED_PARTS} == STORED_PARTS, REMEDY
    # A dataclass stores its fields under their own names: to rename one, make it a struct that keeps the stored name.
    assert " ".join(each.name for each in fields(Seat)) == "name person level away shape", REMEDY
    assert SHAPES == ("circle", "triangle", "square", "diamond", "star"), REMEDY


def test_words_in_bodies() -> None:
    assert (entries.ABSENT, entries.CLOCK, entries.LEFT) == ("absent", "clock", "left"), REMEDY
    assert entries.RESIGNED == "resigned", REMEDY
    assert (entries.MUTE, entries.REMOVE, entries.ALLOW) == ("mute", "remove", "allow"), REMEDY
    assert (entries.PERSON, entries.BOT) == ("person", "bot"), REMEDY


def test_states_of_tables() -> None:
    assert [state.value for state in TableStatus] == ["open", "running", "finished", "abandoned"], REMEDY


def test_names_of_secrets() -> None:
    assert (seeds.SERVER_SEED, seeds.seat_seed(3), seeds.unfit_seed(3)) == ("seed", "seed 3", "unfit 3"), REMEDY
