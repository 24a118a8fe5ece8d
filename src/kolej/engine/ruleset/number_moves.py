"""The layout of move numbers: a range for each kind of move, a number for each payment, masks of what can be paid."""

from collections.abc import Sequence

from kolej.engine.core.cards import WILD
from kolej.engine.core.make_vectors import ints, zeros
from kolej.engine.ruleset.rows import Claim
from kolej.engine.ruleset.tables import TAKE, RuleTables, option_masks, payment_place


def number_moves(t: RuleTables, claims: Sequence[Claim]) -> None:
    """Set where the range of each kind of move begins, and number all payments."""
    t.top_up = TAKE + t.kinds
    t.pay_card = t.top_up + max(claim.reveals for claim in claims) + 1
    t.keep = t.pay_card + t.kinds
    t.claim = t.keep + 2**t.most_offer
    _number_claims(t, claims)
    t.stand_in = t.claim + len(t.payment_option)
    _number_stand_ins(t, claims)
    t.build = t.stand_in + len(t.stand_in_option)
    t.moves = t.build + len(t.build_color) * t.cities
    t.scratch = zeros(t.moves)


def _number_claims(t: RuleTables, claims: Sequence[Claim]) -> None:
    """Number payments in the order in which `claims` of the core lists them: by wilds, colour and option."""
    span = t.longest + 1
    rows = [
        (option, color, wilds)
        for wilds in range(span)
        for color in range(t.kinds)
        for option, claim in enumerate(claims)
        if _pays(claim, color, claim.cards, wilds)
    ]
    numbers = [-1] * (t.kinds * span * t.words * t.word)
    for place, (option, color, wilds) in enumerate(rows):
        numbers[payment_place(t, option, color, wilds)] = t.claim + place
    t.payment_at = ints(numbers)
    t.payment_option = ints(option for option, _, _ in rows)
    t.payment_color = ints(color for _, color, _ in rows)
    t.payment_wilds = ints(wilds for _, _, wilds in rows)
    t.payable = ints(
        option_masks(
            t,
            [
                [option for option, claim in enumerate(claims) if _pays(claim, color, cards, wilds)]
                for wilds in range(span)
                for color in range(t.kinds)
                for cards in range(span)
            ],
        )
    )


def _pays(claim: Claim, color: int, cards: int, wilds: int) -> bool:
    """Whether exactly this many wilds can pay, with the rest from `cards` cards of a colour.

    A payment of wilds only counts as one of the wild's own colour; any other has at least one card of its colour.
    """
    low, high = claim.wilds
    if color == WILD:
        return wilds == claim.cards == high and wilds <= cards
    return color in claim.colors and low <= wilds <= min(high, claim.cards - 1) and claim.cards - wilds <= cards


def _number_stand_ins(t: RuleTables, claims: Sequence[Claim]) -> None:
    stand_ins = [
        (option, n) for option, claim in enumerate(claims) if claim.stand_in for n in range(1, claim.cards + 1)
    ]
    first = {option: place for place, (option, n) in enumerate(stand_ins) if n == 1}
    t.stand_in_option = ints(option for option, _ in stand_ins)
    t.stand_in_count = ints(n for _, n in stand_ins)
    t.option_stand_in_base = ints(
        t.stand_in + first[option] - 1 if option in first else -1 for option in range(t.options)
    )
    t.stand_in_most = max((claim.cards + claim.stand_in.size - 1 for claim in claims if claim.stand_in), default=0)
    t.stand_in_payable = ints(
        option_masks(
            t,
            [
                [
                    option
                    for option, claim in enumerate(claims)
                    if claim.stand_in and claim.cards + claim.stand_in.size - 1 <= hand
                ]
                for hand in range(t.stand_in_most + 1)
            ],
        )
    )
