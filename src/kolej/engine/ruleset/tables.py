"""`RuleTables`: a board and its rules for one number of seats, as vectors of integers that the core reads.

`compile.py` fills them from rows. A claim option is one way to claim a route: most routes have one, some two. Sets of
claim options are bit masks. Every move has a number:

    0                 draw a card from the deck
    1                 draw tickets
    2                 pass
    3                 refuse a tunnel
    TAKE + kind       take a card from the display
    top_up + wilds    pay what a tunnel costs in addition
    pay_card + kind   pay the next card of a payment with stand-ins
    keep + places     keep tickets, a bit for each place of the offer
    claim ...         claim a route: a number for each payment
    stand_in ...      claim a route with stand-ins: a number for each claim option and number of stand-ins
    build ...         build a station: a number for each payment and city
"""

from collections.abc import Sequence
from typing import Final

from kolej.engine.core.make_vectors import filled, unbounded, zeros
from kolej.engine.core.vectors import Ints, i64

BLIND: Final = 0
TICKETS: Final = 1
PASS: Final = 2
REFUSE: Final = 3
TAKE: Final = 4

PLACE_KEYS: Final = 269
"""All powers of two that are used have different remainders modulo this prime, so that a remainder identifies a bit."""


# Tables, not shifts: `1 << n` compiles to a 32-bit shift, silently wrong from 31 on.
def _bits() -> Ints:
    # A machine integer has room for 60 bits and some arithmetic, an interpreted one for the bits of a whole board.
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
"""How many bits each number up to 255 has: the size of a set of places."""


def payment_place(t: "RuleTables", option: i64, color: i64, wilds: i64) -> i64:
    """The index in `payment_at` of a payment with these wilds and the rest of this colour."""
    return (wilds * t.kinds + color) * t.words * t.word + option


class RuleTables:
    """The compiled rules of one edition for one number of seats."""

    # Without slots, reading one of more than thirty attributes is slow when interpreted.
    __slots__ = """
        seats kinds word words routes options cities tickets top_up pay_card keep claim stand_in build moves
        display_size flush_at wild_alone renews_at_once closes_display full unit option_route option_cards option_wild
        option_piece option_pieces option_points option_takes option_steps option_reveals option_shared option_color
        option_stand_in option_single option_wilds_single option_stand_in_base longest payable stand_in_payable
        stand_in_most payment_at payment_option payment_color payment_wilds stand_in_option stand_in_count piece_kinds
        piece_names supply placing most_pieces fits pool by_pool closes twin both_open builder prices price_from
        build_color build_cards build_wilds ticket_a ticket_b ticket_points ticket_deck hand_cards opening_deck
        opening_keep opening_returns play_deck play_offer play_keep play_returns most_offer end_pieces end_at_most
        end_pool route_a route_b route_length city_start city_routes city_ends travel_shared travel_borrows tagged
        scratch
    """.split()  # noqa: SIM905

    seats: i64
    kinds: i64
    """How many kinds of cards there are: the wild and the colours."""
    word: i64
    """How many claim options fit into one word of a mask."""
    words: i64
    """How many words a mask has."""
    routes: i64
    options: i64
    cities: i64
    tickets: i64

    # Move numbers: where each range begins.
    top_up: i64
    pay_card: i64
    keep: i64
    claim: i64
    stand_in: i64
    build: i64
    moves: i64

    # The deck and the display.
    display_size: i64
    flush_at: i64
    wild_alone: i64
    renews_at_once: i64
    """Whether the discards become the new deck as soon as the deck is empty."""
    closes_display: i64
    """Whether nothing may be taken from the display while deck and discards are empty."""
    full: Ints
    """The whole deck, by kind."""
    unit: Ints
    """One card of each kind as packed cards."""

    # Claim options.
    option_route: Ints
    option_cards: Ints
    option_wild: Ints
    """Whether wilds may be part of a payment."""
    option_piece: Ints
    option_pieces: Ints
    option_points: Ints
    option_takes: Ints
    """Whether it takes a piece from the shared pool."""
    option_steps: Ints
    option_reveals: Ints
    option_shared: Ints
    option_color: Ints
    """Per option and kind, whether that colour may pay."""
    option_stand_in: Ints
    """How many cards stand in for one; 0 where none do."""
    option_single: Ints
    """How many cards of a colour count as single cards beside stand-ins."""
    option_wilds_single: Ints
    """Whether wilds count as single cards beside stand-ins."""
    option_stand_in_base: Ints
    """The number of stand-ins is added to this to get the move number."""

    # Payments: masks of options by wilds paid, colour, and cards of that colour in hand; and their move numbers.
    longest: i64
    payable: Ints
    stand_in_payable: Ints
    """Masks of options that can be paid with stand-ins, by number of cards in hand."""
    stand_in_most: i64
    payment_at: Ints
    """The move number of the payment with these wilds, colour and option (see `payment_place`); -1 if there is none."""
    payment_option: Ints
    payment_color: Ints
    payment_wilds: Ints
    stand_in_option: Ints
    stand_in_count: Ints

    # Pieces and the shared pool.
    piece_kinds: i64
    piece_names: list[str]
    supply: Ints
    placing: Ints
    """The kinds of pieces that claims use."""
    most_pieces: i64
    fits: Ints
    """Per kind of `placing` and pieces left: a mask of the options for which they suffice."""
    pool: i64
    by_pool: Ints
    """Two masks: the options that exist once the pool is empty, and those that exist before."""
    closes: Ints
    """Per route, a mask of its options."""
    twin: Ints
    """Per route, the other half of a double; -1 if it is single."""
    both_open: i64
    """Whether both halves of a double may be claimed, by different seats."""

    # Stations.
    builder: i64
    """The kind of piece that is built; -1 in editions without stations."""
    prices: i64
    price_from: Ints
    """Per price, its first payment in `build_color`, `build_cards` and `build_wilds`; the last entry is the end."""
    build_color: Ints
    build_cards: Ints
    build_wilds: Ints

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
    """Where the routes of each city begin in `city_routes`."""
    city_routes: Ints
    city_ends: Ints
    """The city that each of `city_routes` leads to."""
    travel_shared: i64
    travel_borrows: i64
    tagged: dict[str, list[int]]
    """The cities with each tag."""
    scratch: Ints
    """Room for any list of legal moves, reused from call to call: making it again costs more than filling it.

    Only for code that reads the list before anything else runs; code that keeps it needs `room_for_moves`.
    """

    def __init__(self) -> None:
        # `compile.py` sets every attribute.
        pass


def option_masks(t: RuleTables, groups: Sequence[Sequence[int]]) -> list[int]:
    """A mask for each group of claim options, all of them in one list."""
    out: list[int] = []
    for group in groups:
        words = [0] * t.words
        for option in group:
            words[option // t.word] |= BITS[option % t.word]
        out += words
    return out
