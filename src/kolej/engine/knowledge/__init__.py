"""Hidden information: what each seat may know of a game, and what follows from it.

    view.py           `View`: all that one seat, or a spectator, may know
    build_view.py     builds a view from a state, field by field, compiled
    events.py         `Event` classes with public and secret fields, and `redact`, which hides the secret ones
    frozen_record.py  the decorator of views, events and moves
    known_state.py    a `State` filled from a view, with every secret left out
    determinize/      complete states that are consistent with a view, for search bots and tests

Nothing outside the engine gets hidden information except through these modules.
"""
