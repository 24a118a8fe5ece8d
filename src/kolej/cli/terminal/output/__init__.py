"""Output of the terminal game: lines of text from views and events.

    screen.py           the game screen: players, display, hand, tickets
    prompt.py           the question under the screen: what can be typed now
    inspector.py        the commands that only show something (`moves`, `board`, `log` …)
    move_list.py        the numbered list of legal moves
    route_list.py       the list of routes, filtered by words
    event_sentences.py  sentences about events
    labels.py           names of players, cards, pieces, cities, routes and tickets
    result.py           scores, tickets and winner at the end
    rulebook.py         the written rules as lines
    paint.py            ANSI colours, column widths and line wrapping

Nothing here reads the state of a game: views and redacted events are all that is rendered.
"""
