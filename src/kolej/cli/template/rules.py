"""My Board: one composition of rule parts. Every number of the game is here."""

from kolej.engine.ruleset.rows import End
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import LongestPath, Tickets, Visits
from kolej.rules.claims import Plain
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, Opening, offer
from kolej.rules.ties import ByTickets

# What a route scores, by its length. Every length on the board needs an entry.
POINTS = {1: 1, 2: 2, 3: 4, 4: 7}

RULES = Rules(
    # Count it up when a change makes an old game go differently.
    version=1,
    # From 2 up to, but not including, 5.
    seats=range(2, 5),
    # 8 cards of each colour and 6 wilds. At most 15 of a kind.
    deck=Deck(each=8, wilds=6),
    # What each seat places on routes.
    pieces={"train": 14},
    # 3 cards each, and 2 tickets of which at least 1 is kept; the other goes under the pile.
    opening=Opening(cards=3, deal=offer(keep=1, returns=BOTTOM, regular=2)),
    # 5 cards face up; taking a wild from them is the whole turn; 3 wilds among them, and all are swept away.
    market=Market(face_up=5, wild_alone=True, flush_at=3),
    # A part for each kind of route on the board. Others are Ferry, Tunnel, OnePiece, Bullet: see kolej.rules.claims.
    claims={"plain": Plain(POINTS, "train")},
    # Both halves of a double route are open from 3 seats on.
    doubles=Doubles(both_from=3),
    # Drawing tickets during the game.
    tickets=offer(keep=1, returns=BOTTOM, regular=2),
    # The last round begins when someone has 2 trains or fewer left.
    end=End(pieces=("train",), at_most=2),
    # What counts at the end besides routes.
    awards=(Tickets(), LongestPath(5), Visits("sight", each=1)),
    # Who wins when points are level.
    ties=(ByTickets(),),
    # What somebody who knows the family of games must be told.
    differences=(
        "14 trains each, and a deck of 38 cards.",
        "Two tickets at a time, keep at least one.",
        "The longest path is worth 5 points, and every sight that one of your routes touches 1 point.",
    ),
)
