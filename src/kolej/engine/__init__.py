"""The rules engine: it decides what is legal, applies moves, and computes what each seat may know.

    game.py         `Game`: start a game, list legal moves, apply them, read views and standings
    game_text.py    a game as text, for `print(game)`
    decision.py     `Decision`: what a seat chooses from, as bots receive it
    silent_game.py  `SilentGame`: the same game without events, for simulations
    documents.py    the documents for users, installed or in a checkout
    errors.py       the exceptions that Kolej raises
    rulebook.py     the written rules by id
    suggestions.py  similar names, for error messages about misspelled ones
    board/          boards: the model, loading from TOML, checks
    ruleset/        an edition's rules and the integer tables compiled from them
    core/           the compiled core: the state, legal moves and the turn machine
    moves/          moves as objects, as numbers, and why a move is refused
    knowledge/      views, events and possible states: what a seat may know
    advice/         answers for players: routes for a ticket, payments, tunnel odds, the recount
    chance/         dealers: seeded, scripted and provably fair; random numbers
    scoring/        networks of routes, awards, tie-breaks and standings
    simulation/     random games inside the compiled core
    record/         notation, game files, replay

The engine needs only the standard library, `mypy_extensions` and `librt`.
"""
