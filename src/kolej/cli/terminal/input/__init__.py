"""Input of the terminal game: from typed words to moves.

    commands.py     the commands that can be typed, with their help texts
    completion.py   Tab completion at the prompt
    move_parser.py  moves from typed text
    name_lookup.py  cities, routes, tickets and cards by prefix, without accents, in either order
    shape_list.py   the shapes of the seats, chosen on the command line
    stand_ins.py    dialog that composes a payment with stand-ins

What is typed may be abbreviated; text with no meaning, or with several, raises `UnclearInput`.
"""
