"""Boards: the data that is printed on them, and the TOML files that hold it.

    model.py          `Board`, `City`, `Route`, `Ticket`, and the fingerprint of a board
    ids.py            the types of the numbers of seats, routes, cities and tickets
    loading.py        loads a board file: reads it, checks it, builds the `Board`
    toml_lines.py     the TOML of a board file with the line number of each entry
    check_values.py   checks each value of a board file on its own
    check_network.py  checks that cities, routes and tickets fit together

`docs/adding-a-board.md` describes the file.
"""
