"""Many games at once: played, counted and compared."""
