"""The game core: state, legal moves and the turn machine, over integers and vectors of them, compiled by mypyc.

    state.py          `State`: one position of one game; phases, ticket places and log codes
    start.py          the state before the first deal, and a state restored from numbers
    legal.py          legal moves by phase, put together from the mechanisms below
    turn.py           the turn machine: apply a move, resolve a chance outcome
    card_draws.py     drawing cards: deck, display, flush, reshuffle, discards
    ticket_offers.py  drawing tickets: offers, keeping, the ticket pile
    claims.py         claiming routes
    tunnels.py        tunnels: laying down, revealing cards, topping up
    stand_ins.py      payments with stand-ins, card by card
    stations.py       building stations
    step_facts.py     the facts of a step, from which events are made
    checksum.py       a quick checksum of a state
    cards.py          multisets of cards packed into one integer
    vectors.py        the vector type: flat when compiled, a list when interpreted
    make_vectors.py   vectors from plain Python values

Each mechanism has one file: what is legal, and what it does. How this code is written, and why: docs/decisions/0001.
"""
