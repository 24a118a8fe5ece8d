"""Subclasses of uvicorn's protocols, and the garbage collection policy."""
