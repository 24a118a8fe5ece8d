"""Tables that never lose a move and never show a secret.

The truth about a table is its log in the store; everything here is folded from it. In the order in which a command
meets them:

    hall.py         every table: finds one, opens new ones, takes running ones up again
    table.py        one table: who may ask for what, one thing at a time
    changes.py      what happens around a game: seats, settings, the start, the rematch
    acts.py         what a socket may ask for: moves, undo, words, seeds, questions
    duties.py       what a table does by itself: bots move, clocks run out, absent people are stood in for
    settings.py, resettling.py, seating.py, play.py, undo.py, deal.py, clock.py, thinking.py, opening.py
                    what may be done, and what would be written then
    book.py         the log in memory: written first, believed then
    entries.py      what stands in a log
    course.py       what a log says but for the game, folded entry by entry
    replaying.py    the game that a log tells
    turns.py, audience.py, answers.py
                    what a log does not say: since when somebody is due, who is there, what was answered
    teller.py, telling.py, frames.py, infos.py, past.py
                    what each viewer is told, and nothing more
    house.py, hub.py, storage.py, watcher.py
                    what all tables share, and those whom they talk to
"""
