"""The commands of `kolej`, one module each.

    arena.py       `kolej arena`: compare the strength of bots
    bench.py       `kolej bench`: measure the speed of random games
    board.py       `kolej board`: describe or draw a board
    bots.py        `kolej bots`: list the bots
    check.py       `kolej check`: find mistakes in a board and its rules
    check_bot.py   `kolej check-bot`: test that a bot plays correctly
    completion.py  `kolej completion`: the completion script of a shell
    database/      `kolej backup`, `kolej delete`, `kolej export` and `kolej restore`: the database of a server
    demo.py        `kolej demo`: print a game between random players
    docs.py        `kolej docs`: print the documents for users
    new_board.py   `kolej new-board`: create the folder of a custom board
    play.py        `kolej play`: play in the terminal
    replay.py      `kolej replay`: step through a recorded game
    rule.py        `kolej rule`: print the written rules
    serve.py       `kolej serve`: run the game server
    sim.py         `kolej sim`: simulate many games and summarize them
    verify.py      `kolej verify`: replay game files and check fair deals
    worker.py      `kolej worker`: compute moves of bots for servers on other machines

`kolej/cli/__init__.py` lists them by name; a command is imported when it is used.
"""
