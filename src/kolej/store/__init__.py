"""What a server must not forget: the logs of its tables, its people and its secrets.

`log.py` says what a store does; `sqlite` is one.
"""
