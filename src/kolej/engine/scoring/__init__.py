"""Scoring: what a game is worth to each seat once it is over, compiled by mypyc."""
