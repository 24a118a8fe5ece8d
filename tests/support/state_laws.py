"""State laws: invariants written independently of `kolej.testing.invariants`, readable rather than fast.

Each law is one function that looks at a game and fails with words. Tests and long proofs use the same ones.
"""

from itertools import pairwise

from kolej.engine.core.state import (
    IN_BOX,
    IN_GROUP,
    IN_PILE,
    IN_TAIL,
    LOG_AT_LEAST,
    LOG_AT_MOST,
    LOG_CODE,
    LOG_DREW,
    LOG_KEPT,
    LOG_KIND,
    LOG_OFFERED,
    LOG_RESHUFFLED,
    LOG_SEAT,
    LOG_SHOWED,
    NONE,
    OFFERED,
    PAYING,
    SETUP,
    TICKETS_CODE,
    TICKETS_SEAT,
)
from kolej.engine.game import Game
from kolej.engine.ruleset.compile import claims_of
from kolej.engine.ruleset.rows import Pool
from kolej.engine.ruleset.tables import BITS

Rows = list[list[int]]


def rows(flat: list[int], width: int) -> Rows:
    """A flat vector of seats times something, seat by seat."""
    return [flat[start : start + width] for start in range(0, len(flat), width)]


def cards_are_conserved(game: Game) -> None:
    """Every card is in one place, and every stored size matches what it counts."""
    t, s = game._tables, game._state
    hands, known = rows(list(s.hands), t.kinds), rows(list(s.known), t.kinds)
    face, deck, discard, laid = list(s.display_counts), list(s.deck), list(s.discard), list(s.laid)
    piles = [*hands, face, deck, discard, list(s.turned)]
    # Cards chosen for a payment with stand-ins stay in the hand until the payment is complete.
    if s.phase == PAYING:
        assert all(map(int.__le__, laid, hands[s.seat])), f"picked {laid} of a hand {hands[s.seat]}"
    else:
        piles.append(laid)
    there = [sum(counts) for counts in zip(*piles, strict=True)]
    assert there == list(t.full), f"the deck is {list(t.full)}, but there are {there}"
    assert min(map(min, (*piles, laid, *known))) >= 0, "fewer cards than none"
    display = list(s.display)
    assert face == [display.count(kind) for kind in range(t.kinds)], f"display {display}, counted {face}"
    assert s.gaps == display.count(NONE), f"display {display}, gaps {s.gaps}"
    assert list(s.hand_size) == [sum(hand) for hand in hands], f"hands {hands}, sizes {list(s.hand_size)}"
    assert s.deck_left == sum(deck), f"deck {deck}, counted {s.deck_left}"
    assert s.discard_left == sum(discard), f"discards {discard}, counted {s.discard_left}"
    for hand, seen in zip(hands, known, strict=True):
        assert all(map(int.__le__, seen, hand)), f"of a hand {hand} everyone knows {seen}"


def tickets_are_conserved(game: Game) -> None:
    """Every ticket is in one place, and all ticket counts agree."""
    t, s = game._tables, game._state
    place, tail = list(s.place), list(s.tail)
    offers = [list(s.offer[seat * t.most_offer : (seat + 1) * t.most_offer]) for seat in range(t.seats)]
    offered = [ticket for offer in offers for ticket in offer if ticket != NONE]
    assert list(s.held) == [place.count(seat) for seat in range(t.seats)], f"held {list(s.held)}, places {place}"
    assert list(s.offered) == [len(offer) - offer.count(NONE) for offer in offers], f"offers {offers}"
    assert all(NONE not in offer[:count] for offer, count in zip(offers, s.offered, strict=True)), f"offers {offers}"
    assert len(offered) == place.count(OFFERED) and len(tail) == place.count(IN_TAIL), f"{offers}, {tail}, {place}"
    assert all(place[ticket] == OFFERED for ticket in offered) and len(set(offered)) == len(offered), f"{offers}"
    assert all(place[ticket] == IN_TAIL for ticket in tail) and len(set(tail)) == len(tail), f"tail {tail}"
    assert s.group_left == place.count(IN_GROUP), f"places {place}, in the group {s.group_left}"
    piled = [t.ticket_deck[ticket] for ticket, where in enumerate(place) if where == IN_PILE]
    assert s.pile_left == piled.count(t.play_deck), f"places {place}, in the pile {s.pile_left}"
    assert s.phase == SETUP or len(piled) == s.pile_left, "a deck for the opening is still there after it"
    assert all(IN_BOX >= where >= OFFERED or IN_TAIL <= where < t.seats for where in place), f"places {place}"


