"""Compiling rules: from a board and rules to `RuleTables`, with every claim option laid out."""

from collections.abc import Sequence
from functools import lru_cache

from kolej.engine.board.model import Board
from kolej.engine.core.cards import MOST_KINDS, MOST_OF_A_KIND, UNIT, WILD
from kolej.engine.core.make_vectors import ints
from kolej.engine.errors import RulesError
from kolej.engine.ruleset.number_moves import number_moves
from kolej.engine.ruleset.rows import Claim, Deal, Pool
from kolej.engine.ruleset.rules import Edition, Rules
from kolej.engine.ruleset.tables import BITS, RuleTables, option_masks

MOST_OFFER = 8
NO_POOL_BOUND = 1_000_000


@lru_cache(maxsize=64)
def tables_of(edition: Edition, seats: int) -> RuleTables:
    """The compiled tables of an edition for this many seats, from a cache."""
    return compile_tables(edition.board, edition.rules, seats)


@lru_cache(maxsize=64)
def claims_of(edition: Edition) -> list[Claim]:
    """The claim options of every route of an edition, in the order of the tables, from a cache. Not to be changed."""
    return write_claims(edition.board, edition.rules)


def compile_tables(board: Board, rules: Rules, seats: int) -> RuleTables:
    """Compile the tables for this many seats; raises `RulesError` for rules that could not be played."""
    if seats not in rules.seats:
        raise RulesError(
            f"{board.name} is for {rules.seats.start} to {rules.seats.stop - 1} seats, not {seats}",
            "setup.deal",
        )
    claims = write_claims(board, rules)
    t = RuleTables()
    t.seats = seats
    t.kinds = len(board.colors) + 1
    t.cities = len(board.cities)
    t.routes = len(board.routes)
    t.tickets = len(board.tickets)
    t.options = len(claims)
    t.word = min(len(claims), len(BITS))
    t.words = -(-len(claims) // t.word)
    _deck_and_market(t, board, rules)
    _claim_options(t, claims)
    _pieces(t, rules, claims)
    _end(t, rules)
    _buildings(t, rules)
    _routes(t, board, rules, claims)
    _tickets(t, board, rules)
    number_moves(t, claims)
    return t


def write_claims(board: Board, rules: Rules) -> list[Claim]:
    """Let the rule parts write the claim options of every route, in the board's order, and check them."""
    rows: list[Claim] = []
    for number, route in enumerate(board.routes):
        kind = rules.claims.get(route.kind)
        if kind is None:
            known = ", ".join(sorted(rules.claims))
            raise RulesError(
                f"route {route.id} is of kind '{route.kind}', which no rule claims; kinds here: {known}",
                "claim.any",
            )
        written = list(kind.claims(number, route, board))
        for claim in written:
            _check_claim(claim, route.id, board, rules)
        rows += written
    return rows


def _check_claim(claim: Claim, route: str, board: Board, rules: Rules) -> None:
    low, high = claim.wilds
    least = {"cards": 1, "pieces": 0, "points": 0, "reveals": 0, "steps": 0}
    for name, bound in least.items():
        if getattr(claim, name) < bound:
            raise RulesError(
                f"route {route}: {name} can't be {getattr(claim, name)}; the least is {bound}", claim.pays_by
            )
    for color in claim.colors or (None,):
        if color not in range(1, len(board.colors) + 1):
            raise RulesError(
                f"route {route}: a payment can't be of colour {color}; colours are 1 to {len(board.colors)}",
                claim.pays_by,
            )
    if not 0 <= low <= high <= claim.cards:
        raise RulesError(
            f"route {route}: wilds from {low} to {high} can't pay {claim.cards} cards; "
            "use 0 <= fewest <= most <= cards",
            claim.pays_by,
        )
    if claim.pieces and claim.piece not in rules.pieces:
        raise RulesError(
            f"route {route} uses '{claim.piece}', but seats have only {', '.join(rules.pieces)}", claim.placed_by
        )
    if claim.pool is Pool.WHILE_LEFT and not rules.pool:
        raise RulesError(f"route {route} takes from the shared pool, but the rules have none", claim.pooled_by)


def _deck_and_market(t: RuleTables, board: Board, rules: Rules) -> None:
    most = max(rules.deck.each, rules.deck.wilds)
    if most > MOST_OF_A_KIND:
        raise RulesError(f"a deck holds at most {MOST_OF_A_KIND} cards of a kind, not {most}", "setup.deal")
    if t.kinds > MOST_KINDS:
        raise RulesError(f"a board has at most {MOST_KINDS - 1} colours, not {t.kinds - 1}", "setup.deal")
    full = [rules.deck.wilds] + [rules.deck.each] * (t.kinds - 1)
    if rules.opening.cards < 1:
        raise RulesError(f"every seat is dealt at least one card, not {rules.opening.cards}", "setup.deal")
    if sum(full) < t.seats * rules.opening.cards + rules.market.face_up:
        raise RulesError(f"{sum(full)} cards are too few to deal {t.seats} seats and a display", "setup.deal")
    t.full = ints(full)
    t.unit = ints(UNIT)
    t.display_size = rules.market.face_up
    t.flush_at = rules.market.flush_at
    t.wild_alone = int(rules.market.wild_alone)
    t.hand_cards = rules.opening.cards
    t.renews_at_once = int(rules.empty_deck.at_once)
    t.closes_display = int(rules.empty_deck.closes_display)


def _claim_options(t: RuleTables, claims: Sequence[Claim]) -> None:
    t.option_route = ints(claim.route for claim in claims)
    t.option_cards = ints(claim.cards for claim in claims)
    t.option_wild = ints(int(claim.wilds[1] > 0) for claim in claims)
    t.option_pieces = ints(claim.pieces for claim in claims)
    t.option_points = ints(claim.points for claim in claims)
    t.option_takes = ints(int(claim.pool is Pool.WHILE_LEFT) for claim in claims)
    t.option_steps = ints(claim.steps for claim in claims)
    t.option_reveals = ints(claim.reveals for claim in claims)
    t.option_shared = ints(int(claim.shared) for claim in claims)
    t.option_color = ints(int(kind in claim.colors) for claim in claims for kind in range(t.kinds))
    t.option_stand_in = ints(claim.stand_in.size if claim.stand_in else 0 for claim in claims)
    t.option_single = ints(claim.stand_in.most_of_color if claim.stand_in else 0 for claim in claims)
    t.option_wilds_single = ints(int(claim.stand_in.wilds_single) if claim.stand_in else 0 for claim in claims)
    t.longest = max(claim.cards for claim in claims)


def _pieces(t: RuleTables, rules: Rules, claims: Sequence[Claim]) -> None:
    names = list(rules.pieces)
    t.piece_kinds = len(names)
    t.piece_names = names
    t.supply = ints(rules.pieces[name] for name in names)
    t.option_piece = ints(names.index(claim.piece) if claim.pieces else 0 for claim in claims)
    used = sorted({names.index(claim.piece) for claim in claims if claim.pieces})
    t.placing = ints(used)
    t.most_pieces = max(rules.pieces.values())
    t.fits = ints(
        option_masks(
            t,
            [
                [
                    option
                    for option, claim in enumerate(claims)
                    if not claim.pieces or claim.piece != names[piece] or claim.pieces <= left
                ]
                for piece in used
                for left in range(t.most_pieces + 1)
            ],
        )
    )
    t.pool = rules.pool
    t.by_pool = ints(
        option_masks(
            t,
            [
                [option for option, claim in enumerate(claims) if claim.pool is not absent]
                for absent in (Pool.WHILE_LEFT, Pool.WHEN_EMPTY)
            ],
        )
    )


def _end(t: RuleTables, rules: Rules) -> None:
    names = t.piece_names
    for name in rules.end.pieces:
        if name not in names:
            raise RulesError(f"the end counts '{name}', but seats have only {', '.join(names)}", "end.trigger")
    t.end_pieces = ints(names.index(name) for name in rules.end.pieces)
    t.end_at_most = rules.end.at_most
    t.end_pool = NO_POOL_BOUND if rules.end.pool_at_most is None else rules.end.pool_at_most


def _buildings(t: RuleTables, rules: Rules) -> None:
    names = t.piece_names
    prices = [build.cards for part in rules.builds for build in part.builds()]
    if len(rules.builds) > 1:
        raise RulesError("these rules have more than one kind of building, but only one is supported", "station.build")
    for part in rules.builds:
        if rules.pieces.get(part.piece, 0) > len(prices) or part.piece not in names:
            raise RulesError(
                f"seats build '{part.piece}' at {len(prices)} prices, but have {dict(rules.pieces)}", "station.build"
            )
    t.builder = names.index(rules.builds[0].piece) if rules.builds else -1
    t.prices = len(prices)
    options = [
        (price, color, wilds)
        for price in prices
        for color in range(t.kinds)
        for wilds in (range(price) if color != WILD else [price])
    ]
    t.build_color = ints(color for _, color, _ in options)
    t.build_cards = ints(price - wilds for price, _, wilds in options)
    t.build_wilds = ints(wilds for _, _, wilds in options)
    starts = [0]
    for price in prices:
        starts.append(starts[-1] + 1 + (t.kinds - 1) * price)
    t.price_from = ints(starts)


def _routes(t: RuleTables, board: Board, rules: Rules, claims: Sequence[Claim]) -> None:
    t.route_a = ints(route.a for route in board.routes)
    t.route_b = ints(route.b for route in board.routes)
    t.route_length = ints(route.length for route in board.routes)
    touching = [[n for n, route in enumerate(board.routes) if city in (route.a, route.b)] for city in range(t.cities)]
    t.city_start = ints(sum(map(len, touching[:city])) for city in range(t.cities + 1))
    t.city_routes = ints(number for numbers in touching for number in numbers)
    ends = [(route.a, route.b) for route in board.routes]
    t.city_ends = ints(sum(ends[number]) - city for city, numbers in enumerate(touching) for number in numbers)
    t.closes = ints(
        option_masks(
            t,
            [[option for option, claim in enumerate(claims) if claim.route == number] for number in range(t.routes)],
        )
    )
    halves: dict[int, list[int]] = {}
    for number, route in enumerate(board.routes):
        if route.pair is not None:
            halves.setdefault(route.pair, []).append(number)
    twin = [-1] * t.routes
    for one, other in halves.values():
        twin[one], twin[other] = other, one
    t.twin = ints(twin)
    t.both_open = int(t.seats >= rules.doubles.both_from)
    t.tagged = {}
    for number, city in enumerate(board.cities):
        for tag in city.tags:
            t.tagged.setdefault(tag, []).append(number)
    t.travel_shared = int(rules.travel.shared)
    t.travel_borrows = int(rules.travel.borrows)


def _tickets(t: RuleTables, board: Board, rules: Rules) -> None:
    decks = list(dict.fromkeys(ticket.deck for ticket in board.tickets))
    opening, play = rules.opening.deal, rules.tickets
    for deal in (opening, play):
        _check_deal(deal, decks)
    if len(play.offer) != 1:
        raise RulesError("tickets drawn in play come from one deck", "ticket.draw")
    for deck, n in opening.offer:
        there = sum(ticket.deck == deck for ticket in board.tickets)
        if there < n * t.seats:
            raise RulesError(f"{there} tickets of '{deck}' are too few for {t.seats} seats", "setup.deal")
    t.ticket_a = ints(ticket.a for ticket in board.tickets)
    t.ticket_b = ints(ticket.b for ticket in board.tickets)
    t.ticket_points = ints(ticket.points for ticket in board.tickets)
    t.ticket_deck = ints(decks.index(ticket.deck) for ticket in board.tickets)
    t.opening_deck = ints(decks.index(deck) for deck, n in opening.offer for _ in range(n))
    t.opening_keep = opening.keep
    t.opening_returns = int(opening.returns)
    t.play_deck = decks.index(play.offer[0][0])
    t.play_offer = play.size
    t.play_keep = play.keep
    t.play_returns = int(play.returns)
    t.most_offer = max(opening.size, play.size)


def _check_deal(deal: Deal, decks: Sequence[str]) -> None:
    for deck, _ in deal.offer:
        if deck not in decks:
            raise RulesError(f"no ticket is of deck '{deck}'; decks here: {', '.join(decks)}", "ticket.draw")
    if not 1 <= deal.keep <= deal.size <= MOST_OFFER:
        raise RulesError(
            f"of {deal.size} tickets offered (at most {MOST_OFFER}) {deal.keep} can't be the least to keep",
            "ticket.draw",
        )
