"""Commands for the database of a server.

backup.py   `kolej backup`: copy a server's database
delete.py   `kolej delete`: delete a table or a person
export.py   `kolej export`: write the logs of tables as JSON lines
migrate.py  `kolej migrate`: move a server's data from SQLite to PostgreSQL, or back
restore.py  `kolej restore`: put a backup in place of a server's database
"""