def pieces_are_conserved(game: Game) -> None:
    """Pieces missing from a supply are on its routes and in its cities; those missing from the pool on routes."""
    t, s = game._tables, game._state
    supply = rows(list(s.supply), t.piece_kinds)
    assert min(map(min, supply)) >= 0 and s.pool >= 0, f"fewer pieces than none: {supply}, pool {s.pool}"
    pool = s.pool
    for route, (seat, way) in enumerate(zip(s.owner, s.taken, strict=True)):
        assert (seat == NONE) == (way == NONE), f"route {route} is owned by {seat} and taken by way {way}"
        if seat != NONE:
            assert t.option_route[way] == route, f"route {route} was taken by way {way} of route {t.option_route[way]}"
            supply[seat][t.option_piece[way]] += t.option_pieces[way]
            pool += t.option_takes[way]
    for seat in s.building:
        if seat != NONE:
            supply[seat][t.builder] += 1
    assert all(own == list(t.supply) for own in supply), (
        f"pieces with those placed: {supply}, at first {list(t.supply)}"
    )
    assert pool == t.pool, f"the pool with what was placed: {pool}, at first {t.pool}"


def points_are_a_recount(game: Game) -> None:
    """Running points and markers equal the sums over the owned routes."""
    t, s = game._tables, game._state
    points, track = [0] * t.seats, [0] * t.seats
    for seat, way in zip(s.owner, s.taken, strict=True):
        if seat != NONE:
            points[seat] += t.option_points[way]
            track[seat] += t.option_steps[way]
    assert points == list(s.points), f"points {list(s.points)}, recounted {points}"
    assert track == list(s.track), f"track {list(s.track)}, recounted {track}"


