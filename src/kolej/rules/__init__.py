"""Rule parts: one mechanism each, with its own numbers. Editions compose them; parts write rows that the engine reads.

claims.py         kinds of routes: plain, ferry, tunnel, bullet train ...
market.py         the deck and the display of face-up cards
tickets.py        the opening deal and ticket offers
stations.py       stations built in cities
doubles.py        double routes
awards.py         points at the end
ties.py           tie-breaks
house.py          house rules: named changes of a composition
written_rules.py  which rules of the rulebook apply to an edition
"""
