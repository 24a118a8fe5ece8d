"""Set-up of a table: everything before a game starts, and its rematch. Each change returns the batch to write.

create.py     create a table, or the rematch of one
settings.py   check settings, and change them before the start
seats.py      join, leave, put a bot on a seat, make a seat free
bot_names.py  names of bots, each once at a table
shapes.py     choose the colour and shape of a seat's pieces
start.py      start the game, open a rematch
"""
