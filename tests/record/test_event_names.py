"""Stored names of events: tags, fields, and names in event lines. None of them ever changes."""

from dataclasses import fields

from kolej.engine.knowledge.events import BY_TAG, EVENTS, TAGS, Event
from kolej.engine.knowledge.view import Status
from kolej.testing.event_notation import KINDS, OWED, PHASES

REMEDY = (
    "logs that exist and clients know the old name. A class may be renamed: its tag in BY_TAG stays. Before a field is "
    "renamed, whatever reads logs must still understand the old name. A new event or field is added here as well."
)

STORED_EVENTS = {
    "FirstSeatDrawn": "status seat",
    "PileReached": "status seat tickets",
    "CardDrawn": "status seat dealt hand_size card hand",
    "CardTaken": "status seat slot card hand_size known hand",
    "CardTurnedUp": "status slot card unseen",
    "DisplayFlushed": "status display discard at_most",
    "DisplayStood": "status at_least",
    "DeckReshuffled": "status deck hidden discard",
    "TicketOffered": "status seat offered ticket offer",
    "TicketsChosen": "status seat places",
    "TicketsKept": "status seat count returned held places tickets",
    "RouteClaimed": "status seat route option cards points track supply hand_size known discard shown laid turned hand",
    "StationBuilt": "status seat city cards supply hand_size known discard shown hand",
    "TunnelBegun": "status seat route cards hand_size known laid shown hand",
    "TunnelCardTurned": "status seat card turned unseen",
    "TopUpDue": "status seat count",
    "TunnelRefused": "status seat route hand_size known discard laid turned hand",
    "CardsPicked": "status seat laid",
    "Passed": "status seat",
    "TurnBegan": "status seat",
    "LastRoundBegan": "status seat",
    "GameEnded": "status hands tickets",
}
"""The tag of every event, and its fields."""
STORED_STATUS = (
    "phase seat first owes then turns_left ending passes decks deck_left pool "
    "pile_left group_left tail_left wanted option color due stand_ins"
)
IN_A_LINE = """
first-seat-drawn pile-reached card-drawn card-taken card-turned-up display-flushed display-stood deck-reshuffled
ticket-offered tickets-chosen tickets-kept route-claimed station-built tunnel-begun tunnel-card-turned top-up-due
tunnel-refused cards-picked passed turn-began last-round-began game-ended
"""


def names(of: type[Event | Status]) -> str:
    return " ".join(each.name for each in fields(of))


def test_tags_and_fields_of_events() -> None:
    assert {tag: names(event) for tag, event in BY_TAG.items()} == STORED_EVENTS, REMEDY
    assert names(Status) == STORED_STATUS, REMEDY


def test_every_event_has_one_tag() -> None:
    # By name: a dataclass with slots is created twice, and the first class stays among the subclasses.
    assert {event.__name__ for event in EVENTS} == {event.__name__ for event in Event.__subclasses__()}
    assert {event: tag for tag, event in BY_TAG.items()} == TAGS and len(TAGS) == len(BY_TAG)


def test_words_in_a_line() -> None:
    assert list(KINDS) == IN_A_LINE.split(), REMEDY


def test_words_of_phases_and_of_what_chance_owes() -> None:
    phases = ("setup", "opening", "turn", "second", "keeping", "tunnel", "picking", "over")
    owes = "nothing first_seat hand_card display_card blind_card tunnel_card opening_ticket ticket"
    assert phases == PHASES, REMEDY
    assert tuple(owes.split()) == OWED, REMEDY
