"""Store: the logs of tables, people and secrets, durable on disk. It knows nothing of games.

models.py      records: tables, entries, people
names.py       names of people as keys: which can't be told apart
protocol.py    `Store`, what every store does
errors.py      what a store refuses, and why
migrations.py  numbered SQL files of a schema
opening.py     opens the store that a setting or an argument names
transfer.py    copies everything from one store to another
sqlite/        the store in one SQLite file
postgres/      the store in a PostgreSQL database
"""
