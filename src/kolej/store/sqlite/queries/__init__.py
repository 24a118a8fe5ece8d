"""SQL queries as functions of a connection, each to be called within a transaction.

entries.py   log entries
tables.py    tables and who sits at them
people.py    people and passwords
tokens.py    tokens
secrets.py   secrets of tables and of the server
deletion.py  deletion of people and tables
health.py    the record that checks of the store write to
"""
