"""Random games that the referee follows: every decision and every outcome of chance is compared."""

from functools import lru_cache
from random import Random

from kolej.engine.core.cards import WILD, Cards
from kolej.engine.game import Game
from kolej.engine.knowledge.view import Owed
from kolej.engine.moves.moves import (
    BeginStandIns,
    BuildStation,
    ClaimRoute,
    DrawBlind,
    DrawTickets,
    KeepTickets,
    Move,
    Pass,
    PayCard,
    RefuseTunnel,
    TakeCard,
    TopUp,
)
from kolej.engine.ruleset.rules import Edition
from tests.oracles.referee import Key, Referee
from tests.support.random_games import TASTES, choose

SIMPLE: dict[type[Move], Key] = {
    DrawBlind: ("draw",),
    DrawTickets: ("tickets",),
    Pass: ("pass",),
    RefuseTunnel: ("refuse",),
}


def paid(cards: Cards) -> tuple[int, int, int]:
    """Cards of one colour and wilds, as the referee writes them."""
    colors = [(kind, count) for kind, count in enumerate(cards) if count and kind != WILD]
    assert len(colors) <= 1, "cards of two colours are listed as a payment"
    color, count = colors[0] if colors else (WILD, 0)
    return color, count, cards[WILD]


def key_of(edition: Edition, move: Move) -> Key:
    """A move as the referee writes it."""
    match move:
        case TakeCard(card):
            return "take", card
        case KeepTickets(tickets):
            return "keep", frozenset(edition.board.tickets[ticket].id for ticket in tickets)
        case ClaimRoute(route, cards):
            return "claim", route, *paid(cards)
        case BuildStation(city, cards):
            return "build", city, *paid(cards)
        case TopUp(cards):
            return "pay", *paid(cards)
        case BeginStandIns(route, stand_ins):
            return "bundles", route, stand_ins
        case PayCard(card):
            return "pick", card
        case _:
            return SIMPLE[type(move)]


@lru_cache(maxsize=16)
def fixed_keys(edition: Edition, seats: int) -> dict[int, Key]:
    """Keys of moves whose meaning depends on the number alone, filled as they come up."""
    return {}


def keys(game: Game, seat: int, numbers: list[int]) -> list[Key]:
    """The legal moves of a seat as the referee writes them, in the order of their numbers."""
    t, known = game._tables, fixed_keys(game.edition, game.seats)
    out: list[Key] = []
    for number in numbers:
        key = known.get(number)
        if key is None:
            key = key_of(game.edition, game.decode_move(seat, number))
            if number < t.top_up or number >= t.claim:
                known[number] = key
        out.append(key)
    return out


def refereed(edition: Edition, seats: int, rng: Random) -> int:
    """Play a random game, compare before every step, and return how many steps it had."""
    game, referee = Game.start(edition, seats, events=False), Referee(edition.board, edition.id, seats)
    tastes = [rng.choice(list(TASTES)) for _ in range(seats)]
    steps = 0
    while True:
        chance, due = referee.due()
        outcomes = game.outcomes()
        owed = game._state.owes
        possible = {_named(edition, owed, outcome) for outcome, _ in outcomes}
        assert possible == chance, f"step {steps}: chance may bring {possible} or {chance}"
        if outcomes:
            outcome = rng.choices([each for each, _ in outcomes], [weight for _, weight in outcomes])[0]
            game.resolve(outcome)
            referee.follow(None, _named(edition, owed, outcome))
            steps += 1
            continue
        to_act = game.to_act()
        assert to_act == list(due), f"step {steps}: it is the turn of {to_act} or {list(due)}"
        if not to_act:
            return steps
        legal = {seat: game.legal(seat) for seat in to_act}
        for seat in to_act:
            listed = keys(game, seat, legal[seat])
            if len(listed) != len(due[seat]) or set(listed) != due[seat]:
                differs = sorted(map(str, set(listed) ^ due[seat]))
                raise AssertionError(f"step {steps}, seat {seat}: they differ on {differs[:5]}")
        seat = rng.choice(to_act)
        number = choose(game, legal[seat], rng, tastes[seat])
        [key] = keys(game, seat, [number])
        game.play(seat, number)
        referee.follow(seat, key)
        steps += 1


def _named(edition: Edition, owed: int, outcome: int) -> object:
    """An outcome of chance as the referee writes it."""
    if owed == Owed.FIRST_SEAT:
        return "seat", outcome
    if owed in (Owed.OPENING_TICKET, Owed.TICKET):
        return edition.board.tickets[outcome].id
    return int(outcome)
