"""Tables: games that people play, kept as logs that lose no move and reveal no secret.

The source of truth of a table is its log in the store; everything in memory is folded from it.

    registry.py          `TableRegistry`: finds tables, opens new ones, loads running ones after a restart
    search.py            tables by code, with a limit of unknown codes
    context.py           `TableContext`: what all tables share
    table.py             `Table`: one command at a time, each with one effect, written before anybody is notified
    follower.py          `TableFollower`: keeps a table up to date with what other processes append
    permissions.py       checks of who may do what, and when
    offered_editions.py  the editions that can be played here, custom boards included
    deletion.py          who may delete a table, and who has to agree
    actions/             what players do during a game: moves, undo, chat, the fair deal, questions
    setup/               what happens before and after: creation, seats, settings, start, rematch
    log/                 the log: its entries, the state folded from them, the journal that appends to it
    broadcast/           frames for subscribers, each with what its viewer may know and no more
    background.py        `BackgroundTasks`: bots move, clocks run out, absent people are substituted
    bot_moves.py         asks bots for their moves
    turn_times.py        `TurnTimes`: since when decisions have been due
    rates.py             `TableRates`: how often people may chat and change a table
    idempotency.py       `CommandAnswers`: the answers to commands that are sent again
    hub.py               `Hub`: exchanges with other processes what happens at tables; `LocalHub` for a single process

The way of a move: `Table.command` → `actions/moves.py` → `Table.write` → `log/journal.py` → `broadcast/broadcaster.py`.
Actions take the state and what else they need, and return a `Batch` of entries; they write nothing themselves.
"""
