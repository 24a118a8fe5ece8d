"""The log of a table: what is stored, what it means, and how it grows.

    entries.py          the kinds of entries
    table_state.py      `TableState`: everything that a log says except the game, folded entry by entry
    seat.py             `Seat`: who sits there, and the shape of its pieces
    journal.py          `Journal`: the log in memory; appends a `Batch` to the store, then changes the state
    follow.py           goes on by what other processes have appended
    room.py             how much people may write into a log beside the game
    clocks.py           how much time each seat has left to think
    redacted_events.py  the events of an entry, for each viewer without what is hidden from it
    replay.py           the game after the moves that were not undone
    notation.py         moves and outcomes of chance as text
    seeds.py            seeds of the fair deal, kept among the secrets of the store
    listing.py          what lists of tables show, stored beside the log
    game_file.py        the game file of a finished table
    old_events.py       field names of events in logs that older versions wrote
    forget.py           removes a person who was deleted from a log
    store_errors.py     errors of the store as refusals

Tags and field names of entries are stored and never change.
"""
