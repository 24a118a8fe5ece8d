"""Advice for players: routes for a ticket, payments, tunnel odds, paths.

    ticket_routes.py  the cheapest routes that would complete a ticket
    payments.py       which cards of a hand can pay for a claim option
    tunnel_odds.py    the probability that a tunnel costs extra cards
    paths.py          the routes of the longest path, and of the shortest connection
    recount.py        a result route by route, ticket by ticket and award by award

All of it is computed from what one seat may know.
"""
