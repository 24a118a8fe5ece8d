"""Queries: coroutines with a connection as their first argument.

entries.py   log entries
tables.py    tables, as lists show them
people.py    people and passwords
tokens.py    tokens
secrets.py   secrets
deletion.py  deletion of people and tables
health.py    health checks
"""
