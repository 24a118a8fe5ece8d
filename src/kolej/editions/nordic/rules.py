"""Nordic Countries: wilds are for ferries and tunnels only, and many cards may stand in for one."""

from dataclasses import replace

from kolej.engine.ruleset.rows import EmptyDeck, End
from kolej.engine.ruleset.rules import Rules
from kolej.rules.awards import MostTickets, Tickets
from kolej.rules.claims import StandInFerry, StandInSet, Tunnel, WildFree
from kolej.rules.doubles import Doubles
from kolej.rules.market import NEVER, Deck, Market
from kolej.rules.tickets import BOX, Opening, offer
from kolej.rules.ties import ByLongestPath, ByTickets

POINTS = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 9: 27}

RULES = Rules(
    version=2,
    seats=range(2, 4),
    deck=Deck(each=12, wilds=14),
    pieces={"train": 40},
    opening=Opening(cards=4, deal=offer(keep=2, returns=BOX, regular=5)),
    market=Market(face_up=5, wild_alone=False, flush_at=NEVER),
    claims={
        "plain": WildFree(POINTS, "train"),
        "ferry": StandInFerry(POINTS, "train", cards_per_wild=3),
        "tunnel": Tunnel(POINTS, "train", reveals=3, more_by="tunnel.no-substitute"),
        "arctic": StandInSet(POINTS, "train", cards_per_card=4),
    },
    doubles=Doubles(both_from=3),
    tickets=offer(keep=1, returns=BOX, regular=3),
    end=End(pieces=("train",), at_most=2),
    awards=(Tickets(), MostTickets(10)),
    ties=(ByTickets(), ByLongestPath()),
    empty_deck=EmptyDeck(at_once=True, closes_display=True),
    differences=(
        "Wilds pay only for ferries and tunnels.",
        "Wilds in the display may be drawn like any other card, and the display is never flushed.",
        "On a ferry any three cards may stand in for one wild.",
        "On the nine-space route any four cards may stand in for one card of the set.",
        "Tickets you don't keep leave the game; most tickets completed is worth 10 points.",
    ),
)

# Rule version 1: the discards were shuffled when the next card was needed, and the display stayed open.
EARLIER = (replace(RULES, version=1, empty_deck=EmptyDeck()),)
