"""The protocol as types: requests and responses over HTTP, commands and frames over the WebSocket of a table.

    base.py        base structs and the field types that several messages share
    people.py      the current user, credentials, tokens
    tables.py      opening, changing and showing a table
    editions.py    editions and boards as clients show them
    rules.py       the rulebook, and the numbers of a legend
    commands.py    what a client sends over a socket
    frames.py      what the server sends over a socket
    legal.py       the legal moves of a seat
    results.py     the result of a finished game
    recount.py     the lines that its points are the sums of
    all_types.py   the list of all these types
    typescript.py  generates `web/src/net/wire.ts` from them

What a client sends is decoded into one of these types, strictly: an unknown field, a value that is too long or of the
wrong type is refused. `docs/protocol.md` describes the protocol; a test compares it with these modules.
"""
