"""Dialog that composes a payment with stand-ins: it asks for the number of cards of each kind, where there is a choice.

The payment is composed on a copy of the game, so that the player can cancel; it is then made as one move.
"""

from kolej.cli.terminal.console import Console
from kolej.cli.terminal.output.labels import Labels
from kolej.cli.terminal.output.paint import plain
from kolej.cli.wording import counted
from kolej.engine.core import cards as counts
from kolej.engine.game import Game
from kolej.engine.moves.moves import BeginStandIns, ClaimRoute, PayCard

CANCEL = ("back", "cancel", "b")


def compose(game: Game, seat: int, begun: BeginStandIns, labels: Labels, console: Console) -> ClaimRoute | None:
    """The payment that the player composed; None if the player cancelled."""
    game_copy = game.copy()
    game_copy.dealer = None
    game_copy.apply(seat, begun)
    held = game.view(seat).hand
    cards = counts.none(len(held))
    console.show([f"{labels.route(begun.route)} costs {counted(_wanted(game_copy, seat), 'card')}; `back` cancels."])
    for kind, count in enumerate(held):
        if not _wanted(game_copy, seat) or kind not in _kinds(game_copy, seat):
            continue
        possible = _counts(game_copy, seat, kind)
        chosen = possible[0]
        if len(possible) > 1:
            # No ANSI codes in a prompt: readline counts them as columns.
            card = plain(labels.card(kind))
            question = f"{card}: {_range(possible)} of your {count} ({_wanted(game_copy, seat)} to go)? "
            answer = _answer(question, possible, console)
            if answer is None:
                return None
            chosen = answer
        for _ in range(chosen):
            game_copy.apply(seat, PayCard(kind))
        cards = counts.add(cards, counts.of(len(held), kind, chosen))
    console.show([f"That is {labels.cards(cards)}."])
    return ClaimRoute(begun.route, cards)


def _wanted(game_copy: Game, seat: int) -> int:
    """The number of cards still to be picked."""
    return game_copy.view(seat).status.wanted if seat in game_copy.to_act() else 0


def _kinds(game_copy: Game, seat: int) -> list[int]:
    return [move.card for move in game_copy.decision(seat).moves.values() if isinstance(move, PayCard)]


def _counts(game_copy: Game, seat: int, kind: int) -> list[int]:
    """The possible numbers of cards of this kind, given what has been picked."""
    ahead = game_copy.copy()
    possible = []
    count = 0
    while True:
        kinds = _kinds(ahead, seat) if _wanted(ahead, seat) else []
        if not kinds or any(each > kind for each in kinds):
            possible.append(count)
        if kind not in kinds:
            return possible
        ahead.apply(seat, PayCard(kind))
        count += 1


def _range(possible: list[int]) -> str:
    return f"{possible[0]} to {possible[-1]}" if len(possible) > 2 else f"{possible[0]} or {possible[-1]}"


def _answer(question: str, possible: list[int], console: Console) -> int | None:
    while True:
        typed = console.ask(question).casefold()
        if typed in CANCEL:
            return None
        if typed.isdecimal() and int(typed[:9]) in possible:
            return int(typed)
        console.show([f"type a number, {_range(possible)}, or `back`"])
