"""Simulation: random games inside the compiled core, with neither events nor views.

    rollout.py   one game played on at random
    simulate.py  many random games, counted

Games between bots are played by `kolej.sim`.
"""
