"""SQL queries as functions of a connection, each to be called within a transaction.

entries.py  log entries
tables.py   tables and who sits at them
people.py   people, tokens and passwords
secrets.py  secrets of tables and of the server
"""
