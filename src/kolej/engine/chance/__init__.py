"""Chance: where the cards, the tickets and the first seat come from.

    dealer.py  the `Dealer` protocol, the possible outcomes with their weights, seeded and scripted dealers
    rng.py     `Rng`: fast random numbers for simulations and search, compiled
    fair/      deals that every player can verify, from seeds that all seats contribute

Nothing else in the engine is random.
"""
