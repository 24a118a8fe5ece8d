"""Fair deals: a commit-and-reveal protocol with a seed from every seat. See `docs/fair-deals.md`.

    protocol.py          seeds, commitments, and the numbers that are derived from them
    commitment_round.py  the round in which the server collects commitments and then seeds
    dealer.py            the dealer that shuffles by the combined seeds
    file_lines.py        commitments and seeds as lines of a game file

`kolej.fair_verifier` is an independent second implementation, which checks finished games.
"""
