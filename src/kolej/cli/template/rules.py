"""The rules of My Board, composed from rule parts. Every number of the game is here."""

from kolej.engine.ruleset.rows import EmptyDeck, End
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import LongestPath, Tickets, Visits
from kolej.rules.claims import Plain
from kolej.rules.doubles import Doubles
from kolej.rules.market import Deck, Market
from kolej.rules.tickets import BOTTOM, Opening, offer
from kolej.rules.ties import ByTickets

# The points of a route by its length. Every length on the board needs an entry.
POINTS = {1: 1, 2: 2, 3: 4, 4: 7}

RULES = Rules(
    # Increase it when a change makes old games play out differently.
    version=1,
    # Two to four seats: the end of the range is not included.
    seats=range(2, 5),
    # 8 cards of each colour and 6 wilds. 15 of a kind is the maximum.
    deck=Deck(each=8, wilds=6),
    # The pieces that each seat places on routes.
    pieces={"train": 14},
    # Each seat gets 3 cards, and 2 tickets of which it keeps at least 1; the other goes under the pile.
    opening=Opening(cards=3, deal=offer(keep=1, returns=BOTTOM, regular=2)),
    # 5 cards in the display; taking a wild from it is the whole turn; 3 wilds in it flush the display.
    market=Market(face_up=5, wild_alone=True, flush_at=3),
    # A part for each kind of route on the board. Others are Ferry, Tunnel, OnePiece, Bullet: see kolej.rules.claims.
    claims={"plain": Plain(POINTS, "train")},
    # Both routes of a double can be claimed with 3 seats or more.
    doubles=Doubles(both_from=3),
    # Drawing tickets during the game.
    tickets=offer(keep=1, returns=BOTTOM, regular=2),
    # The last round begins when someone has 2 trains or fewer left.
    end=End(pieces=("train",), at_most=2),
    # Points at the end, besides those of routes.
    awards=(Tickets(), LongestPath(5), Visits("attraction", each=1)),
    # Who wins when points are equal.
    ties=(ByTickets(),),
    # When the deck runs out, the discards become the new deck at once.
    empty_deck=EmptyDeck(at_once=True),
    # What is special about this game, for players who know the others of the family.
    differences=(
        "14 trains each, and a deck of 38 cards.",
        "Two tickets at a time, keep at least one.",
        "The longest path is worth 5 points, and every attraction that one of your routes touches 1 point.",
    ),
)
