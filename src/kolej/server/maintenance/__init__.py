"""Maintenance: what a server and its commands do for its operator.

health_checks.py  whether the store accepts writes, the disk has room, and the database is whole
process.py        memory, open files, disk and event-loop lag, for the metrics
retention.py      deletes people who asked for it, expired tokens, and what is unused
replay_check.py   reads every table of a store and replays its game
deletion.py       deletes a person from every table, and then from the store
"""
