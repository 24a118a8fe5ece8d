"""Berlin: trams take a piece for every space, subways a single one."""

from dataclasses import replace

from kolej.engine.ruleset.rows import EmptyDeck, End
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import Tickets
from kolej.rules.claims import OnePiece, Plain
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, Opening, offer
from kolej.rules.ties import ByTickets

RULES = Rules(
    version=2,
    seats=range(2, 5),
    deck=Deck(each=6, wilds=8),
    pieces={"tram": 11, "subway": 5},
    opening=Opening(cards=2, deal=offer(keep=1, returns=BOTTOM, regular=2)),
    market=Market(face_up=5, wild_alone=True, flush_at=3),
    claims={
        # Neither printed table is known to us: that of the trams is recalled, that of the subways reconstructed.
        "tram": Plain({1: 1, 2: 2, 3: 4, 4: 7}, "tram", placed_by="tram.pieces"),
        "subway": OnePiece({2: 1, 3: 3, 4: 5}, "subway"),
    },
    doubles=Doubles(both_from=3),
    tickets=offer(keep=1, returns=BOTTOM, regular=2),
    end=End(pieces=("tram", "subway"), at_most=1),
    awards=(Tickets(),),
    ties=(ByTickets(),),
    empty_deck=EmptyDeck(at_once=True),
    differences=(
        "The network, the tickets and both point tables are recalled or reconstructed, not printed.",
        "11 trams and 5 subways each: tram routes take a tram for every space, subway routes a single subway.",
        "A subway route costs the number of cards printed beside it and scores from a table of its own.",
        "The last round begins when someone has one piece or none left, both kinds counted together.",
    ),
)

# Rule version 1: the discards were shuffled when the next card was needed.
EARLIER = (replace(RULES, version=1, empty_deck=EmptyDeck()),)
