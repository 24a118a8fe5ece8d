"""Records of games: moves as text, and the game file.

    notation.py       moves and outcomes of chance as one line of text each
    json.py           views and events as JSON values
    recorded_game.py  `RecordedGame`: a game with a record of every step, undo included
    game_file.py      the text format of a game file: sealed lines, header, closing line
    endings.py        what may follow the last step: resignations, an early end, choices of stations
    replay.py         loading a game file by replaying it, and saving one
    atomic_file.py    reading files with a size limit, and writing them atomically

`docs/game-file.md` describes the format.
"""
