"""Checks of rules: slots of the wrong type, numbers that can't be played, awards that fail."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kolej.editions.places import Places
from kolej.editions.rules_file import error_text
from kolej.engine.board.model import Board
from kolej.engine.chance.rng import Rng
from kolej.engine.chance.seeded import SeededDealer
from kolej.engine.errors import Fault, RulesError
from kolej.engine.game import Game
from kolej.engine.ruleset.compile import compile_tables
from kolej.engine.ruleset.rows import Deal, EmptyDeck, End, Travel
from kolej.engine.ruleset.rules import Edition, Rules
from kolej.engine.scoring.award import Award, Tie
from kolej.engine.scoring.score_sheet import ScoreSheet
from kolej.rules.claims import Plain
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, Opening, offer

GAMES = 3
"""How many random games are played with each seat count to try awards and tie-breaks."""


@dataclass(frozen=True)
class Slot:
    """What a slot of the rules may hold."""

    wants: str
    fits: Callable[[Any], bool]


def _count(value: Any, least: int) -> bool:
    return type(value) is int and value >= least


def _counts(**least: int) -> Callable[[Any], bool]:
    """A check that a part has these integers, each at least as high as given."""
    return lambda part: (
        not isinstance(part, type) and all(_count(getattr(part, name, None), low) for name, low in least.items())
    )


def _all(values: Any, fits: Callable[[Any], bool]) -> bool:
    return isinstance(values, (tuple, list)) and all(map(fits, values))


def _can(name: str) -> Callable[[Any], bool]:
    """A check that a part is an object, not a class, with this method."""
    return lambda part: not isinstance(part, type) and callable(getattr(part, name, None))


def _mapping(values: Any, fits: Callable[[Any], bool]) -> bool:
    return (
        isinstance(values, Mapping)
        and len(values) > 0
        and all(isinstance(key, str) and fits(value) for key, value in values.items())
    )


SLOTS = {
    "version": Slot("a whole number of 1 or more", lambda value: _count(value, 1)),
    "seats": Slot(
        "a range of seat counts, such as range(2, 5)",
        lambda value: isinstance(value, range) and len(value) > 0 and value.start >= 1 and value.step == 1,
    ),
    "deck": Slot("a deck, such as Deck(each=6, wilds=8)", _counts(each=1, wilds=0)),
    "pieces": Slot(
        'what each seat places, such as {"train": 20}', lambda value: _mapping(value, lambda n: _count(n, 1))
    ),
    "opening": Slot(
        "what seats begin with, such as Opening(cards=2, deal=offer(...))",
        lambda part: _counts(cards=1)(part) and isinstance(getattr(part, "deal", None), Deal),
    ),
    "market": Slot(
        "a display, such as Market(face_up=5, wild_alone=True, flush_at=3)",
        lambda part: _counts(face_up=0, flush_at=1)(part) and isinstance(getattr(part, "wild_alone", None), bool),
    ),
    "claims": Slot(
        'a part for each kind of route, such as {"plain": Plain(POINTS, "train")}',
        lambda value: _mapping(value, _can("claims")),
    ),
    "doubles": Slot("when both halves are open, such as Doubles(both_from=3)", _counts(both_from=1)),
    "tickets": Slot("what is offered in play, such as offer(...)", lambda value: isinstance(value, Deal)),
    "end": Slot('when the game ends, such as End(pieces=("train",), at_most=2)', lambda value: isinstance(value, End)),
    "awards": Slot(
        "a tuple of awards, such as (Tickets(),)", lambda value: _all(value, lambda part: isinstance(part, Award))
    ),
    "ties": Slot(
        "a tuple of tie-breaks, such as (ByTickets(),)", lambda value: _all(value, lambda part: isinstance(part, Tie))
    ),
    "builds": Slot(
        "a tuple of what can be built, such as (Stations(costs=(1, 2, 3)),)",
        lambda value: _all(value, _can("builds")),
    ),
    "pool": Slot("a whole number of 0 or more", lambda value: _count(value, 0)),
    "travel": Slot("a Travel(...)", lambda value: isinstance(value, Travel)),
    "empty_deck": Slot(
        "an EmptyDeck(...), such as EmptyDeck(at_once=True)", lambda value: isinstance(value, EmptyDeck)
    ),
    "house": Slot("nothing: house rules are chosen when an edition is loaded", lambda value: value == ()),
    "differences": Slot(
        'a tuple of sentences, such as ("15 taxis each.",)',
        lambda value: _all(value, lambda text: isinstance(text, str)),
    ),
}

# Slots that are tried together, and the remedy when they can't be played.
TRIALS: tuple[tuple[tuple[str, ...], str], ...] = (
    (("deck",), "use other numbers in the deck"),
    (("opening",), "offer fewer tickets or of another deck, or add tickets to the board"),
    (("deck", "opening", "market"), "use a larger deck, deal fewer cards, or show fewer"),
    (("tickets",), "offer 1 to 8 tickets of one deck of the board, and keep at least 1 of them"),
    (("end",), "count pieces that seats have"),
    (("builds",), "name a piece that seats have, and a price for each of it"),
)


def valid_slots(rules: Rules) -> set[str]:
    """The slots that hold the right type of value."""
    return {name for name, slot in SLOTS.items() if slot.fits(getattr(rules, name))}


def slot_faults(board: Board, rules: Rules, places: Places) -> list[Fault]:
    """Slots of the wrong type, and slots that can't be played on this board."""
    valid = valid_slots(rules)
    faults = [
        places.slot(name, f"this can't be {_shown(getattr(rules, name))}", f"write {slot.wants}")
        for name, slot in SLOTS.items()
        if name not in valid
    ]
    if {"seats", "pieces"} <= valid:
        faults += _trial_faults(board, rules, valid, places)
    return faults


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _trial_faults(board: Board, rules: Rules, valid: set[str], places: Places) -> Iterator[Fault]:
    """Try a few slots at a time, with plain parts in all others, so that no fault hides another."""
    reported: set[str] = set()
    # One route is enough; if it is half of a double, it is tried without the other half.
    small = replace(board, routes=(replace(board.routes[0], pair=None),))
    for slots, remedy in TRIALS:
        if not valid.issuperset(slots):
            continue
        tried = replace(_plain(board, rules), **{slot: getattr(rules, slot) for slot in slots})
        for seats in rules.seats:
            try:
                compile_tables(small, tried, seats)
            except RulesError as error:
                problem = error_text(error)
                if problem not in reported:
                    yield places.slot(slots[0], problem, remedy)
                reported.add(problem)
                break
            except Exception as error:
                yield places.raised(slots[0], error, remedy)
                break


