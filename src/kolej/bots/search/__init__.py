"""The search bot: tries candidate moves in possible states, each played to the end by planners.

bot.py                `SearchBot`: the bot `search`, and how it spends its budget
candidates.py         the moves worth a closer look
trials.py             `Trials`: compares candidates in the same possible states
fixed_deck.py         an Rng whose deck order is fixed, so that candidates draw the same cards
opponent_tickets.py   `TicketBeliefs`: which tickets the opponents are likely to hold
"""
