"""Simulations: many games between bots, counted and compared (`kolej sim`, `kolej arena`).

simulate.py       `simulate` and `play_game`: simulations from Python
plan.py           `SimulationPlan`: which games a simulation plays, and the seed of each
games.py          plays one game and returns its result
pool.py           spreads games over worker processes, results in order
summary.py        statistics of many games: win rates, intervals, means
summary_text.py   the statistics as a text table
files.py          results as CSV and JSON files
names.py          short labels for bots
arena/            matches between bots on the same deals, with ratings
"""
