"""Japan: bullet trains that everyone may ride, and a contest over who built the most of them."""

from dataclasses import replace

from kolej.engine.ruleset.rows import EmptyDeck, End, Travel
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import Tickets, TrackRanking
from kolej.rules.claims import Bullet, Plain
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, SHUFFLED, Opening, offer
from kolej.rules.ties import ByTickets

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}

RULES = Rules(
    version=2,
    seats=range(2, 6),
    deck=Deck(each=12, wilds=14),
    pieces={"train": 20},
    pool=16,
    opening=Opening(cards=4, deal=offer(keep=2, returns=SHUFFLED, regular=4)),
    market=Market(face_up=5, wild_alone=True, flush_at=3),
    claims={"plain": Plain(POINTS, "train"), "bullet": Bullet(POINTS, "train")},
    doubles=Doubles(both_from=4),
    tickets=offer(keep=1, returns=BOTTOM, regular=3),
    travel=Travel(shared=True),
    end=End(pieces=("train",), at_most=2, pool_at_most=2),
    awards=(
        Tickets(),
        TrackRanking(
            {2: (10, -10), 3: (15, 5, -10), 4: (20, 10, 0, -10), 5: (25, 15, 5, -5, -10)},
            unmoved=-20,
        ),
    ),
    ties=(ByTickets(),),
    empty_deck=EmptyDeck(at_once=True),
    differences=(
        "20 trains each, and 16 bullet trains shared by all.",
        "A bullet-train route scores nothing: your marker moves by its length, and everyone may use it for tickets.",
        "At the end the markers are ranked for a bonus; a marker that never moved costs 20 points.",
        "With all bullet trains placed, the rest of their routes are ordinary gray routes.",
        "The last round begins when someone has two trains or fewer and at most two bullet trains are left.",
    ),
)

# Rule version 1: the discards were shuffled when the next card was needed.
EARLIER = (replace(RULES, version=1, empty_deck=EmptyDeck()),)
