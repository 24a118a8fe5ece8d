"""Moves: what a seat can do, as objects and as numbers, and why a move is refused."""