def _plain(board: Board, rules: Rules) -> Rules:
    """Rules that fit any board, with the seats and pieces of these."""
    deck = board.tickets[0].deck
    piece = next(iter(rules.pieces))
    route = board.routes[0]
    deal = offer(keep=1, returns=BOTTOM, **{deck: 1})
    return Rules(
        version=1,
        seats=rules.seats,
        deck=Deck(each=15, wilds=15),
        pieces=rules.pieces,
        opening=Opening(cards=1, deal=deal),
        market=Market(face_up=1, wild_alone=True, flush_at=2),
        claims={route.kind: Plain({route.length: 1}, piece)},
        doubles=Doubles(both_from=1),
        tickets=deal,
        end=End(pieces=(piece,), at_most=0),
        awards=(),
        ties=(),
    )


def score_faults(board: Board, rules: Rules, places: Places) -> list[Fault]:
    """Play random games with every seat count, and try every award and tie-break on their ends."""
    edition = Edition(board.id, board, replace(rules, awards=(), ties=()))
    faults: dict[str, Fault] = {}
    for seats in rules.seats:
        for seed in range(GAMES):
            try:
                game = Game.start(edition, seats, SeededDealer(seed))
                game.rollout(Rng(seed))
                sheet = game.standings().sheet
            except RulesError as error:
                return [places.slot("RULES", error_text(error), "change the rules or the board")]
            except Exception as error:
                return [places.raised("RULES", error, "change the rules or the board")]
            for award in rules.awards:
                _try_part("awards", f'award "{award.id}"', award.points, sheet, places, faults)
            for tie in rules.ties:
                _try_part("ties", f'tie-break "{tie.id}"', tie.keys, sheet, places, faults)
    return list(faults.values())


def _try_part(
    slot: str,
    who: str,
    numbers_of: Callable[[ScoreSheet], Iterable[int]],
    sheet: ScoreSheet,
    places: Places,
    faults: dict[str, Fault],
) -> None:
    remedy = "give a list with a whole number for each seat"
    try:
        numbers = numbers_of(sheet)
    except Exception as error:
        faults.setdefault(who, places.raised(who, error, remedy))
        return
    if not (isinstance(numbers, list) and len(numbers) == sheet.seats and all(type(n) is int for n in numbers)):
        faults.setdefault(who, places.slot(slot, f"{who} gives {_shown(numbers)} to {sheet.seats} seats", remedy))