def open_ways_are_a_recount(game: Game) -> None:
    """An option is open unless its route or its double is taken, the pool forbids it or the seat lacks pieces."""
    t, s = game._tables, game._state
    absent = Pool.WHILE_LEFT if s.pool == 0 else Pool.WHEN_EMPTY
    for seat in range(t.seats):
        supply = dict(zip(t.piece_names, s.supply[seat * t.piece_kinds : (seat + 1) * t.piece_kinds], strict=True))
        for way, row in enumerate(claims_of(game.edition)):
            twin = t.twin[row.route]
            other = NONE if twin == NONE else s.owner[twin]
            free = s.owner[row.route] == NONE and other != seat and (other == NONE or bool(t.both_open))
            free = free and row.pool is not absent and (row.pieces == 0 or row.pieces <= supply[row.piece])
            marked = bool(s.open[seat * t.words + way // t.word] & BITS[way % t.word])
            assert marked == free, f"way {way} of route {row.route} is {'open' if marked else 'closed'} to seat {seat}"


def logs_are_a_recount(game: Game) -> None:
    """The logs agree with the state: hidden parts of hands, the deck as it was made, tickets offered and held."""
    t, s = game._tables, game._state
    hidden = [[0] * t.kinds for _ in range(t.seats)]
    since = [0] * t.kinds
    log, at, decks = list(s.card_log), 0, 0
    while at < len(log):
        code, seat, kind, count = log[at] // LOG_CODE, log[at] // LOG_SEAT % 16, log[at] // LOG_KIND % 16, log[at] % 16
        if code == LOG_RESHUFFLED:
            assert since == log[at + 1 : at + 1 + t.kinds], f"deck {decks} gave {since} unseen, not what the log says"
            since = [0] * t.kinds
            decks += 1
            at += t.kinds
        elif code in (LOG_AT_LEAST, LOG_AT_MOST):
            coloured, bound = sum(since) - since[0], log[at] % LOG_CODE
            assert coloured >= bound if code == LOG_AT_LEAST else coloured <= bound, f"{coloured}, not {log[at]}"
        else:
            assert code in (LOG_DREW, LOG_SHOWED), f"unknown entry {log[at]}"
            hidden[seat][kind] += count if code == LOG_DREW else -count
            since[kind] += count if code == LOG_DREW else 0
        at += 1
    assert decks == s.decks, f"{decks} reshuffles logged, {s.decks} counted"
    unseen = [after + drawn for after, drawn in zip(s.deck, since, strict=True)]
    assert unseen == list(s.unseen), f"unseen of this deck: {list(s.unseen)}, recounted {unseen}"
    flat = [hand - seen for hand, seen in zip(s.hands, s.known, strict=True)]
    assert rows(flat, t.kinds) == hidden, f"hidden parts of hands {rows(flat, t.kinds)}, by the log {hidden}"
    _tickets_by_log(game)


def _tickets_by_log(game: Game) -> None:
    t, s = game._tables, game._state
    offers: Rows = [[] for _ in range(t.seats)]
    held: Rows = [[] for _ in range(t.seats)]
    for entry in s.ticket_log:
        code, seat, what = entry // TICKETS_CODE, entry // TICKETS_SEAT % 16, entry % TICKETS_SEAT
        if code == LOG_OFFERED:
            offers[seat].append(what)
        else:
            assert code == LOG_KEPT, f"unknown entry {entry}"
            held[seat] += [ticket for i, ticket in enumerate(offers[seat]) if what & BITS[i]]
            offers[seat] = []
    for seat in range(t.seats):
        holds = [ticket for ticket, where in enumerate(s.place) if where == seat]
        assert sorted(held[seat]) == holds, f"seat {seat} holds {holds}, by the log {held[seat]}"
        offer = [ticket for ticket in s.offer[seat * t.most_offer : (seat + 1) * t.most_offer] if ticket != NONE]
        assert offers[seat] == offer, f"seat {seat} is offered {offer}, by the log {offers[seat]}"


def ranks_are_a_recount(game: Game) -> None:
    """Lines add up to totals, and ranks follow points first and each tie-break after the other."""
    standings = game.standings()
    seats = range(game.seats)
    totals = [sum(line[seat] for _, line in standings.lines) for seat in seats]
    assert totals == standings.totals, f"lines {standings.lines}, totals {standings.totals}"
    ties = [tie.keys(standings.sheet) for tie in game.edition.rules.ties]
    keys = [(totals[seat], *(each[seat] for each in ties)) for seat in seats]
    ranks = [1 + sum(other > own for other in keys) for own in keys]
    assert ranks == standings.ranks, f"keys {keys}, ranks {standings.ranks}"
    assert standings.winners == [seat for seat in seats if keys[seat] == max(keys)], f"winners {standings.winners}"


def moves_are_in_order(game: Game) -> None:
    """Every seat that is due has a move and no other seat has; moves are ascending and distinct."""
    due = game.to_act()
    assert bool(due) != (game.over or bool(game.outcomes())), f"due {due}, over {game.over}, {game.outcomes()}"
    for seat in range(game.seats):
        numbers = game.legal(seat)
        assert bool(numbers) == (seat in due), f"seat {seat} of those due {due} has the moves {numbers}"
        assert all(one < other for one, other in pairwise(numbers)), f"moves out of order: {numbers}"
        assert not numbers or (numbers[0] >= 0 and numbers[-1] < game.move_count), f"no such moves: {numbers}"


def nothing_is_lost(game: Game) -> None:
    """The laws that are fast enough for every step."""
    cards_are_conserved(game)
    tickets_are_conserved(game)
    pieces_are_conserved(game)
    points_are_a_recount(game)


def everything_adds_up(game: Game) -> None:
    """Every law that concerns a single state."""
    nothing_is_lost(game)
    open_ways_are_a_recount(game)
    logs_are_a_recount(game)
    moves_are_in_order(game)
