"""Scoring: what a game is worth to each seat once it is over, compiled by mypyc.

    network.py    the graph of a seat's routes: connected cities, longest path, borrowed routes
    standings.py  final scores, awards, tie-breaks and ranks

Awards and tie-breaks themselves are rule parts: see `kolej.rules`.
"""
