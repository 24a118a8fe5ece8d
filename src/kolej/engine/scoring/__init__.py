"""Scoring: what a game is worth to each seat once it is over, compiled by mypyc.

network.py      the graph of a seat's routes: connected cities, longest path, borrowed routes
score_sheet.py  what can be counted for each seat: tickets, paths, pieces
award.py        the base classes of awards and tie-breaks, which are rule parts: see `kolej.rules`
standings.py    final scores, ranks, and the tie-break that decided
"""
