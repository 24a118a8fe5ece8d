"""Everything about a game that never changes while it is played, as vectors of integers.

`compile.py` fills it from rows. Sets of ways to take a route are masks of bits, and every move has a number:

    0 draw blind · 1 draw tickets · 2 pass · 3 refuse a tunnel · then, one range after another: take from the display
    (by kind), top up a tunnel (by wilds), pick a card (by kind), keep tickets (by set of places), claim, claim with
    bundles, build.
"""

from typing import Final

from kolej.engine.core.make_vectors import filled, unbounded, zeros
from kolej.engine.core.vectors import Ints, i64

BLIND: Final = 0
TICKETS: Final = 1
PASS: Final = 2
REFUSE: Final = 3
TAKE: Final = 4

PLACE_KEYS: Final = 269
"""Powers of two leave different remainders modulo 269, so that a remainder names a bit."""


# Tables, not shifts: `1 << n` compiles to a 32-bit shift, silently wrong from 31 on.
def _bits() -> Ints:
    # A machine integer has room for 60 bits and some reckoning; an interpreted one for a whole board at once.
    count: i64 = 240 if unbounded() else 60
    out = filled(count, 1)
    for i in range(1, count):
        out[i] = out[i - 1] + out[i - 1]
    return out


def _places() -> Ints:
    out = zeros(PLACE_KEYS)
    bits = _bits()
    for i in range(len(bits)):
        out[bits[i] % PLACE_KEYS] = i
    return out


def _sizes() -> Ints:
    out = zeros(256)
    for n in range(256):
        out[n] = out[n // 2] + n % 2
    return out


BITS: Final[Ints] = _bits()
PLACES: Final[Ints] = _places()
SIZES: Final[Ints] = _sizes()
"""How many tickets a set of places has."""


def row_place(t: "Tables", way: i64, color: i64, wilds: i64) -> i64:
    """Where `row_at` keeps the number of a payment."""
    return (wilds * t.kinds + color) * t.words * t.word + way


class Tables:
    """One board under one set of rules for one number of seats."""

    # Interpreted, an object of over thirty attributes is slow to read unless it has slots.
    __slots__ = """
        seats kinds word words routes ways cities tickets top_up pick keep claim swap build moves face_up flush_at
        wild_alone full unit way_route way_cards way_wild way_piece way_pieces way_points way_takes way_steps
        way_reveals way_shared way_color way_swap way_single way_wilds_single way_swap_base longest payable swappable
        swap_most row_at row_way row_color row_wilds swap_way swap_count piece_kinds piece_names supply placing
        most_pieces fits pool by_pool closes twin both_open builder prices price_from option_color option_cards
        option_wilds ticket_a ticket_b ticket_points ticket_deck hand_cards opening_deck opening_keep opening_returns
        play_deck play_offer play_keep play_returns most_offer end_pieces end_at_most end_pool route_a route_b
        route_length city_start city_routes city_ends travel_shared travel_borrows tagged
    """.split()  # noqa: SIM905

    seats: i64
    kinds: i64
    """The wild and the colours."""
    word: i64
    """Ways in a word of a mask."""
    words: i64
    routes: i64
    ways: i64
    cities: i64
    tickets: i64

    # Move numbers: where each range begins.
    top_up: i64
    pick: i64
    keep: i64
    claim: i64
    swap: i64
    build: i64
    moves: i64

    # The market and the deck.
    face_up: i64
    flush_at: i64
    wild_alone: i64
    full: Ints
    unit: Ints

    # Ways to take a route.
    way_route: Ints
    way_cards: Ints
    way_wild: Ints
    """Whether wilds may pay at all."""
    way_piece: Ints
    way_pieces: Ints
    way_points: Ints
    way_takes: Ints
    way_steps: Ints
    way_reveals: Ints
    way_shared: Ints
    way_color: Ints
    """Per way and kind, whether that colour may pay."""
    way_swap: Ints
    """How many cards make a bundle; 0 where none may."""
    way_single: Ints
    way_wilds_single: Ints
    way_swap_base: Ints
    """The move number of claiming this way with no bundle, if that were one."""

    # What can be paid: masks of ways by wilds used, colour and cards of it in hand; and which moves those are.
    longest: i64
    payable: Ints
    swappable: Ints
    """Masks of ways with bundles by number of cards in hand."""
    swap_most: i64
    row_at: Ints
    """Per wilds used, colour and way: the move number of that payment."""
    row_way: Ints
    row_color: Ints
    row_wilds: Ints
    swap_way: Ints
    swap_count: Ints

    # What can be placed.
    piece_kinds: i64
    piece_names: list[str]
    supply: Ints
    placing: Ints
    """The pieces that ways use."""
    most_pieces: i64
    fits: Ints
    pool: i64
    by_pool: Ints
    """The ways that exist once the pool is empty, and the ways that exist before."""
    closes: Ints
    twin: Ints
    both_open: i64

    # Building in cities.
    builder: i64
    """The piece that builds; -1 where nothing does."""
    prices: i64
    price_from: Ints
    option_color: Ints
    option_cards: Ints
    option_wilds: Ints

    # Tickets.
    ticket_a: Ints
    ticket_b: Ints
    ticket_points: Ints
    ticket_deck: Ints
    hand_cards: i64
    opening_deck: Ints
    opening_keep: i64
    opening_returns: i64
    play_deck: i64
    play_offer: i64
    play_keep: i64
    play_returns: i64
    most_offer: i64

    # The end.
    end_pieces: Ints
    end_at_most: i64
    end_pool: i64

    # The network.
    route_a: Ints
    route_b: Ints
    route_length: Ints
    city_start: Ints
    """Where each city's routes begin in `city_routes`."""
    city_routes: Ints
    city_ends: Ints
    """Where each of `city_routes` leads to."""
    travel_shared: i64
    travel_borrows: i64
    tagged: dict[str, list[int]]

    def __init__(self) -> None:
        # Filled by `compile.py`, field by field.
        pass
