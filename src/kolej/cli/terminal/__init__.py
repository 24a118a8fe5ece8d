"""Playing and replaying games in a terminal.

    session.py        the loop of `kolej play`: show the screen, read a command, make a move
    replay_screen.py  the loop of `kolej replay`: step through a recorded game
    seated_game.py    a recorded game with its players, bots and file
    console.py        the terminal or pipe: reading, writing, clearing, Tab completion
    input/            parsing of what a player types
    output/           rendering of screens, lists and sentences

Everything shown is rendered from the viewer's own view and from redacted events. Sentences about the game come from the
message catalogue in `kolej.locale`; commands, prompts and help texts are English only.
"""
