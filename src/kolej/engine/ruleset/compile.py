"""From board and rules to tables: every row laid out, every move numbered."""

from collections.abc import Sequence

from kolej.engine.board.model import Board
from kolej.engine.core.cards import MOST_KINDS, MOST_OF_A_KIND, UNIT, WILD
from kolej.engine.core.make_vectors import ints
from kolej.engine.errors import RulesError
from kolej.engine.ruleset.rows import Claim, Deal, Pool
from kolej.engine.ruleset.rules import Rules
from kolej.engine.ruleset.tables import BITS, TAKE, Tables, row_place

MOST_OFFER = 8
NO_POOL_BOUND = 1_000_000


def compile_tables(board: Board, rules: Rules, seats: int) -> Tables:
    """The tables of this game for so many seats; refuses what could not be played."""
    if seats not in rules.seats:
        raise RulesError(
            f"{board.name} is for {rules.seats.start} to {rules.seats.stop - 1} seats, not {seats}",
            "setup.deal",
        )
    claims = written_claims(board, rules)
    t = Tables()
    t.seats = seats
    t.kinds = len(board.colors) + 1
    t.cities = len(board.cities)
    t.routes = len(board.routes)
    t.tickets = len(board.tickets)
    t.ways = len(claims)
    t.word = min(len(claims), len(BITS))
    t.words = -(-len(claims) // t.word)
    _deck_and_market(t, board, rules)
    _ways(t, claims)
    _pieces(t, rules, claims)
    _routes(t, board, rules, claims)
    _tickets(t, board, rules)
    _number_moves(t, rules, claims)
    return t


def written_claims(board: Board, rules: Rules) -> list[Claim]:
    """The rows of every route, in the board's order."""
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
        for row in written:
            _check_claim(row, route.id, board, rules)
        rows += written
    return rows


def _check_claim(row: Claim, route: str, board: Board, rules: Rules) -> None:
    low, high = row.wilds
    least = {"cards": 1, "pieces": 0, "points": 0, "reveals": 0, "steps": 0}
    for name, bound in least.items():
        if getattr(row, name) < bound:
            raise RulesError(f"route {route}: {name} can't be {getattr(row, name)}; the least is {bound}", row.pays_by)
    for color in row.colors or (None,):
        if color not in range(1, len(board.colors) + 1):
            raise RulesError(
                f"route {route}: a payment can't be of colour {color}; colours are 1 to {len(board.colors)}",
                row.pays_by,
            )
    if not 0 <= low <= high <= row.cards:
        raise RulesError(
            f"route {route}: wilds from {low} to {high} can't pay {row.cards} cards; use 0 <= fewest <= most <= cards",
            row.pays_by,
        )
    if row.pieces and row.piece not in rules.pieces:
        raise RulesError(
            f"route {route} uses '{row.piece}', but seats have only {', '.join(rules.pieces)}", row.placed_by
        )
    if row.pool is Pool.WHILE_LEFT and not rules.pool:
        raise RulesError(f"route {route} takes from the shared pool, but the rules have none", row.pooled_by)


def _deck_and_market(t: Tables, board: Board, rules: Rules) -> None:
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
    t.face_up = rules.market.face_up
    t.flush_at = rules.market.flush_at
    t.wild_alone = int(rules.market.wild_alone)
    t.hand_cards = rules.opening.cards


def _ways(t: Tables, claims: Sequence[Claim]) -> None:
    t.way_route = ints(row.route for row in claims)
    t.way_cards = ints(row.cards for row in claims)
    t.way_wild = ints(int(row.wilds[1] > 0) for row in claims)
    t.way_pieces = ints(row.pieces for row in claims)
    t.way_points = ints(row.points for row in claims)
    t.way_takes = ints(int(row.pool is Pool.WHILE_LEFT) for row in claims)
    t.way_steps = ints(row.steps for row in claims)
    t.way_reveals = ints(row.reveals for row in claims)
    t.way_shared = ints(int(row.shared) for row in claims)
    t.way_color = ints(int(kind in row.colors) for row in claims for kind in range(t.kinds))
    t.way_swap = ints(row.swap.size if row.swap else 0 for row in claims)
    t.way_single = ints(row.swap.most_of_color if row.swap else 0 for row in claims)
    t.way_wilds_single = ints(int(row.swap.wilds_single) if row.swap else 0 for row in claims)
    t.longest = max(row.cards for row in claims)


def _masks(t: Tables, groups: Sequence[Sequence[int]]) -> list[int]:
    """One mask of ways, `words` words long, for each group of ways."""
    out: list[int] = []
    for group in groups:
        words = [0] * t.words
        for way in group:
            words[way // t.word] |= BITS[way % t.word]
        out += words
    return out


def _pieces(t: Tables, rules: Rules, claims: Sequence[Claim]) -> None:
    names = list(rules.pieces)
    t.piece_kinds = len(names)
    t.piece_names = names
    t.supply = ints(rules.pieces[name] for name in names)
    t.way_piece = ints(names.index(row.piece) if row.pieces else 0 for row in claims)
    used = sorted({names.index(row.piece) for row in claims if row.pieces})
    t.placing = ints(used)
    t.most_pieces = max(rules.pieces.values())
    t.fits = ints(
        _masks(
            t,
            [
                [
                    way
                    for way, row in enumerate(claims)
                    if not row.pieces or row.piece != names[piece] or row.pieces <= left
                ]
                for piece in used
                for left in range(t.most_pieces + 1)
            ],
        )
    )
    t.pool = rules.pool
    t.by_pool = ints(
        _masks(
            t,
            [
                [way for way, row in enumerate(claims) if row.pool is not absent]
                for absent in (Pool.WHILE_LEFT, Pool.WHEN_EMPTY)
            ],
        )
    )
    for name in rules.end.pieces:
        if name not in names:
            raise RulesError(f"the end counts '{name}', but seats have only {', '.join(names)}", "end.trigger")
    t.end_pieces = ints(names.index(name) for name in rules.end.pieces)
    t.end_at_most = rules.end.at_most
    t.end_pool = NO_POOL_BOUND if rules.end.pool_at_most is None else rules.end.pool_at_most
    prices = [build.cards for part in rules.builds for build in part.builds()]
    if len(rules.builds) > 1:
        raise RulesError("only one kind of building can be told apart on a board", "station.build")
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
    t.option_color = ints(color for _, color, _ in options)
    t.option_cards = ints(price - wilds for price, _, wilds in options)
    t.option_wilds = ints(wilds for _, _, wilds in options)
    starts = [0]
    for price in prices:
        starts.append(starts[-1] + 1 + (t.kinds - 1) * price)
    t.price_from = ints(starts)


def _routes(t: Tables, board: Board, rules: Rules, claims: Sequence[Claim]) -> None:
    t.route_a = ints(route.a for route in board.routes)
    t.route_b = ints(route.b for route in board.routes)
    t.route_length = ints(route.length for route in board.routes)
    touching = [[n for n, route in enumerate(board.routes) if city in (route.a, route.b)] for city in range(t.cities)]
    t.city_start = ints(sum(map(len, touching[:city])) for city in range(t.cities + 1))
    t.city_routes = ints(number for numbers in touching for number in numbers)
    ends = [(route.a, route.b) for route in board.routes]
    t.city_ends = ints(sum(ends[number]) - city for city, numbers in enumerate(touching) for number in numbers)
    t.closes = ints(
        _masks(t, [[way for way, row in enumerate(claims) if row.route == number] for number in range(t.routes)])
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


def _tickets(t: Tables, board: Board, rules: Rules) -> None:
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


def _number_moves(t: Tables, rules: Rules, claims: Sequence[Claim]) -> None:
    t.top_up = TAKE + t.kinds
    t.pick = t.top_up + max(row.reveals for row in claims) + 1
    t.keep = t.pick + t.kinds
    t.claim = t.keep + 2**t.most_offer
    _number_claims(t, claims)
    t.swap = t.claim + len(t.row_way)
    _number_swaps(t, claims)
    t.build = t.swap + len(t.swap_way)
    t.moves = t.build + len(t.option_color) * t.cities


def _number_claims(t: Tables, claims: Sequence[Claim]) -> None:
    """Number payments in the order in which they are listed: by wilds, colour and way."""
    span = t.longest + 1
    rows = [
        (way, color, wilds)
        for wilds in range(span)
        for color in range(t.kinds)
        for way, row in enumerate(claims)
        if _pays(row, color, row.cards, wilds)
    ]
    numbers = [-1] * (t.kinds * span * t.words * t.word)
    for place, (way, color, wilds) in enumerate(rows):
        numbers[row_place(t, way, color, wilds)] = t.claim + place
    t.row_at = ints(numbers)
    t.row_way = ints(way for way, _, _ in rows)
    t.row_color = ints(color for _, color, _ in rows)
    t.row_wilds = ints(wilds for _, _, wilds in rows)
    t.payable = ints(
        _masks(
            t,
            [
                [way for way, row in enumerate(claims) if _pays(row, color, cards, wilds)]
                for wilds in range(span)
                for color in range(t.kinds)
                for cards in range(span)
            ],
        )
    )


def _pays(row: Claim, color: int, cards: int, wilds: int) -> bool:
    """Whether just so many wilds, and the rest of a colour of which there are so many cards, can pay.

    With a colour at least one card is of that colour: a payment of wilds only is a class of its own, the wild's.
    """
    low, high = row.wilds
    if color == WILD:
        return wilds == row.cards == high and wilds <= cards
    return color in row.colors and low <= wilds <= min(high, row.cards - 1) and row.cards - wilds <= cards


def _number_swaps(t: Tables, claims: Sequence[Claim]) -> None:
    swaps = [(way, n) for way, row in enumerate(claims) if row.swap for n in range(1, row.cards + 1)]
    first = {way: place for place, (way, n) in enumerate(swaps) if n == 1}
    t.swap_way = ints(way for way, _ in swaps)
    t.swap_count = ints(n for _, n in swaps)
    t.way_swap_base = ints(t.swap + first[way] - 1 if way in first else -1 for way in range(t.ways))
    t.swap_most = max((row.cards + row.swap.size - 1 for row in claims if row.swap), default=0)
    t.swappable = ints(
        _masks(
            t,
            [
                [way for way, row in enumerate(claims) if row.swap and row.cards + row.swap.size - 1 <= hand]
                for hand in range(t.swap_most + 1)
            ],
        )
    )
