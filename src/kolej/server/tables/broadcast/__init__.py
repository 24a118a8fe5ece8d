"""Broadcast: what subscribers of a table receive."""
