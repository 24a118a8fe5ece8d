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
        "tram": Plain({1: 1, 2: 2, 3: 4, 4: 7}, "tram", placed_by="tram.pieces"),
        # The printed subway table is not known to us; this one belongs to our reconstruction of the board.
        "subway": OnePiece({2: 1, 3: 3, 4: 5}, "subway"),
    },
    doubles=Doubles(both_from=3),
    tickets=offer(keep=1, returns=BOTTOM, regular=2),
    end=End(pieces=("tram", "subway"), at_most=1),
    awards=(Tickets(),),
    ties=(ByTickets(),),
    empty_deck=EmptyDeck(at_once=True),
    begins="any",
    differences=(
        "The network, the tickets and the subway points are our reconstruction, not the printed board.",
        "11 trams and 5 subways each: tram routes take a tram for every space, subway routes a single subway.",
        "A subway route costs the number of cards printed beside it and scores from a table of its own.",
        "The last round begins when someone has one piece or none left, both kinds counted together.",
    ),
)

# Rule version 1: the discards were shuffled when the next card was needed.
EARLIER = (replace(RULES, version=1, empty_deck=EmptyDeck()),)
