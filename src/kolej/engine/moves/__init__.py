"""Moves: what a seat can do, as objects and as numbers, and why a move is refused.

moves.py            the move classes
numbering.py        the numbers of moves, and moves from numbers
reasons.py          the codes of reasons for refusing a move, and their English sentences
refusals.py         the reason and the rule id for an illegal move
station_choices.py  the routes that stations borrow, chosen at the end of a game
"""
