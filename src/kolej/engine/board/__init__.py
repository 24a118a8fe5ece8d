"""Boards: the data that is printed on them, and the TOML files that hold it."""
