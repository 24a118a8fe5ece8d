"""Laws of moves: a game accepts exactly the moves it lists, and a refusal has a reason and changes nothing."""

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from random import Random

from kolej.engine.errors import IllegalMove
from kolej.engine.game import Game
from kolej.engine.moves.moves import BuildStation, ClaimRoute, KeepTickets, Move, TopUp
from tests.support import state_laws

RULES = Path(__file__).parents[2] / "docs" / "rules.md"


def rule_ids() -> list[str]:
    """The ids of the written rules, in their order."""
    return re.findall(r"^### `([a-z.-]+)`$", RULES.read_text(encoding="utf-8"), re.MULTILINE)


WRITTEN = frozenset(rule_ids())


def listed_is_accepted(game: Game, seat: int, numbers: Iterable[int]) -> None:
    """A listed move can be made, by number or as an object, with the same result, and round-trips."""
    before = game.fingerprint()
    for number in numbers:
        by_number, in_words = game.copy(), game.copy()
        move = game.move(seat, number)
        events = by_number.apply(seat, number)
        assert in_words.apply(seat, move) == events, f"{move} and its number {number} tell different stories"
        assert in_words.fingerprint() == by_number.fingerprint() != before, (
            f"{move} and its number {number} differ in effect"
        )
        state_laws.nothing_is_lost(by_number)
    assert game.fingerprint() == before, "a move made in a copy changed the original"


def is_refused(game: Game, seat: int, move: Move | int, rules: frozenset[str] = WRITTEN) -> None:
    """The move is refused with a sentence and the id of a written rule."""
    try:
        events = game.copy().apply(seat, move)
    except IllegalMove as refusal:
        assert refusal.rule in rules, f"{move!r} was refused by '{refusal.rule}', which is no written rule"
        assert len(refusal.reason) > 10, f"{move!r} was refused for no reason"
        return
    raise AssertionError(f"{move!r} of seat {seat} is not listed, but was accepted: {events}")


def unlisted_is_refused(game: Game, numbers: Iterable[int], rules: frozenset[str] = WRITTEN) -> None:
    """No seat can make a move that is not listed for it; trying to leaves the game unchanged."""
    before = game.fingerprint()
    for seat in range(game.seats):
        listed = set(game.legal(seat))
        for number in numbers:
            # A bool equals an int, but is not a move number.
            if isinstance(number, bool) or number not in listed:
                try:
                    game.apply(seat, number)
                except IllegalMove as refusal:
                    assert refusal.rule in rules, f"move {number}: '{refusal.rule}' is no written rule"
                    assert len(refusal.reason) > 10, f"move {number} of seat {seat} was refused for no reason"
                else:
                    raise AssertionError(f"move {number!r} of seat {seat} is not listed, but was accepted")
    assert game.fingerprint() == before, "a refused move changed the game"


def same_move(one: Move, other: Move) -> bool:
    """Whether two moves mean the same: tickets can be in any order, and counts of 0 at the end left out."""
    if isinstance(one, KeepTickets) and isinstance(other, KeepTickets):
        return sorted(one.tickets) == sorted(other.tickets)
    return trimmed(one) == trimmed(other)


def trimmed(move: Move) -> Move:
    """The move with as few counts of cards as say the same."""
    if not isinstance(move, ClaimRoute | BuildStation | TopUp):
        return move
    last = max((kind for kind, count in enumerate(move.cards) if count), default=-1)
    return replace(move, cards=move.cards[: last + 1])


def some_of(game: Game, rng: Random, count: int) -> list[int]:
    """Some numbers out of all that the game has."""
    return rng.sample(range(game.move_count), min(count, game.move_count))
