"""New York: a short game with taxis and attractions."""

from dataclasses import replace

from kolej.engine.ruleset.rows import EmptyDeck, End
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import Tickets, Visits
from kolej.rules.claims import Plain
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, Opening, offer
from kolej.rules.ties import ByTickets

RULES = Rules(
    version=2,
    seats=range(2, 5),
    deck=Deck(each=6, wilds=8),
    pieces={"taxi": 15},
    opening=Opening(cards=2, deal=offer(keep=1, returns=BOTTOM, regular=2)),
    market=Market(face_up=5, wild_alone=True, flush_at=3),
    claims={"plain": Plain({1: 1, 2: 2, 3: 4, 4: 7}, "taxi")},
    doubles=Doubles(both_from=3),
    tickets=offer(keep=1, returns=BOTTOM, regular=2),
    end=End(pieces=("taxi",), at_most=2),
    awards=(Tickets(), Visits("attraction", each=1)),
    ties=(ByTickets(),),
    empty_deck=EmptyDeck(at_once=True),
    differences=(
        "15 taxis each, and a deck of 44 cards.",
        "Two tickets at a time, keep at least one.",
        "Every attraction that one of your routes touches is worth 1 point at the end.",
    ),
)

# Rule version 1: the discards were shuffled when the next card was needed.
EARLIER = (replace(RULES, version=1, empty_deck=EmptyDeck()),)
