"""Determinization: sampling complete states that one viewer could not distinguish from the true one.

    possible_states.py  `PossibleStates` and `determinize`, the entry points
    cards.py            samples the hidden cards from the card log
    card_origins.py     assigns each card that was shown to the deck it may have come from
    flush_limits.py     what a flush of the display reveals about cards drawn blind
    tickets.py          samples the hidden tickets from the ticket log

All of it is compiled by mypyc.
"""
