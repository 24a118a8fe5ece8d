"""Mutated moves: a legal move with one thing changed, and garbage of the right type.

Whether a mutant is legal after all is judged here, by the rows of the rules and not by the engine's own lists.
"""

from collections.abc import Iterator
from random import Random

from kolej.engine.core import cards as counts
from kolej.engine.core.cards import MOST_KINDS, WILD, Cards
from kolej.engine.core.state import NONE, TURN
from kolej.engine.game import Game
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
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.rows import Claim, Pool

HUGE = 2**70
SIMPLE: tuple[Move, ...] = (DrawBlind(), DrawTickets(), Pass(), RefuseTunnel())


def seats_beside(game: Game, seat: int) -> list[int]:
    """Every seat but this one, and some that don't exist."""
    return [other for other in (*range(game.seats), -1, game.seats, HUGE, -HUGE) if other != seat]


def numbers_beside(game: Game) -> list[int]:
    """Numbers that no move has; a bool is not a number."""
    return [-1, -HUGE, game.move_count, game.move_count + 1, 2**31, 2**63, HUGE, True, False]


def cards_beside(game: Game, cards: Cards, rng: Random) -> Iterator[Cards]:
    """Almost these cards, some of which don't exist."""
    kinds = game._tables.kinds
    yield from ((), counts.none(kinds), counts.none(MOST_KINDS), tuple(-count for count in cards))
    yield from (counts.of(kinds, WILD, count) for count in (-1, HUGE, -HUGE))
    # Counts may be left out at the end, but not in front; too many are none.
    yield from (cards[:-1], cards[:1], cards[1:], (0, *cards), (*cards, 0), (*cards, *cards))
    for kind in range(MOST_KINDS):
        for more in (1, -1, HUGE, -HUGE):
            yield changed(cards, {kind: more})
    for kind, count in counts.each(cards):
        for other in (WILD, rng.randrange(kinds), rng.randrange(kinds, MOST_KINDS)):
            yield changed(cards, {kind: -1, other: 1})
            yield changed(cards, {kind: -count, other: count})
            yield changed(cards, {kind: 1, other: -1})
    # Beyond the last kind that any board can have.
    yield changed(cards, {MOST_KINDS: 1})
    yield changed(cards, {MOST_KINDS: -1})


def changed(cards: Cards, by: dict[int, int]) -> Cards:
    """The cards with more or fewer of some kinds, which may be beyond the last one."""
    length = max(len(cards), *(kind + 1 for kind in by))
    return tuple(count + by.get(kind, 0) for kind, count in enumerate(padded(cards, length)))


def padded(cards: Cards, length: int) -> Cards:
    """The cards with a count for at least this many kinds."""
    return cards + (0,) * (length - len(cards))


def mutants(game: Game, move: Move, rng: Random) -> Iterator[Move]:
    """The move with one thing changed."""
    t = game._tables
    beyond = (-1, -HUGE, HUGE)
    match move:
        case TakeCard() | PayCard():
            for other in (*range(t.kinds + 2), *beyond):
                yield TakeCard(other)
                yield PayCard(other)
        case KeepTickets(tickets):
            other = rng.randrange(t.tickets)
            yield from map(KeepTickets, ((), (*tickets, tickets[0]), (*tickets, other), (*tickets[1:], other)))
            yield from (KeepTickets((*tickets, far)) for far in (*beyond, t.tickets))
        case ClaimRoute(route, cards):
            for other in (rng.randrange(t.routes), t.routes, *beyond):
                yield ClaimRoute(other, cards)
            for paid in cards_beside(game, cards, rng):
                yield ClaimRoute(route, paid)
            yield BeginStandIns(route, 1)
            yield TopUp(cards)
        case BeginStandIns(route, bundles):
            for other in (rng.randrange(t.routes), t.routes, *beyond):
                yield BeginStandIns(other, bundles)
            for count in (0, *range(1, 12), *beyond):
                yield BeginStandIns(route, count)
        case BuildStation(city, cards):
            for other in (rng.randrange(t.cities), t.cities, *beyond):
                yield BuildStation(other, cards)
            for paid in cards_beside(game, cards, rng):
                yield BuildStation(city, paid)
        case TopUp(cards):
            for paid in cards_beside(game, cards, rng):
                yield TopUp(paid)
    # Moves that belong to another phase, whatever this one is.
    yield from SIMPLE
    yield from (TopUp(counts.of(t.kinds, rng.randrange(t.kinds), n)) for n in (0, 1, rng.randrange(2, 32)))
    yield from (TopUp(counts.of(t.kinds, WILD, n)) for n in range(32))
    yield KeepTickets((rng.randrange(t.tickets),))
    yield PayCard(rng.randrange(t.kinds))
    yield BuildStation(rng.randrange(t.cities), counts.of(t.kinds, rng.randrange(t.kinds), rng.randrange(1, 4)))
    yield ClaimRoute(rng.randrange(t.routes), counts.of(MOST_KINDS, rng.randrange(MOST_KINDS), rng.randrange(1, 7)))


def pays_with_bundles(row: Claim, cards: Cards) -> bool:
    """Whether these cards pay for an option with stand-ins, found by trying every split."""
    if row.stand_in is None or any(count < 0 for count in cards):
        return False
    by_kind = padded(cards, MOST_KINDS)
    total, wilds = sum(cards), by_kind[WILD]
    for bundles in range(1, row.cards + 1):
        singles = row.cards - bundles
        if total != singles + bundles * row.stand_in.size:
            continue
        for color in row.colors:
            of_color = min(by_kind[color], row.stand_in.most_of_color)
            of_wilds = wilds if row.stand_in.wilds_single else 0
            if of_color + of_wilds >= singles:
                return True
    return False


def is_bundle_payment(game: Game, seat: int, move: Move) -> bool:
    """Whether this is a complete payment with stand-ins that the seat may make now: such payments are not listed."""
    s, t = game._state, game._tables
    if not isinstance(move, ClaimRoute) or s.phase != TURN or s.seat != seat or not 0 <= move.route < t.routes:
        return False
    hand = s.hands[seat * t.kinds : (seat + 1) * t.kinds]
    twin = t.twin[move.route]
    other = NONE if twin == NONE else s.owner[twin]
    if s.owner[move.route] != NONE or other == seat or (other != NONE and not t.both_open):
        return False
    if any(count > (hand[kind] if kind < t.kinds else 0) for kind, count in counts.each(move.cards)):
        return False
    for row in claims_of(game.edition):
        if row.route == move.route and row.pool is Pool.ALWAYS and pays_with_bundles(row, move.cards):
            return row.pieces <= s.supply[seat * t.piece_kinds + t.piece_names.index(row.piece)]
    return False
