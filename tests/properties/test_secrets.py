"""Secrecy: folding, non-interference, and possible states that could be true."""

from dataclasses import fields

import pytest
from hypothesis import given, settings

from kolej import editions
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import KolejError
from kolej.engine.game import Game
from kolej.engine.knowledge.events import (
    EVENTS,
    PUBLIC,
    SECRET,
    CardsPicked,
    DisplayFlushed,
    DisplayStood,
    Event,
    audience,
    redact,
)
from kolej.engine.moves.moves import ClaimRoute
from kolej.testing.fold import fold
from tests.support import secrecy_laws, state_laws
from tests.support.arranged_game import Table
from tests.support.move_laws import some_of
from tests.support.possible_states import Depth, is_possible
from tests.support.random_games import TABLES, Step, one_step, seated, somewhere, steps
from tests.support.secrecy_laws import (
    cannot_tell,
    folding_gives_the_view,
    goes_on_alike,
    holds_numbers_only,
    refused_alike,
    spectators_know_what_all_know,
    viewers,
    views_of,
)
from tests.support.seeds import SEEDED, SEEDS

NOBODY = -1


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_folding_a_viewers_events_gives_its_view(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    views = views_of(game)
    for step in steps(game, rng, taste):
        views = folding_gives_the_view(views, step.events, game)
        if rng.random() < 0.2:
            spectators_know_what_all_know(views)


def test_folding_begins_with_what_happened_while_dealing() -> None:
    for name, seats in TABLES:
        empty, _, _ = seated(name, seats, 0)
        dealt = Game.start(empty.edition, seats, SeededDealer("fold"))
        folding_gives_the_view(views_of(empty), dealt.opening_events, dealt)


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=2)
def test_a_viewer_cannot_tell_an_imagined_world_from_the_true_one(name: str, seats: int, seed: int) -> None:
    game, rng, taste = seated(name, seats, seed)
    guesses = Rng(seed)
    compared = 0
    for at, _ in enumerate(steps(game, rng, taste)):
        if game.over:
            break
        if at % 2:
            continue
        viewer = viewers(game)[at // 2 % (seats + 1)]
        sampled = cannot_tell(game, viewer, guesses)
        if at % 8 == 0:
            state_laws.cards_are_conserved(sampled)
            state_laws.tickets_are_conserved(sampled)
            state_laws.open_ways_are_a_recount(sampled)
            state_laws.logs_are_a_recount(sampled)
        compared += goes_on_alike(game, sampled, viewer, guesses)
    assert compared > at // 4, "too few steps were possible in both states"


@pytest.mark.parametrize(("name", "seats"), TABLES)
@given(seed=SEEDS)
@settings(SEEDED, max_examples=4)
def test_a_refusal_reveals_nothing_that_the_seat_does_not_know(name: str, seats: int, seed: int) -> None:
    game, rng = somewhere(name, seats, seed)
    for seat in range(seats):
        sampled = cannot_tell(game, seat, Rng(seed + seat))
        refused_alike(game, sampled, seat, some_of(game, rng, 60))


@pytest.mark.parametrize("name", editions.names())
def test_imagined_worlds_could_have_come_about(name: str) -> None:
    """Replayed with the sampled cards, a game leads to the sampled state."""
    depth = Depth()
    for seats in editions.load(name).rules.seats:
        for seed, taste in enumerate(("anything", "hoarding", "tickets" if seats % 2 else "routes")):
            game, rng, _ = seated(name, seats, seed)
            before, history = game.copy(), list[Step]()
            for step in steps(game, rng, taste):
                history.append(step)
                depth.look(before, step, game)
                before = game.copy()
                if not game.over and rng.random() < 3 / (40 + len(history)):
                    viewer = rng.choice(viewers(game))
                    is_possible(history, game, viewer, cannot_tell(game, viewer, Rng(len(history))))
    assert depth.reshuffles >= 3, f"too few reshuffles to say much: {depth}"
    assert depth.picking or name != "nordic", f"nobody ever put a payment together: {depth}"


@pytest.mark.parametrize(("name", "seats"), [("new_york", 4), ("berlin", 3), ("japan", 2), ("japan", 5)])
def test_worlds_stay_possible_when_tickets_go_round(name: str, seats: int) -> None:
    """All seats always draw tickets, so that the pile is used up and returned tickets are drawn again."""
    depth = Depth()
    for seed in range(2):
        game, rng, _ = seated(name, seats, seed)
        before, history = game.copy(), list[Step]()
        while (step := one_step(game, rng, "tickets")) is not None:
            history.append(step)
            depth.look(before, step, game)
            before = game.copy()
            went_round = game._state.pile_left == 0 and game._state.phase > 1
            if not game.over and went_round and rng.random() < 0.1:
                viewer = rng.choice(viewers(game))
                is_possible(history, game, viewer, cannot_tell(game, viewer, Rng(len(history))))
    assert depth.from_tail, f"no ticket came back: {depth}"
    assert depth.from_group or name != "japan", f"no ticket of the shuffled returns was drawn: {depth}"


@pytest.mark.parametrize(("name", "seats"), [("new_york", 4), ("berlin", 3), ("berlin", 4)])
def test_worlds_stay_possible_when_the_display_is_full_of_wilds(name: str, seats: int) -> None:
    """Whether a display is flushed says something about the cards drawn blind: possible states must agree with it."""
    contents: set[str] = set()
    for seed in range(12):
        game, rng, _ = seated(name, seats, seed)
        views, history = views_of(game), list[Step]()
        for step in steps(game, rng, "display" if seed % 2 else "hoarding"):
            history.append(step)
            views = folding_gives_the_view(views, step.events, game)
            for event in step.events:
                if isinstance(event, DisplayFlushed) and event.at_most is not None:
                    contents.add("at most")
                elif isinstance(event, DisplayStood) and event.at_least is not None:
                    contents.add("at least")
            if not game.over and contents and rng.random() < 0.03:
                viewer = rng.choice(viewers(game))
                is_possible(history, game, viewer, cannot_tell(game, viewer, Rng(len(history))))
    assert "at least" in contents, f"no display gave anything away: {contents}"


def test_the_true_world_is_among_those_imagined() -> None:
    game, rng, _ = seated("new_york", 2, 5)
    while not game.to_act():
        one_step(game, rng)
    for seat in (0, 1):
        game.apply(seat, game.legal(seat)[0])
    true_hand, true_place = list(game._state.hands), list(game._state.place)
    guesses = Rng(1)
    samples = [game.determinize(game.view(0), guesses)._state for _ in range(2000)]
    assert any(list(replayed.hands) == true_hand for replayed in samples), "the true hand was never imagined"
    assert any(list(replayed.place) == true_place for replayed in samples), "the true tickets were never imagined"
    assert len({tuple(replayed.hands) for replayed in samples}) >= 25, "nearly always the same hand"


def test_every_field_of_every_event_is_public_or_secret() -> None:
    assert {event.__name__ for event in EVENTS} == {event.__name__ for event in Event.__subclasses__()}
    assert len(EVENTS) == 22, "an event was added or dropped: think of who may see its fields"
    for event in EVENTS:
        for each in fields(event):
            assert each.metadata.get("audience") in (PUBLIC, SECRET), f"{event.__name__}.{each.name}"


def test_secret_fields_are_gone_for_everyone_but_the_seat() -> None:
    hidden: set[str] = set()
    for seed in range(5):
        game, rng, taste = seated("nordic" if seed % 2 else "europe", 3, seed)
        for step in steps(game, rng, taste):
            for event in step.events:
                secrets = [each.name for each in fields(event) if audience(each) == SECRET]
                for viewer in viewers(game):
                    seen = redact(event, viewer)
                    if getattr(event, "seat", NOBODY) == viewer or not secrets:
                        assert seen == event
                    elif isinstance(event, CardsPicked):
                        assert seen is None
                    else:
                        assert seen is not None
                        assert all(getattr(seen, name) is None for name in secrets)
                hidden.update(f"{type(event).__name__}.{name}" for name in secrets)
    assert {"CardDrawn.card", "TicketOffered.ticket", "TicketsKept.places", "CardsPicked.laid"} <= hidden


def test_nothing_but_numbers_hangs_on_a_view() -> None:
    game = Game.start(seated("europe", 3, 0)[0].edition, 3, SeededDealer("a very secret seed"))
    for viewer in viewers(game):
        holds_numbers_only(game.view(viewer))
        assert "secret seed" not in repr(game.view(viewer))


def test_a_view_does_not_depend_on_cards_to_come() -> None:
    """Two dealers that agree so far and differ later can't be distinguished by any view."""
    for name, seats in TABLES:
        game, _ = somewhere(name, seats, seats)
        before = views_of(game)
        for seed in range(3):
            other = game.copy()
            other.dealer = SeededDealer(seed)
            assert views_of(other) == before


@pytest.mark.parametrize("seat", [-1, 3, 2**70])
def test_there_is_no_view_for_a_seat_that_is_not_there(seat: int) -> None:
    """Seat -1 must not be taken as an index from the end, which would reveal the last seat's secrets."""
    game = Game.start(seated("europe", 3, 0)[0].edition, 3, SeededDealer(1))
    with pytest.raises(KolejError):
        game.view(seat)


def test_nothing_is_left_to_imagine_when_a_game_is_over() -> None:
    game, rng, taste = seated("new_york", 2, 0)
    for _ in steps(game, rng, taste):
        pass
    with pytest.raises(KolejError, match="the game is over"):
        game.determinize(game.view(0), Rng(1))


def test_a_payment_with_bundles_leaves_nothing_to_pick_while_the_display_is_filled() -> None:
    """The display is filled only after the claim has discarded: the payer must not see more than others by then."""
    table = Table("nordic", 2)
    table.show("red")
    table.give(0, red=3)
    table.hoard(1)
    game = table.game.copy()
    game.dealer = None
    before = game.view(0)
    events = game.apply(0, ClaimRoute(table.board.route("arhus-kobenhavn"), table.cards(red=3)))
    assert game.outcomes(), "the cards just paid have to fill the display"
    for event in secrecy_laws.seen_by(events, 0):
        before = fold(before, event)
    assert before == game.view(0)
    assert game.view(0).status == game.view().status
