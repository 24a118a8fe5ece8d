"""Accounts: guests and registered people, and how requests are authenticated.

    identity.py           `Identity`, the current user as tables see them
    names.py              which names people may have
    people.py             guests, accounts, log-in, tokens and cookies
    familiar_networks.py  from which networks somebody has logged in to an account
    device_label.py       the labels of tokens in browsers
    revocation.py         tokens that are no longer valid
    passwords.py          argon2id hashes, computed in threads

Only hashes of tokens and passwords are stored.
"""
