"""Puts a payment with bundles together kind by kind, asking only where there is a choice.

It is worked out on a copy of the game, so that the person can turn back; the payment is then made as one move.
"""

from kolej.cli.terminal.console import Console
from kolej.cli.terminal.output.labels import Words
from kolej.cli.terminal.output.paint import plain
from kolej.engine.core import cards as packed
from kolej.engine.core.cards import Cards
from kolej.engine.game import Game
from kolej.engine.moves.moves import BeginBundles, ClaimRoute, PickCard

BACK = ("back", "cancel", "b")


def compose(game: Game, seat: int, begun: BeginBundles, words: Words, console: Console) -> ClaimRoute | None:
    """The payment that the person wants; None if the person turned back."""
    trial = game.copy()
    trial.dealer = None
    trial.apply(seat, begun)
    cards: Cards = 0
    held = game.view(seat).hands[seat] or ()
    console.show([f"{words.route(begun.route)} takes {_wanted(trial, seat)} cards; `back` turns back."])
    for kind, count in enumerate(held):
        if not _wanted(trial, seat) or kind not in _kinds(trial, seat):
            continue
        possible = _counts(trial, seat, kind)
        chosen = possible[0]
        if len(possible) > 1:
            # A prompt must not hold codes: line editors count them as letters.
            card = plain(words.card(kind))
            question = f"{card}: {_range(possible)} of your {count} ({_wanted(trial, seat)} to go)? "
            answer = _answer(question, possible, console)
            if answer is None:
                return None
            chosen = answer
        for _ in range(chosen):
            trial.apply(seat, PickCard(kind))
        cards += packed.of(kind, chosen)
    console.show([f"That is {words.cards(cards)}."])
    return ClaimRoute(begun.route, cards)


def _wanted(trial: Game, seat: int) -> int:
    """How many cards are still to be picked."""
    return trial.view(seat).status.wanted if seat in trial.to_act() else 0


def _kinds(trial: Game, seat: int) -> list[int]:
    return [move.card for move in trial.choice(seat).moves.values() if isinstance(move, PickCard)]


def _counts(trial: Game, seat: int, kind: int) -> list[int]:
    """How many cards of this kind some payment has that begins with what has been picked."""
    ahead = trial.copy()
    possible = []
    count = 0
    while True:
        kinds = _kinds(ahead, seat) if _wanted(ahead, seat) else []
        if not kinds or any(each > kind for each in kinds):
            possible.append(count)
        if kind not in kinds:
            return possible
        ahead.apply(seat, PickCard(kind))
        count += 1


def _range(possible: list[int]) -> str:
    return f"{possible[0]} to {possible[-1]}" if len(possible) > 2 else f"{possible[0]} or {possible[-1]}"


def _answer(question: str, possible: list[int], console: Console) -> int | None:
    while True:
        typed = console.ask(question).casefold()
        if typed in BACK:
            return None
        if typed.isdecimal() and int(typed[:9]) in possible:
            return int(typed)
        console.show([f"answer with a number, {_range(possible)}, or `back`"])
