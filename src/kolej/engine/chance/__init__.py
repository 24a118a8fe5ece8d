"""Chance: where the cards, the tickets and the first seat come from.

    dealer.py  the `Dealer` protocol, the possible outcomes with their weights, a dealer with a script
    seeded.py  `SeededDealer`: the same seed deals the same cards, compiled
    rng.py     `Rng`: fast random numbers for simulations and search, compiled
    play.py    one call a move: check, apply and deal, compiled
    fair/      deals that every player can verify, from seeds that all seats contribute

Nothing else in the engine is random.
"""
