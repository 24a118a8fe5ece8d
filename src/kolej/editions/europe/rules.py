"""Europe: ferries, tunnels, stations, and a bonus for the longest path."""

from dataclasses import replace

from kolej.engine.ruleset.rows import EmptyDeck, End, Travel
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import LongestPath, Tickets, UnusedPieces
from kolej.rules.claims import Ferry, Plain, Tunnel
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.stations import Stations
from kolej.rules.tickets import BOTTOM, BOX, Opening, offer
from kolej.rules.ties import ByFewestBuilt, ByLongestPathCard, ByTickets

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 6: 15, 8: 21}

RULES = Rules(
    version=2,
    seats=range(2, 6),
    deck=Deck(each=12, wilds=14),
    pieces={"train": 45, "station": 3},
    opening=Opening(cards=4, deal=offer(keep=2, returns=BOX, long=1, regular=3)),
    market=Market(face_up=5, wild_alone=True, flush_at=3),
    claims={
        "plain": Plain(POINTS, "train"),
        "ferry": Ferry(POINTS, "train"),
        "tunnel": Tunnel(POINTS, "train", reveals=3),
    },
    doubles=Doubles(both_from=4),
    builds=(Stations(costs=(1, 2, 3)),),
    tickets=offer(keep=1, returns=BOTTOM, regular=3),
    travel=Travel(borrows=True),
    end=End(pieces=("train",), at_most=2),
    awards=(Tickets(), UnusedPieces("station", each=4), LongestPath(10)),
    ties=(ByTickets(), ByFewestBuilt("station"), ByLongestPathCard()),
    empty_deck=EmptyDeck(at_once=True, closes_display=True),
    differences=(
        "Ferries need a wild for every locomotive symbol.",
        "Tunnels: lay the cards down, turn up three from the deck, pay one more for each match, or take yours back.",
        "As a fourth action you may build a station: at the end it lends you one route of another player.",
        "Every station you did not build is worth 4 points; the longest path is worth 10.",
        "You start with one long ticket and three regular ones, and keep any two or more.",
    ),
)

# Rule version 1: the discards were shuffled when the next card was needed, and the display stayed open.
EARLIER = (replace(RULES, version=1, empty_deck=EmptyDeck()),)
