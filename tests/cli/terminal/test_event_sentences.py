"""Sentences about events, as players and spectators read them."""

import re

import pytest

from kolej import editions
from kolej.cli.terminal.output.event_sentences import EventSentences
from kolej.cli.terminal.output.labels import Labels
from kolej.engine.knowledge.events import Event, RouteClaimed
from tests.support.arranged_game import Table, cleared
from tests.support.positions import played
from tests.support.random_games import TABLES, seated, steps


def sentences(table: Table, events: list[Event], viewer: int | None = None) -> list[str]:
    return EventSentences(Labels(table.board, ["Ann", "Bob"], viewer), table.t).lines(events)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_claim_says_what_it_scored_itself(name: str, seats: int) -> None:
    game, rng, taste = seated(name, seats, 3)
    points = [0] * seats
    for step in steps(game, rng, taste):
        for event in step.events:
            if isinstance(event, RouteClaimed):
                scored = event.points - points[event.seat]
                points[event.seat] = event.points
                (line,) = EventSentences(Labels(game.edition.board), game._tables).lines([event])
                assert line.endswith(f": marker at {event.track}." if event.track and not scored else f": +{scored}.")


@pytest.mark.parametrize("name", editions.names())
def test_no_placeholder_is_left_empty(name: str) -> None:
    game = played(name, 2, 1)
    for viewer in (None, 0, 1):
        labels = Labels(game.edition.board, ["Ann", "Bob"], viewer)
        lines = EventSentences(labels, game._tables).lines(game.opening_events)
        assert lines and not [line for line in lines if re.search(r"[{}]|^log\.", line)]


def test_cards_turned_up_for_a_tunnel_are_one_sentence() -> None:
    table = cleared("europe", 2)
    table.give(0, red=4)
    table.stack("red", "wild", "blue")
    events = table.claim(0, "paris-zurich", red=3)
    assert sentences(table, events, 0) == [
        "You lay 3 red for the tunnel Paris–Zürich.",
        "Turned up: 1 red, 1 blue, 1 locomotive",
        "2 more cards are due.",
    ]
    assert sentences(table, events)[0] == "Ann lays 3 red for the tunnel Paris–Zürich."


def test_own_tickets_are_named_and_those_of_others_counted() -> None:
    table = Table("new_york", 2, opened=False)
    events = list(table.game.opening_events)
    first, second = table.game.view(0).offer
    for seat in (0, 1):
        events += table.game.apply(seat, table.game.legal(seat)[0])
    labels = Labels(table.board)
    kept = next(line for line in sentences(table, events, 0) if line.startswith("You keep"))
    assert kept in {
        f"You keep 1 of 2 tickets: {labels.ticket(first)}.",
        f"You keep 1 of 2 tickets: {labels.ticket(second)}.",
        f"You keep 2 of 2 tickets: {labels.ticket(first)}, {labels.ticket(second)}.",
    }
    held = table.game.view(0).tickets[0] or ()
    assert all(labels.ticket(ticket) in kept for ticket in held)
    assert re.search(r"^Bob keeps \d of 2 tickets\.$", "\n".join(sentences(table, events, 0)), re.MULTILINE)
