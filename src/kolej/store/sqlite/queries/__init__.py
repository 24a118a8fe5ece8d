"""SQL queries as functions of a connection, each to be called within a transaction."""
