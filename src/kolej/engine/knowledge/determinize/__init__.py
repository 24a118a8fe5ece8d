"""Determinization: sampling complete states that one viewer could not distinguish from the true one."""
